import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openSqliteTraces } from '../../src/index.js';
import { mountSmallDisk } from '../small-disk.js';
import { makeDatabasePath } from '../temporary-folder.js';
import { newTrace, newTraces } from './new-trace.js';
import { listAll, openTraces } from './open-traces.js';

test('a full disk: calls go on, one line says what to do, one says that it is over, and what waited is written', async (context) => {
  const disk = mountSmallDisk(2_000);
  if (disk === undefined) return context.skip('this user may not mount a disk');
  const { traces, log } = await openTraces({ file: path.join(disk.folder, 'traces.sqlite') });
  const ballast = path.join(disk.folder, 'ballast');
  fillDisk(ballast);
  let order = 0;
  while (log.length === 0 && order < 10_000) {
    order += 1;
    traces.record(newTrace(order, { arguments: 'x'.repeat(200) }));
    if (order % 100 === 0) await traces.flush().catch(() => undefined);
  }
  expect(log).toMatchObject([{ level: 'error', event: 'traces-failed', message: expect.stringMatching(/Free space/) }]);
  await traces.begin(newTrace(order + 1));
  traces.record(newTrace(order + 1));
  const found = await traces.list();
  expect(found.every((trace) => trace.order < order)).toBe(true);
  expect(log).toHaveLength(1);
  rmSync(ballast);
  await traces.flush();
  expect((await listAll(traces)).map((trace) => trace.order)).toEqual(
    newTraces(1, order + 1).map((trace) => trace.order),
  );
  expect(log).toHaveLength(2);
  expect(log[1]).toMatchObject({ level: 'info', event: 'traces-restored' });
  expect(log[1]?.message).toContain('None was lost.');
  return undefined;
});

test('a disk that is read-only is named when the file is opened', async (context) => {
  const disk = mountSmallDisk(2_000);
  if (disk === undefined) return context.skip('this user may not mount a disk');
  const file = path.join(disk.folder, 'traces.sqlite');
  const { traces } = await openTraces({ file });
  traces.record(newTrace(1));
  await traces.close();
  disk.makeReadOnly();
  await expect(openSqliteTraces({ file })).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
    message: expect.stringMatching(/Let the user of this process write the file/),
  });
  return undefined;
});

test('what waits is bounded: the oldest go, their number is said when it works again', async () => {
  const { traces, file, log } = await openTraces();
  const other = new Database(file);
  other.exec('alter table traces rename to hidden');
  traces.record(newTrace(1));
  await expect(traces.flush()).rejects.toThrow(/no such table/);
  for (const trace of newTraces(2, 25_000)) traces.record(trace);
  other.exec('alter table hidden rename to traces');
  other.close();
  await traces.flush();
  const orders = (await listAll(traces)).map(({ order }) => order);
  expect(orders.length).toBeLessThanOrEqual(10_000);
  expect(orders.length).toBeGreaterThan(8000);
  expect(orders).toEqual(newTraces(25_001 - orders.length, 25_000).map(({ order }) => order));
  expect(log.map(({ level, event }) => [level, event])).toEqual([
    ['error', 'traces-failed'],
    ['info', 'traces-restored'],
  ]);
  expect(log[1]?.message).toContain(`${25_000 - orders.length} were lost, the oldest first.`);
});

test('what can never be written is said at the end', async () => {
  const { traces, file, log } = await openTraces();
  const other = new Database(file);
  other.exec('drop table traces');
  other.close();
  for (const trace of newTraces(1, 3)) traces.record(trace);
  await traces.close();
  expect(log.map(({ event }) => event)).toEqual(['traces-failed', 'traces-lost']);
  expect(log[1]?.message).toMatch(/^3 traces could not be written and are lost/);
});

test('a corrupted page: a clear error for who reads it, none for who records', async () => {
  const file = makeDatabasePath();
  const { traces } = await openTraces({ file });
  for (const trace of newTraces(1, 5000)) traces.record(trace);
  await traces.close();
  const size = statSync(file).size;
  const descriptor = openSync(file, 'r+');
  writeSync(
    descriptor,
    Buffer.alloc(Math.floor(size / 4096 / 2) * 4096, 0xa5),
    0,
    undefined,
    Math.floor(size / 4096 / 3) * 4096,
  );
  const before = readFileSync(file).length;
  const { traces: again, log } = await openTraces({ file });
  again.record(newTrace(5001));
  await again.begin(newTrace(5002));
  await expect(again.list({ botId: 'rare' })).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  await expect(again.list({ botId: 'rare' })).rejects.toThrow(file);
  await again.close();
  expect(existsSync(file) && readFileSync(file).length >= before).toBe(true);
  expect(log.length).toBeLessThanOrEqual(2);
});

test('a page that is damaged in the middle is found by an examination, and a whole file has nothing wrong', async () => {
  const { traces, file } = await openTraces();
  for (const trace of newTraces(1, 5000)) traces.record(trace);
  await traces.flush();
  expect(await traces.examine()).toEqual([]);
  await traces.close();
  const middle = Math.floor(statSync(file).size / 4096 / 2) * 4096;
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(4096, 0xa5), 0, 4096, middle);
  closeSync(descriptor);
  const { traces: again } = await openTraces({ file });
  const [found, ...rest] = await again.examine();
  expect(found).toMatch(/^The table traces of the database is damaged: .*restore a backup\.$/s);
  expect(rest).toEqual([]);
  // Whoever traces goes on.
  again.record(newTrace(5001));
  await again.close();
  await expect(again.examine()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
});

function fillDisk(file: string): void {
  const descriptor = openSync(file, 'w');
  try {
    for (;;) writeSync(descriptor, Buffer.alloc(4096));
  } catch {
    // That was the aim.
  } finally {
    closeSync(descriptor);
  }
}
