import { LoadoutError } from '@loadout/core';
import type Database from 'better-sqlite3';
import type { Kysely, Transaction } from 'kysely';
import type { DatabaseSession } from '../database-session.js';
import type { DatabaseSchema } from '../schema.js';
import { toStoreError } from './sqlite-error.js';

/** One open database file: what goes in and out of it, whether it changed, and its end. */
export class SqliteSession implements DatabaseSession {
  readonly #file: string;
  readonly #kysely: Kysely<DatabaseSchema>;
  /** SQLite's count of commits by other connections: the only question that is asked past Kysely, as it must not wait. */
  readonly #dataVersion: Database.Statement<[], number>;
  readonly #running = new Set<Promise<unknown>>();
  #lastDataVersion: number | undefined;
  #revision = 0;
  #closing: Promise<void> | undefined;

  constructor(file: string, database: Database.Database, kysely: Kysely<DatabaseSchema>) {
    this.#file = file;
    this.#kysely = kysely;
    this.#dataVersion = database.prepare<[], number>('pragma data_version').pluck();
  }

  read<T>(query: (database: Kysely<DatabaseSchema>) => Promise<T>): Promise<T> {
    return this.#run('read', () => query(this.#kysely));
  }

  change<T>(work: (transaction: Transaction<DatabaseSchema>) => Promise<T>): Promise<T> {
    return this.#run('written', async () => {
      try {
        return await this.#kysely.transaction().execute(work);
      } finally {
        // Also after a failure: nobody can tell whether a commit that failed has reached the disk.
        this.#revision += 1;
      }
    });
  }

  /** Another number after every commit, of this connection or of any other one in any process. */
  revision(): number {
    this.#requireOpen();
    let dataVersion: number | undefined;
    try {
      dataVersion = this.#dataVersion.get();
    } catch (error) {
      throw toStoreError(error, this.#file, 'read');
    }
    if (dataVersion !== this.#lastDataVersion) {
      this.#lastDataVersion = dataVersion;
      this.#revision += 1;
    }
    return this.#revision;
  }

  /** Lets what is running end, then closes the file. */
  close(): Promise<void> {
    this.#closing ??= Promise.allSettled(this.#running).then(() => this.#kysely.destroy());
    return this.#closing;
  }

  async #run<T>(action: string, work: () => Promise<T>): Promise<T> {
    this.#requireOpen();
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } catch (error) {
      throw toStoreError(error, this.#file, action);
    } finally {
      this.#running.delete(running);
    }
  }

  #requireOpen(): void {
    if (this.#closing === undefined) return;
    throw new LoadoutError('STORE_UNAVAILABLE', `The database "${this.#file}" was closed. Open it again.`, {
      details: { file: this.#file },
    });
  }
}
