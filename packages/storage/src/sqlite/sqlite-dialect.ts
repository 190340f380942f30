import type Database from 'better-sqlite3';
import type {
  DatabaseConnection,
  DatabaseIntrospector,
  Dialect,
  DialectAdapter,
  Driver,
  Kysely,
  QueryCompiler,
  TransactionSettings,
} from 'kysely';
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { SqliteConnection } from './sqlite-connection.js';

/** Connections of one kind to one file. */
export interface SqliteDialectOptions {
  /** Opens one more. */
  readonly open: () => Database.Database;
  /** How many there may be. One, where all are to follow each other. */
  readonly maxConnections: number;
  /** How long a query waits for another connection's lock. */
  readonly lockTimeoutMs?: number;
}

/**
 * All that Kysely has to know of SQLite, and the one place where it differs from other databases: SQL is compiled as
 * Kysely does it, transactions take the lock for writing at once unless they only read, and several connections are
 * handed out in the order of asking.
 */
export class SqliteDialect implements Dialect {
  readonly #options: SqliteDialectOptions;

  constructor(options: SqliteDialectOptions) {
    this.#options = options;
  }

  createDriver(): Driver {
    return new SqliteDriver(this.#options);
  }

  createAdapter(): DialectAdapter {
    return new SqliteAdapter();
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }

  createIntrospector(database: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(database);
  }
}

class SqliteDriver implements Driver {
  readonly #options: SqliteDialectOptions;
  readonly #connections = new Set<SqliteConnection>();
  readonly #idle: SqliteConnection[] = [];
  readonly #waiting: ((connection: SqliteConnection) => void)[] = [];

  constructor(options: SqliteDialectOptions) {
    this.#options = options;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    if (this.#connections.size >= this.#options.maxConnections) {
      return new Promise((resolve) => this.#waiting.push(resolve));
    }
    const connection = new SqliteConnection(this.#options.open(), this.#options.lockTimeoutMs);
    this.#connections.add(connection);
    return connection;
  }

  async beginTransaction(connection: DatabaseConnection, { accessMode }: TransactionSettings): Promise<void> {
    await this.#find(connection).begin(accessMode === 'read only' ? 'deferred' : 'immediate');
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#find(connection).commit();
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#find(connection).rollBack();
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const released = this.#find(connection);
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(released);
    else next(released);
  }

  async destroy(): Promise<void> {
    for (const connection of this.#connections) connection.close();
    this.#connections.clear();
  }

  #find(connection: DatabaseConnection): SqliteConnection {
    if (connection instanceof SqliteConnection) return connection;
    throw new TypeError('The connection is one of another driver.');
  }
}
