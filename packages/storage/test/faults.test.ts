import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isLoadoutError, type LoadoutError } from '@loadout/core';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../src/index.js';
import { damageTable } from './damage-table.js';
import { addBot, assign, listNames, newAssignment, someTime } from './new-assignment.js';
import { mountSmallDisk } from './small-disk.js';
import { makeDatabasePath } from './temporary-folder.js';

test('a disk that fills up refuses changes, keeps what was acknowledged, and goes on when it has space', async (context) => {
  const disk = mountSmallDisk(2_000)?.folder;
  if (disk === undefined) return context.skip('mounting a small disk needs root');
  const file = path.join(disk, 'loadout.db');
  const store = await openSqliteStore({ file });
  await addBot(store, 'demo');
  const ballast = path.join(disk, 'ballast');
  writeFileSync(ballast, Buffer.alloc(1024 * 1024));

  const acknowledged: string[] = [];
  const error = await captureUnavailable(async () => {
    for (let number = 0; number < 2000; number += 1) {
      const toolName = `tool_${number}`;
      const settingsOverride = { text: 'x'.repeat(2000) };
      await store.change(async (writer) => {
        await writer.putAssignments('demo', [newAssignment(toolName, { settingsOverride, position: number })]);
        await writer.putDefinition(`hash-${number}`, settingsOverride);
      });
      acknowledged.push(toolName);
    }
  });
  expect(error.message).toContain(file);
  expect(error.message).toContain('Free space on the disk');
  expect(acknowledged.length).toBeGreaterThan(10);
  expect(await listNames(store, 'demo')).toEqual(acknowledged);
  await expect(store.backUp?.(path.join(disk, 'backup.db'))).rejects.toSatisfy(
    (caught) => isLoadoutError(caught, 'STORE_UNAVAILABLE') && caught.message.includes('Free space'),
  );
  expect(readdirSync(disk).filter((name) => name.includes('backup'))).toEqual([]);

  rmSync(ballast);
  await assign(store, 'demo', 'afterwards');
  expect(await listNames(store, 'demo')).toHaveLength(acknowledged.length + 1);
  expect(await store.examine?.()).toEqual([]);
  await store.close();

  const again = await openSqliteStore({ file });
  expect(await listNames(again, 'demo')).toEqual(expect.arrayContaining([...acknowledged, 'afterwards']));
  await again.close();
});

test('a change that is too large for the disk is undone whole', async (context) => {
  const disk = mountSmallDisk(2_000)?.folder;
  if (disk === undefined) return context.skip('mounting a small disk needs root');
  const store = await openSqliteStore({ file: path.join(disk, 'loadout.db') });
  await addBot(store, 'demo');
  const caught: unknown[] = [];
  await captureUnavailable(() =>
    store.change(async (writer) => {
      for (let number = 0; number < 600; number += 1) {
        // Work that goes on after a failure must not leave the rest of itself behind.
        await writer.putDefinition(`hash-${number}`, { text: 'x'.repeat(20_000) }).catch((error) => caught.push(error));
      }
    }),
  );
  expect(caught.length).toBeGreaterThan(1);
  for (const number of [0, 599]) expect(await store.getDefinition(`hash-${number}`)).toBeUndefined();
  await store.change((writer) => writer.putDefinition('small', { text: 'x' }));
  expect(await store.getDefinition('small')).toEqual({ text: 'x' });
  await store.close();
});

test('a disk that is mounted for reading alone refuses the file when it is opened', async (context) => {
  const disk = mountSmallDisk(4_000)?.folder;
  if (disk === undefined) return context.skip('mounting a small disk needs root');
  const file = path.join(disk, 'loadout.db');
  await (await openSqliteStore({ file })).close();
  execFileSync('mount', ['-o', 'remount,ro', disk]);
  const error = await captureUnavailable(() => openSqliteStore({ file }));
  expect(error.message).toContain(file);
  expect(error.message).toContain('Let the user of this process write the file and its folder.');
});

test('a damaged page is an error for those who read it, found by an examination, and others read on', async () => {
  const file = makeDatabasePath();
  const first = await openSqliteStore({ file });
  await addBot(first, 'demo');
  await assign(first, 'demo', ...Array.from({ length: 500 }, (_, index) => `tool_${index}`));
  await first.change((writer) =>
    writer.putDecision({ kind: 'tools-off', subject: '', value: true, updatedAt: someTime }),
  );
  await first.close();
  damageTable(file, 'bot_tools');

  const store = await openSqliteStore({ file });
  const error = await captureUnavailable(() => store.listAssignments('demo'));
  expect(error.message).toContain(file);
  expect(error.message).toContain('restore a backup');
  expect(error.cause).toBeInstanceOf(Database.SqliteError);
  expect(await store.getBot('demo')).toMatchObject({ id: 'demo' });
  expect(await store.listDecisions()).toHaveLength(1);
  await captureUnavailable(() => assign(store, 'demo', 'tool_0', 'one_more'));
  await store.change((writer) => writer.renameBot('demo', 'Renamed'));
  expect(await store.getBot('demo')).toMatchObject({ displayName: 'Renamed' });

  const found = (await store.examine?.()) ?? [];
  expect(found.length).toBeGreaterThan(0);
  for (const sentence of found)
    expect(sentence).toMatch(/^The table bot_tools of the database is damaged: .*backup\.$/);
  await store.close();
});

test('an examination finds rows that belong to nothing and JSON that is none, each with its remedy', async () => {
  const file = makeDatabasePath();
  const store = await openSqliteStore({ file });
  await addBot(store, 'demo');
  await assign(store, 'demo', 'a', 'b');
  expect(await store.examine?.()).toEqual([]);
  const other = new Database(file);
  other.exec(`pragma foreign_keys = off; update bot_tools set bot_id = 'nobody';
    insert into definitions values ('a1', '{'); insert into tool_settings values ('builtin', 'a', 'b', 'x', 'at');
    insert into companion_snapshots values ('a', 'a', '{}', '[]', '', '', '[]'), ('b', 'b', 'null', '5', '', '', '{}'),
      ('c', 'c', '5', '{}', '', '', '[{'), ('d', 'd', '[', 'x', '', '', '[1]'), ('e', 'e', '[]', '{}', '', '', '[]')`);
  other.close();
  expect(await store.examine?.()).toEqual([
    '2 rows of the table bot_tools belong to no row of bots: somebody changed the file past Loadout. ' +
      'Delete them, or restore a backup.',
    'The column tools of 4 rows of the table companion_snapshots is no JSON array. Correct it, or delete what cannot be read.',
    'The column metadata of 3 rows of the table companion_snapshots is no JSON object. Correct it, or delete what cannot be read.',
    'The column dropped_tools of 2 rows of the table companion_snapshots is no JSON array. Correct it, or delete what cannot be read.',
    'The column definition of 1 row of the table definitions is no JSON object. Correct it, or delete what cannot be read.',
    'The column value of 1 row of the table tool_settings is no JSON. Correct it, or delete what cannot be read.',
  ]);
  await store.close();
});

test('an examination of a large file leaves the event loop free', async () => {
  const file = makeDatabasePath();
  const store = await openSqliteStore({ file });
  const other = new Database(file);
  other.exec(`insert into audit (at, actor_name, actor_via, action, value_before, value_after)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 100000)
    select 'at', 'me', 'cli', 'setting-set', '{"value":"something"}', 'null' from n`);
  other.close();
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  turn();
  expect(await store.examine?.()).toEqual([]);
  isOver = true;
  // There are ten tables: with one turn after each there would be ten.
  expect(turns).toBeGreaterThan(100);
  await store.close();
});

test('a file that is gone is said by an examination, not made anew', async () => {
  const file = makeDatabasePath();
  const store = await openSqliteStore({ file });
  rmSync(file);
  await captureUnavailable(async () => store.examine?.());
  expect(existsSync(file)).toBe(false);
  await store.close();
});

async function captureUnavailable(work: () => Promise<unknown>): Promise<LoadoutError> {
  const error = await work().then(
    () => new Error('expected STORE_UNAVAILABLE'),
    (caught: unknown) => caught,
  );
  if (!isLoadoutError(error, 'STORE_UNAVAILABLE')) throw error;
  return error;
}
