import { types } from 'node:util';
import type { Clock } from '../contract/clock.js';
import { LoadoutError } from '../contract/errors.js';
import type { MaybePromise } from '../contract/json.js';

/**
 * The primitives behind every call into a companion: whatever foreign code does (throws, rejects, answers a
 * thenable that throws, never answers), the caller sees a promise that settles in time.
 */

/** Runs foreign code; a synchronous throw and a broken thenable become rejections. */
export function invoke<T>(work: () => MaybePromise<T>): Promise<T> {
  return new Promise((resolve) => {
    resolve(work());
  });
}

/** What is waited for, for how long, and who is to blame. */
export interface Deadline {
  readonly clock: Clock;
  readonly ms: number;
  /** Names the companion and the method: `getTools of @acme/x`. */
  readonly what: string;
}

/** Rejects with `COMPANION_TIMED_OUT` when `promise` has not settled in time. The promise itself goes on. */
export function withDeadline<T>(promise: Promise<T>, deadline: Deadline): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = deadline.clock.setTimeout(() => {
      reject(
        new LoadoutError('COMPANION_TIMED_OUT', `${deadline.what} did not answer within ${deadline.ms} ms.`, {
          details: { what: deadline.what, timeoutMs: deadline.ms },
        }),
      );
    }, deadline.ms);
    promise.then(
      (value) => {
        timer.clear();
        resolve(value);
      },
      (error: unknown) => {
        timer.clear();
        reject(error);
      },
    );
  });
}

/** Whether `value` has a `then`; a getter or proxy that throws counts as no promise. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  try {
    return typeof (value as { then?: unknown }).then === 'function';
  } catch {
    return false;
  }
}

/**
 * Listens to a promise of foreign making, whatever was done to it: its own `then` and `catch` are passed over,
 * and a `constructor` that throws, which `then` looks at, is replaced.
 */
export function observe(
  promise: Promise<unknown>,
  onValue: (value: unknown) => void,
  onError: (error: unknown) => void,
): void {
  try {
    Promise.prototype.then.call(promise, onValue, onError);
  } catch (error) {
    try {
      void Object.defineProperty(promise, 'constructor', { value: Promise });
      Promise.prototype.then.call(promise, onValue, onError);
    } catch {
      // Later, as a promise would: whoever listens has not begun to wait.
      queueMicrotask(() => onError(error));
    }
  }
}

/** Resolves when a promise of foreign making has settled, however. */
export function settled(promise: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    observe(
      promise,
      () => resolve(),
      () => resolve(),
    );
  });
}

/** A promise in a place where none belongs is not waited for; when it rejects, it must not end the process. */
export function silence(value: unknown): void {
  if (types.isPromise(value)) void settled(value);
}

/** The same for all that is in an answer which is of no use, within bounds. */
export function silenceEach(value: unknown): void {
  const values: unknown[] = [value];
  for (let index = 0; index < values.length && index < MAX_SILENCED; index += 1) {
    const next = values[index];
    silence(next);
    try {
      if (typeof next === 'object' && next !== null) values.push(...Object.values(next).slice(0, MAX_SILENCED));
    } catch {
      // A getter or a proxy that throws.
    }
  }
}

const MAX_SILENCED = 10_000;

/** No description of an error is longer. */
const MAX_ERROR_CHARACTERS = 100_000;

/** A text about anything that was thrown. Never throws itself. */
export function describeError(error: unknown): string {
  try {
    silence(error);
    return readError(error).slice(0, MAX_ERROR_CHARACTERS);
  } catch {
    return 'an error that cannot be read';
  }
}

function readError(error: unknown): string {
  if (error === undefined || error === null) return `${error} was thrown`;
  if (typeof error === 'object') {
    const { message } = error as { readonly message?: unknown };
    if (typeof message === 'string' && message !== '') return message;
    if (error instanceof Error) return String(error.name);
    return `something was thrown that is no error: ${String(error)}`;
  }
  return String(error);
}
