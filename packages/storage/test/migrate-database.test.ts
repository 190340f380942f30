import { readFileSync, writeFileSync } from 'node:fs';
import { isLoadoutError } from '@loadout/core';
import Database from 'better-sqlite3';
import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../src/index.js';
import { migrateDatabase } from '../src/migrate-database.js';
import { migrations } from '../src/migrations.js';
import type { DatabaseSchema } from '../src/schema.js';
import { ImmediateSqliteDialect } from '../src/sqlite/immediate-sqlite-dialect.js';
import { newAssignment } from './new-assignment.js';
import { makeDatabasePath } from './temporary-folder.js';

test('an empty file becomes a database of the newest version', async () => {
  const file = makeDatabasePath();
  writeFileSync(file, '');
  const store = await openSqliteStore({ file, now: () => 0 });
  await store.addBot({ id: 'demo' });
  await store.close();
  expect(readRows(file, 'select version, name, applied_at from schema_migrations')).toEqual(
    migrations.map(({ version, name }) => ({ version, name, applied_at: '1970-01-01T00:00:00.000Z' })),
  );
});

test('opening again applies nothing', async () => {
  const file = makeDatabasePath();
  await (await openSqliteStore({ file, now: () => 0 })).close();
  const before = readFileSync(file);
  await (await openSqliteStore({ file, now: () => 1 })).close();
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('versions count from 1 without gaps', () => {
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
});

test('a database of a newer version is refused with file and versions, and is untouched', async () => {
  const file = makeDatabasePath();
  const store = await openSqliteStore({ file });
  await store.addBot({ id: 'demo' });
  await store.assign('demo', [newAssignment('a')]);
  await store.close();
  const newer = new Database(file);
  newer.prepare("insert into schema_migrations values (99, 'from-the-future', '2099-01-01T00:00:00.000Z')").run();
  newer.close();

  const before = readFileSync(file);
  const error = await openSqliteStore({ file }).catch((caught: unknown) => caught);
  expect(isLoadoutError(error, 'STORE_NEWER')).toBe(true);
  expect(error).toMatchObject({ details: { file, found: 99, known: migrations.length } });
  for (const part of [file, '99', `up to ${migrations.length}`]) expect(String(error)).toContain(part);
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('the check of the version comes before anything is written, also to a file in the old journal mode', async () => {
  const file = makeDatabasePath();
  const newer = new Database(file);
  newer.exec(`create table schema_migrations (version integer primary key, name text, applied_at text);
    insert into schema_migrations values (1, 'bots-and-loadouts', 'x'), (7, 'x', 'x')`);
  newer.close();
  const before = readFileSync(file);
  await expect(openSqliteStore({ file })).rejects.toSatisfy((error) => isLoadoutError(error, 'STORE_NEWER'));
  expect(readFileSync(file).equals(before)).toBe(true);
});

// The steps are given here: what happens when one fails cannot be seen with the real ones.
test('when a step fails, all steps of that opening are undone, and the next opening does them again', async () => {
  const file = makeDatabasePath();
  const database = new Database(file);
  const kysely = new Kysely<DatabaseSchema>({ dialect: new ImmediateSqliteDialect(database) });
  let fails = true;
  const steps = [
    ...migrations,
    {
      version: migrations.length + 1,
      name: 'fails-once',
      up: async (transaction: Kysely<unknown>) => {
        await transaction.schema.createTable('half').addColumn('id', 'integer').execute();
        if (fails) throw new Error('out of luck');
      },
    },
  ];
  await expect(migrateDatabase(kysely, { name: file, now: Date.now, steps })).rejects.toThrow('out of luck');
  expect(database.prepare('select count(*) from sqlite_schema').pluck().get()).toBe(0);
  fails = false;
  await migrateDatabase(kysely, { name: file, now: Date.now, steps });
  await migrateDatabase(kysely, { name: file, now: Date.now, steps });
  expect(database.prepare('select version from schema_migrations').pluck().all()).toEqual(
    steps.map(({ version }) => version),
  );
  await kysely.destroy();
});

function readRows(file: string, sql: string): unknown[] {
  const database = new Database(file, { readonly: true });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}
