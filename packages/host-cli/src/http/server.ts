import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Host } from '@loadout/core';
import { UsageError } from '../config/usage-error.js';
import { canonicalHost, checkOrigin } from './check-origin.js';
import { matchRoute } from './match-route.js';
import { createProblem, HttpProblem, toProblem } from './problem.js';
import { checkContentType, readJsonBody } from './read-body.js';
import { refuseConnection } from './refuse-connection.js';
import { type ApiResponse, routes } from './routes.js';

/** What the server is made of. */
export interface ServerOptions {
  readonly host: Host;
  readonly listen: { readonly host: string; readonly port: number };
  /** Told of errors that nobody foresaw. */
  readonly onError: (error: unknown) => void;
}

/** A server that listens. */
export interface RunningServer {
  /** With the real port, and an address that this machine reaches. */
  readonly url: string;
  /** The address that it is bound to. */
  readonly address: string;
  /** Accepts nothing more, cancels the calls in flight, and ends when they are answered. */
  close(): Promise<void>;
}

/** How long answers may take to leave after closing began. */
const drainMs = 500;

/** Serves the API. Throws {@link UsageError} where it cannot listen. */
export async function startServer({ host, listen, onError }: ServerOptions): Promise<RunningServer> {
  const inFlight = new Set<AbortController>();
  let isClosing = false;

  const answer = async (request: IncomingMessage, signal: AbortSignal): Promise<ApiResponse> => {
    if (isClosing) throw new HttpProblem(503, 'The server is shutting down.');
    checkOrigin(request.headers, { name: listen.host });
    const { route, params } = matchRoute(routes, request.method ?? '', request.url ?? '');
    if (request.headers['content-type'] !== undefined && route.method !== 'GET') checkContentType(request);
    const body = route.method === 'POST' ? await readJsonBody(request) : undefined;
    return route.handle({ host, params, body, signal });
  };

  // Without a Host header Node answers itself, with nothing in the body.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    const controller = new AbortController();
    inFlight.add(controller);
    response.on('close', () => {
      inFlight.delete(controller);
      if (!response.writableFinished) controller.abort(new Error('the client is gone'));
    });
    answer(request, controller.signal)
      .catch((error: unknown) => toErrorResponse(error, onError))
      .then((result) => send(response, isClosing ? withClose(result) : result))
      .catch(onError);
  });

  server.on('clientError', refuseConnection);
  server.on('checkExpectation', (_request, response) => {
    send(response, toErrorResponse(new HttpProblem(417, 'The only expectation known is 100-continue.'), onError));
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(toListenError(error, listen)));
    server.listen(listen.port, listen.host, resolve);
  });
  const { address, port } = server.address() as AddressInfo; // listens on TCP

  return {
    url: `http://${toUrlHost(listen.host)}:${port}`,
    address,
    close: async () => {
      isClosing = true;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      for (const controller of inFlight) controller.abort(new Error('the server is shutting down'));
      const timer = setTimeout(() => server.closeAllConnections(), drainMs);
      await closed;
      clearTimeout(timer);
    },
  };
}

function send(response: ServerResponse, { status, body, headers = {} }: ApiResponse): void {
  if (response.destroyed || response.socket?.writable === false) return;
  const isProblem = status >= 400;
  const text = body === undefined ? undefined : `${JSON.stringify(body)}\n`;
  response.writeHead(status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(text === undefined
      ? {}
      : {
          'content-type': isProblem ? 'application/problem+json' : 'application/json',
          'content-length': Buffer.byteLength(text),
        }),
    ...headers,
  });
  response.end(text);
}

function toErrorResponse(error: unknown, onError: (error: unknown) => void): ApiResponse {
  const problem = toProblem(error);
  if (problem === undefined) onError(error);
  const body = problem ?? createProblem(500, 'Something failed that nobody foresaw; the log of the server has it.');
  return { status: body.status, body, headers: error instanceof HttpProblem ? error.headers : {} };
}

function withClose(response: ApiResponse): ApiResponse {
  return { ...response, headers: { ...response.headers, connection: 'close' } };
}

function toListenError(error: NodeJS.ErrnoException, { host, port }: ServerOptions['listen']): Error {
  if (error.code === undefined) return error;
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} of ${host} is taken. Choose another one with --port, or --port 0 for a free one.`,
    EACCES: `Port ${port} needs rights that this process does not have. Choose one from 1024 up with --port.`,
    EADDRNOTAVAIL: `${host} is no address of this machine. Choose another one with --host.`,
    EINVAL: `${host} cannot be listened on; a link-local address needs its zone, as in fe80::1%eth0. Choose another one with --host.`,
    ENOTFOUND: `The name ${host} has no address. Choose another one with --host.`,
    EAI_AGAIN: `The name ${host} cannot be looked up at present. Choose another one with --host, or an address.`,
  };
  const other = `${host} cannot be listened on at port ${port}: ${error.message}. Choose another one with --host.`;
  return new UsageError(reasons[error.code] ?? other, { cause: error });
}

function toUrlHost(host: string): string {
  const name = canonicalHost(host);
  if (name === '0.0.0.0') return '127.0.0.1';
  if (name === '::') return '[::1]';
  if (!name.includes(':')) return name;
  return `[${host.includes('%') ? host.replace('%', '%25') : name}]`;
}
