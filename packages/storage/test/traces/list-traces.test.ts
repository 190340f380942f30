import type { CallStatus } from '@loadout/core';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { newTrace, newTraces } from './new-trace.js';
import { listAll, openTraces } from './open-traces.js';

test('a rare bot among a million rows is found in slices of at most 20,000, with a turn for the event loop after each', async () => {
  const { traces, file } = await openTraces();
  traces.record(newTrace(1, { botId: 'rare' }));
  await traces.flush();
  const other = new Database(file);
  other.exec(`
    with recursive numbers (n) as (select 2 union all select n + 1 from numbers where n < 1000000)
    insert into traces (bot_id, turn_id, call_id, tool, outcome, call_order, started_at, duration_ms, result_characters, arguments)
    select 'common', 'turn', 'call', 'search', 0, n, n, 1, 1, '{"query":"statistics"}' from numbers`);
  other.close();
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const found = await traces.list({ botId: 'rare' });
  isDone = true;
  expect(found).toMatchObject([{ order: 1 }]);
  expect(turns).toBeGreaterThanOrEqual(50);

  turns = 0;
  expect(await traces.list({ botId: 'common', limit: 2 })).toMatchObject([{ order: 1_000_000 }, { order: 999_999 }]);
  expect(turns).toBe(0);
});

test('a page of large arguments is read in several slices', async () => {
  const { traces } = await openTraces();
  const text = 'x'.repeat(600_000);
  for (const trace of newTraces(1, 6, { arguments: text })) traces.record(trace);
  await traces.flush();
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const found = await traces.list();
  isDone = true;
  expect(found.map(({ order }) => order)).toEqual([6, 5, 4, 3, 2, 1]);
  expect(turns).toBeGreaterThanOrEqual(2);
});

test('pages in both directions miss nothing and repeat nothing, also where rows are missing', async () => {
  const { traces, file } = await openTraces();
  for (const trace of newTraces(1, 30_000)) traces.record(trace);
  await traces.flush();
  const other = new Database(file);
  other.exec('delete from traces where id % 3 = 0 or id between 5000 and 20000');
  other.close();
  const orders = newTraces(1, 30_000)
    .map(({ order }) => order)
    .filter((order) => order % 3 !== 0 && (order < 5000 || order > 20_000));
  expect((await listAll(traces)).map(({ order }) => order)).toEqual(orders);
  const backwards: number[] = [];
  for (let page = await traces.list({ limit: 700 }); page.length > 0; ) {
    backwards.push(...page.map(({ order }) => order));
    page = await traces.list({ limit: 700, beforeId: page.at(-1)?.id ?? 0 });
  }
  expect(backwards).toEqual(orders.toReversed());
});

test('calls of dead processes stand where they were begun, and hide nothing that came later', async () => {
  const { traces, file } = await openTraces();
  for (const trace of newTraces(1, 150)) await traces.begin(trace);
  await traces.close();
  const { traces: again } = await openTraces({ file });
  for (const trace of newTraces(151, 300)) again.record(trace);
  expect((await again.list()).map(({ order }) => order)).toEqual(
    newTraces(201, 300)
      .map(({ order }) => order)
      .toReversed(),
  );
  expect((await listAll(again)).map(({ id, hasEnded }) => [id, hasEnded])).toEqual(
    newTraces(1, 300).map(({ order }) => [order, order > 150]),
  );
});

test('a status that is asked for is found whatever ran, calls that have not ended with the errors', async () => {
  const { traces } = await openTraces();
  for (const [index, status] of (['SUCCESS', 'ERROR', 'BLOCKED', 'CANCELLED'] as const).entries()) {
    for (const [order, executed] of (['yes', 'no', 'unknown'] as const).entries()) {
      traces.record(newTrace(index * 3 + order, { status, executed }));
    }
  }
  await traces.flush();
  await traces.begin(newTrace(12));
  const find = async (status: CallStatus) => (await traces.list({ status })).map(({ order }) => order);
  expect(await find('SUCCESS')).toEqual([2, 1, 0]);
  expect(await find('ERROR')).toEqual([12, 5, 4, 3]);
  expect(await find('BLOCKED')).toEqual([8, 7, 6]);
  expect(await find('CANCELLED')).toEqual([11, 10, 9]);
});

test('arguments that somebody broke in the file are shown as they are, and hide no other trace', async () => {
  const { traces, file } = await openTraces();
  for (const trace of newTraces(1, 3)) traces.record(trace);
  await traces.flush();
  const other = new Database(file);
  other.exec(`update traces set arguments = '{"query":', repairs = '7' where id = 2`);
  other.close();
  expect(await traces.list()).toMatchObject([{ id: 3 }, { id: 2, arguments: '{"query":', repairs: [] }, { id: 1 }]);
});
