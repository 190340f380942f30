import { isLoadoutError } from '@loadout/core';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../src/index.js';
import { newAssignment } from './new-assignment.js';
import { startSecondProcess } from './second-process.js';
import { makeDatabasePath } from './temporary-folder.js';

test('two stores on one file see what the other changes, and their revisions tell', async () => {
  const file = makeDatabasePath();
  const [one, two] = await Promise.all([openSqliteStore({ file }), openSqliteStore({ file })]);
  let revision = two.revision();
  const expectChanged = (): void => {
    expect(two.revision()).not.toBe(revision);
    revision = two.revision();
  };
  await one.addBot({ id: 'demo' });
  expectChanged();
  expect((await two.listBots()).map(({ id }) => id)).toEqual(['demo']);
  await one.assign('demo', [newAssignment('a')]);
  expectChanged();
  expect(await two.listAssignments('demo')).toEqual(await one.listAssignments('demo'));
  await one.unassign('demo', ['a']);
  expectChanged();
  await one.listAssignments('demo');
  expect(two.revision()).toBe(revision);
  await one.removeBot('demo');
  expectChanged();
  await expect(two.addBot({ id: 'demo' })).rejects.toSatisfy((error) => isLoadoutError(error, 'BOT_ID_RETIRED'));
  await one.close();
  await two.close();
});

test('two stores of one process that change one bot at once lose nothing and do not wait for each other in vain', async () => {
  const file = makeDatabasePath();
  const stores = await Promise.all([openSqliteStore({ file }), openSqliteStore({ file })]);
  await stores[0].addBot({ id: 'demo' });
  const started = performance.now();
  await Promise.all(
    Array.from({ length: 40 }, (_, index) => stores[index % 2]?.assign('demo', [newAssignment(`tool_${index}`)])),
  );
  expect(performance.now() - started).toBeLessThan(4000);
  const positions = (await stores[1].listAssignments('demo')).map(({ position }) => position);
  expect(new Set(positions).size).toBe(40);
  for (const store of stores) await store.close();
});

test('a change in another process is seen as soon as it is acknowledged, and the revision tells', async () => {
  const file = makeDatabasePath();
  const [store, second] = await Promise.all([openSqliteStore({ file }), startSecondProcess()]);
  await store.addBot({ id: 'demo' });
  await second.open(file);
  expect(await second.call('getBot', 'demo')).toEqual(await store.getBot('demo'));

  const before = store.revision();
  expect(store.revision()).toBe(before);
  await second.call('assign', 'demo', [newAssignment('there', { settingsOverride: { limit: 5 } })]);
  expect(store.revision()).not.toBe(before);
  expect(await store.listAssignments('demo')).toMatchObject([{ toolName: 'there', settingsOverride: { limit: 5 } }]);

  const theirs = await second.call('revision');
  expect(await second.call('revision')).toBe(theirs);
  await store.assign('demo', [newAssignment('here')]);
  expect(await second.call('revision')).not.toBe(theirs);
  expect(await second.call('listAssignments', 'demo')).toEqual(await store.listAssignments('demo'));
  await store.close();
});

test('processes that open a new file and change one bot at the same time lose nothing', async () => {
  const file = makeDatabasePath();
  const processes = await Promise.all(Array.from({ length: 3 }, () => startSecondProcess()));
  await Promise.all(processes.map((one) => one.open(file)));
  await processes[0]?.call('addBot', { id: 'demo' });
  const rounds = 25;
  await Promise.all(
    processes.map(async (one, number) => {
      for (let round = 0; round < rounds; round += 1) {
        await one.call('assign', 'demo', [newAssignment(`shared_${round}`), newAssignment(`own_${number}_${round}`)]);
      }
    }),
  );
  const store = await openSqliteStore({ file });
  const assignments = await store.listAssignments('demo');
  expect(assignments).toHaveLength(rounds * 4);
  expect(new Set(assignments.map(({ position }) => position)).size).toBe(rounds * 4);
  await store.close();
});

test('an acknowledged change is there after the process that made it was killed', async () => {
  const file = makeDatabasePath();
  const second = await startSecondProcess();
  await second.open(file);
  await second.call('addBot', { id: 'demo' });
  await second.call('assign', 'demo', [newAssignment('a'), newAssignment('b')]);
  await second.kill();
  const store = await openSqliteStore({ file });
  expect((await store.listAssignments('demo')).map(({ toolName }) => toolName)).toEqual(['a', 'b']);
  await store.close();
});

test('a change waits for a lock of somebody else without blocking the event loop', async () => {
  const file = makeDatabasePath();
  const store = await openSqliteStore({ file });
  await store.addBot({ id: 'demo' });
  const other = new Database(file);
  other.exec('begin immediate');
  let isDone = false;
  const change = store.assign('demo', [newAssignment('a')]).then(() => {
    isDone = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isDone).toBe(false);
  other.exec('commit');
  await change;
  expect(await store.listAssignments('demo')).toHaveLength(1);
  other.close();
  await store.close();
});
