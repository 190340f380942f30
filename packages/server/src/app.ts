/**
 * The API as a Hono application: the order in which a request is judged, and nothing else. Who asks, what he may do,
 * what the request says and what is answered are each in a file of their own; what the API has is in the table `routes`.
 */
import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { Host, Logger } from '@loadout/core';
import { type Context, Hono } from 'hono';
import { createAuthenticator } from './authenticate.js';
import { authorise } from './authorise.js';
import { type Caller, toActor } from './caller.js';
import { checkOrigin } from './check-origin.js';
import { createOpenApi } from './openapi.js';
import { HttpProblem, toProblem } from './problem.js';
import { createRateLimits } from './rate-limits.js';
import { checkContentType, parseBody, readBytes } from './read-body.js';
import { checkFit, readQuery } from './read-query.js';
import { toProblemResponse, toResponse } from './responses.js';
import type { Route } from './route.js';
import { routes } from './routes.js';
import { fillLimits, type ServerLimits } from './server-limits.js';
import { ChangeFeed } from './streams/change-feed.js';
import { StreamOpener } from './streams/stream-opener.js';

/** What the API is made of. */
export interface AppOptions {
  readonly host: Host;
  /** The name or address that the server is bound to; requests may name it beside this machine. Default `localhost`. */
  readonly boundTo?: string;
  /** A token of an admin that lives as long as the process. Absent: only tokens of the host are taken. */
  readonly accessToken?: string;
  /** Takes a line for each request (`http-request`), and errors that nobody foresaw (`http-failed`). */
  readonly logger?: Logger;
  readonly limits?: ServerLimits;
  /** Of the host, for whoever asks. */
  readonly version?: string;
}

/** The API, without a socket. */
export interface App {
  /** For tests: a request without a socket. */
  request(request: string | Request, init?: RequestInit): Promise<Response>;
  /** For an adapter. */
  fetch(request: Request, bindings: HttpBindings): Promise<Response>;
  /** The answer to what the adapter cannot make a request of. */
  refuse(error: unknown): Response;
  /** From now on requests are refused, calls in flight are cancelled, and streams end. Resolves when all are answered. */
  close(): Promise<void>;
}

interface Environment {
  Bindings: Partial<HttpBindings>;
  Variables: { caller?: Caller; route?: Route };
}

type ApiContext = Context<Environment>;

/** Makes the API of a host. */
export function createApp(options: AppOptions): App {
  const { host, boundTo = 'localhost', logger = () => {}, version = '' } = options;
  const limits = fillLimits(options.limits);
  const rates = createRateLimits(limits);
  const authenticate = createAuthenticator({ host, accessToken: options.accessToken, rates });
  const feed = new ChangeFeed(host, limits);
  const inFlight = new Map<AbortController, Promise<unknown>>();
  const streams = new StreamOpener(limits);
  let isClosing = false;
  let openApi: Readonly<Record<string, unknown>> | undefined;
  const server = {
    version,
    openApi: () => {
      openApi ??= createOpenApi(routes, version);
      return openApi;
    },
    isReady: () => !isClosing && isOpen(host),
  };

  const app = new Hono<Environment>();
  app.use(logRequest);
  app.use(async (context, next) => {
    checkOrigin({ host: readHostHeader(context), origin: context.req.header('origin') }, boundTo);
    await next();
  });
  for (const route of routes) {
    app.on(route.method, route.path.replaceAll(/\{(\w+)\}/g, ':$1'), (context) => answer(context, route));
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    app.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), (context) => refuseMethod(context, path));
  }
  app.notFound(async (context) => {
    try {
      await signIn(context);
      throw new HttpProblem(404, 'There is nothing at this path. GET /api/v1/openapi.json describes the API.');
    } catch (error) {
      return toErrorResponse(error);
    }
  });
  app.onError(toErrorResponse);

  return {
    request: async (request, init) => app.request(request, init),
    fetch: async (request, bindings) => app.fetch(request, bindings),
    refuse: () => toErrorResponse(new HttpProblem(400, 'The request line or the Host header cannot be read.')),
    async close() {
      isClosing = true;
      const answers = [...inFlight.values()];
      for (const controller of inFlight.keys()) controller.abort(new Error('the server is closing'));
      await Promise.allSettled(answers);
    },
  };

  async function answer(context: ApiContext, route: Route): Promise<Response> {
    context.set('route', route);
    if (isClosing && route.access !== 'anyone') throw closingProblem();
    const caller = route.access === 'anyone' ? undefined : await signIn(context);
    const params = readParams(context);
    if (caller !== undefined) authorise(route, caller, params);
    const query = readQuery(new URL(context.req.url).searchParams, route.query);
    // A HEAD of a stream would leave it open, with nobody to read it.
    if (route.events === 'only' && context.req.raw.method === 'HEAD')
      return toResponse({ status: 200 }, route, moreHeaders());
    const body = await readBody(context, route);

    const controller = new AbortController();
    const cancel = (): void => controller.abort(new Error('the client is gone'));
    const { signal } = context.req.raw;
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    const handled = route.handle({
      host: caller === undefined ? host : host.as(toActor(caller)),
      // Routes for everyone do not look at it.
      caller: caller ?? nobody,
      params,
      query,
      body,
      header: (name) => context.req.header(name),
      signal: controller.signal,
      openStream: () => streams.open((caller ?? nobody).tokenId, cutOf(context)),
      feed,
      server,
    });
    const finished = handled.then((response) => response.stream?.closed);
    inFlight.set(
      controller,
      finished.finally(() => {
        inFlight.delete(controller);
        signal.removeEventListener('abort', cancel);
      }),
    );
    // Whoever closes sees to it; the error itself is answered below.
    inFlight.get(controller)?.catch(() => {});
    // It may have begun to close while the request was read.
    if (isClosing) controller.abort(new Error('the server is closing'));
    return toResponse(await handled, route, moreHeaders());
  }

  async function signIn(context: ApiContext): Promise<Caller> {
    const address = context.env?.incoming?.socket.remoteAddress ?? 'unknown';
    const caller = await authenticate(context.req.header('authorization'), address);
    context.set('caller', caller);
    await rates.countRequest(caller.tokenId);
    return caller;
  }

  async function refuseMethod(context: ApiContext, path: string): Promise<Response> {
    const same = routes.filter((route) => route.path === path);
    if (same.every((route) => route.access !== 'anyone')) await signIn(context);
    const methods = same.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
    throw new HttpProblem(405, `This path takes ${methods}.`, { headers: { allow: methods } });
  }

  async function readBody({ req }: ApiContext, route: Route): Promise<unknown> {
    if (req.raw.method === 'GET' || req.raw.method === 'HEAD') return undefined;
    const bytes = await readBytes(req.raw, route.isImport ? limits.importBytes : limits.bodyBytes);
    if (route.body === undefined) {
      if (bytes.byteLength === 0) return undefined;
      throw new HttpProblem(400, 'This request takes no body.');
    }
    if (bytes.byteLength === 0 && route.isBodyOptional) return {};
    checkContentType(req.raw.headers);
    return checkFit('The body', parseBody(bytes), route.body);
  }

  /** While it closes, no connection is kept for another request. */
  function moreHeaders(): Readonly<Record<string, string>> {
    return isClosing ? { connection: 'close' } : {};
  }

  function toErrorResponse(error: unknown): Response {
    const known = toProblem(error);
    if (known !== undefined) return toProblemResponse(known, moreHeaders());
    const errorId = randomUUID();
    log({ level: 'error', event: 'http-failed', message: 'A request failed.', errorId, error });
    const detail = `Something failed that nobody foresaw; the log of the server has it under ${errorId}.`;
    return toProblemResponse(new HttpProblem(500, detail, { facts: { errorId } }), moreHeaders());
  }

  /** One line for each request; of a stream, when it begins. Never a value of the query, nor a body. */
  async function logRequest(context: ApiContext, next: () => Promise<void>): Promise<void> {
    const startedAt = performance.now();
    await next();
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    const { method } = context.req.raw;
    const route = context.get('route')?.path ?? null;
    const { status } = context.res;
    const token = context.get('caller')?.tokenId ?? null;
    const message = `${method} ${route ?? '(no route)'} ${status} in ${ms} ms`;
    log({ level: 'info', event: 'http-request', message, data: { method, route, status, ms, token } });
  }

  function log(entry: Parameters<Logger>[0]): void {
    try {
      logger(entry);
    } catch {
      // A logger must not throw; what it throws is dropped.
    }
  }
}

/** A host that was closed throws. */
function isOpen(host: Host): boolean {
  try {
    host.revision();
    return true;
  } catch {
    return false;
  }
}

const nobody: Caller = Object.freeze({
  tokenId: '',
  name: '',
  role: null,
  bot: null,
  confidence: 'NONE',
  isStillValid: async () => false,
});

function closingProblem(): HttpProblem {
  return new HttpProblem(503, 'The server is closing.', { headers: { 'retry-after': '5' } });
}

/** How the connection of a request is cut; nothing without a socket. */
function cutOf({ env }: ApiContext): { readonly cut?: () => void } {
  const outgoing = env?.outgoing;
  return outgoing === undefined ? {} : { cut: () => outgoing.destroy() };
}

/** Without a socket the URL stands for the header. */
function readHostHeader({ req, env }: ApiContext): string | undefined {
  return env?.incoming === undefined ? (req.header('host') ?? new URL(req.url).host) : env.incoming.headers.host;
}

function readParams({ req }: ApiContext): Readonly<Record<string, string>> {
  const { pathname } = new URL(req.url);
  try {
    decodeURIComponent(pathname);
  } catch {
    // decodeURIComponent says no more than that.
    throw new HttpProblem(400, 'The path is not percent-encoded UTF-8.');
  }
  return req.param() as Record<string, string>; // every part of a route's path is needed
}
