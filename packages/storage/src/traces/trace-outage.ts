import type { Logger } from '@loadout/core';
import { describeError } from '@loadout/core';
import { isBusy } from '../sqlite/retry-while-busy.js';
import { toStoreError } from '../sqlite/sqlite-error.js';

/** Traces that wait while the file cannot be written; the oldest of more than these are dropped. */
const MOST_WAITING = 10_000;
/** The same while another process holds the lock, which ends sooner or later. */
const MOST_WAITING_FOR_LOCK = 100_000;
/** A lock that is held longer is worth a word. */
const LONG_LOCK_MS = 5000;
const LOCK_DELAY_MS = 10;
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5000;

/**
 * A time in which the file cannot be written: how many traces may wait, when to try again, and what is said of it: one
 * line when it begins and one when it is over, not one for each trace.
 */
export class TraceOutage {
  readonly #file: string;
  readonly #report: Logger;
  readonly #monotonic: () => number;
  #state: 'none' | 'lock' | 'failure' = 'none';
  #error: unknown;
  #since = 0;
  #attempts = 0;
  #lost = 0;
  #reported: 'none' | 'lock' | 'failure' = 'none';

  constructor(file: string, report: Logger, monotonic: () => number) {
    this.#file = file;
    this.#report = report;
    this.#monotonic = monotonic;
  }

  get state(): 'none' | 'lock' | 'failure' {
    return this.#state;
  }

  /** What the last attempt failed with. */
  get error(): unknown {
    return this.#error;
  }

  /** How many traces may wait at present. */
  get capacity(): number {
    if (this.#state === 'none') return Number.POSITIVE_INFINITY;
    return this.#state === 'lock' ? MOST_WAITING_FOR_LOCK : MOST_WAITING;
  }

  /** How long to wait before the next attempt. */
  get delayMs(): number {
    // By chance, so that processes that wait for each other do not meet again.
    if (this.#state === 'lock') return LOCK_DELAY_MS * (0.5 + Math.random());
    return Math.min(FIRST_DELAY_MS * 2 ** Math.min(this.#attempts - 1, 10), LONGEST_DELAY_MS);
  }

  addLost(count: number): void {
    this.#lost += count;
  }

  /** Takes note of an attempt that failed. */
  goOn(error: unknown): void {
    if (this.#state === 'none') this.#since = this.#monotonic();
    const state = isBusy(error) ? 'lock' : 'failure';
    this.#attempts = state === this.#state ? this.#attempts + 1 : 1;
    this.#state = state;
    this.#error = toStoreError(error, this.#file, 'written');
    if (state === 'failure' && this.#reported !== 'failure') {
      this.#reported = 'failure';
      this.#tell('error', 'traces-failed', `Traces cannot be written; calls go on. ${describeError(this.#error)}`);
    } else if (state === 'lock' && this.#reported === 'none' && this.#monotonic() - this.#since > LONG_LOCK_MS) {
      this.#reported = 'lock';
      this.#tell('warn', 'traces-failed', `Traces cannot be written yet; calls go on. ${describeError(this.#error)}`);
    }
  }

  /** Takes note of an attempt that succeeded. */
  end(): void {
    if (this.#state === 'none') return;
    if (this.#reported !== 'none' || this.#lost > 0) {
      const loss = this.#lost === 0 ? 'None was lost.' : `${this.#lost} were lost, the oldest first.`;
      this.#tell('info', 'traces-restored', `Traces are written again. ${loss}`);
    }
    this.#state = 'none';
    this.#error = undefined;
    this.#attempts = 0;
    this.#lost = 0;
    this.#reported = 'none';
  }

  /** Says what is lost for good, where something is: `waiting` could not be written before the end. */
  close(waiting: number): void {
    const lost = this.#lost + waiting;
    if (lost === 0) return;
    this.#lost = lost;
    this.#tell(
      'error',
      'traces-lost',
      `${lost} traces could not be written and are lost. ${describeError(this.#error)}`,
    );
  }

  #tell(level: 'info' | 'warn' | 'error', event: string, message: string): void {
    const error = this.#error === undefined || level === 'info' ? {} : { error: this.#error };
    this.#report({ level, event, message, data: { file: this.#file, lost: this.#lost }, ...error });
  }
}
