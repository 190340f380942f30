import { readFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { makeDatabasePath, makeTemporaryFolder } from '../temporary-folder.js';
import { newTrace, newTraces } from '../traces/new-trace.js';
import { listAll, openTraces } from '../traces/open-traces.js';
import { startTracingProcess } from '../traces/tracing-process.js';

test('4.6 traces are batched: a batch is in the file at most 100 ms after its first trace, without being asked for', async () => {
  const { traces, file } = await openTraces();
  const reader = new Database(file, { readonly: true });
  const count = reader.prepare<[], number>('select count(*) from traces').pluck();
  const startedAt = performance.now();
  for (const trace of newTraces(1, 20)) traces.record(trace);
  expect(count.get()).toBe(0);
  let turns = 0;
  while (count.get() === 0) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    turns += 1;
  }
  const took = performance.now() - startedAt;
  expect(count.get()).toBe(20);
  // A machine that is busy may let each of the turns take longer than it should.
  expect(Math.min(took, turns)).toBeLessThan(100);
  reader.close();
});

test('4.6 after kill -9 at most the last 100 ms of traces are missing', async () => {
  for (let round = 0; round < 5; round += 1) {
    const folder = makeTemporaryFolder();
    const [file, diary] = [path.join(folder, 'traces.sqlite'), path.join(folder, 'diary')];
    const other = await startTracingProcess();
    await other.open(file);
    await other.goOn(diary);
    await new Promise((resolve) => setTimeout(resolve, 200 + 37 * round));
    await other.kill();

    const recorded = readFileSync(diary, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ').map(Number));
    const lastAt = recorded.at(-1)?.[1] ?? 0;
    const old = recorded.filter(([, at = 0]) => at < lastAt - 100).map(([order]) => order);
    expect(old.length).toBeGreaterThan(10);
    const { traces } = await openTraces({ file });
    const found = (await listAll(traces)).map(({ order }) => order);
    expect(found.slice(0, old.length)).toEqual(old);
    expect(found).toEqual(recorded.slice(0, found.length).map(([order]) => order));
  }
});

test('4.6 a shutdown loses no trace, however short before it they were recorded', async () => {
  const file = makeDatabasePath();
  const other = await startTracingProcess();
  await other.open(file);
  await other.call('record', ...newTraces(1, 2345).map((trace) => [trace]));
  await other.call('close', []);
  expect(await other.leave()).toBe(0);
  const { traces } = await openTraces({ file });
  expect((await listAll(traces)).map(({ order }) => order)).toEqual(newTraces(1, 2345).map(({ order }) => order));
});

test('4.6 a call that is not read-only has its row before it runs: after kill -9 it is listed as not known', async () => {
  const file = makeDatabasePath();
  const other = await startTracingProcess();
  await other.open(file);
  await other.call('begin', [newTrace(1, { tool: 'send_mail', status: 'ERROR', executed: 'unknown' })]);
  await other.kill();

  const { traces } = await openTraces({ file });
  expect(await traces.list()).toEqual([
    {
      ...newTrace(1, { tool: 'send_mail' }),
      id: 1,
      hasEnded: false,
      status: 'ERROR',
      executed: 'unknown',
      durationMs: 0,
      resultCharacters: 0,
    },
  ]);
  await traces.prune();
  expect(await traces.list()).toHaveLength(1);
});

test('4.6 a call waits for its row while another process holds the lock, and after kill -9 the row is there', async () => {
  const file = makeDatabasePath();
  const other = await startTracingProcess();
  await other.open(file);
  const holder = new Database(file);
  holder.exec('begin immediate');
  let hasBegun = false;
  const begun = other.call('begin', [newTrace(1)]).then(() => {
    hasBegun = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(hasBegun).toBe(false);
  holder.exec('commit');
  await begun;
  await other.kill();
  expect(holder.prepare('select call_id from traces').pluck().all()).toEqual([newTrace(1).callId]);
  holder.close();
});

test('4.6 waiting for the row of a call leaves the event loop free, and several calls wait at once', async () => {
  const { traces, file, log } = await openTraces();
  const other = new Database(file);
  other.exec('begin immediate');
  const begun = [1, 2, 3].map((order) => traces.begin(newTrace(order)));
  let turns = 0;
  const releasing = new Promise<void>((resolve) => {
    const turn = (): void => {
      turns += 1;
      if (turns < 100) return void setTimeout(turn, 1);
      other.exec('commit');
      resolve();
    };
    turn();
  });
  // One that ends before its row is there, because its caller went on, is needed no more.
  traces.record(newTrace(3));
  await Promise.all(begun);
  await releasing;
  expect(turns).toBe(100);
  expect((await traces.list()).map(({ order, hasEnded }) => [order, hasEnded])).toEqual([
    [3, true],
    [2, false],
    [1, false],
  ]);
  other.close();
  expect(log).toEqual([]);
});

test('4.6 who waits too long for the row of a call is told why, and the row comes later', async () => {
  const { traces, file } = await openTraces();
  const other = new Database(file);
  other.exec('begin immediate');
  const startedAt = performance.now();
  await expect(traces.begin(newTrace(1))).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
    message: expect.stringMatching(/Another process holds its lock/),
  });
  expect(performance.now() - startedAt).toBeGreaterThan(1900);
  other.exec('commit');
  other.close();
  await traces.flush();
  expect(await traces.list()).toMatchObject([{ order: 1, hasEnded: false }]);
});

test('4.6 a shutdown while a call waits for its row writes it', async () => {
  const { traces, file } = await openTraces();
  const other = new Database(file);
  other.exec('begin immediate');
  const begun = traces.begin(newTrace(1));
  const closing = traces.close();
  await new Promise((resolve) => setImmediate(resolve));
  other.exec('commit');
  await Promise.all([begun, closing]);
  expect(other.prepare('select count(*) from traces').pluck().get()).toBe(1);
  other.close();
});

test('4.6 the row of a call that has ended takes the place of the one before it ran, in one transaction', async () => {
  const { traces, file } = await openTraces();
  const reader = new Database(file, { readonly: true });
  const rows = reader.prepare('select id, call_order, has_ended from traces_in_words order by id').raw();
  await traces.begin(newTrace(1));
  await traces.begin(newTrace(2));
  const begun = [
    [1, 1, 0],
    [2, 2, 0],
  ];
  expect(rows.all()).toEqual(begun);
  traces.record(newTrace(1));
  traces.record(newTrace(2));
  expect(rows.all()).toEqual(begun);
  await traces.flush();
  expect(rows.all()).toEqual([
    [3, 1, 1],
    [4, 2, 1],
  ]);
  expect(await traces.list()).toMatchObject([
    { id: 4, order: 2, hasEnded: true, executed: 'yes' },
    { id: 3, order: 1, hasEnded: true, executed: 'yes' },
  ]);
  reader.close();
});

test('4.6 calls under way of another process are listed, and go when it writes how they ended', async () => {
  const { traces, file } = await openTraces();
  const other = await startTracingProcess();
  await other.open(file);
  const before = traces.revision();
  await other.call('begin', [newTrace(1, { botId: 'other' })]);
  expect(traces.revision()).not.toBe(before);
  expect(await traces.list({ botId: 'other' })).toMatchObject([{ hasEnded: false }]);
  expect(await traces.list({ status: 'SUCCESS' })).toEqual([]);
  expect(await traces.list({ afterId: 0 })).toMatchObject([{ id: 1, hasEnded: false }]);
  await other.call('record', [newTrace(1, { botId: 'other' })]);
  await other.call('flush', []);
  expect(await traces.list({ botId: 'other' })).toMatchObject([{ hasEnded: true }]);
  expect(await traces.list({ afterId: 1 })).toMatchObject([{ id: 2, hasEnded: true }]);
});
