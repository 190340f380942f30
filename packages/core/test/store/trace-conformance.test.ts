import { expect, test, vi } from 'vitest';
import { createMemoryTraceRecorder } from '../../src/store/memory-trace-recorder.js';
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
  const begun = createMemoryTraceRecorder();
  const ended = new Set<string>();
  let changes = 0;
  const read = (trace: Trace): string => JSON.stringify([trace.turnId, trace.order]);
  return {
    record(trace) {
      changes += 1;
      ended.add(read(trace));
      recorder.record(trace);
    },
    begin(trace) {
      changes += 1;
      begun.record(trace);
    },
    async list(filter = {}) {
      const traces = await recorder.list(filter);
      if (filter.beforeId !== undefined || filter.afterId !== undefined) return traces;
      const [newest] = await recorder.list({ limit: 1 });
      const running = (await begun.list(filter)).filter((trace) => !ended.has(read(trace)));
      return [...running.map((trace) => ({ ...trace, id: newest?.id ?? 0, hasEnded: false })), ...traces];
    },
    revision: () => changes,
  };
}
