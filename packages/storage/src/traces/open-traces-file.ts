import path from 'node:path';
import { LoadoutError } from '@loadout/core';
import Database from 'better-sqlite3';
import { makeFolder } from '../sqlite/make-folder.js';
import { retryWhileBusy } from '../sqlite/retry-while-busy.js';
import { toStoreError } from '../sqlite/sqlite-error.js';
import { type TraceMigration, traceMigrations } from './trace-migrations.js';

/** Of a new file. Half as many pages are half as many calls of the system, for rows that are only ever added. */
const PAGE_BYTES = 8192;
/**
 * Whoever commits when the log has so many pages moves them to the file, on the event loop: 2 MB at once, half of what
 * SQLite does by itself. Less would hold the loop for shorter, but sync the disk more often for each trace.
 */
const PAGES_PER_CHECKPOINT = 250;

/** What opening needs to know beside the file. */
export interface OpenTracesFileOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Default: all there are. */
  readonly steps?: readonly TraceMigration[];
}

/**
 * Opens the file, which is made with its folder when it is not there, and brings its schema up to date, all steps or
 * none. Throws `STORE_NEWER` for a file of a newer Loadout and `STORE_UNAVAILABLE` for one of another program; both
 * stay as they are.
 */
export async function openTracesFile(
  file: string,
  { now, steps = traceMigrations }: OpenTracesFileOptions,
): Promise<Database.Database> {
  let database: Database.Database | undefined;
  try {
    makeFolder(path.dirname(file));
    // No waiting inside SQLite: it would hold the event loop.
    const opened = new Database(file, { timeout: 0 });
    database = opened;
    await retryWhileBusy(() => opened.pragma(`page_size = ${PAGE_BYTES}`));
    await retryWhileBusy(() => opened.transaction(() => migrate(opened, file, now, steps)).immediate());
    // After the checks, because it changes the file.
    await retryWhileBusy(() => opened.pragma('journal_mode = wal'));
    // The log reaches the disk at checkpoints only: a power cut may take the newest traces, a crash of the process none.
    await retryWhileBusy(() => opened.pragma('synchronous = normal'));
    opened.pragma(`wal_autocheckpoint = ${PAGES_PER_CHECKPOINT}`);
    return opened;
  } catch (error) {
    database?.close();
    throw toStoreError(error, file, 'opened');
  }
}

function migrate(database: Database.Database, file: string, now: () => number, steps: readonly TraceMigration[]): void {
  const tables = listTables(database);
  if (tables.length > 0 && !isOwn(database)) throw createForeignError(file, tables);
  database.exec(
    'create table if not exists schema_migrations (version integer primary key not null, name text not null, applied_at text not null)',
  );
  const found = database.prepare<[], number | null>('select max(version) from schema_migrations').pluck().get() ?? 0;
  const known = Math.max(0, ...steps.map(({ version }) => version));
  if (found > known) throw createNewerError(file, found, known);
  const note = database.prepare('insert into schema_migrations (version, name, applied_at) values (?, ?, ?)');
  for (const { version, name, sql } of steps) {
    if (version <= found) continue;
    database.exec(sql);
    note.run(version, name, new Date(now()).toISOString());
  }
}

function listTables(database: Database.Database): readonly string[] {
  return database
    .prepare<[], string>("select name from sqlite_schema where type in ('table', 'view') and name not like 'sqlite_%'")
    .pluck()
    .all();
}

/** By the row that the first step leaves; others, our own database among them, call their table of versions the same. */
function isOwn(database: Database.Database): boolean {
  const columns = database.prepare<[], string>("select name from pragma_table_info('schema_migrations')").pluck().all();
  if (!columns.includes('version') || !columns.includes('name')) return false;
  const name = database.prepare<[], unknown>('select name from schema_migrations where version = 1').pluck().get();
  return name === traceMigrations[0]?.name;
}

function createForeignError(file: string, tables: readonly string[]): LoadoutError {
  return new LoadoutError(
    'STORE_UNAVAILABLE',
    `The file "${file}" has no traces of Loadout: something else keeps ${tables.slice(0, 3).join(', ')} in it. ` +
      'Name a file of traces, or a new one.',
    { details: { file, tables } },
  );
}

function createNewerError(file: string, found: number, known: number): LoadoutError {
  return new LoadoutError(
    'STORE_NEWER',
    `The traces file "${file}" has version ${found}, and this Loadout knows versions up to ${known}. ` +
      'Update Loadout, or name another file.',
    { details: { file, found, known } },
  );
}
