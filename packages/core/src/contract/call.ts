import type { InvocationContext } from './context.js';
import type { JsonObject, JsonValue, MaybePromise } from './json.js';

/** How far a call has come. `total` may be unknown. */
export interface ToolProgress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** How grave a log line is. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** A tool's effective settings, secrets included; frozen. */
export type ToolConfig = JsonObject;

/** What a tool gets beside its arguments and its settings: everything about this one call. */
export interface CallScope {
  readonly callId: string;
  readonly context: InvocationContext;
  /** Aborts when the caller cancels or the deadline passes. Made when first read. */
  readonly signal: AbortSignal;
  /** When the call's time is over, in milliseconds since 1970. */
  readonly deadlineAt: number;
  /** Reports progress to whoever waits. Ignored once the call has ended. */
  progress(progress: ToolProgress): void;
  /** Writes to the host's log, marked with companion, bot, turn and call. */
  log(level: LogLevel, message: string, data?: JsonValue): void;
  /**
   * What this call uses beside its settings and nobody may read, such as a token that it signs in with: from now on a secret,
   * taken out of results, errors, logs and traces as those of settings are (contract 9.5). Texts of fewer than 8 characters
   * are not. Known as long as the call runs, and after it as one of the newest 1,000. Of headers that sign in,
   * `listCredentials(headers)` answers what is to be kept.
   */
  keepSecret(...secrets: readonly string[]): void;
  /** The text without secrets. For texts that are cut before they are answered: half of a secret is not found. */
  redact(text: string): string;
  /** The bytes of an attachment of the turn. Rejects for an unknown id, or when the embedder gives none. */
  readAttachment(id: string): Promise<Uint8Array>;
  /**
   * `fetch` for URLs that a model or a page may have chosen: public addresses only, also behind redirects
   * and names, bounded in size and time (contract section 10). Follows the call's signal.
   */
  fetch: GuardedFetch;
}

/** See {@link CallScope.fetch}. Rejects with a `LoadoutError` whose code begins with `NETWORK_`. */
export type GuardedFetch = (url: string | URL, options?: GuardedFetchOptions) => Promise<GuardedResponse>;

/** What a guarded request may say and how far it may go. */
export interface GuardedFetchOptions {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Most bytes of a body, counted after decompression. Default 10,000,000. */
  readonly maxBodyBytes?: number;
  /** Whole time including redirects and body, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
  /** Until each hop has answered with its headers, look-up and connection included, in milliseconds. Default 30,000. */
  readonly headersTimeoutMs?: number;
  /** Longest silence within a body, in milliseconds. Default 15,000. */
  readonly idleTimeoutMs?: number;
  /** Most redirects, at most 10. Default 10. */
  readonly maxRedirects?: number;
  /**
   * Hosts in private networks that the operator allows (contract 10.3): names or addresses; `*.host` means its
   * sub-domains only. They are reached only where the model provider has HIGH confidence or is trusted; loopback,
   * link-local and metadata addresses never are.
   */
  readonly allowedPrivateHosts?: readonly string[];
  /**
   * An origin that the operator chose, such as a search service's. A URL of it may be at any address and port, and no
   * redirect off it is followed; a URL of another origin is judged as ever. Never take it from a model or a page.
   */
  readonly operatorOrigin?: string;
  /**
   * Headers for a host of `allowedPrivateHosts`, such as those that sign in. Asked for before the first request, once every
   * address of its host is known to be one of a private network; otherwise they are not asked for. They go no further than
   * other headers: not to another origin, and not out of the private network.
   */
  readonly privateHeaders?: (url: URL) => MaybePromise<Readonly<Record<string, string>> | undefined>;
  /** Asked before the URL that an answer redirects to is, and waited for. What it throws is the `cause` of the failure. */
  readonly beforeRedirect?: (url: URL) => MaybePromise<void>;
  readonly signal?: AbortSignal;
}

/** The answer to a guarded request. Its body is read once, bounded. */
export interface GuardedResponse {
  /** The URL of the last hop. */
  readonly url: string;
  readonly status: number;
  readonly ok: boolean;
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  /**
   * Whether a host of `allowedPrivateHosts` answered from a private network at any hop: what came from there is for HIGH
   * confidence only.
   */
  readonly isPrivate: boolean;
  /** The whole body. Rejects when it exceeds the bound. */
  bytes(): Promise<Uint8Array>;
  /** The body decoded as its headers say, UTF-8 by default. */
  text(): Promise<string>;
  json(): Promise<unknown>;
  /** Drops the body and frees the connection. */
  discard(): Promise<void>;
}
