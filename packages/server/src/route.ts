import type { Host, Role } from '@loadout/core';
import type { CallQuestions } from './call-questions.js';
import type { Caller } from './caller.js';
import type { ChatEndpoint } from './chat-endpoint.js';
import type { ServerLimits } from './server-limits.js';
import type { RequestSessions } from './sessions/request-sessions.js';
import type { AnswerStream } from './streams/answer-stream.js';
import type { ChangeFeed } from './streams/change-feed.js';
import type { EventStream } from './streams/event-stream.js';
import type { Pages } from './streams/line-stream.js';

/** A request as a route sees it: signed in, allowed, and checked against the schemas that the route names. */
export interface ApiRequest<Body = unknown, Query = unknown> {
  /** Changes made through it are the caller's. */
  readonly host: Host;
  readonly caller: Caller;
  /** Parts of the path, decoded, by the names that the route has for them. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** A header by its name in lower case. */
  header(name: string): string | undefined;
  /** Aborts when the client is gone or the server closes. */
  readonly signal: AbortSignal;
  /** A stream to answer with. */
  openStream(): EventStream;
  /** An answer that is large: it is written in pieces as it is read. */
  writeJson(object: object): AnswerStream;
  /** Entries as lines of JSON, page by page as they are read. */
  writeLines(pages: Pages): AnswerStream;
  readonly feed: ChangeFeed;
  /** Signing in and out, by a cookie of the answer. */
  readonly sessions: RequestSessions;
  readonly server: ServerFacts;
}

/** What the server knows of itself. */
export interface ServerFacts {
  readonly version: string;
  /** How much one client may ask for. */
  readonly limits: Required<ServerLimits>;
  /** The description of the API. */
  openApi(): Readonly<Record<string, unknown>>;
  isReady(): boolean;
  /** Calls whose callers were asked for an approval. */
  readonly questions: CallQuestions;
  /** The model that chats are with; undefined: there are none. */
  readonly chat: ChatEndpoint | undefined;
}

/** An answer: JSON, a stream, or nothing but its status. */
export interface ApiResponse {
  readonly status: number;
  readonly body?: unknown;
  readonly stream?: AnswerStream;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Who may use a route: everybody, everybody with a token, or who has this role or one above it. */
export type Access = 'anyone' | 'token' | Role;

/** One line of the API. The router, the checks and the OpenAPI document are made of it. */
export interface Route<Body = unknown, Query = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `{name}` stands for one part of the path. */
  readonly path: string;
  /** The name of the operation, for generated clients. */
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly access: Access;
  /** A token of a bot may use it for that bot. */
  readonly ownBot?: true;
  /** The definition that the query has to fit. Absent: there is none. */
  readonly query?: string;
  /** The definition that the body has to fit. Absent: there is none. */
  readonly body?: string;
  /** Without a body, an empty object is taken. */
  readonly isBodyOptional?: true;
  /** The body may be as large as a document that is imported. */
  readonly isImport?: true;
  /** The body may be as large as a conversation. */
  readonly isTranscript?: true;
  /** `If-Match` is looked at, and answers carry an `ETag`. */
  readonly hasRevision?: true;
  /** `If-Match` is looked at: the `revision` of what is changed, as it was read. */
  readonly isConditional?: true;
  /** The definition that the body of an answer fits, by status; null: it has none. */
  readonly responses: Readonly<Record<number, string | null>>;
  /** The answer says in `Location` where what was made is. */
  readonly isLocated?: true;
  /** The answer sets a cookie, or takes it away. */
  readonly setsCookie?: true;
  /** The answer is written in pieces, as it is read. */
  readonly isLarge?: true;
  /** The definition that each line of an answer of JSON lines fits; the answer is a file to be kept. */
  readonly lines?: string;
  /** `also`: where the client accepts `text/event-stream`; `only`: always. */
  readonly events?: 'also' | 'only';
  /** With `events`: what they are, for the document. */
  readonly eventsSummary?: string;
  readonly handle: (request: ApiRequest<Body, Query>) => Promise<ApiResponse>;
}

/** A route with the types of what its schemas let through. */
export function defineRoute<Body = undefined, Query = Readonly<Record<string, never>>>(
  route: Route<Body, Query>,
): Route {
  // The handler is called with what has passed the validators that the route names, and they say what the types say.
  return route as unknown as Route;
}
