import type { TurnTrace } from '@loadout/core';
import Database from 'better-sqlite3';
import { afterEach, expect, test, vi } from 'vitest';
import { newTrace, newTraces } from './new-trace.js';
import { listAll, openTraces } from './open-traces.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 0, 1);

afterEach(() => void vi.useRealTimers());

/** A clock that can be set, beside a time that goes on. */
function createTime(start = START) {
  const time = { clock: start, steady: 0 };
  const now = (): number => time.clock;
  return {
    now,
    /** For the file. */
    source: { now, monotonic: () => time.steady },
    pass(ms: number) {
      time.clock += ms;
      time.steady += ms;
    },
    set(clock: number) {
      time.clock = clock;
    },
  };
}

test('of more traces than are kept, the oldest go, a slice after another', async () => {
  const { traces } = await openTraces({ retention: { maxCount: 1500 } });
  for (const trace of newTraces(1, 10_000)) traces.record(trace);
  await traces.flush();
  let turns = 0;
  const count = (): void => {
    turns += 1;
    setImmediate(count).unref();
  };
  setImmediate(count);
  expect(await traces.prune()).toBe(8500);
  expect(turns).toBeGreaterThanOrEqual(8);
  expect((await listAll(traces)).map(({ order }) => order)).toEqual(newTraces(8501, 10_000).map(({ order }) => order));
  expect(await traces.prune()).toBe(0);
});

test('what is older than is kept goes, calls under way that nobody ended too', async () => {
  const time = createTime();
  const { traces } = await openTraces({ ...time.source, retention: { maxAgeDays: 30 } });
  await traces.begin(newTrace(1, { startedAt: START - HOUR }));
  for (let day = 0; day < 40; day += 1) {
    traces.record(newTrace(day + 2, { startedAt: time.now() }));
    await traces.prune();
    time.pass(DAY);
  }
  const found = await traces.list({ limit: 1000 });
  expect(found.map(({ order }) => order)).toEqual(Array.from({ length: 31 }, (_, index) => 41 - index));
});

test('so many traces stay as are kept, also where each call had a row before it ran', async () => {
  const { traces } = await openTraces({ retention: { maxCount: 9000 } });
  for (const trace of newTraces(1, 5000)) traces.record(trace);
  await traces.flush();
  for (const trace of newTraces(5001, 10_000)) {
    await traces.begin(trace);
    traces.record(trace);
  }
  await traces.flush();
  expect(await traces.prune()).toBe(1000);
  expect((await listAll(traces)).map(({ order }) => order)).toEqual(newTraces(1001, 10_000).map(({ order }) => order));
  expect(await traces.prune()).toBe(0);
});

test('a clock that is set forward for less than an hour deletes nothing, although calls are traced meanwhile', async () => {
  const time = createTime();
  const { traces } = await openTraces({ ...time.source });
  for (const trace of newTraces(1, 100, { startedAt: START })) traces.record(trace);
  for (let hour = 0; hour < 3; hour += 1) {
    time.pass(HOUR);
    await traces.prune();
  }
  time.set(START + 10_000 * DAY);
  for (let minute = 0; minute < 50; minute += 10) {
    traces.record(newTrace(101, { startedAt: time.now() }));
    expect(await traces.prune()).toBe(0);
    time.pass(600_000);
  }
  time.set(START + 4 * HOUR);
  traces.record(newTrace(102, { startedAt: time.now() }));
  for (let hour = 0; hour < 3; hour += 1) {
    time.pass(HOUR);
    expect(await traces.prune()).toBe(0);
  }
  // Those of a time that never came do not stand in the way of the old ones behind them.
  for (const trace of newTraces(103, 2500, { startedAt: time.now() })) traces.record(trace);
  time.pass(31 * DAY);
  traces.record(newTrace(2501, { startedAt: time.now() }));
  await traces.prune();
  time.pass(HOUR);
  await traces.prune();
  expect((await listAll(traces)).map(({ order }) => order)).toEqual([101, 101, 101, 101, 101, 2501]);
});

test('a process that starts with a wrong clock deletes nothing by it', async () => {
  const { traces, file } = await openTraces();
  for (const trace of newTraces(1, 10, { startedAt: START })) traces.record(trace);
  await traces.close();
  const time = createTime(START + 10_000 * DAY);
  const { traces: again } = await openTraces({ ...time.source, file });
  again.record(newTrace(11, { startedAt: time.now() }));
  expect(await again.prune()).toBe(0);
  time.set(START);
  expect(await again.prune()).toBe(0);
  expect(await listAll(again)).toHaveLength(11);
});

test('a clock that is set back deletes nothing, and traces stay in the order of their writing', async () => {
  const time = createTime();
  const { traces } = await openTraces({ ...time.source });
  for (let order = 1; order <= 50; order += 1) {
    time.pass(HOUR);
    if (order === 25) time.set(START - 1000 * DAY);
    traces.record(newTrace(order, { startedAt: time.now() }));
    expect(await traces.prune()).toBe(0);
  }
  const orders = newTraces(1, 50).map(({ order }) => order);
  expect((await listAll(traces)).map(({ order }) => order)).toEqual(orders);
  expect((await traces.list()).map(({ order }) => order)).toEqual(orders.toReversed());
});

test('it is done by itself after a minute, and every ten minutes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { traces, file } = await openTraces({ retention: { maxCount: 5 } });
  const other = new Database(file, { readonly: true });
  const count = other.prepare<[], number>('select count(*) from traces').pluck();
  for (const minutes of [1, 10, 10]) {
    for (const trace of newTraces(1, 20)) traces.record(trace);
    await traces.flush();
    expect(count.get()).toBeGreaterThan(5);
    vi.advanceTimersByTime(minutes * 60_000 - 1);
    expect(count.get()).toBeGreaterThan(5);
    vi.advanceTimersByTime(1);
    await vi.waitFor(() => expect(count.get()).toBe(5));
  }
  other.close();
});

test('the newest trace stays, however old, so that who follows by ids goes on', async () => {
  const time = createTime();
  const { traces } = await openTraces({ ...time.source, retention: { maxCount: 0.5, maxAgeDays: 0.001 } });
  for (const trace of newTraces(1, 5)) traces.record(trace);
  time.pass(HOUR);
  await traces.prune();
  time.pass(DAY);
  await traces.prune();
  const afterId = (await traces.list())[0]?.id ?? 0;
  expect(afterId).toBe(5);
  traces.record(newTrace(6));
  expect(await traces.list({ afterId })).toMatchObject([{ order: 6, id: 6 }]);
});

test('turns go by the same limits as traces, and the newest stays', async () => {
  const time = createTime();
  const { traces } = await openTraces({ ...time.source, retention: { maxAgeDays: 30, maxCount: 20 } });
  for (let day = 0; day < 60; day += 1) {
    traces.record(newTrace(day, { startedAt: time.now() }));
    traces.recordTurn(newTurn(`turn-${day}`, time.now()));
    await traces.prune();
    time.pass(DAY);
  }
  const kept = await traces.listTurns();
  expect(kept.map(({ turnId }) => turnId)).toEqual(Array.from({ length: 20 }, (_, index) => `turn-${59 - index}`));
  expect(kept[0]?.id).toBe(60);
});

test('of turns that are older than is kept the newest stays', async () => {
  const time = createTime();
  const { traces } = await openTraces({ ...time.source, retention: { maxAgeDays: 1 } });
  for (let count = 0; count < 5; count += 1) traces.recordTurn(newTurn(`old-${count}`, time.now()));
  time.pass(10 * DAY);
  // The present is believed when the clock has held it for an hour, and a trace is there to prove it.
  traces.record(newTrace(1, { startedAt: time.now() }));
  await traces.prune();
  time.pass(2 * HOUR);
  traces.record(newTrace(2, { startedAt: time.now() }));
  await traces.prune();
  expect((await traces.listTurns()).map(({ turnId }) => turnId)).toEqual(['old-4']);
});

function newTurn(turnId: string, startedAt: number): TurnTrace {
  const counts = { modelRequests: 1, calls: 1, resultCharacters: 1, offered: 1, withheld: 0, durationMs: 1 };
  const model = { modelProviderId: null, modelApi: 'chat', stop: 'answer', component: 'chat' } as const;
  const tokens = { inputTokens: 10, outputTokens: null };
  return { botId: 'demo', turnId, conversationId: null, startedAt, ...model, ...counts, ...tokens };
}
