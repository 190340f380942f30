import type Database from 'better-sqlite3';
import { Kysely } from 'kysely';
import { migrateDatabase } from '../migrate-database.js';
import type { DatabaseSchema } from '../schema.js';
import { openSqliteFile, openSqliteReader, useWriteAheadLog } from './open-sqlite-file.js';
import { requireOwnDatabase } from './require-own-database.js';
import { SqliteDialect } from './sqlite-dialect.js';
import { toStoreError } from './sqlite-error.js';
import { SqliteSession } from './sqlite-session.js';

/** Enough that lists of a large database do not make the reads of a turn wait. */
const MAX_READERS = 4;

const CLOSE_TIMEOUT_MS = 10_000;

/** How a session tells the time, and how patient it is. */
export interface SqliteSessionOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** How long anything waits for another connection's lock. Default: 60 s. */
  readonly lockTimeoutMs?: number;
  /** How long closing waits for what is running. Default: 10 s. */
  readonly closeTimeoutMs?: number;
}

/** Opens a file, and brings its schema up to date. A file that is refused stays as it is. */
export async function openSqliteSession(
  file: string,
  { now, closeTimeoutMs = CLOSE_TIMEOUT_MS, ...patience }: SqliteSessionOptions,
): Promise<SqliteSession> {
  const opened: Database.Database[] = [];
  const keep = (database: Database.Database): Database.Database => {
    opened.push(database);
    return database;
  };
  try {
    const database = keep(openSqliteFile(file));
    const writer = createKysely(() => database, 1, patience);
    await migrateDatabase(writer, { name: file, now, requireOwn: () => requireOwnDatabase(database, file) });
    // After the checks, because it changes the file.
    await useWriteAheadLog(database);
    const watcher = keep(openSqliteReader(file));
    const readers = createKysely(() => openReader(file), MAX_READERS, patience);
    return new SqliteSession(
      file,
      { writer, readers, watcher },
      { timestamp: () => new Date(now()).toISOString(), closeTimeoutMs },
    );
  } catch (error) {
    for (const database of opened) database.close();
    throw toStoreError(error, file, 'opened');
  }
}

function createKysely(
  open: () => Database.Database,
  maxConnections: number,
  patience: { readonly lockTimeoutMs?: number },
): Kysely<DatabaseSchema> {
  return new Kysely<DatabaseSchema>({ dialect: new SqliteDialect({ open, maxConnections, ...patience }) });
}

function openReader(file: string): Database.Database {
  try {
    return openSqliteReader(file);
  } catch (error) {
    throw toStoreError(error, file, 'read');
  }
}
