import type {
  Logger,
  RecordedTrace,
  RecordedTurn,
  TokenUses,
  Trace,
  TraceFilter,
  TraceRetention,
  TurnFilter,
  TurnTrace,
} from '@loadout/core';
import { LoadoutError } from '@loadout/core';
import type Database from 'better-sqlite3';
import { backUpSqliteFile } from '../sqlite/back-up-sqlite-file.js';
import { examineSqliteFile } from '../sqlite/examine-sqlite-file.js';
import { isBusy, retryWhileBusy } from '../sqlite/retry-while-busy.js';
import { toStoreError } from '../sqlite/sqlite-error.js';
import { BelievedTime, type TimeSource } from './believed-time.js';
import { listTraces } from './list-traces.js';
import { pruneTraces, readNewestStart } from './prune-traces.js';
import { pruneTurns } from './prune-turns.js';
import type { SqliteTraces } from './sqlite-traces.js';
import { TraceOutage } from './trace-outage.js';
import { TraceWriter } from './trace-writer.js';
import { createTracesTables } from './traces-tables.js';
import { listTurns } from './turn-rows.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const FIRST_PRUNE_MS = MINUTE_MS;
const PRUNE_EVERY_MS = 10 * MINUTE_MS;
/** How long a flush and the end wait for another process's lock. */
const LOCK_PATIENCE_MS = 5000;
/** A list waits so long for another process's batch before it goes without what waits here. */
const LIST_PATIENCE_MS = 100;

/** What an open file of traces is made of. */
export interface SqliteTraceRecorderParts {
  readonly file: string;
  readonly database: Database.Database;
  readonly maxAgeDays: number;
  readonly maxCount: number;
  readonly report: Logger;
  readonly time: TimeSource;
}

/** One open file of traces: what goes in and out of it, what is deleted, and its end. */
export class SqliteTraceRecorder implements SqliteTraces {
  readonly tokenUses: TokenUses = {
    record: (tokenId, at) => {
      this.#requireOpen();
      this.#writer.recordUse(tokenId, Math.floor(at / MINUTE_MS));
    },
    list: () => this.#run('read', () => this.#listUses()),
  };

  readonly retention: TraceRetention;
  readonly #parts: SqliteTraceRecorderParts;
  readonly #outage: TraceOutage;
  readonly #writer: TraceWriter;
  readonly #believedTime: BelievedTime;
  readonly #newestWhenOpened: number | undefined;
  /** SQLite's count of commits by others. */
  readonly #dataVersion: Database.Statement<[], number>;
  readonly #running = new Set<Promise<unknown>>();
  #lastDataVersion: number | undefined;
  #commitsOfOthers = 0;
  #pruneTimer: NodeJS.Timeout;
  #cannotPrune = false;
  #closing: Promise<void> | undefined;

  constructor(parts: SqliteTraceRecorderParts) {
    const { file, database, report, time } = parts;
    this.#parts = parts;
    this.retention = Object.freeze({ maxAgeDays: parts.maxAgeDays, maxCount: parts.maxCount });
    this.#outage = new TraceOutage(file, report, time.monotonic);
    const tables = createTracesTables(database);
    this.#writer = new TraceWriter({ tables, outage: this.#outage, report, monotonic: time.monotonic });
    this.#believedTime = new BelievedTime(time);
    this.#newestWhenOpened = readNewestStart(database);
    this.#dataVersion = database.prepare<[], number>('pragma data_version').pluck();
    this.#pruneTimer = setTimeout(() => this.#pruneRegularly(), FIRST_PRUNE_MS).unref();
  }

  record(trace: Trace): void {
    this.#requireOpen();
    this.#writer.record(trace);
  }

  begin(trace: Trace): Promise<void> | undefined {
    this.#requireOpen();
    return this.#writer.begin(trace);
  }

  recordTurn(turn: TurnTrace): void {
    this.#requireOpen();
    this.#writer.recordTurn(turn);
  }

  listTurns(filter?: TurnFilter): Promise<readonly RecordedTurn[]> {
    return this.#run('read', async () => {
      await this.#writer.drain(LIST_PATIENCE_MS);
      return listTurns(this.#parts.database, filter);
    });
  }

  list(filter?: TraceFilter): Promise<readonly RecordedTrace[]> {
    return this.#run('read', async () => {
      await this.#writer.drain(LIST_PATIENCE_MS);
      return listTraces(this.#parts.database, filter);
    });
  }

  /** Another number after every commit, of this process or of another one. */
  revision(): number {
    this.#requireOpen();
    try {
      const dataVersion = this.#dataVersion.get();
      if (dataVersion !== this.#lastDataVersion) this.#commitsOfOthers += 1;
      this.#lastDataVersion = dataVersion;
    } catch (error) {
      if (!isBusy(error)) throw toStoreError(error, this.#parts.file, 'read');
    }
    return this.#commitsOfOthers + this.#writer.commits;
  }

  flush(): Promise<void> {
    return this.#run('written', async () => {
      if (!(await this.#writer.drain(LOCK_PATIENCE_MS))) throw this.#outage.error;
    });
  }

  prune(): Promise<number> {
    return this.#run('written', async () => {
      const { database, maxAgeDays, maxCount } = this.#parts;
      await this.#writer.drain(LOCK_PATIENCE_MS);
      const present = await retryWhileBusy(() => this.#readPresent());
      const before = present === undefined ? undefined : present - maxAgeDays * DAY_MS;
      const limits = { maxCount, before, present, isEnding: () => this.#closing !== undefined };
      await pruneTurns(database, limits);
      return pruneTraces(database, limits);
    });
  }

  examine(): Promise<readonly string[]> {
    return this.#run('read', () => examineSqliteFile(this.#parts.file));
  }

  backUp(file: string): Promise<void> {
    return this.#run('read', async () => {
      await this.#writer.drain(LOCK_PATIENCE_MS);
      await backUpSqliteFile(this.#parts.file, file);
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    clearTimeout(this.#pruneTimer);
    await Promise.allSettled(this.#running);
    await this.#writer.drain(LOCK_PATIENCE_MS);
    this.#writer.close();
    this.#parts.database.close();
  }

  /**
   * The time that ages are counted from: the earliest of the clock, the newest trace, and what is proved. Proved is what
   * the clock has held for an hour, or, in an earlier run, the newest trace that this one found. So a clock that is set
   * forward deletes nothing, neither when calls are traced meanwhile nor when the process starts with it; and what an
   * idle host has stays, because no trace is newer.
   */
  #readPresent(): number | undefined {
    const held = this.#believedTime.read() ?? Number.NEGATIVE_INFINITY;
    const proved = Math.max(held, this.#newestWhenOpened ?? Number.NEGATIVE_INFINITY);
    const newest = readNewestStart(this.#parts.database);
    if (newest === undefined || proved === Number.NEGATIVE_INFINITY) return undefined;
    return Math.min(this.#parts.time.now(), newest, proved);
  }

  #pruneRegularly(): void {
    this.#pruneTimer = setTimeout(() => this.#pruneRegularly(), PRUNE_EVERY_MS).unref();
    void this.#pruneQuietly();
  }

  async #pruneQuietly(): Promise<void> {
    try {
      await this.prune();
      this.#cannotPrune = false;
    } catch (error) {
      if (this.#closing !== undefined || this.#cannotPrune) return;
      this.#cannotPrune = true;
      this.#parts.report({
        level: 'warn',
        event: 'traces-not-pruned',
        message: 'Old traces could not be deleted.',
        error,
      });
    }
  }

  async #listUses(): Promise<ReadonlyMap<string, string>> {
    await this.#writer.drain(LIST_PATIENCE_MS);
    const statement = this.#parts.database.prepare<[], { token_id: string; minute: number }>(
      'select token_id, minute from token_uses',
    );
    const rows = await retryWhileBusy(() => statement.all());
    return new Map(rows.map(({ token_id, minute }) => [token_id, new Date(minute * MINUTE_MS).toISOString()]));
  }

  async #run<T>(action: string, work: () => Promise<T>): Promise<T> {
    this.#requireOpen();
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } catch (error) {
      throw toStoreError(error, this.#parts.file, action);
    } finally {
      this.#running.delete(running);
    }
  }

  #requireOpen(): void {
    if (this.#closing === undefined) return;
    throw new LoadoutError('STORE_UNAVAILABLE', `The traces file "${this.#parts.file}" was closed. Open it again.`, {
      details: { file: this.#parts.file },
    });
  }
}
