/** How much one client may ask for. */
export interface ServerLimits {
  /** Failed sign-ins that an address may make in a minute. Default 20. */
  readonly signInFailuresPerMinute?: number;
  /** Requests that a token may make in a minute. Default 3,000. */
  readonly requestsPerMinute?: number;
  /** Streams that a token may have open. Default 20. */
  readonly streamsPerToken?: number;
  /** Bytes of a body. Default 1,000,000. */
  readonly bodyBytes?: number;
  /** Bytes of a document that is imported. Default 50,000,000. */
  readonly importBytes?: number;
  /** How long a reader of a stream may take nothing before it is dropped. Default 10,000. */
  readonly slowReaderMs?: number;
  /** How often changes are looked for while somebody listens. Default 500. */
  readonly pollMs?: number;
  /** How often a silent stream says that it lives. Default 15,000. */
  readonly pingMs?: number;
  /** How long `close` waits for answers to leave. Default 5,000. */
  readonly drainMs?: number;
}

const defaults = {
  signInFailuresPerMinute: 20,
  requestsPerMinute: 3_000,
  streamsPerToken: 20,
  bodyBytes: 1_000_000,
  importBytes: 50_000_000,
  slowReaderMs: 10_000,
  pollMs: 500,
  pingMs: 15_000,
  drainMs: 5_000,
} satisfies Required<ServerLimits>;

/** The limits with their defaults. */
export function fillLimits(limits: ServerLimits = {}): Required<ServerLimits> {
  return { ...defaults, ...limits };
}
