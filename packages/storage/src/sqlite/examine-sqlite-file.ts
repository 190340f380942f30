import Database from 'better-sqlite3';
import { nextTurn } from './loop-slice.js';
import { openSqliteReader } from './open-sqlite-file.js';
import { isBusy, retryWhileBusy } from './retry-while-busy.js';
import { toStoreError } from './sqlite-error.js';

const restore = 'End the processes that use it, and restore a backup.';

/** Columns that hold JSON. */
const jsonColumns: readonly (readonly [table: string, column: string])[] = [
  ['bot_tools', 'settings_override'],
  ['tool_settings', 'value'],
  ['decisions', 'value'],
  ['companion_snapshots', 'tools'],
  ['companion_snapshots', 'metadata'],
  ['definitions', 'definition'],
  ['audit', 'value_before'],
  ['audit', 'value_after'],
];

/**
 * Reads the whole file, past everything that is in memory, and says what is wrong: pages that are damaged, rows that
 * belong to nothing, JSON that cannot be read. One table after another, with the event loop free in between.
 */
export async function examineSqliteFile(file: string): Promise<readonly string[]> {
  let database: Database.Database | undefined;
  try {
    const opened = openSqliteReader(file);
    database = opened;
    const found: string[] = [];
    const tables = await retryWhileBusy(() => listTables(opened));
    for (const table of tables) {
      found.push(...(await examineTable(opened, table)));
      await nextTurn();
    }
    return found;
  } catch (error) {
    if (isDamage(error)) return [`The database "${file}" is damaged: ${error.message}. ${restore}`];
    throw toStoreError(error, file, 'read');
  } finally {
    database?.close();
  }
}

async function examineTable(database: Database.Database, table: string): Promise<readonly string[]> {
  try {
    const damages = await retryWhileBusy(() => checkPages(database, table));
    // What is read from damaged pages says nothing more.
    if (damages.length > 0) return [describeDamage(table, damages)];
    return await retryWhileBusy(() => [...findOrphans(database, table), ...findBrokenJson(database, table)]);
  } catch (error) {
    if (isDamage(error)) return [describeDamage(table, [error.message])];
    throw error;
  }
}

function listTables(database: Database.Database): readonly string[] {
  return database
    .prepare<[], string>(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
    )
    .pluck()
    .all();
}

function checkPages(database: Database.Database, table: string): readonly string[] {
  const lines = database
    .prepare<[], string>(`pragma quick_check(${quote(table)})`)
    .pluck()
    .all();
  return lines.filter((line) => line !== 'ok');
}

function describeDamage(table: string, damages: readonly string[]): string {
  const [first = '', ...rest] = damages;
  const more = rest.length > 0 ? `, and ${rest.length} more` : '';
  return `The table ${table} of the database is damaged: ${first.trim()}${more}. ${restore}`;
}

function findOrphans(database: Database.Database, table: string): readonly string[] {
  const rows = database
    .prepare<[string], { parent: string }>('select parent from pragma_foreign_key_check(?)')
    .all(table);
  const [first] = rows;
  if (first === undefined) return [];
  return [
    `${describeRows(rows.length, table)} to no row of ${first.parent}: somebody changed the file past Loadout. ` +
      'Delete them, or restore a backup.',
  ];
}

function describeRows(count: number, table: string): string {
  return count === 1 ? `1 row of the table ${table} belongs` : `${count} rows of the table ${table} belong`;
}

function findBrokenJson(database: Database.Database, table: string): readonly string[] {
  return jsonColumns.flatMap(([owner, column]) => {
    if (owner !== table) return [];
    const count = database
      .prepare<[], number>(`select count(*) from ${quote(table)} where not json_valid(${quote(column)})`)
      .pluck()
      .get();
    if (count === undefined || count === 0) return [];
    const rows = count === 1 ? '1 row' : `${count} rows`;
    return [
      `The column ${column} of ${rows} of the table ${table} is no JSON. Correct it, or delete what cannot be read.`,
    ];
  });
}

function isDamage(error: unknown): error is Error {
  return (
    error instanceof Database.SqliteError &&
    !isBusy(error) &&
    (error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB')
  );
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
