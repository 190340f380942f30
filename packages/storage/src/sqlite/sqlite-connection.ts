import { LoadoutError } from '@loadout/core';
import type Database from 'better-sqlite3';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { LockManners } from './lock-manners.js';
import { beginSlice, isSliceUsedUp, nextTurn } from './loop-slice.js';
import { LOCK_TIMEOUT_MS, retryWhileBusy } from './retry-while-busy.js';
import { toStoreError } from './sqlite-error.js';

/** Statements that are kept prepared. There are few: only the length of lists makes new ones. */
const MAX_STATEMENTS = 100;

/** One connection as Kysely uses it. It waits for locks, gives the event loop its turns, and says what failed. */
export class SqliteConnection implements DatabaseConnection {
  readonly #database: Database.Database;
  readonly #lockTimeoutMs: number;
  readonly #statements = new Map<string, Database.Statement>();
  readonly #manners = new LockManners();
  #isInTransaction = false;
  #lastError: unknown;

  constructor(database: Database.Database, lockTimeoutMs: number = LOCK_TIMEOUT_MS) {
    this.#database = database;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#requireTransaction();
    const action = query.query.kind === 'SelectQueryNode' ? 'read' : 'written';
    return this.#run(action, () => this.#execute<Row>(query));
  }

  // biome-ignore lint/correctness/useYield: nothing is ever streamed; a statement that stays open would hold its snapshot.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Read page by page instead of streaming.');
  }

  /** `immediate`: with the lock for writing. The usual way begins as a reader, and fails when others wrote in between. */
  async begin(mode: 'immediate' | 'deferred'): Promise<void> {
    if (mode === 'immediate') await this.#manners.letOthersIn();
    await this.#run(mode === 'immediate' ? 'written' : 'read', () => this.#database.exec(`begin ${mode}`));
    this.#manners.take();
    this.#isInTransaction = true;
    this.#lastError = undefined;
  }

  async commit(): Promise<void> {
    this.#requireTransaction();
    await this.#run('written', () => this.#database.exec('commit'));
    this.#manners.release();
    this.#isInTransaction = false;
  }

  async rollBack(): Promise<void> {
    this.#isInTransaction = false;
    // After a full disk and the like SQLite has rolled back by itself; a second time would hide the cause.
    if (this.#database.inTransaction) await this.#run('written', () => this.#database.exec('rollback'));
    this.#manners.release();
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  async #run<T>(action: string, work: () => T): Promise<T> {
    try {
      return await retryWhileBusy(() => {
        this.#requireOpen();
        beginSlice();
        return work();
      }, this.#lockTimeoutMs);
    } catch (error) {
      this.#lastError = error;
      throw toStoreError(error, this.#database.name, action);
    } finally {
      if (isSliceUsedUp()) await nextTurn();
    }
  }

  #execute<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const statement = this.#prepare(sql);
    // The type of the rows is what Kysely derived from the query.
    if (statement.reader) return { rows: statement.all(parameters) as Row[] };
    return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) };
  }

  #prepare(sql: string): Database.Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Only what took longer than closing waits comes here. */
  #requireOpen(): void {
    if (this.#database.open) return;
    throw new LoadoutError(
      'STORE_UNAVAILABLE',
      `The database "${this.#database.name}" was closed before this was done; a change was undone. Open it again.`,
      { details: { file: this.#database.name } },
    );
  }

  /**
   * A full disk and the like end a transaction inside SQLite. Whoever caught that error and goes on would write the rest
   * of his change without one.
   */
  #requireTransaction(): void {
    if (!this.#isInTransaction || this.#database.inTransaction || !this.#database.open) return;
    throw new LoadoutError(
      'STORE_UNAVAILABLE',
      `The change of the database "${this.#database.name}" was undone after an error, and cannot go on. ` +
        'See the cause, and make the whole change again.',
      { details: { file: this.#database.name }, cause: this.#lastError },
    );
  }
}
