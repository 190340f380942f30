import type { Duplex } from 'node:stream';
import { createDocument, HttpProblem } from './problem.js';

const refusals: Readonly<Record<string, readonly [status: number, detail: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are larger than the server takes.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions are larger than the server takes.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
};

/** Answers what is no HTTP request, for which there is no response object, and ends the connection. */
export function refuseConnection({ code = '' }: NodeJS.ErrnoException, socket: Duplex): void {
  // Answers are given to the connection whole, so that this one is never taken for a part of another.
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, detail] = refusals[code] ?? [400, 'This is no HTTP request.'];
  const document = createDocument(new HttpProblem(status, detail));
  const body = `${JSON.stringify(document)}\n`;
  const head = [
    `HTTP/1.1 ${status} ${document.title}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
