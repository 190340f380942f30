import assert from 'node:assert/strict';
import type { JsonValue } from '../../contract/json.js';
import type { Trace, TraceRecorder } from '../traces.js';
import { assertSame } from './assertions.js';
import type { TraceCheck } from './trace-check.js';
import { checkTraces, listOrders, newBegunTrace, newTrace, START } from './trace-check.js';

const unusualArguments: readonly JsonValue[] = [
  null,
  'a text that is no JSON: {',
  0,
  false,
  [],
  { text: 'Ünïcödé 検索 🔎 \u0000 \u2028 \ud800 half', nested: [{}, [null]] },
  // Written as text: in a literal the key would set the prototype.
  JSON.parse('{"__proto__":{"polluted":1},"constructor":2}'),
  { long: 'Ü🔎x'.repeat(50_000) },
];

/** What a recorder promises of what is written. */
export const traceRecordChecks: readonly TraceCheck[] = [
  checkTraces('a new recorder has nothing', async (recorder) => {
    assertSame(await recorder.list(), []);
    assertSame(await recorder.list({ botId: 'demo', afterId: 0 }), []);
  }),

  checkTraces('a trace comes back as it was recorded, field by field', async (recorder) => {
    const traces: readonly Trace[] = [
      newTrace({ turnId: 'first' }),
      newTrace({
        botId: 'other-bot',
        turnId: 'second',
        order: 7,
        callId: 'call_Ü_🔎',
        tool: 'no_such_tool',
        owner: undefined,
        status: 'ERROR',
        executed: 'no',
        arguments: { query: 'x', list: [1, { deep: null }] },
        repairs: [
          { pointer: '', kind: 'empty-arguments' },
          { pointer: '/list/0', kind: 'json-parsed' },
        ],
        startedAt: START + 5,
        durationMs: 0,
        resultCharacters: 300_000,
        errorId: 'error-1',
      }),
      newTrace({ turnId: 'third', status: 'CANCELLED', executed: 'unknown', durationMs: 12, waitedMs: 7 }),
    ];
    for (const trace of traces) recorder.record(trace);
    const found = await recorder.list();
    assertSame(
      found.map(({ id: _id, hasEnded: _hasEnded, ...trace }) => trace),
      [...traces].reverse(),
    );
    assert.ok(found.every(({ hasEnded }) => hasEnded === true));
    assert.ok(found.every((trace) => Object.hasOwn(trace, 'owner') && Object.hasOwn(trace, 'errorId')));
    assert.equal(found[1]?.errorId, 'error-1');
    assert.equal(found[1]?.owner, undefined);
    assert.equal(found[0]?.errorId, undefined);
  }),

  checkTraces('any JSON is kept as arguments', async (recorder) => {
    for (const [index, value] of unusualArguments.entries()) {
      recorder.record(newTrace({ turnId: `turn-${index}`, arguments: value }));
    }
    const found = (await recorder.list({ afterId: 0 })).map((trace) => trace.arguments);
    assertSame(found, unusualArguments);
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  }),

  checkTraces('ids ascend in the order of writing, also where clocks are set back', async (recorder) => {
    for (const order of [1, 2, 3]) recorder.record(newTrace({ order, startedAt: START - order * 1000 }));
    const found = await recorder.list();
    assertSame(
      found.map(({ order }) => order),
      [3, 2, 1],
    );
    const ids = found.map(({ id }) => id);
    assert.ok(ids.every(Number.isSafeInteger), `expected whole numbers as ids, got ${ids.join(', ')}`);
    assertSame(
      ids,
      [...new Set(ids)].sort((a, b) => b - a),
    );
  }),

  checkTraces('calls of the same order in different turns are different', async (recorder) => {
    for (const turnId of ['a', 'b']) recorder.record(newTrace({ turnId }));
    for (const turnId of ['a', 'b']) assert.equal((await recorder.list({ turnId })).length, 1);
    assert.equal((await recorder.list()).length, 2);
  }),

  checkTraces('traces that were handed out are not live', async (recorder) => {
    recorder.record(newTrace({ tool: 'get', repairs: [{ pointer: '/a', kind: 'null-removed' }] }));
    const [before] = await recorder.list();
    const list = await recorder.list();
    tryTo(() => (list as unknown[]).pop());
    for (const trace of list) tryTo(() => Object.assign(trace, { tool: 'spoilt', id: -1, hasEnded: false }));
    assertSame(await recorder.list(), [before]);
  }),

  checkTraces('revision, where there is one, changes with what is written and with nothing else', async (recorder) => {
    if (recorder.revision === undefined) return;
    const seen = new Set([recorder.revision()]);
    for (const order of [1, 2, 3]) {
      recorder.record(newTrace({ order }));
      // What waits to be written is written before a list is answered.
      await recorder.list();
      const revision = recorder.revision();
      assert.ok(typeof revision === 'number' || typeof revision === 'string', 'revision is synchronous');
      assert.ok(!seen.has(revision), `trace ${order} left the revision at ${revision}`);
      seen.add(revision);
      await recorder.list({ botId: 'demo' });
      assert.equal(recorder.revision(), revision, 'reading changed the revision');
    }
  }),

  checkBegun(
    'a call that was begun is listed as one that has not ended, where it was begun',
    async (recorder, begin) => {
      recorder.record(newTrace({ turnId: 'before' }));
      // What waits to be written is written before a list is answered.
      await recorder.list();
      await begin(newBegunTrace({ turnId: 'running', arguments: { to: 'anna' } }));
      recorder.record(newTrace({ turnId: 'after' }));
      const found = await recorder.list();
      assertSame(
        found.map(({ turnId, hasEnded }) => [turnId, hasEnded]),
        [
          ['after', true],
          ['running', false],
          ['before', true],
        ],
      );
      const { id: _id, hasEnded: _hasEnded, ...trace } = found[1] ?? {};
      assertSame(trace, newBegunTrace({ turnId: 'running', arguments: { to: 'anna' } }));
      const ids = found.map(({ id }) => id);
      assertSame(
        ids,
        [...new Set(ids)].sort((a, b) => b - a),
        'it has an id of its own',
      );
      assertSame((await recorder.list({ afterId: 0 })).map(({ id }) => id).reverse(), ids);
    },
  ),

  checkBegun(
    'the record of the same turn and order replaces what was begun, as the newest',
    async (recorder, begin) => {
      await begin(newBegunTrace({ order: 1 }));
      await begin(newBegunTrace({ order: 2 }));
      await begin(newBegunTrace({ turnId: 'other', order: 1 }));
      const before = (await recorder.list()).map(({ id }) => id);
      const ended = newTrace({ order: 1, durationMs: 17, resultCharacters: 5 });
      recorder.record(ended);
      const found = await recorder.list({ turnId: 'turn' });
      assertSame(
        found.map(({ order, hasEnded }) => [order, hasEnded]),
        [
          [1, true],
          [2, false],
        ],
      );
      const { id = 0, hasEnded: _hasEnded, ...trace } = found[0] ?? {};
      assertSame(trace, ended);
      assert.ok(id > Math.max(...before), 'its id is a new one');
      assert.equal((await recorder.list({ turnId: 'other' }))[0]?.hasEnded, false);
    },
  ),

  checkBegun('filters hold for calls that have not ended too', async (recorder, begin) => {
    await begin(newBegunTrace({ turnId: 'one', order: 1, tool: 'send', callId: 'c1' }));
    await begin(newBegunTrace({ turnId: 'two', order: 2, botId: 'other', callId: 'c2', startedAt: START + 10 }));
    assertSame(await listOrders(recorder, { tool: 'send' }), [1]);
    assertSame(await listOrders(recorder, { botId: 'other' }), [2]);
    assertSame(await listOrders(recorder, { callId: 'c2' }), [2]);
    assertSame(await listOrders(recorder, { since: START + 10 }), [2]);
    assertSame(await listOrders(recorder, { until: START + 10 }), [1]);
    assertSame(await listOrders(recorder, { status: 'SUCCESS' }), []);
    assertSame(await listOrders(recorder, { status: 'ERROR' }), [2, 1]);
  }),

  checkBegun('calls that nobody ended take no place from those after them', async (recorder, begin) => {
    for (const order of [1, 2, 3, 4]) await begin(newBegunTrace({ turnId: 'lost', order }));
    for (const order of [5, 6, 7]) recorder.record(newTrace({ order }));
    const seen: (readonly number[])[] = [];
    for (let beforeId = Number.MAX_SAFE_INTEGER; seen.length < 4; ) {
      const page = await recorder.list({ limit: 3, beforeId });
      seen.push(page.map(({ order }) => order));
      beforeId = page.at(-1)?.id ?? 0;
    }
    assertSame(seen, [[7, 6, 5], [4, 3, 2], [1], []]);
    assertSame(await listOrders(recorder, { limit: 3 }), [7, 6, 5]);
    assertSame(await listOrders(recorder, { limit: 3, afterId: 0 }), [1, 2, 3]);
  }),

  checkBegun('an id is not given again when the newest call ends', async (recorder, begin) => {
    await begin(newBegunTrace({ order: 1 }));
    const [begun] = await recorder.list();
    recorder.record(newTrace({ order: 1 }));
    const afterId = begun?.id ?? 0;
    assertSame(
      (await recorder.list({ afterId })).map(({ order, hasEnded }) => [order, hasEnded]),
      [[1, true]],
    );
  }),

  checkBegun('who follows sees the end of a call that was begun before others', async (recorder, begin) => {
    await begin(newBegunTrace({ turnId: 'slow' }));
    recorder.record(newTrace({ turnId: 'quick' }));
    const lastId = Math.max(...(await recorder.list()).map(({ id }) => id));
    recorder.record(newTrace({ turnId: 'slow', durationMs: 17 }));
    const seen = await recorder.list({ afterId: lastId });
    assertSame(
      seen.filter(({ hasEnded }) => hasEnded).map(({ turnId, durationMs }) => [turnId, durationMs]),
      [['slow', 17]],
    );
  }),
];

/** A check of what `begin` does; a recorder without it passes. */
function checkBegun(
  title: string,
  body: (recorder: TraceRecorder, begin: (trace: Trace) => Promise<void>) => Promise<void>,
): TraceCheck {
  return checkTraces(title, async (recorder) => {
    if (recorder.begin === undefined) return;
    await body(recorder, async (trace) => recorder.begin?.(trace));
  });
}

function tryTo(change: () => void): void {
  try {
    change();
  } catch (error) {
    assert.ok(error instanceof TypeError, `expected a frozen object or a copy, got ${String(error)}`);
  }
}
