import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import Database from 'better-sqlite3';
import { expect } from 'vitest';

/** Writes junk over the last page of a table. What is written to it must be in the file, not in its log. */
export function damageTable(file: string, table: string): void {
  const database = new Database(file);
  const root = database.prepare('select rootpage from sqlite_schema where name = ?').pluck().get(table);
  const pages = database.prepare('select max(pageno) from dbstat where name = ?');
  let page = Number(root);
  try {
    page = Number(pages.pluck().get(table));
  } catch {
    // Without the table of pages the root is as good.
  }
  const size = Number(database.pragma('page_size', { simple: true }));
  database.close();
  expect(statSync(file).size).toBeGreaterThanOrEqual(page * size);
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(size, 0xa5), 0, size, (page - 1) * size);
  closeSync(handle);
}
