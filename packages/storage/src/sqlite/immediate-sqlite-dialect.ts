import type Database from 'better-sqlite3';
import type { Driver } from 'kysely';
import { SqliteDialect, SqliteDriver } from 'kysely';
import { BUSY_TIMEOUT_MS, retryWhileBusy } from './retry-while-busy.js';

/**
 * Kysely's dialect for SQLite, whose transactions take the lock for writing at once. The usual ones begin as
 * readers, and fail when another process has written between their first read and their first write.
 */
export class ImmediateSqliteDialect extends SqliteDialect {
  readonly #database: Database.Database;
  readonly #busyTimeoutMs: number;

  constructor(database: Database.Database, busyTimeoutMs = BUSY_TIMEOUT_MS) {
    super({ database });
    this.#database = database;
    this.#busyTimeoutMs = busyTimeoutMs;
  }

  override createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#database, this.#busyTimeoutMs);
  }
}

class ImmediateSqliteDriver extends SqliteDriver {
  readonly #database: Database.Database;
  readonly #busyTimeoutMs: number;

  constructor(database: Database.Database, busyTimeoutMs: number) {
    super({ database });
    this.#database = database;
    this.#busyTimeoutMs = busyTimeoutMs;
  }

  override async beginTransaction(): Promise<void> {
    await retryWhileBusy(this.#database, () => this.#database.exec('begin immediate'), this.#busyTimeoutMs);
  }

  override async rollbackTransaction(): Promise<void> {
    // After a full disk and the like SQLite has rolled back by itself; a second time would hide the cause.
    if (this.#database.inTransaction) this.#database.exec('rollback');
  }
}
