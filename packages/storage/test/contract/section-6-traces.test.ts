import type { Trace } from '@loadout/core';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { newTrace } from '../traces/new-trace.js';
import { openTraces } from '../traces/open-traces.js';

const statuses = ['SUCCESS', 'ERROR', 'BLOCKED', 'CANCELLED'] as const;
const executed = ['yes', 'no', 'unknown'] as const;

test('6.9 a trace comes back from the file as it was recorded, whatever it holds', async () => {
  const { traces } = await openTraces();
  const odd: Trace[] = statuses.flatMap((status, row) =>
    executed.map((one, column) => newTrace(row * 3 + column + 1, { status, executed: one })),
  );
  odd.push(
    newTrace(13, { owner: undefined, arguments: null }),
    newTrace(14, { errorId: 'e-1', repairs: [{ pointer: '/limit', kind: 'json-parsed' }] }),
    newTrace(15, { tool: 'ü 検索 🤖 \u0000 "quoted"', arguments: [1.5, true, { nested: ['\u2028', ''] }] }),
    newTrace(16, { arguments: 'x'.repeat(1_000_000) }),
    newTrace(17, { arguments: JSON.parse('{"__proto__":{"a":1}}') }),
    newTrace(18, { durationMs: 900_000, resultCharacters: 2_000_000, startedAt: 0 }),
  );
  for (const trace of odd) traces.record(trace);
  const found = await traces.list();
  expect(found.toReversed()).toEqual(odd.map((trace, index) => ({ ...trace, id: index + 1, hasEnded: true })));
  expect(found.every(Object.isFrozen)).toBe(true);
});

test('6.9 who reads the file with other tools finds a view in words', async () => {
  const { traces, file } = await openTraces();
  for (const status of statuses) for (const one of executed) traces.record(newTrace(1, { status, executed: one }));
  await traces.flush();
  await traces.begin(newTrace(2));
  const reader = new Database(file, { readonly: true });
  expect(reader.prepare('select status, executed, has_ended from traces_in_words order by id').all()).toEqual([
    ...statuses.flatMap((status) => executed.map((one) => ({ status, executed: one, has_ended: 1 }))),
    { status: 'ERROR', executed: 'unknown', has_ended: 0 },
  ]);
  reader.close();
});

test('6.9 neither record nor begin throws while the file cannot be written, and what they were given comes later', async () => {
  const { traces, file, log } = await openTraces();
  const other = new Database(file);
  other.exec('alter table traces rename to hidden');
  await traces.begin(newTrace(1));
  traces.record(newTrace(2));
  await expect(traces.flush()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  expect(log).toMatchObject([{ level: 'error', event: 'traces-failed' }]);
  other.exec('alter table hidden rename to traces');
  other.close();
  expect(await traces.list()).toMatchObject([
    { order: 2, hasEnded: true },
    { order: 1, hasEnded: false },
  ]);
  expect(log.slice(1)).toMatchObject([{ level: 'info', event: 'traces-restored' }]);
});

test('6.9 a trace with a value that cannot be stored is left out and reported once; the others of its batch are written', async () => {
  const { traces, log } = await openTraces();
  const bad = { status: 'NONSENSE' } as unknown as Trace;
  for (let order = 1; order <= 30; order += 1) traces.record(newTrace(order, order % 10 === 0 ? bad : {}));
  await traces.begin({ ...newTrace(31), botId: undefined } as unknown as Trace);
  const cycle: unknown[] = [];
  cycle.push(cycle);
  traces.record(newTrace(32, { arguments: cycle as never }));
  const found = await traces.list();
  expect(found).toHaveLength(28);
  expect(found[0]).toMatchObject({ order: 32, arguments: '[no JSON]' });
  expect(log).toMatchObject([{ level: 'error', event: 'trace-refused' }]);
});
