import { setTimeout } from 'node:timers/promises';
import { isLoadoutError } from '@loadout/core';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../src/index.js';
import { addBot, assign, listNames, newAssignment } from './new-assignment.js';
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
  await addBot(one, 'demo');
  expectChanged();
  expect((await two.listBots()).map(({ id }) => id)).toEqual(['demo']);
  await assign(one, 'demo', 'a');
  expectChanged();
  expect(await two.listAssignments('demo')).toEqual(await one.listAssignments('demo'));
  await one.change((writer) => writer.deleteAssignments('demo', ['a']));
  expectChanged();
  await one.listAssignments('demo');
  await one.listBots();
  expect(two.revision()).toBe(revision);
  await one.change((writer) => writer.removeBot('demo'));
  expectChanged();
  await expect(addBot(two, 'demo')).rejects.toSatisfy((error) => isLoadoutError(error, 'BOT_ID_RETIRED'));
  await one.close();
  await two.close();
});

test('two stores of one process that change one bot at once lose nothing and do not wait for each other in vain', async () => {
  const file = makeDatabasePath();
  const stores = await Promise.all([openSqliteStore({ file }), openSqliteStore({ file })]);
  await addBot(stores[0], 'demo');
  const started = performance.now();
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      stores[index % 2]?.change(async (writer) => {
        const position = (await writer.listAssignments('demo')).length + 1;
        await writer.putAssignments('demo', [newAssignment(`tool_${index}`, { position })]);
      }),
    ),
  );
  expect(performance.now() - started).toBeLessThan(8000);
  const positions = (await stores[1].listAssignments('demo')).map(({ position }) => position);
  expect(positions).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  expect(await stores[0].getBot('demo')).toMatchObject({ loadoutRevision: 40 });
  for (const store of stores) await store.close();
});

test('processes that open a new file and change one bot at the same time lose nothing', async () => {
  const file = makeDatabasePath();
  const processes = await Promise.all(Array.from({ length: 3 }, () => startSecondProcess()));
  await Promise.all(processes.map((one) => one.open(file)));
  const store = await openSqliteStore({ file });
  await addBot(store, 'demo');
  const rounds = 25;
  await Promise.all(
    processes.map(async (one, number) => {
      for (let round = 0; round < rounds; round += 1) await one.assignNext('demo', `own_${number}_${round}`);
    }),
  );
  const positions = (await store.listAssignments('demo')).map(({ position }) => position);
  expect(positions).toEqual(Array.from({ length: rounds * 3 }, (_, index) => index + 1));
  await store.close();
});

test('a change waits for a lock of somebody else without blocking the event loop', async () => {
  const file = makeDatabasePath();
  const store = await openSqliteStore({ file });
  await addBot(store, 'demo');
  const other = new Database(file);
  other.exec('begin immediate');
  let isDone = false;
  const change = assign(store, 'demo', 'a').then(() => {
    isDone = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isDone).toBe(false);
  other.exec('commit');
  await change;
  expect(await listNames(store, 'demo')).toEqual(['a']);
  other.close();
  await store.close();
});

test('readers never wait for a writer, of this process or of another one', async () => {
  const file = makeDatabasePath();
  const store = await openSqliteStore({ file });
  await addBot(store, 'demo');
  const other = new Database(file);
  other.exec("begin immediate; update bots set display_name = 'uncommitted'");
  expect(await store.getBot('demo')).toMatchObject({ displayName: 'demo' });
  expect(await store.listBots()).toMatchObject([{ displayName: 'demo' }]);
  other.exec('rollback');
  other.close();

  await store.change(async (writer) => {
    await writer.renameBot('demo', 'Renamed');
    expect(await store.getBot('demo')).toMatchObject({ displayName: 'demo' });
    expect(await store.listBots()).toMatchObject([{ displayName: 'demo' }]);
    expect(await writer.getBot('demo')).toMatchObject({ displayName: 'Renamed' });
  });
  expect(await store.getBot('demo')).toMatchObject({ displayName: 'Renamed' });
  await store.close();
});

test('a long list is one state of the store, whatever is committed while it is read', async () => {
  const file = makeDatabasePath();
  const [store, other] = await Promise.all([openSqliteStore({ file }), openSqliteStore({ file })]);
  const ids = Array.from({ length: 3000 }, (_, index) => `bot-${String(index).padStart(5, '0')}`);
  const [first, last] = ['bot-00000', 'bot-02999'];
  await store.change(async (writer) => {
    for (const id of ids) await writer.addBot({ id, displayName: 'round 0', createdAt: '' });
  });
  let isListed = false;
  let round = 0;
  const listed = store.listBots().finally(() => {
    isListed = true;
  });
  while (!isListed) {
    round += 1;
    const name = `round ${round}`;
    await other.change(async (writer) => {
      await writer.renameBot(first, name);
      await writer.renameBot(last, name);
    });
    expect(await store.getBot(last)).toMatchObject({ displayName: name });
  }
  expect(round).toBeGreaterThan(0);
  const bots = await listed;
  expect(bots.map(({ id }) => id)).toEqual(ids);
  // Of which moment it is depends on when its turn came.
  expect(bots.at(-1)?.displayName).toBe(bots[0]?.displayName);
  expect(bots.slice(1, -1).every(({ displayName }) => displayName === 'round 0')).toBe(true);
  await store.close();
  await other.close();
});

test('who makes change after change lets others in', async () => {
  const file = makeDatabasePath();
  const [busy, other] = await Promise.all([openSqliteStore({ file }), openSqliteStore({ file })]);
  await addBot(busy, 'demo');
  let waiting = 40;
  // Each holds the lock as a large import does; the next one follows at once.
  const changes = Array.from({ length: waiting }, () =>
    busy.change(async (writer) => {
      await writer.renameBot('demo', 'renamed');
      await setTimeout(40);
      waiting -= 1;
    }),
  );
  await addBot(other, 'patient');
  expect(waiting).toBeGreaterThan(5);
  await Promise.all(changes);
  await busy.close();
  await other.close();
});
