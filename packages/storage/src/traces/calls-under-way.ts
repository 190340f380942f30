import type { Trace } from '@loadout/core';
import type { BegunRows } from './traces-tables.js';

/** A call waits so long for its row. */
const ROW_PATIENCE_MS = 2000;

interface LateCall {
  readonly trace: Trace;
  /** Absent where nobody waits. Undefined: the row is there, or is needed no more. */
  readonly settle?: (error: unknown) => void;
}

/** Calls that have begun and not ended: whose row is in the file, and whose row could not be written at once. */
export class CallsUnderWay {
  /** The ids of their rows, which have to go when they end. */
  readonly #begun = new Map<string, number>();
  #late = new Map<string, LateCall>();

  get lateCount(): number {
    return this.#late.size;
  }

  /** What is to be written still. */
  *listLate(): Generator<Trace> {
    for (const { trace } of this.#late.values()) yield trace;
  }

  /** Finds the row of the call that a trace ends. Undefined: no call has one. */
  get findRow(): ((trace: Trace) => number | undefined) | undefined {
    return this.#begun.size > 0 ? (trace) => this.#begun.get(toKey(trace)) : undefined;
  }

  /** Takes note that the row is there. */
  add(trace: Trace, id: number): void {
    this.#begun.set(toKey(trace), id);
  }

  /** Keeps the trace until its row is written. */
  postpone(trace: Trace): void {
    this.#late.set(toKey(trace), { trace });
  }

  /** As {@link postpone}; rejects with what `readError` says when the row is not there in time. */
  waitFor(trace: Trace, readError: () => unknown): Promise<void> {
    const written = new Promise<void>((resolve, reject) => {
      // Keeps the process: a call is under way.
      const timer = setTimeout(() => reject(readError()), ROW_PATIENCE_MS);
      const settle = (error: unknown): void => {
        clearTimeout(timer);
        if (error === undefined) resolve();
        else reject(error);
      };
      this.#late.set(toKey(trace), { trace, settle });
    });
    // Whoever waits is told. A caller that does not wait must not be ended by it.
    written.catch(() => {});
    return written;
  }

  /** A call that ended before its row was written needs none any more. */
  end(trace: Trace): void {
    if (this.#late.size === 0) return;
    const key = toKey(trace);
    this.#late.get(key)?.settle?.(undefined);
    this.#late.delete(key);
  }

  /**
   * Takes note of a batch: the rows of calls whose trace was written are not there any more, and all late ones are, but
   * for those that can never be written.
   */
  goOn(written: readonly Trace[], begun: BegunRows): void {
    if (this.#begun.size > 0) for (const trace of written) this.#begun.delete(toKey(trace));
    if (this.#late.size === 0) return;
    const late = this.#late;
    this.#late = new Map();
    for (const [key, { trace, settle }] of late) {
      const id = begun.get(trace);
      if (id !== undefined) this.#begun.set(key, id);
      settle?.(undefined);
    }
  }

  /** Nobody waits any longer; what is late still is. */
  giveUp(error: unknown): void {
    for (const [key, { trace, settle }] of this.#late) {
      settle?.(error);
      this.#late.set(key, { trace });
    }
  }
}

function toKey({ turnId, order }: Trace): string {
  return `${order} ${turnId}`;
}
