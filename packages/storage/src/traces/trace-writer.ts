import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { Logger, Trace, TurnTrace } from '@loadout/core';
import { CallsUnderWay } from './calls-under-way.js';
import type { TraceOutage } from './trace-outage.js';
import { type BegunRows, isRowError, type TracesTables } from './traces-tables.js';

/** A trace is written at most so much later. */
const BATCH_DELAY_MS = 50;
/** Or as soon as so many wait; also the most that one transaction writes, some 1 ms of work. */
const BATCH_SIZE = 500;
/** Turns that wait to be written; of more than these the oldest go. */
const MOST_TURNS = 10_000;
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
  #turns: TurnTrace[] = [];
  readonly #calls = new CallsUnderWay();
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
    this.#calls.end(trace);
    if (this.#waiting.length < BATCH_SIZE) this.#schedule(BATCH_DELAY_MS);
    else this.#recordMany();
  }

  /**
   * When it returns, or what it answers has resolved, the row is in the file. Waiting is for locks alone, and rejects after
   * two seconds; where the file cannot be written for another reason, that is said once, and the row comes later.
   */
  begin(trace: Trace): Promise<void> | undefined {
    try {
      this.#calls.add(trace, this.#tables.begin(trace));
      this.#commits += 1;
      return undefined;
    } catch (error) {
      if (isRowError(error)) {
        this.#reportRefused([error]);
        return undefined;
      }
      this.#outage.goOn(error);
      return this.#beginLater(trace);
    }
  }

  recordTurn(turn: TurnTrace): void {
    if (this.#turns.length >= MOST_TURNS) this.#turns = this.#turns.slice(MOST_TURNS / 10);
    this.#turns.push(turn);
    this.#schedule(BATCH_DELAY_MS);
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
    this.#calls.giveUp(this.#outage.error);
    this.#outage.close(this.#waiting.length);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#soon);
    this.#timer = undefined;
    this.#soon = undefined;
  }

  #beginLater(trace: Trace): Promise<void> | undefined {
    if (this.#outage.state !== 'lock') {
      this.#calls.postpone(trace);
      this.#schedule(this.#outage.delayMs);
      return undefined;
    }
    const written = this.#calls.waitFor(trace, () => this.#outage.error);
    // A call waits: sooner than a batch would be due.
    this.#stop();
    this.#schedule(this.#outage.delayMs);
    return written;
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
    const turns = this.#turns.slice(0, BATCH_SIZE);
    if (this.#waiting.length + this.#calls.lateCount + turns.length + this.#uses.size === 0) return 'empty';
    try {
      const { count, begun, refused } = this.#tables.writeBatch({
        traces: this.#waiting,
        most: BATCH_SIZE,
        begun: this.#calls.listLate(),
        findRow: this.#calls.findRow,
        turns,
        uses: this.#uses,
      });
      this.#commits += 1;
      this.#forget(count, begun);
      this.#turns = this.#turns.slice(turns.length);
      this.#outage.end();
      this.#reportRefused(refused);
    } catch (error) {
      this.#outage.goOn(error);
      if (this.#outage.state === 'failure') this.#calls.giveUp(this.#outage.error);
      this.#schedule(this.#outage.delayMs);
      return 'failed';
    }
    return this.#waiting.length + this.#turns.length > 0 ? 'more' : 'empty';
  }

  /** Lets go of what has been written. */
  #forget(count: number, begun: BegunRows): void {
    const written = this.#waiting.slice(0, count);
    this.#waiting = this.#waiting.slice(count);
    this.#calls.goOn(written, begun);
    if (this.#uses.size > 0) this.#uses = new Map();
  }

  #reportRefused(errors: readonly unknown[]): void {
    if (errors.length === 0 || this.#hasRefused) return;
    this.#hasRefused = true;
    const message = 'A trace has a value that cannot be stored, and was left out; others like it will be too.';
    this.#report({ level: 'error', event: 'trace-refused', message, error: errors[0] });
  }
}
