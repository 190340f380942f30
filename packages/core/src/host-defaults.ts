import { randomBytes } from 'node:crypto';
import { silence } from './companions/guard.js';
import type { GuardedFetch } from './contract/call.js';
import type { Clock } from './contract/clock.js';
import type { LogEntry, Logger } from './contract/logger.js';
import { redactError } from './settings/redact-error.js';
import type { Redactor } from './settings/redactor.js';

/** The system's time and timers. */
function createSystemClock(): Clock {
  return {
    now: Date.now,
    monotonic: () => performance.now(),
    setTimeout(callback, delayMs) {
      const timer = setTimeout(callback, delayMs);
      return { clear: () => clearTimeout(timer), unref: () => timer.unref() };
    },
  };
}

/** A clock of the embedder's, on which nothing depends: where it fails, the system's time counts. */
export function createSafeClock(clock: Clock | undefined): Clock {
  const system = createSystemClock();
  if (clock === undefined) return system;
  const now = (): number => readTime(() => clock.now(), system.now);
  return {
    now,
    ...(clock.monotonic === undefined ? {} : { monotonic: () => readTime(() => clock.monotonic?.(), now) }),
    setTimeout: (callback, delayMs) => clock.setTimeout(callback, delayMs),
  };
}

/** Whatever waits for the time cannot do without it. */
function readTime(read: () => unknown, otherwise: () => number): number {
  try {
    const time = read();
    return typeof time === 'number' && Number.isFinite(time) ? time : otherwise();
  } catch {
    return otherwise();
  }
}

/** Ids of the embedder's making; where that fails, one of ours. */
export function createSafeIds(createId: (() => string) | undefined): () => string {
  const fallback = createIdFactory();
  if (createId === undefined) return fallback;
  return () => {
    try {
      const id: unknown = createId();
      return typeof id === 'string' && id !== '' ? id : fallback();
    } catch {
      // No call may stay without a result for want of an id.
      return fallback();
    }
  };
}

/** A logger that never throws and gets no secret. Without one of the embedder's, warnings and errors go to standard error. */
export function createSafeLogger(logger: Logger = writeToStandardError, redactor?: Redactor): Logger {
  return (entry) => {
    try {
      silence(logger(redactor === undefined ? entry : redactEntry(redactor, entry)));
    } catch {
      // A broken logger must not break a turn, and there is nowhere left to say so.
    }
  };
}

/** The message of a log line with secrets about is no longer: looking for them takes time. */
const MAX_MESSAGE_CHARACTERS = 20_000;

function redactEntry(redactor: Redactor, entry: LogEntry): LogEntry {
  if (redactor.isIdle) return entry;
  const { message, data, error, tool } = entry;
  return {
    ...entry,
    message: redactor.head(message, MAX_MESSAGE_CHARACTERS),
    ...(tool === undefined ? {} : { tool: redactor.text(tool) }),
    ...(data === undefined ? {} : { data: redactor.json(data) }),
    ...(error === undefined ? {} : { error: redactError(redactor, error) }),
  };
}

function writeToStandardError({ level, event, message, companion, errorId }: LogEntry): void {
  if (level !== 'warn' && level !== 'error') return;
  const marks = [companion, errorId].filter((mark) => mark !== undefined).join(' ');
  process.stderr.write(`loadout ${level} ${event}${marks === '' ? '' : ` [${marks}]`}: ${message}\n`);
}

/**
 * Short random ids, 16 characters of `[A-Za-z0-9_]`, drawn in batches. Without `-`: people type them after commands, which
 * take what begins with one for a flag.
 */
function createIdFactory(): () => string {
  const bytesPerId = 12;
  let pool = '';
  let offset = 0;
  return () => {
    if (offset >= pool.length) {
      pool = randomBytes(bytesPerId * 64)
        .toString('base64url')
        .replaceAll('-', '_');
      offset = 0;
    }
    offset += 16;
    return pool.slice(offset - 16, offset);
  };
}

let transport: Promise<GuardedFetch> | undefined;

/** The guarded fetch; its modules are loaded by the first request, since most hosts never make one. */
export const fetchLazily: GuardedFetch = async (url, options) => {
  transport ??= import('./network/network.js').then(({ createGuardedFetch }) => createGuardedFetch());
  return (await transport)(url, options);
};
