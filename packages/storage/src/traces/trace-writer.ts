import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { Logger, Trace } from '@loadout/core';
import type { TraceOutage } from './trace-outage.js';
import { isRowError, type TracesTables } from './traces-tables.js';

/** A trace is written at most so much later. */
const BATCH_DELAY_MS = 50;
/** Or as soon as so many wait; also the most that one transaction writes, some 1 ms of work. */
const BATCH_SIZE = 500;
/** Tokens whose last minute is remembered, so that it is written once. */
const MOST_USES = 10_000;

/** What the writer is made of. */
export interface TraceWriterParts {
  readonly tables: TracesTables;
  readonly outage: TraceOutage;
  readonly report: Logger;
  readonly monotonic: () => number;
}

/**
 * Holds what is to be written, and writes it in batches. A batch is written whole or not at all; what it holds stays
 * here until it is. Nothing that is called on the path of a call throws for what is wrong with the file.
 */
export class TraceWriter {
  readonly #tables: TracesTables;
  readonly #outage: TraceOutage;
  readonly #report: Logger;
  readonly #monotonic: () => number;
  #waiting: Trace[] = [];
  /** Calls under way whose row is in the file, and has to go when they end. */
  readonly #begun = new Set<string>();
  /** Calls under way whose row could not be written at once. */
  #late = new Map<string, Trace>();
  #uses = new Map<string, number>();
  #knownUses = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #soon: NodeJS.Immediate | undefined;
  #commits = 0;
  #hasRefused = false;

  constructor({ tables, outage, report, monotonic }: TraceWriterParts) {
    this.#tables = tables;
    this.#outage = outage;
    this.#report = report;
    this.#monotonic = monotonic;
  }

  /** Grows with every commit. */
  get commits(): number {
    return this.#commits;
  }

  record(trace: Trace): void {
    this.#waiting.push(trace);
    // A call that ended before its row was written needs none any more.
    if (this.#late.size > 0) this.#late.delete(toKey(trace));
    if (this.#waiting.length < BATCH_SIZE) this.#schedule(BATCH_DELAY_MS);
    else this.#recordMany();
  }

  begin(trace: Trace): void {
    try {
      this.#tables.begin(trace);
      this.#begun.add(toKey(trace));
      this.#commits += 1;
    } catch (error) {
      if (isRowError(error)) {
        this.#reportRefused([error]);
        return;
      }
      this.#late.set(toKey(trace), trace);
      this.#outage.goOn(error);
      this.#schedule(BATCH_DELAY_MS);
    }
  }

  recordUse(tokenId: string, minute: number): void {
    if ((this.#knownUses.get(tokenId) ?? Number.NEGATIVE_INFINITY) >= minute) return;
    if (this.#knownUses.size >= MOST_USES) this.#knownUses = new Map(this.#uses);
    this.#knownUses.set(tokenId, minute);
    this.#uses.set(tokenId, minute);
    this.#schedule(BATCH_DELAY_MS);
  }

  /** Writes all that waits, and answers whether it could. The event loop gets a turn after each batch. */
  async drain(patienceMs: number): Promise<boolean> {
    const giveUpAt = this.#monotonic() + patienceMs;
    for (;;) {
      const answer = this.#writeBatch();
      if (answer === 'empty') return true;
      if (answer === 'more') await turn();
      else if (this.#outage.state === 'failure' || this.#monotonic() >= giveUpAt) return false;
      else await sleep(this.#outage.delayMs);
    }
  }

  /** Ends all timers. Says what could not be written. */
  close(): void {
    this.#stop();
    this.#outage.close(this.#waiting.length);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#soon);
    this.#timer = undefined;
    this.#soon = undefined;
  }

  #recordMany(): void {
    const { capacity } = this.#outage;
    if (this.#waiting.length > capacity) {
      // A tenth at once: one by one would move all the others each time.
      const surplus = Math.ceil(capacity / 10);
      this.#waiting.splice(0, surplus);
      this.#outage.addLost(surplus);
    }
    if (this.#outage.state === 'none') this.#soon ??= setImmediate(() => this.#run());
    else this.#schedule(this.#outage.delayMs);
  }

  #schedule(delayMs: number): void {
    this.#timer ??= setTimeout(() => this.#run(), delayMs).unref();
  }

  #run(): void {
    this.#stop();
    if (this.#writeBatch() === 'more') this.#soon = setImmediate(() => this.#run());
  }

  #writeBatch(): 'empty' | 'more' | 'failed' {
    if (this.#waiting.length + this.#late.size + this.#uses.size === 0) return 'empty';
    try {
      const { count, refused } = this.#tables.writeBatch({
        traces: this.#waiting,
        most: BATCH_SIZE,
        begun: this.#late.values(),
        isEnd: this.#begun.size > 0 ? (trace) => this.#begun.has(toKey(trace)) : undefined,
        uses: this.#uses,
      });
      this.#commits += 1;
      this.#forget(count);
      this.#outage.end();
      this.#reportRefused(refused);
    } catch (error) {
      this.#outage.goOn(error);
      this.#schedule(this.#outage.delayMs);
      return 'failed';
    }
    return this.#waiting.length > 0 ? 'more' : 'empty';
  }

  /** Lets go of what has been written. */
  #forget(count: number): void {
    const written = this.#waiting.slice(0, count);
    this.#waiting = this.#waiting.slice(count);
    if (this.#begun.size > 0) for (const trace of written) this.#begun.delete(toKey(trace));
    for (const key of this.#late.keys()) this.#begun.add(key);
    if (this.#late.size > 0) this.#late = new Map();
    if (this.#uses.size > 0) this.#uses = new Map();
  }

  #reportRefused(errors: readonly unknown[]): void {
    if (errors.length === 0 || this.#hasRefused) return;
    this.#hasRefused = true;
    const message = 'A trace has a value that cannot be stored, and was left out; others like it will be too.';
    this.#report({ level: 'error', event: 'trace-refused', message, error: errors[0] });
  }
}

function toKey({ turnId, order }: Trace): string {
  return `${order} ${turnId}`;
}
