import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isLoadoutError, type Store } from '@loadout/core';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../src/index.js';
import { damageTable } from './damage-table.js';
import { addBot, listNames, newAssignment } from './new-assignment.js';
import { makeDatabasePath } from './temporary-folder.js';

async function fillStore(file: string, tools: number): Promise<Store> {
  const store = await openSqliteStore({ file });
  await addBot(store, 'demo');
  const assignments = Array.from({ length: tools }, (_, position) => newAssignment(`tool_${position}`, { position }));
  await store.change((writer) => writer.putAssignments('demo', assignments));
  return store;
}

const backUp = (store: Store, target: string): Promise<void> => {
  if (store.backUp === undefined) throw new Error('the store has no backUp');
  return store.backUp(target);
};

test('a backup is a store with everything in it, whatever is written meanwhile, and the event loop goes on', async () => {
  const file = makeDatabasePath();
  const target = path.join(path.dirname(file), 'deeper', 'backup.db');
  const store = await fillStore(file, 8000);
  const other = await openSqliteStore({ file });
  chmodSync(file, 0o640);
  let isOver = false;
  let changes = 0;
  const copying = backUp(store, target).finally(() => {
    isOver = true;
  });
  // Another connection that writes all the time would make SQLite begin anew for ever.
  while (!isOver) {
    await other.change((writer) => writer.renameBot('demo', `name ${changes}`));
    changes += 1;
  }
  await copying;
  expect(changes).toBeGreaterThan(1);
  expect(statSync(target).mode & 0o777).toBe(0o640);
  expect(readdirSync(path.dirname(target))).toEqual(['backup.db']);

  const copy = await openSqliteStore({ file: target });
  expect(await listNames(copy, 'demo')).toEqual(await listNames(store, 'demo'));
  expect(await copy.examine?.()).toEqual([]);
  await addBot(copy, 'other');
  expect(await store.getBot('other')).toBeUndefined();
  for (const one of [store, other, copy]) await one.close();
});

test('a file that is there already is refused and stays as it is', async () => {
  const file = makeDatabasePath();
  const store = await fillStore(file, 1);
  const target = `${file}.backup`;
  writeFileSync(target, 'something else');
  await expect(backUp(store, target)).rejects.toSatisfy(
    (error) =>
      isLoadoutError(error, 'STORE_UNAVAILABLE') &&
      error.message.includes(`"${target}"`) &&
      /exists already. Name another one/.test(error.message),
  );
  expect(readFileSync(target, 'utf8')).toBe('something else');
  await expect(backUp(store, file)).rejects.toThrow(/exists already/);
  await store.close();
});

test('a place where no file can be made is named, and nothing is left', async () => {
  const file = makeDatabasePath();
  const store = await fillStore(file, 1);
  const before = readdirSync(path.dirname(file));
  const target = path.join(file, 'backup.db');
  await expect(backUp(store, target)).rejects.toSatisfy(
    (error) => isLoadoutError(error, 'STORE_UNAVAILABLE') && error.message.includes('a file where a folder is needed'),
  );
  expect(existsSync(target)).toBe(false);
  expect(readdirSync(path.dirname(file))).toEqual(before);
  await store.close();
});

test.each([
  ['a table', 'bot_tools'],
  ['the schema', 'sqlite_schema'],
])('a database with a damaged page in %s is refused with what is wrong, and nothing is left', async (_place, table) => {
  const file = makeDatabasePath();
  await (await fillStore(file, 2000)).close();
  const store = await openSqliteStore({ file });
  damageTable(file, table);
  const target = `${file}.backup`;
  await expect(backUp(store, target)).rejects.toSatisfy(
    (error) =>
      isLoadoutError(error, 'STORE_UNAVAILABLE') &&
      error.message.startsWith(`The backup "${target}" was not made, because the database "${file}" is damaged: `) &&
      error.message.endsWith('restore an earlier backup.') &&
      !error.message.includes('\n'),
  );
  await store.close();
  expect(readdirSync(path.dirname(file)).filter((name) => name.includes('backup'))).toEqual([]);
});

test('of two backups to one name at once, one succeeds', async () => {
  const file = makeDatabasePath();
  const store = await fillStore(file, 2000);
  const target = `${file}.backup`;
  const results = await Promise.allSettled([backUp(store, target), backUp(store, target)]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const copy = await openSqliteStore({ file: target });
  expect(await listNames(copy, 'demo')).toHaveLength(2000);
  await copy.close();
  await store.close();
  expect(readdirSync(path.dirname(file)).sort()).toEqual(['loadout.db', 'loadout.db.backup']);
});
