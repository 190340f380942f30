import { isLoadoutError } from '@loadout/core';
import Database from 'better-sqlite3';
import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { createBotStore } from '../../src/bot-store.js';
import { migrateDatabase } from '../../src/migrate-database.js';
import type { DatabaseSchema } from '../../src/schema.js';
import { ImmediateSqliteDialect } from '../../src/sqlite/immediate-sqlite-dialect.js';
import { openSqliteFile } from '../../src/sqlite/open-sqlite-file.js';
import { SqliteSession } from '../../src/sqlite/sqlite-session.js';
import { makeDatabasePath } from '../temporary-folder.js';

// These reach inside to shorten the time that a store waits for a lock.
async function openSession(file: string): Promise<SqliteSession> {
  const database = openSqliteFile(file);
  const kysely = new Kysely<DatabaseSchema>({ dialect: new ImmediateSqliteDialect(database, 20) });
  await migrateDatabase(kysely, { name: file, now: Date.now });
  return new SqliteSession(file, database, kysely);
}

test('a lock that is never released ends as STORE_UNAVAILABLE, and the store works on afterwards', async () => {
  const file = makeDatabasePath();
  const session = await openSession(file);
  const bots = createBotStore(session, () => new Date().toISOString());
  const other = new Database(file);
  other.exec('begin immediate');
  await expect(bots.addBot({ id: 'demo' })).rejects.toSatisfy(
    (error) => isLoadoutError(error, 'STORE_UNAVAILABLE') && /holds its lock/.test(error.message),
  );
  other.exec('rollback');
  await bots.addBot({ id: 'demo' });
  expect((await bots.listBots()).map(({ id }) => id)).toEqual(['demo']);
  other.close();
  await session.close();
});

test('what a change throws is rolled back and comes out as it is', async () => {
  const session = await openSession(makeDatabasePath());
  const mistake = new RangeError('a mistake');
  const work = session.change(async (transaction) => {
    await transaction
      .insertInto('bots')
      .values({ id: 'demo', display_name: 'Demo', created_at: '', removed_at: null })
      .execute();
    throw mistake;
  });
  await expect(work).rejects.toBe(mistake);
  expect(await session.read((database) => database.selectFrom('bots').selectAll().execute())).toEqual([]);
  await session.close();
});

test('a transaction that SQLite has ended by itself comes out with the cause, not with a failed rollback', async () => {
  const session = await openSession(makeDatabasePath());
  const work = session.change(async (transaction) => {
    const row = { id: 'demo', display_name: 'Demo', created_at: '', removed_at: null };
    await transaction.insertInto('bots').values(row).execute();
    await transaction.insertInto('bots').orRollback().values(row).execute();
  });
  await expect(work).rejects.toThrow(/UNIQUE constraint failed: bots\.id/);
  expect(await session.read((database) => database.selectFrom('bots').selectAll().execute())).toEqual([]);
  await session.close();
});

test('rows of bot_tools need a bot: foreign keys are on', async () => {
  const session = await openSession(makeDatabasePath());
  const work = session.change((transaction) =>
    transaction
      .insertInto('bot_tools')
      .values({
        bot_id: 'nobody',
        tool_name: 'a',
        owner: 'x',
        label: 'A',
        position: 1,
        assigned_at: '',
        updated_at: '',
      })
      .execute(),
  );
  await expect(work).rejects.toThrow(/FOREIGN KEY constraint failed/);
  await session.close();
});

test('commits reach the disk at once', () => {
  const database = openSqliteFile(makeDatabasePath());
  expect(database.pragma('synchronous', { simple: true })).toBe(2);
  expect(database.pragma('busy_timeout', { simple: true })).toBe(5000);
  database.close();
});
