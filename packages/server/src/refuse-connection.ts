import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { createDocument, HttpProblem } from './problem.js';
import { strictHeaders } from './strict-headers.js';

const refusals: Readonly<Record<string, readonly [status: number, detail: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are larger than the server takes.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions are larger than the server takes.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
};

const allowedMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE';

/** Answers that are not given yet, by their connections. */
const openAnswers = new WeakMap<Duplex, Set<ServerResponse>>();

/** Has to be told of each answer before it is begun. */
export function trackAnswer(response: ServerResponse): void {
  const { socket } = response.req;
  const open = openAnswers.get(socket) ?? new Set();
  openAnswers.set(socket, open.add(response));
  response.once('close', () => open.delete(response));
}

/** Answers what is no HTTP request, for which there is no response object, and ends the connection. */
export function refuseConnection({ code = '' }: NodeJS.ErrnoException, socket: Duplex): void {
  const [status, detail] = refusals[code] ?? [400, 'This is no HTTP request.'];
  if (code === 'ECONNRESET') socket.destroy();
  else answerOnce(socket, new HttpProblem(status, detail));
}

/** Answers CONNECT, which asks a proxy for a connection to somebody else. */
export function refuseTunnel(_request: IncomingMessage, socket: Duplex): void {
  const detail = `The server is no proxy. It takes ${allowedMethods}.`;
  answerOnce(socket, new HttpProblem(405, detail, { headers: { allow: allowedMethods } }));
}

/** The last answer of a connection. Where it would be taken for a part of another one, there is none. */
function answerOnce(socket: Duplex, problem: HttpProblem): void {
  if (!socket.writable || !isFree(socket)) {
    socket.destroy();
    return;
  }
  const document = createDocument(problem);
  const body = `${JSON.stringify(document)}\n`;
  const head = [
    `HTTP/1.1 ${problem.status} ${document.title}`,
    ...Object.entries(problem.headers).map(([name, value]) => `${name}: ${value}`),
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    ...Object.entries(strictHeaders).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/** Nothing waits for its answer but, at most, a request that was itself broken off. */
function isFree(socket: Duplex): boolean {
  const [first, ...others] = openAnswers.get(socket) ?? [];
  if (first === undefined) return true;
  return others.length === 0 && !first.headersSent && !first.req.complete;
}
