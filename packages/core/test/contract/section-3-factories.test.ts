import type { IToolProvider, Turn } from '@loadout/core';
import { expect, test } from 'vitest';
import { createCompanion } from '../builders/companion.js';
import { createDeferred, type Deferred } from '../builders/deferred.js';
import { createManualClock, settle } from '../builders/manual-clock.js';
import { createSlowTool, createTeller, type Teller } from '../builders/tellers.js';
import { openHost, provideTools, readText } from '../builders/turn-builders.js';

test('3.3 a factory makes an instance for each turn, which is told that context alone and may serve calls at once', async () => {
  const slow = createSlowTool();
  const made: Teller[] = [];
  const factory = () => {
    const teller = createTeller(
      { slow: slow.tool, look: () => `instance ${made.indexOf(teller)} for ${teller.told?.bot.id}` },
      settle,
    );
    made.push(teller);
    return teller;
  };
  const { startTurn, addBot } = await openHost({ companions: [createCompanion('@acme/factory', factory)] });
  await addBot('bot-b', ['look', 'slow']);
  const lister = made.length;
  const a = await startTurn();
  const b = await startTurn({ bot: 'bot-b' });
  expect(made).toHaveLength(lister);

  const first = a.call({ name: 'slow' });
  await slow.untilRun(1);
  const second = a.call({ name: 'slow' });
  const run = await slow.untilRun(2);
  expect(readText(await b.call({ name: 'look' }))).toBe(`instance ${lister + 1} for bot-b`);
  expect(made).toHaveLength(lister + 2);
  for (const one of slow.runs) one.resolve('done');
  await Promise.all([first, second, run.promise]);
  await settle();
  await settle();
  expect(made[lister]?.events).toEqual(['set bot-a', 'null']);
  expect(made[lister + 1]?.events).toEqual(['set bot-b', 'null']);
  expect(made.slice(0, lister).flatMap(({ events }) => events)).toEqual([]);
});

test('3.3 a call of a factory instance that begins while null is still being told waits for that', async () => {
  const forgetting: Deferred<void>[] = [];
  const teller = createTeller({ look: () => `seen ${teller.told?.bot.id}` }, (context) => {
    if (context !== null) return undefined;
    const forgotten = createDeferred<void>();
    forgetting.push(forgotten);
    return forgotten.promise;
  });
  const { startTurn } = await openHost({ companions: [createCompanion('@acme/factory', () => teller)] });
  const turn = await startTurn();
  await turn.call({ name: 'look' });
  await settle();
  const second = turn.call({ name: 'look' });
  await settle();
  expect(teller.events).toEqual(['set bot-a']);
  forgetting[0]?.resolve();
  expect(readText(await second)).toBe('seen bot-a');
  await settle();
  forgetting[1]?.resolve();
  await settle();
  expect(teller.events).toEqual(['set bot-a', 'null', 'set bot-a', 'null']);
});

test('3.3 a factory that hands out the same object to all turns is served one turn at a time', async () => {
  const slow = createSlowTool();
  const teller = createTeller({
    slow: slow.tool,
    look: () => `seen ${teller.told?.bot.id}`,
  });
  const { startTurn, addBot } = await openHost({ companions: [createCompanion('@acme/factory', () => teller)] });
  await addBot('bot-b', ['look']);
  const [a, b] = [await startTurn(), await startTurn({ bot: 'bot-b' })];
  const first = a.call({ name: 'slow' });
  const run = await slow.untilRun(1);
  const second = b.call({ name: 'look' });
  await settle();
  expect(teller.told?.bot.id).toBe('bot-a');
  run.resolve('done');
  await first;
  expect(readText(await second)).toBe('seen bot-b');
});

const brokenFactories: readonly (readonly [what: string, make: (isListing: boolean) => unknown])[] = [
  ['throws', (isListing) => (isListing ? undefined : raise(new Error('no instance today')))],
  ['rejects', (isListing) => (isListing ? undefined : Promise.reject(new Error('no instance today')))],
  ['answers nothing', () => undefined],
  ['answers an object without methods', () => ({})],
  ['answers a list', () => []],
];

function raise(error: Error): never {
  throw error;
}

test.each(brokenFactories)(
  '3.3 a factory that %s in a turn costs that call, and no other tool',
  async (_what, make) => {
    let asked = 0;
    const factory = () => {
      asked += 1;
      return asked === 1 ? provideTools({ look: () => 'seen' }) : (make(false) as IToolProvider);
    };
    const { startTurn } = await openHost({
      tools: { other: () => 'other ran' },
      companions: [createCompanion('@acme/factory', factory)],
    });
    const turn = await startTurn();
    expect(await turn.call({ name: 'look' })).toMatchObject({ status: 'ERROR', executed: 'no', isError: true });
    expect(readText(await turn.call({ name: 'other' }))).toBe('other ran');
  },
);

test('3.3 a factory that never answers costs that call its deadline', async () => {
  const clock = createManualClock();
  let asked = 0;
  const factory = () => {
    asked += 1;
    if (asked > 1) return new Promise<IToolProvider>(() => undefined);
    return provideTools({ look: { policy: { timeoutMs: 1_000 }, run: () => 'seen' } });
  };
  const { startTurn } = await openHost({ clock, companions: [createCompanion('@acme/factory', factory)] });
  const calling = (await startTurn()).call({ name: 'look' });
  await clock.advance(1_500);
  const outcome = await calling;
  expect(outcome).toMatchObject({ status: 'ERROR', executed: 'no' });
  expect(readText(outcome)).toContain('It did not run.');
});

test('3.3 a nested call through another turn is refused where a factory hands out one object, and works in its own turn', async () => {
  let inner: Turn | undefined;
  const teller = createTeller({
    outer: async () => readText((await inner?.call({ name: 'look' })) ?? never()),
    look: () => `seen ${teller.told?.bot.id}`,
  });
  const { startTurn, addBot } = await openHost({ companions: [createCompanion('@acme/factory', () => teller)] });
  await addBot('bot-b', ['look', 'outer']);
  const turn = await startTurn();
  inner = turn;
  expect(readText(await turn.call({ name: 'outer' }))).toBe('seen bot-a');
  inner = await startTurn({ bot: 'bot-b' });
  expect(readText(await turn.call({ name: 'outer' }))).toMatch(/called from inside a call of the same provider/);
});

function never(): never {
  throw new Error('unexpected');
}
