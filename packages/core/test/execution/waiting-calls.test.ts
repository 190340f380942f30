import { createHost } from '@loadout/core';
import { expect, onTestFinished, test } from 'vitest';
import { createCompanion } from '../builders/companion.js';
import { createManualClock, settle } from '../builders/manual-clock.js';
import { createProvider, tool } from '../builders/provider.js';
import { openTurn, type TestTools } from '../builders/turn-builders.js';

const hang = () => new Promise<never>(() => undefined);

async function openWaiting(tools: TestTools) {
  const clock = createManualClock();
  const opened = await openTurn(tools, { clock, turnLimits: { maxToolCalls: 100 } });
  // The schemas are compiled, so that the calls of the test wait for their tools alone.
  for (const name of Object.keys(tools)) await opened.turn.call({ name, signal: AbortSignal.abort() });
  await clock.advance(1_000);
  return { ...opened, clock };
}

test('one timer ends all deadlines, however many calls wait', async () => {
  const { turn, clock } = await openWaiting({
    a: { policy: { timeoutMs: 500, identicalCallLimit: 100 }, run: hang },
  });
  const idle = clock.pending;
  const calls = Array.from({ length: 99 }, () => turn.call({ name: 'a' }));
  await settle();
  expect(clock.pending).toBe(idle + 1);
  await clock.advance(600);
  expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set(['ERROR']));
  await clock.advance(1_000);
  expect(clock.pending).toBe(idle);
});

test('a deadline is noticed within a tenth of a second, also when a later one was there before', async () => {
  const { turn, clock } = await openWaiting({
    long: { policy: { timeoutMs: 60_000 }, run: hang },
    short: { policy: { timeoutMs: 20 }, run: hang },
  });
  const ended: string[] = [];
  const note = (name: string) => () => void ended.push(`${name} after ${clock.now() - begun}`);
  void turn.call({ name: 'long' }).then(note('long'));
  await clock.advance(50);
  const begun = clock.now();
  void turn.call({ name: 'short' }).then(note('short'));
  await clock.advance(30);
  expect(ended).toEqual(['short after 20']);
  await clock.advance(60_100);
  expect(ended).toHaveLength(2);
});

test('a call that ended is never ended again by its deadline', async () => {
  const { turn, clock, host } = await openWaiting({
    a: { policy: { timeoutMs: 50 }, run: async () => 'done' },
    b: { policy: { timeoutMs: 500 }, run: hang },
  });
  const waiting = turn.call({ name: 'b' });
  const outcome = await turn.call({ name: 'a' });
  await clock.advance(1_000);
  await waiting;
  expect(outcome.status).toBe('SUCCESS');
  const traces = await host.traces.list({ turnId: turn.id, tool: 'a' });
  expect(traces.map(({ status }) => status)).toEqual(['SUCCESS', 'CANCELLED']);
});

test('calls that end in any order leave the others waiting', async () => {
  const resolvers: ((value: string) => void)[] = [];
  const { turn, clock } = await openWaiting({
    a: { policy: { timeoutMs: 10_000 }, run: () => new Promise((resolve) => void resolvers.push(resolve)) },
  });
  const calls = Array.from({ length: 6 }, (_, index) =>
    turn.call({ id: `c-${index}`, name: 'a', arguments: { index } }),
  );
  await settle();
  for (const index of [2, 0, 5]) resolvers[index]?.('done');
  await settle();
  await clock.advance(10_200);
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([
    'SUCCESS',
    'ERROR',
    'SUCCESS',
    'ERROR',
    'ERROR',
    'SUCCESS',
  ]);
});

test('ending one turn leaves the calls of others alone', async () => {
  const { turn, startTurn } = await openWaiting({ a: hang });
  const other = await startTurn();
  let ended = 0;
  const calls = [turn.call({ name: 'a' }), other.call({ name: 'a' })] as const;
  void calls[1].then(() => void ended++);
  await settle();
  await turn.end();
  expect((await calls[0]).status).toBe('CANCELLED');
  await settle();
  expect(ended).toBe(0);
  await other.end();
  await calls[1];
});

test('a clock that is set takes no time from a call and gives it none; a busy process does not postpone a deadline', async () => {
  const clock = createManualClock();
  let set = 0;
  const settable = {
    now: () => clock.now() + set,
    monotonic: () => clock.now(),
    setTimeout: (work: () => void, ms: number) => clock.setTimeout(work, ms),
  };
  const policy = { timeoutMs: 1_000 };
  const provider = createProvider([tool('hang', { policy }), 'quick'], {
    executeTool: (name) => (name === 'hang' ? new Promise(() => undefined) : later()),
  });
  const host = await createHost({ companions: [createCompanion('@acme/x', provider)], clock: settable });
  onTestFinished(() => host.close());
  await host.bots.add({ id: 'bot' });
  await host.assign('bot', ['hang', 'quick']);
  const turn = await host.startTurn({ bot: 'bot' });
  await turn.call({ name: 'quick' });
  for (const jump of [3_600_000, -3_600_000]) {
    const calls = [turn.call({ name: 'hang' })];
    await clock.advance(150);
    set += jump;
    await turn.call({ name: 'quick' });
    calls.push(turn.call({ name: 'hang' }));
    const ended: number[] = [];
    for (const [index, call] of calls.entries()) void call.then(() => ended.push(index));
    await clock.advance(600);
    expect(ended, `after ${jump}`).toEqual([]);
    await clock.advance(350);
    expect(ended, `after ${jump}`).toEqual([0]);
    await clock.advance(300);
    expect(ended, `after ${jump}`).toEqual([0, 1]);
  }
});

async function later(): Promise<string> {
  await Promise.resolve();
  return 'quick';
}

test('a call that is over before anybody waits for it is not waited for', async () => {
  const hostile = (): Promise<string> => {
    const answer = Promise.resolve('never read');
    const thrower = {
      get: () => {
        throw new Error('no constructor');
      },
    };
    return Object.freeze(Object.defineProperty(answer, 'constructor', thrower));
  };
  const { turn, clock } = await openWaiting({ hostile });
  const idle = clock.pending;
  expect(await turn.call({ name: 'hostile' })).toMatchObject({ status: 'ERROR', executed: 'yes' });
  await clock.advance(1_000);
  expect(clock.pending).toBe(idle);
});
