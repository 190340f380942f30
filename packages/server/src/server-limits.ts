import { LoadoutError } from '@loadout/core';

/** How much one client may ask for. */
export interface ServerLimits {
  /** Failed sign-ins that an address may make in a minute. Default 20. */
  readonly signInFailuresPerMinute?: number;
  /** Sessions that a token may open in a minute. Default 100. */
  readonly signInsPerMinute?: number;
  /** Requests that a token may make in a minute. Default 3,000. */
  readonly requestsPerMinute?: number;
  /** Requests of a token that are not answered whole yet, calls and streams among them. Default 100. */
  readonly openRequestsPerToken?: number;
  /** Streams and exports that a token may have open. Default 20. */
  readonly streamsPerToken?: number;
  /** Bytes of a body. Default 1,000,000. */
  readonly bodyBytes?: number;
  /** Bytes of a body that has a conversation so far. Default 8,000,000. */
  readonly transcriptBytes?: number;
  /** Bytes of a document that is imported. Default 10,000,000; larger ones are for the command line. */
  readonly importBytes?: number;
  /** How long a reader may take nothing of its answer before it is dropped. Default 10,000. */
  readonly slowReaderMs?: number;
  /** How often changes are looked for while somebody listens. Default 500. */
  readonly pollMs?: number;
  /** How often a silent stream says that it lives. Default 15,000. */
  readonly pingMs?: number;
  /** How long `close` waits for answers to leave. Default 5,000. */
  readonly drainMs?: number;
}

const defaults: Required<ServerLimits> = {
  signInFailuresPerMinute: 20,
  signInsPerMinute: 100,
  requestsPerMinute: 3_000,
  openRequestsPerToken: 100,
  streamsPerToken: 20,
  bodyBytes: 1_000_000,
  transcriptBytes: 8_000_000,
  importBytes: 10_000_000,
  slowReaderMs: 10_000,
  pollMs: 500,
  pingMs: 15_000,
  drainMs: 5_000,
};

/** The longest time that a timer of Node.js can have; a longer one would be over at once. */
const maximumTimerMs = 2_147_483_647;

/** The limits with their defaults. Throws `CONFIGURATION_INVALID` for one that is no number above 0, or is none. */
export function fillLimits(limits: ServerLimits = {}): Required<ServerLimits> {
  const filled: { -readonly [Name in keyof ServerLimits]-?: number } = { ...defaults };
  const unknown = Object.keys(limits).find((name) => !Object.hasOwn(defaults, name));
  if (unknown !== undefined) {
    const message = `There is no limit ${unknown} of the server. Known: ${Object.keys(defaults).join(', ')}.`;
    throw new LoadoutError('CONFIGURATION_INVALID', message, { details: { field: `limits.${unknown}` } });
  }
  // The keys of an object that was just made are its own.
  for (const name of Object.keys(defaults) as (keyof ServerLimits)[]) {
    const value: unknown = limits[name] ?? defaults[name];
    const most = name.endsWith('Ms') ? maximumTimerMs : Number.MAX_VALUE;
    if (typeof value !== 'number' || !(value > 0 && value <= most)) {
      const expected = `a number above 0${most === maximumTimerMs ? ` and at most ${most}` : ''}`;
      const message = `The limit ${name} of the server has to be ${expected}, but is ${String(value)}.`;
      throw new LoadoutError('CONFIGURATION_INVALID', message, { details: { field: `limits.${name}` } });
    }
    filled[name] = value;
  }
  return filled;
}
