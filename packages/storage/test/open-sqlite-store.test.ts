import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { isLoadoutError, type Store } from '@loadout/core';
import { storeConformance } from '@loadout/core/store-conformance';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../src/index.js';
import { newAssignment } from './new-assignment.js';
import { makeDatabasePath, makeTemporaryFolder } from './temporary-folder.js';

for (const { title, run } of storeConformance) {
  test(title, () => run(() => openSqliteStore({ file: makeDatabasePath() })));
}

test('file and folders are made where they are missing', async () => {
  const file = path.join(makeTemporaryFolder(), 'a', 'b with spaces', 'löadout.db');
  const store = await openSqliteStore({ file });
  expect(statSync(file).isFile()).toBe(true);
  await store.close();
});

test('a relative path is one of the working directory, also when it looks like a URI', async () => {
  const folder = makeTemporaryFolder();
  const file = path.relative(process.cwd(), path.join(folder, 'file:x?mode=ro'));
  await (await openSqliteStore({ file })).close();
  expect(existsSync(path.join(folder, 'file:x?mode=ro'))).toBe(true);
});

test('what is no path is refused, with the way to a store in memory', async () => {
  for (const file of ['', ':memory:', undefined, 7]) {
    await expect(openSqliteStore({ file: file as string })).rejects.toSatisfy(
      (error) => isLoadoutError(error, 'CONFIGURATION_INVALID') && error.message.includes('createMemoryStore'),
    );
  }
});

test('everything is there after reopening', async () => {
  const file = makeDatabasePath();
  const first = await openSqliteStore({ file });
  await first.addBot({ id: 'demo', displayName: 'Demo 🤖' });
  await first.addBot({ id: 'removed' });
  await first.removeBot('removed');
  await first.assign('demo', [
    newAssignment('b', { owner: 'builtin', definitionHash: null }),
    newAssignment('a', { settingsOverride: { nested: [{ text: 'ü 検索' }] } }),
    newAssignment('gone'),
  ]);
  await first.unassign('demo', ['gone']);
  const before = await readAll(first);
  await first.close();

  const second = await openSqliteStore({ file });
  expect(await readAll(second)).toEqual(before);
  expect(before.assignments.map(({ toolName }) => toolName)).toEqual(['b', 'a']);
  await expect(second.addBot({ id: 'removed' })).rejects.toSatisfy((error) => isLoadoutError(error, 'BOT_ID_RETIRED'));
  await second.assign('demo', [newAssignment('c')]);
  expect((await second.listAssignments('demo')).map(({ toolName }) => toolName)).toEqual(['b', 'a', 'c']);
  await second.close();
});

test('times come from the clock that was given', async () => {
  let time = Date.UTC(2024, 1, 29);
  const store = await openSqliteStore({ file: makeDatabasePath(), now: () => time });
  expect(await store.addBot({ id: 'demo' })).toMatchObject({ createdAt: '2024-02-29T00:00:00.000Z' });
  await store.assign('demo', [newAssignment('a')]);
  time += 1;
  await store.assign('demo', [newAssignment('a')]);
  expect(await store.listAssignments('demo')).toMatchObject([
    { assignedAt: '2024-02-29T00:00:00.000Z', updatedAt: '2024-02-29T00:00:00.001Z' },
  ]);
  await store.close();
});

test('the file is in WAL mode, and is_built_in can be queried by whoever reads it', async () => {
  const file = makeDatabasePath();
  const store = await openSqliteStore({ file });
  await store.addBot({ id: 'demo' });
  await store.assign('demo', [newAssignment('a', { owner: 'builtin' }), newAssignment('b')]);
  const reader = new Database(file, { readonly: true });
  expect(reader.pragma('journal_mode', { simple: true })).toBe('wal');
  expect(reader.prepare('select tool_name from bot_tools where is_built_in = 1').pluck().all()).toEqual(['a']);
  reader.close();
  await store.close();
});

test('settings that somebody broke in the file are reported with bot and tool, and not left out', async () => {
  const file = makeDatabasePath();
  const store = await openSqliteStore({ file });
  await store.addBot({ id: 'demo' });
  await store.assign('demo', [newAssignment('search')]);
  const other = new Database(file);
  for (const text of ['{"limit":', '[]', '7', '']) {
    other.prepare('update bot_tools set settings_override = ?').run(text);
    await expect(store.listAssignments('demo'), text).rejects.toSatisfy(
      (error) => isLoadoutError(error, 'STORE_UNAVAILABLE') && /"search" for bot "demo"/.test(error.message),
    );
  }
  other.close();
  await store.close();
});

test('close lets running changes end; afterwards every method says that the store is closed', async () => {
  const file = makeDatabasePath();
  const store = await openSqliteStore({ file });
  await store.addBot({ id: 'demo' });
  const changes = ['a', 'b', 'c'].map((name) => store.assign('demo', [newAssignment(name)]));
  const closing = store.close();
  await Promise.all([...changes, closing, store.close()]);

  const closed = expect.toSatisfy(
    (error) => isLoadoutError(error, 'STORE_UNAVAILABLE') && /was closed/.test(error.message),
  );
  await expect(store.listBots()).rejects.toEqual(closed);
  await expect(store.assign('demo', [])).rejects.toEqual(closed);
  expect(() => store.revision()).toThrow(closed);

  const again = await openSqliteStore({ file });
  expect(await again.listAssignments('demo')).toHaveLength(3);
  await again.close();
});

async function readAll(store: Store) {
  return { bots: await store.listBots(), assignments: await store.listAssignments('demo') };
}
