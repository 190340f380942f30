import Database from 'better-sqlite3';
import { isBusy } from './retry-while-busy.js';
import { toStoreError } from './sqlite-error.js';
import { SqliteReaderThread } from './sqlite-reader-thread.js';

const restore = 'End the processes that use it, and restore a backup.';

/** Columns that hold JSON, and of what type where it has to be one. */
const jsonColumns: readonly (readonly [table: string, column: string, type?: 'array' | 'object'])[] = [
  ['bot_tools', 'settings_override', 'object'],
  ['tool_settings', 'value'],
  ['decisions', 'value'],
  ['companion_snapshots', 'tools', 'array'],
  ['companion_snapshots', 'metadata', 'object'],
  ['companion_snapshots', 'dropped_tools', 'array'],
  ['definitions', 'definition', 'object'],
  ['audit', 'value_before'],
  ['audit', 'value_after'],
];

/**
 * Reads the whole file, past everything that is in memory, and says what is wrong: pages that are damaged, rows that
 * belong to nothing, JSON that cannot be read. A thread reads, one table after another.
 */
export async function examineSqliteFile(file: string): Promise<readonly string[]> {
  const thread = new SqliteReaderThread(file);
  try {
    const found: string[] = [];
    for (const table of await listTables(thread)) found.push(...(await examineTable(thread, table)));
    return found;
  } catch (error) {
    if (isDamage(error)) return [`The database "${file}" is damaged: ${error.message}. ${restore}`];
    throw toStoreError(error, file, 'read');
  } finally {
    await thread.close();
  }
}

async function examineTable(thread: SqliteReaderThread, table: string): Promise<readonly string[]> {
  try {
    const damages = await checkPages(thread, table);
    // What is read from damaged pages says nothing more.
    if (damages.length > 0) return [describeDamage(table, damages)];
    return [...(await findOrphans(thread, table)), ...(await findBrokenJson(thread, table))];
  } catch (error) {
    if (isDamage(error)) return [describeDamage(table, [error.message])];
    throw error;
  }
}

async function listTables(thread: SqliteReaderThread): Promise<readonly string[]> {
  const rows = await thread.readAll<{ name: string }>(
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
  );
  return rows.map(({ name }) => name);
}

async function checkPages(thread: SqliteReaderThread, table: string): Promise<readonly string[]> {
  const rows = await thread.readAll<{ quick_check: string }>(`pragma quick_check(${quote(table)})`);
  return rows.map(({ quick_check: line }) => line).filter((line) => line !== 'ok');
}

function describeDamage(table: string, damages: readonly string[]): string {
  const [first = '', ...rest] = damages;
  const more = rest.length > 0 ? `, and ${rest.length} more` : '';
  return `The table ${table} of the database is damaged: ${first.trim()}${more}. ${restore}`;
}

async function findOrphans(thread: SqliteReaderThread, table: string): Promise<readonly string[]> {
  const rows = await thread.readAll<{ parent: string }>('select parent from pragma_foreign_key_check(?)', table);
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

async function findBrokenJson(thread: SqliteReaderThread, table: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [owner, column, type] of jsonColumns) {
    if (owner !== table) continue;
    const name = quote(column);
    // In this order: the type of what is no JSON cannot be asked for.
    const isRight = type === undefined ? '1' : `json_type(${name}) = '${type}'`;
    const [row] = await thread.readAll<{ count: number }>(
      `select count(*) as count from ${quote(table)}
        where ${name} is not null and not case when json_valid(${name}) then ${isRight} else 0 end`,
    );
    if (row === undefined || row.count === 0) continue;
    const rows = row.count === 1 ? '1 row' : `${row.count} rows`;
    const what = type === undefined ? 'JSON' : `JSON ${type}`;
    found.push(
      `The column ${column} of ${rows} of the table ${table} is no ${what}. Correct it, or delete what cannot be read.`,
    );
  }
  return found;
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
