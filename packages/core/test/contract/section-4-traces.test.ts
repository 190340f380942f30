import { createMemoryTraceRecorder, type Trace, type TraceRecorder } from '@loadout/core';
import { expect, test } from 'vitest';
import { createDeferred } from '../builders/deferred.js';
import { createManualClock, settle } from '../builders/manual-clock.js';
import { openTurn, readText } from '../builders/turn-builders.js';

const readOnly = { policy: { readOnly: true, destructive: false } } as const;

/** A recorder whose rows are where a crash does not reach them when the test says so. */
function createSlowRecorder(answer: () => void | Promise<void>): TraceRecorder & { readonly begun: Trace[] } {
  const begun: Trace[] = [];
  return {
    ...createMemoryTraceRecorder(),
    begun,
    begin(trace) {
      begun.push(trace);
      return answer();
    },
  };
}

test('4.6 a call that is not read-only has its row before it runs, also where writing it takes time', async () => {
  const [asked, row] = [createDeferred<void>(), createDeferred<void>()];
  const ran: string[] = [];
  const traces = createSlowRecorder(() => {
    asked.resolve();
    return row.promise;
  });
  const { turn, log } = await openTurn(
    {
      change: () => ran.push('change'),
      look: { ...readOnly, run: () => ran.push('look') },
    },
    { traces },
  );
  const changing = turn.call({ name: 'change' });
  await asked.promise;
  await settle();
  expect(traces.begun).toMatchObject([{ tool: 'change', executed: 'unknown' }]);
  expect(ran).toEqual([]);
  await turn.call({ name: 'look' });
  expect(ran).toEqual(['look']);
  row.resolve();
  expect(await changing).toMatchObject({ status: 'SUCCESS', executed: 'yes' });
  expect(ran).toEqual(['look', 'change']);
  expect(log).toEqual([]);
});

test('4.6 a row that is not written within 2 s holds no call longer, and is logged', async () => {
  const clock = createManualClock();
  const asked = createDeferred<void>();
  const traces = createSlowRecorder(() => {
    asked.resolve();
    return new Promise(() => undefined);
  });
  const { turn, log, host } = await openTurn({ change: () => 'changed' }, { clock, traces });
  let isDone = false;
  const changing = turn.call({ name: 'change' }).finally(() => {
    isDone = true;
  });
  await asked.promise;
  await clock.advance(1_999);
  expect(isDone).toBe(false);
  await clock.advance(1);
  expect(readText(await changing)).toBe('changed');
  expect(log).toMatchObject([{ level: 'error', event: 'trace-failed' }]);
  expect(await host.traces.list()).toMatchObject([{ status: 'SUCCESS', executed: 'yes' }]);
});

test('4.6 a row that cannot be written fails no call, whether that is thrown or told later', async () => {
  for (const fail of [
    () => Promise.reject(new Error('the disk is full')),
    () => {
      throw new Error('the disk is full');
    },
  ]) {
    const { turn, log } = await openTurn({ change: () => 'changed' }, { traces: createSlowRecorder(fail) });
    expect(readText(await turn.call({ name: 'change' }))).toBe('changed');
    expect(log).toMatchObject([{ event: 'trace-failed' }]);
  }
});

test('4.6 a call that is cancelled while its row is written does not run', async () => {
  const [asked, row] = [createDeferred<void>(), createDeferred<void>()];
  const ran: string[] = [];
  const { turn, host } = await openTurn(
    { change: () => ran.push('change') },
    {
      traces: createSlowRecorder(() => {
        asked.resolve();
        return row.promise;
      }),
    },
  );
  const cancel = new AbortController();
  const changing = turn.call({ name: 'change', signal: cancel.signal });
  await asked.promise;
  cancel.abort();
  expect(await changing).toMatchObject({ status: 'CANCELLED', executed: 'no' });
  row.resolve();
  await settle();
  expect(ran).toEqual([]);
  expect(await host.traces.list()).toMatchObject([{ status: 'CANCELLED', executed: 'no' }]);
});
