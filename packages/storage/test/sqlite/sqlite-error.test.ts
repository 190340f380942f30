import { chmodSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isLoadoutError, type LoadoutError } from '@loadout/core';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../../src/index.js';
import { toStoreError } from '../../src/sqlite/sqlite-error.js';
import { addBot, assign } from '../new-assignment.js';
import { makeDatabasePath, makeTemporaryFolder } from '../temporary-folder.js';

test('a file that is no database is refused and stays as it is', async () => {
  const file = makeDatabasePath();
  const text = 'This is a letter, not a database.\n'.repeat(100);
  writeFileSync(file, text);
  const error = await captureUnavailable(openSqliteStore({ file }));
  expect(error.message).toContain(file);
  expect(error.message).toContain('Name a database of Loadout');
  expect(error.cause).toBeInstanceOf(Database.SqliteError);
  expect(error.details).toEqual({ file, code: 'SQLITE_NOTADB' });
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('a database that was cut off is refused, at the latest when it is read', async () => {
  const file = makeDatabasePath();
  const store = await openSqliteStore({ file });
  await addBot(store, 'demo');
  await assign(store, 'demo', ...Array.from({ length: 300 }, (_, index) => `tool_${index}`));
  await store.close();
  truncateSync(file, 8192);
  const error = await captureUnavailable(openSqliteStore({ file }).then((cut) => cut.listAssignments('demo')));
  expect(error.message).toContain(file);
  expect(error.cause).toBeInstanceOf(Database.SqliteError);
});

test('a folder in the place of the file is named as what it is', async () => {
  const folder = makeTemporaryFolder();
  const error = await captureUnavailable(openSqliteStore({ file: folder }));
  expect(error.message).toContain(folder);
  expect(error.message).toContain('It is a folder: name a file in it.');
});

test('a file in the place of a folder is named as what it is', async () => {
  const file = makeDatabasePath();
  writeFileSync(file, '');
  const error = await captureUnavailable(openSqliteStore({ file: path.join(file, 'loadout.db') }));
  expect(error.message).toContain('a file where a folder is needed');
  expect(error.cause).toMatchObject({ syscall: 'mkdir' });
});

test('a file that cannot be written is refused when it is opened', async () => {
  const file = makeDatabasePath();
  await (await openSqliteStore({ file })).close();
  chmodSync(file, 0o444);
  chmodSync(path.dirname(file), 0o555);
  const error = await asOrdinaryUser(() => captureUnavailable(openSqliteStore({ file })));
  chmodSync(path.dirname(file), 0o755);
  expect(error.message).toContain(file);
  expect(error.message).toContain('Let the user of this process write the file and its folder.');
  expect(error.cause).toBeInstanceOf(Database.SqliteError);
});

test('a folder that cannot be written is refused with the same remedy', async () => {
  const folder = path.join(makeTemporaryFolder(), 'locked');
  mkdirSync(folder);
  chmodSync(folder, 0o555);
  for (const file of [path.join(folder, 'loadout.db'), path.join(folder, 'deeper', 'loadout.db')]) {
    const error = await asOrdinaryUser(() => captureUnavailable(openSqliteStore({ file })));
    expect(error.message).toContain('Let the user of this process write the file and its folder.');
  }
});

test('a table that disappears under an open store is an error of the database, with its cause', async () => {
  const file = makeDatabasePath();
  const store = await openSqliteStore({ file });
  const other = new Database(file);
  other.exec('pragma foreign_keys = off; drop table bot_tools; drop table bots');
  other.close();
  const read = await captureUnavailable(store.listBots());
  expect(read.message).toContain('cannot be read: no such table: bots. See the cause.');
  const written = await captureUnavailable(
    store.change((writer) => writer.putDefinition('a1', { name: 'a' })).then(() => addBot(store, 'demo')),
  );
  expect(written.message).toContain('no such table: bots.');
  await store.close();
});

// Reaches inside, because a broken disk cannot be made here.
test('codes of SQLite have their remedy, also extended ones; other errors pass through', () => {
  const error = toStoreError(new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_FSYNC'), '/x.db', 'written');
  expect(String(error)).toContain('The database "/x.db" cannot be written: disk I/O error. Check the disk.');
  expect(String(toStoreError(new Database.SqliteError('full', 'SQLITE_FULL'), '/x.db', 'written'))).toContain(
    'Free space',
  );
  const other = new TypeError('a mistake');
  expect(toStoreError(other, '/x.db', 'written')).toBe(other);
  expect(toStoreError('thrown text', '/x.db', 'written')).toBe('thrown text');
});

async function captureUnavailable(work: Promise<unknown>): Promise<LoadoutError> {
  const error = await work.then(
    () => new Error('expected STORE_UNAVAILABLE'),
    (caught: unknown) => caught,
  );
  if (!isLoadoutError(error, 'STORE_UNAVAILABLE')) throw error;
  return error;
}

/** Runs `work` without the privileges of root, for whom nothing is write-protected. */
async function asOrdinaryUser<T>(work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0 || process.seteuid === undefined) return work();
  process.seteuid(65_534);
  try {
    return await work();
  } finally {
    process.seteuid(0);
  }
}
