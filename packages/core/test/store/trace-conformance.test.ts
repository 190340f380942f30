import { expect, test, vi } from 'vitest';
import { createMemoryTraceRecorder } from '../../src/store/memory-trace-recorder.js';
import { readPageLimit } from '../../src/store/page-limit.js';
import { traceRecorderConformance } from '../../src/store/store-conformance.js';
import type { RecordedTrace, Trace, TraceFilter, TraceRecorder } from '../../src/store/traces.js';

for (const { title, run } of traceRecorderConformance) {
  test(`with begin: ${title}`, () => run(async () => createBeginningRecorder()));
}

test('titles differ', () => {
  expect(new Set(traceRecorderConformance.map(({ title }) => title)).size).toBe(traceRecorderConformance.length);
});

test('a recorder that can be closed is closed after each check, also after one that fails', async () => {
  const [first] = traceRecorderConformance;
  for (const list of [async () => [], async () => [{} as RecordedTrace]]) {
    const close = vi.fn();
    const recorder = { ...createMemoryTraceRecorder(), list, close };
    await first?.run(async () => recorder).catch(() => {});
    expect(close).toHaveBeenCalledTimes(1);
  }
});

const faults: Readonly<Record<string, (recorder: TraceRecorder) => Partial<TraceRecorder>>> = {
  'lists oldest first': (recorder) => ({ list: async (filter) => [...(await recorder.list(filter))].reverse() }),
  'says that everything has ended': (recorder) => listWith(recorder, (one) => ({ ...one, hasEnded: true })),
  'loses repairs': (recorder) => listWith(recorder, (one) => ({ ...one, repairs: [] })),
  'takes null for undefined': (recorder) => listWith(recorder, (one) => ({ ...one, errorId: null as never })),
  'leaves out fields that are undefined': (recorder) =>
    listWith(recorder, (one) => JSON.parse(JSON.stringify(one)) as RecordedTrace),
  'has one id': (recorder) => listWith(recorder, (one) => ({ ...one, id: 1 })),
  'gives ids by time': (recorder) => listWith(recorder, (one) => ({ ...one, id: one.startedAt })),
  'ignores since': (recorder) => filterWith(recorder, ({ since: _since, ...filter }) => filter),
  'ignores until': (recorder) => filterWith(recorder, ({ until: _until, ...filter }) => filter),
  'ignores statuses': (recorder) => filterWith(recorder, ({ status: _status, ...filter }) => filter),
  'ignores calls': (recorder) => filterWith(recorder, ({ callId: _callId, ...filter }) => filter),
  'takes until as included': (recorder) =>
    filterWith(recorder, (filter) => (filter.until === undefined ? filter : { ...filter, until: filter.until + 1 })),
  'has pages of 50': (recorder) => filterWith(recorder, (filter) => ({ limit: 50, ...filter })),
  'repeats the end of a page': (recorder) =>
    filterWith(recorder, (filter) =>
      filter.beforeId === undefined ? filter : { ...filter, beforeId: filter.beforeId + 1 },
    ),
  'skips one for who follows': (recorder) =>
    filterWith(recorder, (filter) =>
      filter.afterId === undefined ? filter : { ...filter, afterId: filter.afterId + 1 },
    ),
  'has a revision that stands still': () => ({ revision: () => 1 }),
  'has a revision that always moves': () => ({ revision: () => Math.random() }),
  'does not keep what was begun': () => ({ begin: () => {} }),
  'keeps what was begun beside its record': (recorder) => ({
    record: (trace) => recorder.record({ ...trace, turnId: `${trace.turnId} ` }),
  }),
  'lists what was begun before all others': (recorder) => ({
    list: async (filter) => {
      const traces = await recorder.list(filter);
      return [...traces.filter(({ hasEnded }) => !hasEnded), ...traces.filter(({ hasEnded }) => hasEnded)];
    },
  }),
  'has no pages of what was begun': (recorder) => ({
    list: async (filter = {}) => {
      const isPage = filter.beforeId !== undefined || filter.afterId !== undefined;
      return (await recorder.list(filter)).filter(({ hasEnded }) => hasEnded || !isPage);
    },
  }),
};

// A suite that finds no fault in one of these proves nothing.
for (const [fault, breakRecorder] of Object.entries(faults)) {
  test(`the suite finds a recorder that ${fault}`, async () => {
    const makeBroken = (): TraceRecorder => {
      const recorder = createBeginningRecorder();
      return { ...recorder, ...breakRecorder(recorder) };
    };
    const results = await Promise.allSettled(traceRecorderConformance.map(({ run }) => run(async () => makeBroken())));
    expect(results.filter(({ status }) => status === 'rejected')).not.toEqual([]);
  });
}

function listWith(recorder: TraceRecorder, change: (trace: RecordedTrace) => RecordedTrace): Partial<TraceRecorder> {
  return { list: async (filter) => (await recorder.list(filter)).map(change) };
}

function filterWith(recorder: TraceRecorder, change: (filter: TraceFilter) => TraceFilter): Partial<TraceRecorder> {
  return { list: (filter = {}) => recorder.list(change(filter)) };
}

/** A recorder that keeps calls that were begun, in the plainest way. */
function createBeginningRecorder(): TraceRecorder {
  const recorder = createMemoryTraceRecorder();
  /** By call, the id of what was begun. */
  const begun = new Map<string, number>();
  const gone = new Set<number>();
  let lastId = 0;
  const read = (trace: Trace): string => JSON.stringify([trace.turnId, trace.order]);
  const add = (trace: Trace): number => {
    recorder.record(trace);
    lastId += 1;
    return lastId;
  };
  return {
    record(trace) {
      add(trace);
      gone.add(begun.get(read(trace)) ?? 0);
      begun.delete(read(trace));
    },
    begin(trace) {
      begun.set(read(trace), add(trace));
    },
    async list(filter = {}) {
      const open = new Set(begun.values());
      const traces = (await recorder.list({ ...filter, limit: 1000 })).filter(({ id }) => !gone.has(id));
      const page = traces.slice(0, readPageLimit(filter.limit));
      return page.map((trace) => ({ ...trace, hasEnded: !open.has(trace.id) }));
    },
    revision: () => lastId,
  };
}
