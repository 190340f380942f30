import assert from 'node:assert/strict';
import type { TraceFilter } from '../traces.js';
import { assertSame } from './assertions.js';
import type { TraceCheck } from './trace-check.js';
import { checkTraces, listOrders, newTrace, recordMany, START } from './trace-check.js';

/** What a recorder promises of filters and pages. */
export const traceListChecks: readonly TraceCheck[] = [
  checkTraces('traces are listed newest first', async (recorder) => {
    for (let order = 1; order <= 5; order += 1) {
      recorder.record(newTrace({ order }));
      assert.equal((await listOrders(recorder))[0], order);
    }
    assertSame(await listOrders(recorder), [5, 4, 3, 2, 1]);
  }),

  checkTraces('a filter takes bot, turn, call, tool, status and times, also together', async (recorder) => {
    const at = (seconds: number): number => START + seconds * 1000;
    recorder.record(newTrace({ order: 1, startedAt: at(1), turnId: 't1', callId: 'c1' }));
    recorder.record(newTrace({ order: 2, startedAt: at(2), turnId: 't1', callId: 'c2', tool: 'get' }));
    recorder.record(newTrace({ order: 3, startedAt: at(3), turnId: 't2', callId: 'c1', botId: 'other' }));
    recorder.record(newTrace({ order: 4, startedAt: at(4), turnId: 't3', callId: 'c4', status: 'BLOCKED' }));
    recorder.record(newTrace({ order: 5, startedAt: at(5), turnId: 't3', callId: 'c5', status: 'ERROR' }));
    const expected: readonly (readonly [filter: TraceFilter, found: readonly number[]])[] = [
      [{}, [5, 4, 3, 2, 1]],
      [{ botId: 'demo' }, [5, 4, 2, 1]],
      [{ turnId: 't1' }, [2, 1]],
      [{ callId: 'c1' }, [3, 1]],
      [{ tool: 'get' }, [2]],
      [{ status: 'BLOCKED' }, [4]],
      [{ status: 'CANCELLED' }, []],
      [{ since: at(3) }, [5, 4, 3]],
      [{ until: at(3) }, [2, 1]],
      [{ since: at(2), until: at(4) }, [3, 2]],
      [{ since: at(4), until: at(4) }, []],
      [{ botId: 'demo', turnId: 't3', callId: 'c5', tool: 'search', status: 'ERROR', since: at(5), until: at(6) }, [5]],
      [{ botId: 'other', turnId: 't1' }, []],
      [{ botId: 'nobody' }, []],
      [{ tool: '' }, []],
    ];
    for (const [filter, found] of expected) {
      assertSame(await listOrders(recorder, filter), found, JSON.stringify(filter));
    }
  }),

  checkTraces(
    'a page has 100 traces, or as many as asked for up to 1,000, counted after filtering',
    async (recorder) => {
      recordMany(recorder, 1100, (order) => ({ botId: order % 2 === 0 ? 'even' : 'odd' }));
      assert.equal((await recorder.list()).length, 100);
      assert.equal((await recorder.list({ limit: 250 })).length, 250);
      assert.equal((await recorder.list({ limit: 5000 })).length, 1000);
      assert.equal((await recorder.list({ limit: 5000, afterId: 0 })).length, 1000);
      assertSame(await recorder.list({ limit: 0 }), []);
      assertSame(await recorder.list({ limit: Number.NaN }), []);
      assert.equal((await recorder.list({ limit: 2.7 })).length, 2);
      assertSame(await listOrders(recorder, { limit: 3, botId: 'odd' }), [1099, 1097, 1095]);
    },
  ),

  checkTraces('pages, each before the last id of the one before, show every trace once', async (recorder) => {
    recordMany(recorder, 25, (order) => ({ botId: order % 2 === 0 ? 'even' : 'odd' }));
    const orders = Array.from({ length: 25 }, (_, index) => 25 - index);
    for (const [filter, expected] of [
      [{}, orders],
      [{ botId: 'odd' }, orders.filter((order) => order % 2 === 1)],
    ] as const) {
      const seen: number[] = [];
      let beforeId: number | undefined;
      for (let page = 0; page < 30; page += 1) {
        const traces = await recorder.list({ ...filter, limit: 4, ...(beforeId === undefined ? {} : { beforeId }) });
        if (traces.length === 0) break;
        seen.push(...traces.map(({ order }) => order));
        beforeId = traces.at(-1)?.id;
      }
      assertSame(seen, expected, JSON.stringify(filter));
    }
  }),

  checkTraces('a page is not moved by traces that came after its first one', async (recorder) => {
    recordMany(recorder, 6);
    const beforeId = (await recorder.list({ limit: 2 })).at(-1)?.id;
    assert.ok(beforeId !== undefined);
    recorder.record(newTrace({ turnId: 'later', order: 7 }));
    assertSame(await listOrders(recorder, { beforeId, limit: 2 }), [4, 3]);
  }),

  checkTraces(
    'who follows gets what was written after the id seen last, oldest first, and misses none',
    async (recorder) => {
      recordMany(recorder, 3, (order) => ({ turnId: `turn-${order}` }));
      let lastId = (await recorder.list({ limit: 1 }))[0]?.id ?? -1;
      assertSame(await recorder.list({ afterId: lastId }), []);
      const seen: number[] = [];
      for (let round = 0; round < 4; round += 1) {
        for (let next = 0; next < 5; next += 1) {
          const order = 4 + round * 5 + next;
          recorder.record(newTrace({ order, turnId: `turn-${order}`, botId: order % 2 === 0 ? 'even' : 'odd' }));
        }
        // Three a page: the reader falls behind, and catches up below.
        const traces = await recorder.list({ afterId: lastId, limit: 3 });
        seen.push(...traces.map(({ order }) => order));
        lastId = traces.at(-1)?.id ?? lastId;
      }
      seen.push(...(await listOrders(recorder, { afterId: lastId })));
      assertSame(
        seen,
        Array.from({ length: 20 }, (_, index) => index + 4),
      );
      assertSame(
        await listOrders(recorder, { afterId: lastId, botId: 'even' }),
        seen.slice(12).filter((order) => order % 2 === 0),
      );
      assertSame(await listOrders(recorder, { afterId: 0, limit: 4 }), [1, 2, 3, 4]);
    },
  ),
];
