/**
 * The API as a Hono application: which requests go where, and nothing else. How a request is judged is in
 * `answer-request.ts`; what the API has is in the table `routes`.
 */
import type { HttpBindings } from '@hono/node-server';
import type { Host, Logger } from '@loadout/core';
import { Hono } from 'hono';
import { type AnswerParts, answerRequest, signIn } from './answer-request.js';
import { type ApiContext, type Environment, readPlaces, toPattern } from './api-context.js';
import { createAuthenticator } from './authenticate.js';
import { CallQuestions } from './call-questions.js';
import type { ChatEndpoint } from './chat-endpoint.js';
import { checkOrigin, type ServerPlace } from './check-origin.js';
import { OpenByToken } from './open-by-token.js';
import { createOpenApi } from './openapi.js';
import { createPage, isHashedFile, isPagePath, type Page } from './page-files/page.js';
import { findPageFolder } from './page-files/page-folder.js';
import { HttpProblem, toProblem } from './problem.js';
import { parsePublicUrl } from './public-url.js';
import { createRateLimits } from './rate-limits.js';
import { checkAppOptions } from './read-server-options.js';
import { createRequestLog } from './request-log.js';
import { RequestsInFlight } from './requests-in-flight.js';
import { toProblemResponse, toResponse } from './responses.js';
import type { ServerFacts } from './route.js';
import { routes } from './routes.js';
import { fillLimits, type ServerLimits } from './server-limits.js';
import { refuseOtherSites } from './sessions/require-own-page.js';
import { ChangeFeed } from './streams/change-feed.js';
import { StreamOpener } from './streams/stream-opener.js';

/** What the API is made of. */
export interface AppOptions {
  readonly host: Host;
  /** The name or address that the server is bound to; requests may name it beside this machine. Default `localhost`. */
  readonly boundTo?: string;
  /** The address of a proxy before it, as `https://tools.example.org`: requests may name it, and its pages may ask. */
  readonly publicUrl?: string;
  /** A token of an admin that lives as long as the process: 32 characters or more. Absent: only tokens of the host are taken. */
  readonly accessToken?: string;
  /** Takes a line for each request (`http-request`), and errors that nobody foresaw (`http-failed`). */
  readonly logger?: Logger;
  readonly limits?: ServerLimits;
  /** The model that chats are with. Absent: the API has none. */
  readonly chat?: ChatEndpoint;
  /** Of the host, for whoever asks. */
  readonly version?: string;
  /** Whether the operator's page is served beside the API. Default true. */
  readonly page?: boolean;
}

/** What tests give that is otherwise found. */
export interface AppSurroundings {
  /** Where the page was built into; null: it was not. */
  readonly pageFolder?: string | null;
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

/** Makes the API of a host, with the page. Throws `CONFIGURATION_INVALID`. */
export function createApp(options: AppOptions, { pageFolder = findPageFolder() }: AppSurroundings = {}): App {
  checkAppOptions(options);
  const log = createRequestLog(options.logger ?? (() => {}));
  const place: ServerPlace = {
    boundTo: options.boundTo ?? 'localhost',
    publicUrl: options.publicUrl === undefined ? undefined : parsePublicUrl(options.publicUrl),
  };
  const parts = createParts(options, place);
  const { inFlight } = parts;
  const page = options.page === false ? undefined : createPage(pageFolder);
  /** While it closes, no connection is kept for another request. */
  const moreHeaders = (): Readonly<Record<string, string>> => (inFlight.isClosing ? { connection: 'close' } : {});
  const refuse = (error: unknown): Response => {
    const problem = toProblem(error) ?? toUnforeseen(log.writeFailure(error));
    return toProblemResponse(problem, moreHeaders());
  };

  const app = new Hono<Environment>();
  app.use(log.write);
  app.use(async (context, next) => {
    checkOrigin(readPlaces(context), place);
    await next();
  });
  app.use('/api/*', async (context, next) => {
    refuseOtherSites(context);
    await next();
  });
  for (const route of routes) {
    app.on(route.method, toPattern(route.path), async (context) =>
      toResponse(await answerRequest(parts, context, route), moreHeaders()),
    );
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    app.all(toPattern(path), (context) => refuseMethod(parts, context, path));
  }
  app.notFound((context) => answerElsewhere(parts, context, { page, moreHeaders }).catch(refuse));
  app.onError(refuse);

  return {
    request: async (request, init) => app.request(request, init),
    fetch: async (request, bindings) => app.fetch(request, bindings),
    refuse: () => refuse(new HttpProblem(400, 'The request line or the Host header cannot be read.')),
    close: () => inFlight.close(),
  };
}

function createParts(
  { host, accessToken, version = '', chat, ...options }: AppOptions,
  place: ServerPlace,
): AnswerParts {
  const limits = fillLimits(options.limits);
  const rates = createRateLimits(limits);
  const inFlight = new RequestsInFlight();
  let openApi: ReturnType<ServerFacts['openApi']> | undefined;
  const server: ServerFacts = {
    version,
    limits,
    questions: new CallQuestions(),
    chat,
    openApi: () => {
      openApi ??= createOpenApi(routes, version);
      return openApi;
    },
    isReady: () => !inFlight.isClosing && isOpen(host),
  };
  return {
    host,
    limits,
    rates,
    inFlight,
    server,
    place,
    authenticator: createAuthenticator({ host, accessToken, rates }),
    feed: new ChangeFeed(host, limits),
    streams: new StreamOpener(limits),
    openRequests: new OpenByToken(limits.openRequestsPerToken, 'requests'),
  };
}

async function refuseMethod(parts: AnswerParts, context: ApiContext, path: string): Promise<Response> {
  const same = routes.filter((route) => route.path === path);
  if (same.every((route) => route.access !== 'anyone')) await signIn(parts, context);
  const methods = same.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  throw new HttpProblem(405, `This path takes ${methods}.`, { headers: { allow: methods } });
}

/** What is no path of the API is one of the page, where there is one. */
async function answerElsewhere(
  parts: AnswerParts,
  context: ApiContext,
  {
    page,
    moreHeaders,
  }: { readonly page: Page | undefined; readonly moreHeaders: () => Readonly<Record<string, string>> },
): Promise<Response> {
  const { req } = context;
  const path = new URL(req.url).pathname;
  if (page === undefined || !isPagePath(path)) return refusePath(parts, context);
  context.set('route', { path: isHashedFile(path) ? '(file)' : '(page)' });
  const response = await page.answer({ method: req.raw.method, path, header: (name) => req.header(name) });
  for (const [name, value] of Object.entries(moreHeaders())) response.headers.set(name, value);
  return response;
}

/** What is not there is told only to those who may ask. */
async function refusePath(parts: AnswerParts, context: ApiContext): Promise<Response> {
  await signIn(parts, context);
  throw new HttpProblem(404, 'There is nothing at this path. GET /api/v1/openapi.json describes the API.');
}

function toUnforeseen(errorId: string): HttpProblem {
  const detail = `Something failed that nobody foresaw; the log of the server has it under ${errorId}.`;
  return new HttpProblem(500, detail, { facts: { errorId } });
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
