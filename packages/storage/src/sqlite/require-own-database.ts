import { LoadoutError } from '@loadout/core';
import type Database from 'better-sqlite3';
import { migrations } from '../migrations.js';

const NAMED_TABLES = 3;

/**
 * Throws `STORE_UNAVAILABLE` for a database that another program keeps: one that has tables, but not the row
 * that our first migration leaves and no later one removes. Call it in the transaction that migrates, so that
 * no table appears in between.
 */
export function requireOwnDatabase(database: Database.Database, file: string): void {
  const tables = database
    .prepare<[], string>("select name from sqlite_schema where type in ('table', 'view')")
    .pluck()
    .all();
  if (tables.length === 0 || hasFirstMigration(database)) return;
  const rest = tables.length - NAMED_TABLES;
  const named = tables.slice(0, NAMED_TABLES).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
  throw new LoadoutError(
    'STORE_UNAVAILABLE',
    `The database "${file}" is none of Loadout: another program keeps ${named} in it. ` +
      'Name a database of Loadout, or a new file.',
    { details: { file, tables } },
  );
}

/** Other programs call their table of versions `schema_migrations` too, so its columns are looked at before its rows. */
function hasFirstMigration(database: Database.Database): boolean {
  const columns = database.prepare<[], string>("select name from pragma_table_info('schema_migrations')").pluck().all();
  if (!['version', 'name'].every((column) => columns.includes(column))) return false;
  const first = migrations.find(({ version }) => version === 1);
  const name = database.prepare<[], unknown>('select name from schema_migrations where version = 1').pluck().get();
  return name === first?.name;
}
