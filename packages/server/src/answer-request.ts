import { setImmediate } from 'node:timers/promises';
import type { Host } from '@loadout/core';
import { type ApiContext, addressOf, cutOf, readParams } from './api-context.js';
import type { Authenticator } from './authenticate.js';
import { authorise } from './authorise.js';
import { type Caller, nobody, toActor } from './caller.js';
import type { ServerPlace } from './check-origin.js';
import type { OpenByToken } from './open-by-token.js';
import { HttpProblem } from './problem.js';
import type { RateLimits } from './rate-limits.js';
import { checkContentType, checkDepth, parseBody, readBytes } from './read-body.js';
import { checkFit, readQuery } from './read-query.js';
import { refuseCondition } from './refuse-condition.js';
import type { RequestsInFlight } from './requests-in-flight.js';
import type { ApiResponse, Route, ServerFacts } from './route.js';
import type { ServerLimits } from './server-limits.js';
import { createRequestSessions } from './sessions/request-sessions.js';
import { requireOwnPage } from './sessions/require-own-page.js';
import { readSessionCookie } from './sessions/session-cookie.js';
import type { AnswerStreamOptions } from './streams/answer-stream.js';
import type { ChangeFeed } from './streams/change-feed.js';
import { EventStream } from './streams/event-stream.js';
import { JsonStream } from './streams/json-stream.js';
import { LINES_TYPE, LineStream } from './streams/line-stream.js';
import type { PieceStream } from './streams/piece-stream.js';
import type { StreamOpener } from './streams/stream-opener.js';
import { watchToken } from './streams/watch-token.js';

/** What answers are made of. */
export interface AnswerParts {
  readonly host: Host;
  readonly limits: Required<ServerLimits>;
  readonly authenticator: Authenticator;
  readonly place: ServerPlace;
  readonly rates: RateLimits;
  readonly feed: ChangeFeed;
  readonly streams: StreamOpener;
  readonly inFlight: RequestsInFlight;
  /** Requests whose answers are not out yet. */
  readonly openRequests: OpenByToken;
  readonly server: ServerFacts;
}

/** Answers a request for a route: the order in which it is judged. Throws the problem that it is. */
export async function answerRequest(parts: AnswerParts, context: ApiContext, route: Route): Promise<ApiResponse> {
  const { host, inFlight, limits, streams, feed, server } = parts;
  const { req } = context;
  context.set('route', route);
  if (route.access !== 'anyone') inFlight.requireOpen();
  // Routes for everyone do not look at it.
  const caller = route.access === 'anyone' ? nobody : await signIn(parts, context);
  const params = readParams(context);
  if (caller !== nobody) authorise(route, caller, params);
  refuseCondition(route, (name) => req.header(name));
  const query = readQuery(new URL(req.url).searchParams, route.query);
  // A HEAD of a stream would leave it open, with nobody to read it.
  const streamed = typeOfStream(route);
  if (streamed !== undefined && req.raw.method === 'HEAD')
    return { status: 200, headers: { 'content-type': streamed } };
  const body = await readBody(req.raw, route, limits);
  const openPieces = (make: (options: AnswerStreamOptions) => PieceStream): PieceStream => {
    const stream = streams.open(caller.tokenId, (options) => make({ ...options, ...cutOf(context) }));
    const stopWatching = watchToken({ feed, caller }, () => stream.breakOff('The token is not valid any more.'));
    // It never rejects.
    void stream.closed.then(stopWatching);
    return stream;
  };
  return inFlight.run(req.raw.signal, (signal) =>
    route.handle({
      host: caller === nobody ? host : host.as(toActor(caller)),
      caller,
      params,
      query,
      body,
      header: (name) => req.header(name),
      signal,
      openStream: () => streams.open(caller.tokenId, (options) => new EventStream({ ...options, ...cutOf(context) })),
      writeJson: (object) => openPieces((options) => new JsonStream(object, options)),
      writeLines: (pages) => openPieces((options) => new LineStream(pages, options)),
      feed,
      sessions: createRequestSessions(parts, context),
      server,
    }),
  );
}

/** Who asks. Throws 401, 403 or 429. */
export async function signIn(
  { authenticator, rates, openRequests, place }: AnswerParts,
  context: ApiContext,
): Promise<Caller> {
  const authorization = context.req.header('authorization');
  const session = readSessionCookie(context, place);
  if (authorization === undefined && session !== undefined) requireOwnPage(context);
  const caller = await authenticator.findCaller({ authorization, session, address: addressOf(context) });
  context.set('caller', caller);
  await rates.countRequest(caller.tokenId);
  const outgoing = context.env?.outgoing;
  // Without a socket nothing waits for a reader.
  if (outgoing !== undefined && !outgoing.closed) outgoing.once('close', openRequests.take(caller.tokenId));
  return caller;
}

function typeOfStream({ events, isLarge, lines }: Route): string | undefined {
  if (lines !== undefined) return LINES_TYPE;
  if (events === 'only') return 'text/event-stream';
  return isLarge ? 'application/json' : undefined;
}

function mostBytes({ isImport, isTranscript }: Route, limits: Required<ServerLimits>): number {
  if (isImport) return limits.importBytes;
  return isTranscript ? limits.transcriptBytes : limits.bodyBytes;
}

async function readBody(request: Request, route: Route, limits: Required<ServerLimits>): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;
  const bytes = await readBytes(request, mostBytes(route, limits));
  if (route.body === undefined) {
    if (bytes.byteLength === 0) return undefined;
    throw new HttpProblem(400, 'This request takes no body.');
  }
  if (bytes.byteLength === 0 && route.isBodyOptional) return {};
  checkContentType(request.headers);
  const value = parseBody(bytes);
  // The host judges the depth of a document; reading a large one has held the process for long enough.
  if (route.isImport) await setImmediate();
  else checkDepth(value);
  return checkFit('The body', value, route.body);
}
