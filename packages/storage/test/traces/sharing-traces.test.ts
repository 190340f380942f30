import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { makeDatabasePath } from '../temporary-folder.js';
import { newTrace, newTraces } from './new-trace.js';
import { listAll, openTraces } from './open-traces.js';
import { startTracingProcess } from './tracing-process.js';

test('processes that write, begin and delete at once lose nothing that was to stay', async () => {
  const file = makeDatabasePath();
  const processes = await Promise.all([startTracingProcess(), startTracingProcess()]);
  await Promise.all(processes.map((one) => one.open(file)));
  const { traces, log } = await openTraces({ file });
  const count = 3000;
  const others = processes.map(async (one, number) => {
    for (let first = 1; first <= count; first += 100) {
      const batch = newTraces(first, first + 99, { turnId: `turn-${number}` }).map((trace) => [trace]);
      await one.call('begin', ...batch.slice(0, 5));
      await one.call('record', ...batch);
    }
    await one.call('close', []);
  });
  for (const trace of newTraces(1, count, { turnId: 'turn-here' })) {
    if (trace.order % 20 === 0) await traces.begin(trace);
    traces.record(trace);
    if (trace.order % 50 === 0) await traces.list({ limit: 1 });
    if (trace.order % 500 === 0) await traces.prune();
  }
  await Promise.all(others);
  await traces.flush();
  const all = await listAll(traces);
  expect(new Set(all.map(({ id }) => id)).size).toBe(3 * count);
  for (const turnId of ['turn-0', 'turn-1', 'turn-here']) {
    const orders = all.filter((trace) => trace.turnId === turnId).map(({ order }) => order);
    expect(orders).toEqual(newTraces(1, count).map(({ order }) => order));
  }
  expect(all.every(({ hasEnded }) => hasEnded)).toBe(true);
  expect(log).toEqual([]);
});

test('while another process holds the lock, record and begin return, lists answer, and all is written afterwards', async () => {
  const { traces, file, log } = await openTraces();
  traces.record(newTrace(1));
  await traces.flush();
  const other = new Database(file);
  other.exec('begin immediate');
  void traces.begin(newTrace(2));
  void traces.begin(newTrace(3));
  for (const trace of newTraces(3, 2000)) traces.record(trace);
  const flushed = traces.flush();
  expect(await traces.list()).toMatchObject([{ order: 1 }]);
  other.exec('commit');
  other.close();
  await flushed;
  const all = await listAll(traces);
  expect(all.map(({ order }) => order)).toEqual(newTraces(1, 2000).map(({ order }) => order));
  expect(all.filter(({ hasEnded }) => !hasEnded).map(({ order }) => order)).toEqual([2]);
  expect(log).toEqual([]);
});

test('a shutdown waits for the lock of another process', async () => {
  const { traces, file } = await openTraces();
  const other = new Database(file);
  other.exec('begin immediate');
  traces.record(newTrace(1));
  let isClosed = false;
  const closing = traces.close().then(() => {
    isClosed = true;
  });
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(isClosed).toBe(false);
  other.exec('commit');
  await closing;
  expect(other.prepare('select count(*) from traces').pluck().get()).toBe(1);
  other.close();
});

test('the revision tells of what this process and others have written, and of nothing else', async () => {
  const { traces, file } = await openTraces();
  const { traces: other } = await openTraces({ file });
  let revision = traces.revision();
  const expectChanged = (): void => {
    expect(traces.revision()).not.toBe(revision);
    revision = traces.revision();
    expect(traces.revision()).toBe(revision);
  };
  traces.record(newTrace(1));
  await traces.flush();
  expectChanged();
  await traces.begin(newTrace(2));
  expectChanged();
  other.record(newTrace(3));
  await other.flush();
  expectChanged();
  await traces.list();
  await other.list();
  expect(traces.revision()).toBe(revision);
});
