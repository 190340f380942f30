import { type CallOutcome, DEFAULT_POLICY, readToolPolicy, searchToolPolicy, writeToolPolicy } from '@loadout/core';
import { expect, test } from 'vitest';
import { createCompanion } from '../builders/companion.js';
import { createManualClock } from '../builders/manual-clock.js';
import { createProvider, tool } from '../builders/provider.js';
import { openHost, openTurn, readText } from '../builders/turn-builders.js';

test('6.7 a tool without a policy has the pessimistic one', async () => {
  const { turn } = await openTurn({ a: () => 1 });
  expect(turn.offered[0]?.policy).toEqual({
    kind: 'unknown',
    readOnly: false,
    idempotent: false,
    destructive: true,
    openWorld: true,
    approval: 'never',
    identicalCallLimit: 4,
    timeoutMs: 60_000,
    maxResultCharacters: 100_000,
  });
  expect(turn.offered[0]?.policy).toEqual(DEFAULT_POLICY);
});

test('6.7 what a policy states counts, the rest is filled in', async () => {
  const policy = { kind: 'read', readOnly: true, timeoutMs: 5, maxCallsPerTurn: 2 } as const;
  const { turn } = await openTurn({ a: { policy, run: () => 1 } });
  expect(turn.offered[0]?.policy).toEqual({ ...DEFAULT_POLICY, identicalCallLimit: 8, ...policy });
  expect(Object.isFrozen(turn.offered[0]?.policy)).toBe(true);
});

test('6.7 the three ready-made policies say what they are named after', () => {
  const quiet = {
    readOnly: true,
    idempotent: true,
    destructive: false,
    approval: 'never',
    timeoutMs: 60_000,
    maxResultCharacters: 100_000,
  };
  expect(searchToolPolicy()).toMatchObject({ ...quiet, kind: 'search', identicalCallLimit: 10 });
  expect(readToolPolicy()).toMatchObject({ ...quiet, kind: 'read', identicalCallLimit: 8 });
  expect(writeToolPolicy()).toMatchObject({
    kind: 'write',
    readOnly: false,
    destructive: true,
    identicalCallLimit: 4,
    approval: 'never',
  });
  expect(writeToolPolicy({ approval: 'ask', destructive: false })).toMatchObject({
    kind: 'write',
    approval: 'ask',
    destructive: false,
  });
});

test('6.7 timeoutMs is the deadline, and its default is a minute', async () => {
  const clock = createManualClock();
  const begun: (() => void)[] = [];
  const hang = () => {
    begun.shift()?.();
    return new Promise(() => undefined);
  };
  const { turn } = await openTurn({ short: { policy: { timeoutMs: 2_000 }, run: hang }, usual: hang }, { clock });
  for (const [name, ms] of [
    ['short', 2_000],
    ['usual', 60_000],
  ] as const) {
    const isRunning = new Promise<void>((resolve) => void begun.push(resolve));
    let outcome: CallOutcome | undefined;
    const calling = turn.call({ name }).then((given) => {
      outcome = given;
    });
    await isRunning;
    await clock.advance(ms - 150);
    expect(outcome, `${name} before its deadline`).toBeUndefined();
    await clock.advance(300);
    await calling;
    expect(outcome).toMatchObject({ status: 'ERROR', executed: 'unknown' });
  }
});

test('6.7 maxResultCharacters cuts a longer result, and its default is 100,000', async () => {
  const { turn } = await openTurn({
    short: { policy: { maxResultCharacters: 1_000 }, run: () => 'x'.repeat(1_001) },
    fits: { policy: { maxResultCharacters: 1_000 }, run: () => 'x'.repeat(1_000) },
    usual: () => 'x'.repeat(100_001),
  });
  const lengthOf = async (name: string): Promise<number> => readText(await turn.call({ name })).length;
  expect(await lengthOf('short')).toBeLessThanOrEqual(1_000);
  expect(readText(await turn.call({ name: 'short' }))).toMatch(/1001 characters/);
  expect(readText(await turn.call({ name: 'fits' }))).toBe('x'.repeat(1_000));
  expect(await lengthOf('usual')).toBeLessThanOrEqual(100_000);
});

test('6.7 a policy of an unknown kind or with a wrong value quarantines its tool alone', async () => {
  const definitions = [
    tool('odd_kind', { policy: { kind: 'magic' } as never }),
    tool('odd_time', { policy: { timeoutMs: -1 } }),
    tool('odd_approval', { policy: { approval: 'maybe' } as never }),
    tool('fine'),
  ];
  const { host } = await openHost({ companions: [createCompanion('@acme/odd', createProvider(definitions))] });
  const { tools, leftOut } = await host.catalogue();
  expect(tools.map(({ name }) => name)).toEqual(['fine']);
  expect(leftOut.map(({ name, status }) => `${name} ${status}`)).toEqual([
    'odd_kind quarantined',
    'odd_time quarantined',
    'odd_approval quarantined',
  ]);
});
