import { expect, test } from 'vitest';
import { openSqliteStore } from '../../src/index.js';
import { openSqliteFile, useWriteAheadLog } from '../../src/sqlite/open-sqlite-file.js';
import { addBot, assign, listNames, newAssignment, someTime } from '../new-assignment.js';
import { startSecondProcess } from '../second-process.js';
import { makeDatabasePath } from '../temporary-folder.js';

test('4.5 a change in another process is seen as soon as it is acknowledged, and the revision tells', async () => {
  const file = makeDatabasePath();
  const [store, second] = await Promise.all([openSqliteStore({ file }), startSecondProcess()]);
  await addBot(store, 'demo');
  await second.open(file);
  expect(await second.call('getBot', 'demo')).toEqual(await store.getBot('demo'));

  const before = store.revision();
  expect(store.revision()).toBe(before);
  await second.change(['putAssignments', 'demo', [newAssignment('there', { settingsOverride: { limit: 5 } })]]);
  expect(store.revision()).not.toBe(before);
  expect(await store.listAssignments('demo')).toMatchObject([{ toolName: 'there', settingsOverride: { limit: 5 } }]);

  const theirs = await second.call('revision');
  expect(await second.call('revision')).toBe(theirs);
  await assign(store, 'demo', 'here');
  expect(await second.call('revision')).not.toBe(theirs);
  expect(await second.call('listAssignments', 'demo')).toEqual(await store.listAssignments('demo'));
  await store.close();
});

test('4.5 settings, decisions and conversations that another process changed are seen at once', async () => {
  const file = makeDatabasePath();
  const [store, second] = await Promise.all([openSqliteStore({ file }), startSecondProcess()]);
  await addBot(store, 'demo');
  await second.open(file);
  const setting = { owner: 'builtin', toolName: 'a', field: 'limit', value: 1, updatedAt: someTime };
  const decision = { kind: 'tools-off', subject: '', value: true, updatedAt: someTime } as const;
  const conversation = { botId: 'demo', id: 'room', requiredConfidence: 'HIGH', updatedAt: someTime } as const;
  const before = store.revision();
  await second.change(['putToolSetting', setting], ['putDecision', decision], ['putConversation', conversation]);
  expect(store.revision()).not.toBe(before);
  expect(await store.listToolSettings()).toEqual([setting]);
  expect(await store.listDecisions()).toEqual([decision]);
  expect(await store.getConversation('demo', 'room')).toEqual(conversation);
  await store.close();
});

test('4.6 an acknowledged change is there after the process that made it was killed', async () => {
  const file = makeDatabasePath();
  const second = await startSecondProcess();
  await second.open(file);
  await second.change(['addBot', { id: 'demo', displayName: 'Demo', createdAt: someTime }]);
  await second.change(['putAssignments', 'demo', [newAssignment('a'), newAssignment('b', { position: 2 })]]);
  await second.kill();
  const store = await openSqliteStore({ file });
  expect(await listNames(store, 'demo')).toEqual(['a', 'b']);
  await store.close();
});

test('4.6 a process that is killed in the middle of changes leaves whole ones, and every acknowledged one', async () => {
  for (let round = 0; round < 5; round += 1) {
    const file = makeDatabasePath();
    const store = await openSqliteStore({ file });
    await addBot(store, 'demo');
    const second = await startSecondProcess();
    await second.open(file);
    let acknowledged = 0;
    const writing = (async () => {
      for (let number = 1; ; number += 1) {
        await second.change(
          ['putAssignments', 'demo', [newAssignment(`tool_${number}`, { position: number })]],
          ['putToolSetting', { owner: 'x', toolName: 'a', field: `f${number}`, value: number, updatedAt: someTime }],
        );
        acknowledged = number;
      }
    })();
    while (acknowledged < 5 + round * 3) await new Promise((resolve) => setImmediate(resolve));
    const ended = expect(writing).rejects.toThrow('has ended');
    await second.kill();
    await ended;

    const names = await listNames(store, 'demo');
    expect(names.length).toBeGreaterThanOrEqual(acknowledged);
    expect(await store.listToolSettings()).toHaveLength(names.length);
    expect(await store.getBot('demo')).toMatchObject({ loadoutRevision: names.length });
    expect(await store.examine?.()).toEqual([]);
    await store.close();
  }
});

// Looks at the connection itself: what a power cut leaves cannot be seen from a test.
test('4.6 each commit reaches the disk before it is acknowledged, in a log that is written ahead', async () => {
  const file = makeDatabasePath();
  const store = await openSqliteStore({ file });
  await addBot(store, 'demo');
  const database = openSqliteFile(file);
  await useWriteAheadLog(database);
  expect(database.pragma('synchronous', { simple: true })).toBe(2);
  expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
  expect(database.pragma('foreign_keys', { simple: true })).toBe(1);
  database.close();
  await store.close();
});
