/**
 * A server of one behaviour, which writes bytes and no HTTP: nothing keeps it from being wrong. Each behaviour has a
 * server and a public name of its own, so that none is held to what another one asked for.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** What arrived. */
export interface HostileRequest {
  readonly path: string;
  /** The request line and the headers as they came. */
  readonly head: string;
  /** From 1: which request to this server it is. */
  readonly number: number;
}

/** Answers a request. What it starts, it ends when the socket closes. */
export type Serve = (socket: Socket, request: HostileRequest) => void;

export interface HostileServer {
  readonly port: number;
  /** Requests that arrived whole, as `METHOD PATH`. */
  readonly requests: readonly string[];
  /** Connections that are open now. */
  readonly open: number;
  close(): Promise<void>;
}

/** Starts a server on loopback. `accept` gets the socket instead, before anything has arrived. */
export async function startHostileServer(
  serve: Serve,
  accept?: (socket: Socket) => void,
  makeServer: (onSocket: (socket: Socket) => void) => Server = createServer,
): Promise<HostileServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = makeServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    if (accept !== undefined) {
      socket.resume();
      return accept(socket);
    }
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = received.slice(0, end);
      received = received.slice(end + 4);
      const [method = '', path = ''] = head.split(' ', 2);
      requests.push(`${method} ${path}`);
      serve(socket, { path, head, number: requests.length });
    });
  });
  // Half a connection that TLS did not get through is one, too.
  server.on('tlsClientError', (_error, socket: Socket) => socket.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    get open() {
      return sockets.size;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Headers by name; where one is there twice, lines as they are. */
export type Headers = Readonly<Record<string, string>> | readonly string[];

/** An answer that is whole: its length is right unless the headers say otherwise. */
export function answer(body: string | Uint8Array, headers: Headers = {}, status = '200 OK'): Serve {
  return (socket) => {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    const lines = toLines(headers);
    const isFramed = lines.some((line) => /^(?:content-length|transfer-encoding):/i.test(line));
    const length = isFramed || status.startsWith('1') ? [] : [`Content-Length: ${bytes.byteLength}`];
    socket.write(`HTTP/1.1 ${[status, ...lines, ...length].join('\r\n')}\r\n\r\n`);
    socket.end(bytes);
  };
}

/** The bytes as they are, and then the end of the connection. */
export function raw(...parts: readonly (string | Uint8Array)[]): Serve {
  return (socket) => {
    for (const part of parts) socket.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part);
    socket.end();
  };
}

/** The bytes, and then nothing more: the connection stays. */
export function hang(...parts: readonly string[]): Serve {
  return (socket) => {
    for (const part of parts) socket.write(Buffer.from(part, 'latin1'));
  };
}

/** The bytes, and then the connection is reset. */
export function reset(...parts: readonly string[]): Serve {
  return (socket) => {
    const end = (): void => void setImmediate(() => socket.resetAndDestroy());
    if (parts.length === 0) return end();
    socket.write(Buffer.from(parts.join(''), 'latin1'), end);
  };
}

/** The bytes, and then a chunk over and over, as fast as it is taken. */
export function pour(start: string, chunk: string | Uint8Array): Serve {
  return (socket) => {
    const more = (): void => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', more);
    socket.write(Buffer.from(start, 'latin1'));
    more();
  };
}

/** The bytes, and then a little over and over, slowly. */
export function drip(start: string, chunk: string, everyMs = 50): Serve {
  return (socket) => {
    socket.write(Buffer.from(start, 'latin1'));
    const timer = setInterval(() => socket.write(chunk), everyMs);
    socket.on('close', () => clearInterval(timer));
  };
}

/** The first answer to the first request, and so on; the last one for good. */
export function inTurn(...serves: readonly Serve[]): Serve {
  return (socket, request) => serves[Math.min(request.number, serves.length) - 1]?.(socket, request);
}

export const html = { 'Content-Type': 'text/html; charset=utf-8' };
export const plain = { 'Content-Type': 'text/plain; charset=utf-8' };

/** The head of an answer of 200 without a length. */
export const okHead = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n';

function toLines(headers: Headers): readonly string[] {
  if (!isRecord(headers)) return headers;
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}

function isRecord(headers: Headers): headers is Readonly<Record<string, string>> {
  return !Array.isArray(headers);
}
