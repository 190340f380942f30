import { expect, test } from 'vitest';
import { isLoadoutError } from '../../src/contract/errors.js';
import { createMemoryTraceRecorder } from '../../src/store/memory-trace-recorder.js';
import { traceRecorderConformance } from '../../src/store/store-conformance.js';
import type { RecordedTrace, Trace } from '../../src/store/traces.js';

for (const { title, run } of traceRecorderConformance) {
  test(title, () => run(async () => createMemoryTraceRecorder()));
}

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

test('ids go on when the oldest give way, for pages and for who follows', async () => {
  const recorder = createMemoryTraceRecorder({ capacity: 3 });
  for (let order = 1; order <= 5; order += 1) recorder.record(makeTrace({ order }));
  expect((await recorder.list()).map(({ id, order }) => [id, order])).toEqual([
    [5, 5],
    [4, 4],
    [3, 3],
  ]);
  expect(await listOrders(recorder.list({ beforeId: 5, limit: 1 }))).toEqual([4]);
  expect(await listOrders(recorder.list({ beforeId: 3 }))).toEqual([]);
  expect(await listOrders(recorder.list({ afterId: 1 }))).toEqual([3, 4, 5]);
  expect(await listOrders(recorder.list({ afterId: 3, beforeId: 5 }))).toEqual([4]);
  expect(await listOrders(recorder.list({ afterId: -10 }))).toEqual([3, 4, 5]);
});

test('a list that was handed out does not change', async () => {
  const recorder = createMemoryTraceRecorder({ capacity: 2 });
  recorder.record(makeTrace({ order: 1 }));
  const list = await recorder.list();
  recorder.record(makeTrace({ order: 2 }));
  expect(() => (list as RecordedTrace[]).pop()).toThrow(TypeError);
  expect(await listOrders(Promise.resolve(list))).toEqual([1]);
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
