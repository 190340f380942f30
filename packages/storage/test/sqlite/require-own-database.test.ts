import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isLoadoutError } from '@loadout/core';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../../src/index.js';
import { addBot } from '../new-assignment.js';
import { startSecondProcess } from '../second-process.js';
import { makeDatabasePath } from '../temporary-folder.js';

const versions = 'create table schema_migrations (version integer primary key, name text, applied_at text);';

test.each([
  ['one table', 'create table invoices (id integer)', 'invoices'],
  ['a table with a name of ours', 'create table bots (whatever text)', 'bots'],
  ['a view alone', 'create view totals as select 1', 'totals'],
  ['a view of a table that is gone', 'create view totals as select * from invoices', 'totals'],
  ['WAL mode', 'pragma journal_mode = wal; create table invoices (id integer)', 'invoices'],
  ['versions of another shape', 'create table schema_migrations (version varchar)', 'schema_migrations'],
  ['versions without rows', versions, 'schema_migrations'],
  ['versions of its own', `${versions} insert into schema_migrations values (1, 'invoices', '')`, 'schema_migrations'],
  ['many tables', 'abcde'.replaceAll(/./g, 'create table $& (id);'), 'a, b, c and 2 more'],
])('a database of another program is refused and stays as it is: %s', async (_title, sql, tables) => {
  const file = makeDatabasePath();
  const other = new Database(file);
  other.exec(sql);
  other.close();
  const before = readFileSync(file);
  const error = await openSqliteStore({ file }).catch((caught: unknown) => caught);
  expect(isLoadoutError(error, 'STORE_UNAVAILABLE')).toBe(true);
  expect(String(error)).toContain(
    `The database "${file}" is none of Loadout: another program keeps ${tables} in it. ` +
      'Name a database of Loadout, or a new file.',
  );
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(readdirSync(path.dirname(file))).toEqual([path.basename(file)]);
});

test('a database of ours stays ours when somebody adds a table to it', async () => {
  const file = makeDatabasePath();
  const first = await openSqliteStore({ file });
  await addBot(first, 'demo');
  await first.close();
  const other = new Database(file);
  other.exec('create table notes (text); create view broken as select * from gone');
  other.close();
  const second = await openSqliteStore({ file });
  expect(await second.listBots()).toMatchObject([{ id: 'demo' }]);
  await second.close();
});

test('processes that make one new database at the same time all take it for theirs', async () => {
  const processes = await Promise.all(Array.from({ length: 3 }, () => startSecondProcess()));
  for (let round = 0; round < 10; round += 1) {
    const file = makeDatabasePath();
    const opened = await Promise.all([
      openSqliteStore({ file }),
      openSqliteStore({ file }),
      ...processes.map((one) => one.open(file)),
    ]);
    await Promise.all([opened[0].close(), opened[1].close(), ...processes.map((one) => one.call('close'))]);
  }
});
