import { expect, test } from 'vitest';
import { isLoadoutError } from '../../src/contract/errors.js';
import { createMemoryTraceRecorder } from '../../src/store/memory-trace-recorder.js';
import type { Trace } from '../../src/store/traces.js';

test('traces are listed newest first', async () => {
  const recorder = createMemoryTraceRecorder();
  expect(await recorder.list()).toEqual([]);
  for (const order of [1, 2, 3]) recorder.record(makeTrace({ order }));
  expect(await listOrders(recorder.list())).toEqual([3, 2, 1]);
});

test('the oldest give way when the ring is full', async () => {
  const recorder = createMemoryTraceRecorder({ capacity: 3 });
  for (let order = 1; order <= 7; order += 1) {
    recorder.record(makeTrace({ order }));
    const kept = [order, order - 1, order - 2].filter((kept) => kept > 0);
    expect(await listOrders(recorder.list())).toEqual(kept);
  }
});

test('a ring of one keeps the newest', async () => {
  const recorder = createMemoryTraceRecorder({ capacity: 1 });
  recorder.record(makeTrace({ order: 1 }));
  recorder.record(makeTrace({ order: 2 }));
  expect(await listOrders(recorder.list())).toEqual([2]);
});

test('a filter takes bot, turn and tool together', async () => {
  const recorder = createMemoryTraceRecorder();
  recorder.record(makeTrace({ order: 1, botId: 'a', turnId: 't1', tool: 'search' }));
  recorder.record(makeTrace({ order: 2, botId: 'a', turnId: 't1', tool: 'get' }));
  recorder.record(makeTrace({ order: 3, botId: 'b', turnId: 't2', tool: 'search' }));
  recorder.record(makeTrace({ order: 4, botId: 'a', turnId: 't3', tool: 'search' }));
  expect(await listOrders(recorder.list({ botId: 'a' }))).toEqual([4, 2, 1]);
  expect(await listOrders(recorder.list({ tool: 'search' }))).toEqual([4, 3, 1]);
  expect(await listOrders(recorder.list({ turnId: 't1' }))).toEqual([2, 1]);
  expect(await listOrders(recorder.list({ botId: 'a', turnId: 't1', tool: 'search' }))).toEqual([1]);
  expect(await listOrders(recorder.list({ botId: 'nobody' }))).toEqual([]);
});

test('at most 100 are listed, or as many as asked for, counted after filtering', async () => {
  const recorder = createMemoryTraceRecorder();
  for (let order = 1; order <= 300; order += 1)
    recorder.record(makeTrace({ order, botId: order % 2 ? 'odd' : 'even' }));
  expect(await recorder.list()).toHaveLength(100);
  expect(await recorder.list({ limit: 250 })).toHaveLength(250);
  expect(await listOrders(recorder.list({ limit: 3, botId: 'odd' }))).toEqual([299, 297, 295]);
  expect(await recorder.list({ limit: 0 })).toEqual([]);
});

test('a list that was handed out does not change', async () => {
  const recorder = createMemoryTraceRecorder({ capacity: 2 });
  recorder.record(makeTrace({ order: 1 }));
  const list = await recorder.list();
  recorder.record(makeTrace({ order: 2 }));
  (list as Trace[]).pop();
  expect(await listOrders(recorder.list())).toEqual([2, 1]);
});

test('a capacity that is no whole number above 0 is refused', () => {
  for (const capacity of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => createMemoryTraceRecorder({ capacity })).toThrow(
      expect.toSatisfy((error) => isLoadoutError(error, 'CONFIGURATION_INVALID')),
    );
  }
});

async function listOrders(traces: Promise<readonly Trace[]>): Promise<readonly number[]> {
  return (await traces).map(({ order }) => order);
}

function makeTrace(rest: Partial<Trace>): Trace {
  return {
    botId: 'demo',
    turnId: 'turn',
    order: 1,
    callId: 'call',
    tool: 'search',
    owner: 'builtin',
    status: 'SUCCESS',
    executed: 'yes',
    arguments: {},
    repairs: [],
    startedAt: 0,
    durationMs: 1,
    resultCharacters: 0,
    errorId: undefined,
    ...rest,
  };
}
