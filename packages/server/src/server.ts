import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { LoadoutError } from '@loadout/core';
import { type AppOptions, type AppSurroundings, createApp } from './app.js';
import { canonicalHost } from './check-origin.js';
import { createDocument, HttpProblem } from './problem.js';
import { checkServerOptions } from './read-server-options.js';
import { refuseConnection, refuseTunnel, trackAnswer } from './refuse-connection.js';
import { fillLimits } from './server-limits.js';
import { strictHeaders } from './strict-headers.js';

/** What a server is made of. */
export interface ServerOptions extends Omit<AppOptions, 'boundTo'> {
  /** Port 0: a free one. */
  readonly listen: { readonly host: string; readonly port: number };
}

/** A server that listens. */
export interface RunningServer {
  /** With the real port, and an address that this machine reaches. */
  readonly url: string;
  /** The address that it is bound to. */
  readonly address: string;
  /**
   * Accepts nothing more, cancels the calls in flight and ends streams, and waits until all is answered, at most for
   * `drainMs`. Safe to call twice.
   */
  close(): Promise<void>;
}

/** How often connections that have nothing more to say are looked for while the server closes. */
const sweepMs = 20;

/** Serves the API and the page. Throws `CONFIGURATION_INVALID` for wrong options, and where it cannot listen. */
export async function startServer(options: ServerOptions, surroundings: AppSurroundings = {}): Promise<RunningServer> {
  checkServerOptions(options);
  const { listen, ...rest } = options;
  const { drainMs, slowReaderMs } = fillLimits(options.limits);
  const app = createApp({ ...rest, boundTo: listen.host }, surroundings);
  const listener = getRequestListener((request, bindings) => app.fetch(request, bindings as Bindings), {
    // What a library does to the whole process is not the embedder's choice.
    overrideGlobalObjects: false,
    errorHandler: (error) => app.refuse(error),
  });
  // Without a Host header Node answers itself, with nothing in the body.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    trackAnswer(response);
    dropSlowReader(response, slowReaderMs);
    // The adapter makes a URL of it, and refuses spellings that are harmless. The application judges it as it came.
    request.headers.host = 'localhost';
    void listener(request, response);
  });
  server.on('clientError', refuseConnection);
  server.on('connect', refuseTunnel);
  server.on('checkExpectation', (_request, response) => {
    const problem = new HttpProblem(417, 'The only expectation known is 100-continue.');
    const text = `${JSON.stringify(createDocument(problem))}\n`;
    response.writeHead(417, {
      'content-type': 'application/problem+json',
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
      ...strictHeaders,
    });
    response.end(text);
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(toListenError(error, listen)));
    server.listen(listen.port, listen.host, resolve);
  });
  const { address, port } = server.address() as AddressInfo; // it listens on TCP
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    void app.close();
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
    const deadline = setTimeout(() => server.closeAllConnections(), drainMs);
    await closed;
    clearInterval(sweep);
    clearTimeout(deadline);
  }

  return {
    url: `http://${toUrlHost(listen.host)}:${port}`,
    address,
    close() {
      closing ??= close();
      return closing;
    },
  };
}

// The server is one of HTTP/1, so the bindings are.
type Bindings = Parameters<ReturnType<typeof createApp>['fetch']>[1];

/** A reader that takes nothing of what waits for it holds its memory for so long and no longer. */
function dropSlowReader(response: ServerResponse, slowReaderMs: number): void {
  const { socket } = response.req;
  response.setTimeout(slowReaderMs, () => {
    // A call that runs has nothing to send yet.
    if (socket.writableLength > 0) socket.destroy();
  });
}

function toListenError(error: NodeJS.ErrnoException, { host, port }: ServerOptions['listen']): LoadoutError {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} of ${host} is taken. Choose another port, or 0 for a free one.`,
    EACCES: `Port ${port} needs rights that this process does not have. Choose one from 1024 up.`,
    EADDRNOTAVAIL: `${host} is no address of this machine. Choose another host.`,
    EINVAL: `${host} cannot be listened on; a link-local address needs its zone, as in fe80::1%eth0. Choose another host.`,
    ENOTFOUND: `The name ${host} has no address. Choose another host.`,
    EAI_AGAIN: `The name ${host} cannot be looked up at present. Choose another host, or an address.`,
  };
  const other = `${host} cannot be listened on at port ${port}: ${error.message}. Choose another host or port.`;
  return new LoadoutError('CONFIGURATION_INVALID', reasons[error.code ?? ''] ?? other, {
    details: { host, port, reason: error.code ?? null },
    cause: error,
  });
}

function toUrlHost(host: string): string {
  const name = canonicalHost(host);
  if (name === '0.0.0.0') return '127.0.0.1';
  if (name === '::') return '[::1]';
  if (!name.includes(':')) return name;
  return `[${host.includes('%') ? host.replace('%', '%25') : name}]`;
}
