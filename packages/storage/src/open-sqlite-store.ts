import path from 'node:path';
import type { Store } from '@loadout/core';
import { LoadoutError } from '@loadout/core';
import type Database from 'better-sqlite3';
import { Kysely } from 'kysely';
import { createBotStore } from './bot-store.js';
import { createLoadoutStore } from './loadout-store.js';
import { migrateDatabase } from './migrate-database.js';
import type { DatabaseSchema } from './schema.js';
import { ImmediateSqliteDialect } from './sqlite/immediate-sqlite-dialect.js';
import { openSqliteFile } from './sqlite/open-sqlite-file.js';
import { requireOwnDatabase } from './sqlite/require-own-database.js';
import { retryWhileBusy } from './sqlite/retry-while-busy.js';
import { toStoreError } from './sqlite/sqlite-error.js';
import { SqliteSession } from './sqlite/sqlite-session.js';

/** Which database, and how it tells the time. */
export interface SqliteStoreOptions {
  /** Path of the file. It is made, with its folder, when it is not there. */
  readonly file: string;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly now?: () => number;
}

/**
 * Opens the store in a SQLite file, and brings the file's schema up to date. Several stores, in one process
 * or in several, may have the same file open: each sees what the others commit, and its `revision()` tells.
 * A change is on disk when its promise resolves.
 *
 * Throws `STORE_NEWER` for a file of a newer Loadout, `STORE_UNAVAILABLE` for one of another program or one that
 * cannot be opened, and `CONFIGURATION_INVALID` for what is no path. A file that is refused stays untouched.
 *
 * ```ts
 * const store = await openSqliteStore({ file: 'data/loadout.db' });
 * const host = await createHost({ store });
 * ```
 */
export async function openSqliteStore({ file, now = Date.now }: SqliteStoreOptions): Promise<Store> {
  const absoluteFile = path.resolve(requireFile(file));
  const session = await openSession(absoluteFile, now);
  const timestamp = (): string => new Date(now()).toISOString();
  return {
    ...createBotStore(session, timestamp),
    ...createLoadoutStore(session, timestamp),
    revision: () => session.revision(),
    close: () => session.close(),
  };
}

async function openSession(file: string, now: () => number): Promise<SqliteSession> {
  let database: Database.Database | undefined;
  try {
    const opened = openSqliteFile(file);
    database = opened;
    const kysely = new Kysely<DatabaseSchema>({ dialect: new ImmediateSqliteDialect(opened) });
    await migrateDatabase(kysely, { name: file, now, requireOwn: () => requireOwnDatabase(opened, file) });
    // After the checks, because it changes the file. Readers and one writer then go side by side.
    await retryWhileBusy(opened, () => opened.pragma('journal_mode = wal'));
    return new SqliteSession(file, opened, kysely);
  } catch (error) {
    database?.close();
    throw toStoreError(error, file, 'opened');
  }
}

function requireFile(file: unknown): string {
  if (typeof file === 'string' && file !== '' && file !== ':memory:') return file;
  throw new LoadoutError(
    'CONFIGURATION_INVALID',
    `openSqliteStore needs the option file, the path of a database, and got ${JSON.stringify(file)}. ` +
      'For a store in memory there is createMemoryStore.',
    { details: { option: 'file', file } },
  );
}
