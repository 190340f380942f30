import {
  type ApprovalDecision,
  type CallOutcome,
  DEFAULT_TURN_LIMITS,
  HARD_TURN_LIMITS,
  isLoadoutError,
  MAX_TOOL_CALLS,
  MAX_TOOL_RESULT_CHARACTERS,
  type Turn,
  type TurnLimits,
} from '@loadout/core';
import { expect, test } from 'vitest';
import { createDeferred } from '../builders/deferred.js';
import { createManualClock, settle } from '../builders/manual-clock.js';
import { openHost, openTurn, readText } from '../builders/turn-builders.js';

const blocked = { status: 'BLOCKED', executed: 'no', isError: true } as const;

/** Calls with different arguments, one after the other. */
async function callTimes(turn: Turn, count: number, name = 'a'): Promise<readonly CallOutcome[]> {
  const outcomes: CallOutcome[] = [];
  for (let n = 0; n < count; n += 1) outcomes.push(await turn.call({ name, arguments: { n } }));
  return outcomes;
}

test('7.1 a turn makes 15 calls and gets 300,000 characters in 300 s, where nobody says otherwise', async () => {
  expect(MAX_TOOL_CALLS).toBe(15);
  expect(MAX_TOOL_RESULT_CHARACTERS).toBe(300_000);
  expect(DEFAULT_TURN_LIMITS).toEqual({ maxToolCalls: 15, maxToolResultCharacters: 300_000, maxTurnMs: 300_000 });
  expect(HARD_TURN_LIMITS).toEqual({ maxToolCalls: 100, maxToolResultCharacters: 2_000_000, maxTurnMs: 900_000 });
  let ran = 0;
  const { turn } = await openTurn({ a: () => `${++ran}` });
  expect(turn.usage).toMatchObject({ limits: DEFAULT_TURN_LIMITS, calls: 0, resultCharacters: 0, spent: null });
  const outcomes = await callTimes(turn, 16);
  expect(ran).toBe(15);
  expect(outcomes.at(-1)).toMatchObject(blocked);
  expect(readText(outcomes[15] as CallOutcome)).toMatch(/limit of 15 tool calls .*did not run.*Answer now/);
  expect(turn.usage).toMatchObject({ calls: 16, spent: 'calls' });
});

test('7.1 invalid calls count: unknown tools, and arguments that do not fit', async () => {
  const { startTurn } = await openHost({
    tools: { a: { schema: { type: 'object', properties: { n: { type: 'number' } } }, run: () => 'ran' } },
  });
  const turn = await startTurn({ limits: { maxToolCalls: 3 } });
  await turn.call({ name: 'nobody' });
  await turn.call({ name: 'a', arguments: 'no json' });
  expect(await turn.call({ name: 'a' })).toMatchObject({ status: 'SUCCESS' });
  expect(await turn.call({ name: 'a', arguments: { n: 2 } })).toMatchObject(blocked);
});

test('7.1 characters are tested after a result, so that one may overshoot', async () => {
  const { startTurn } = await openHost({ tools: { a: (args) => 'x'.repeat(Number(args.size)) } });
  const turn = await startTurn({ limits: { maxToolResultCharacters: 100 } });
  expect(await turn.call({ name: 'a', arguments: { size: 99 } })).toMatchObject({ status: 'SUCCESS' });
  expect(await turn.call({ name: 'a', arguments: { size: 500 } })).toMatchObject({ status: 'SUCCESS' });
  expect(turn.usage).toMatchObject({ resultCharacters: 599, spent: 'characters' });
  const refused = await turn.call({ name: 'a', arguments: { size: 1 } });
  expect(refused).toMatchObject(blocked);
  expect(readText(refused)).toContain('limit of 100 characters');
});

test('7.1 characters are counted as they go to the model: after the cut', async () => {
  const { turn } = await openTurn({ a: { policy: { maxResultCharacters: 200 }, run: () => 'x'.repeat(5_000) } });
  const outcome = await turn.call({ name: 'a' });
  expect(turn.usage.resultCharacters).toBe(readText(outcome).length);
  expect(turn.usage.resultCharacters).toBeLessThanOrEqual(200);
});

test('7.1 a turn has its time from its start', async () => {
  const clock = createManualClock();
  const { startTurn } = await openHost({ tools: { a: () => 'ran' }, clock });
  const turn = await startTurn({ limits: { maxTurnMs: 10_000 } });
  await clock.advance(9_999);
  expect(await turn.call({ name: 'a' })).toMatchObject({ status: 'SUCCESS' });
  await clock.advance(1);
  const refused = await turn.call({ name: 'a', arguments: { n: 2 } });
  expect(refused).toMatchObject(blocked);
  expect(readText(refused)).toContain('time limit of 10 s');
  expect(turn.usage).toMatchObject({ elapsedMs: 10_000, spent: 'time' });
});

test('7.1 a call ends with its turn at the latest', async () => {
  const clock = createManualClock();
  const { startTurn } = await openHost({
    tools: { a: { policy: { timeoutMs: 60_000 }, run: (_args, _config, call) => hang(call.deadlineAt) } },
    clock,
  });
  const deadlines: number[] = [];
  function hang(deadlineAt: number): Promise<never> {
    deadlines.push(deadlineAt - clock.now());
    return new Promise(() => undefined);
  }
  const turn = await startTurn({ limits: { maxTurnMs: 5_000 } });
  await clock.advance(2_000);
  const calling = turn.call({ name: 'a' });
  await settle();
  await clock.advance(3_100);
  const outcome = await calling;
  expect(deadlines).toEqual([3_000]);
  expect(outcome).toMatchObject({ status: 'ERROR', executed: 'unknown' });
  expect(readText(outcome)).toContain('longer than the turn had left of its 5 s');
});

test('7.1 what a person takes to approve is not the turn’s time', async () => {
  const clock = createManualClock();
  const decision = createDeferred<ApprovalDecision>();
  const asked = createDeferred<void>();
  const { startTurn } = await openHost({
    tools: { a: { policy: { approval: 'ask' }, run: () => 'ran' }, b: () => 'ran' },
    clock,
    approver: () => {
      asked.resolve();
      return decision.promise;
    },
  });
  const turn = await startTurn({ limits: { maxTurnMs: 10_000 } });
  await clock.advance(1_000);
  const calling = turn.call({ name: 'a' });
  await asked.promise;
  await clock.advance(3_600_000);
  expect(turn.usage).toMatchObject({ elapsedMs: 1_000, spent: null });
  decision.resolve({ decision: 'allow', scope: 'once' });
  expect(await calling).toMatchObject({ status: 'SUCCESS' });
  expect(await turn.call({ name: 'b' })).toMatchObject({ status: 'SUCCESS' });
  expect(turn.usage.elapsedMs).toBe(1_000);
});

test('7.1 a clock that is set forward ends no turn', async () => {
  const clock = createManualClock();
  let set = 0;
  const settable = {
    now: () => clock.now() + set,
    monotonic: () => clock.now(),
    setTimeout: (work: () => void, ms: number) => clock.setTimeout(work, ms),
  };
  const { turn } = await openTurn({ a: (_args, _config, call) => String(call.deadlineAt) }, { clock: settable });
  set = 3_600_000;
  const outcome = await turn.call({ name: 'a' });
  expect(outcome).toMatchObject({ status: 'SUCCESS' });
  expect(Number(readText(outcome)) - settable.now()).toBe(60_000);
});

test('7.1 the turn’s limits go before the host’s, and nobody gets more than the hard ones', async () => {
  const { startTurn, host } = await openHost({ tools: { a: () => 1 }, turnLimits: { maxToolCalls: 3, maxTurnMs: 7 } });
  expect((await startTurn()).usage.limits).toEqual({ ...DEFAULT_TURN_LIMITS, maxToolCalls: 3, maxTurnMs: 7 });
  expect((await startTurn({ limits: { maxToolCalls: 100 } })).usage.limits).toMatchObject({
    maxToolCalls: 100,
    maxTurnMs: 7,
  });
  const wrong: readonly unknown[] = [
    { maxToolCalls: 101 },
    { maxToolResultCharacters: 2_000_001 },
    { maxTurnMs: 900_001 },
    { maxToolCalls: 0 },
    { maxToolCalls: 1.5 },
    { maxToolCalls: '5' },
    { maxTurnMs: Number.NaN },
    { maxCalls: 5 },
    5,
  ];
  for (const limits of wrong) {
    const starting = host.startTurn({ bot: 'bot-a', limits: limits as TurnLimits });
    const error: unknown = await starting.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(isLoadoutError(error, 'CONFIGURATION_INVALID'), JSON.stringify(limits)).toBe(true);
  }
  const opening = openHost({ tools: { a: () => 1 }, turnLimits: { maxToolCalls: 101 } });
  await expect(opening).rejects.toMatchObject({ code: 'CONFIGURATION_INVALID' });
});

test('7.2 a run of identical calls is executed up to the limit, and refused after', async () => {
  const ran: Record<string, number> = {};
  const count = (name: string) => () => {
    ran[name] = (ran[name] ?? 0) + 1;
    return 'again';
  };
  const { startTurn } = await openHost({
    tools: {
      write: { policy: { kind: 'write' }, run: count('write') },
      read: { policy: { kind: 'read' }, run: count('read') },
      analyze: { policy: { kind: 'analyze' }, run: count('analyze') },
      transcribe: { policy: { kind: 'transcribe' }, run: count('transcribe') },
      search: { policy: { kind: 'search' }, run: count('search') },
      unknown: { policy: { kind: 'unknown' }, run: count('unknown') },
      // Without a kind, and without a policy: the pessimistic one (contract 6.7).
      stated: { policy: { readOnly: true }, run: count('stated') },
      none: count('none'),
      own: { policy: { kind: 'search', identicalCallLimit: 3 }, run: count('own') },
    },
  });
  const limits = { write: 4, read: 8, analyze: 8, transcribe: 8, search: 10, unknown: 4, stated: 4, none: 4, own: 3 };
  for (const [name, limit] of Object.entries(limits)) {
    const turn = await startTurn();
    const outcomes: CallOutcome[] = [];
    for (let n = 0; n <= limit; n += 1) outcomes.push(await turn.call({ name, arguments: { q: 'x' } }));
    expect(ran[name], name).toBe(limit);
    expect(outcomes.at(-1), name).toMatchObject(blocked);
    expect(outcomes.slice(0, -1).every(({ status }) => status === 'SUCCESS')).toBe(true);
    const warned = outcomes.slice(0, -1).map((outcome) => readText(outcome).includes('in a row'));
    expect(warned, name).toEqual(Array.from({ length: limit }, (_, n) => n >= 2));
  }
});

test('7.2 arguments are compared by what they say, and another call ends the run', async () => {
  const tools = { a: { policy: { identicalCallLimit: 2 }, run: () => 'ran' }, b: () => 'ran' };
  const { turn } = await openTurn(tools);
  const call = async (name: string, args: unknown) => (await turn.call({ name, arguments: args })).status;
  expect(await call('a', { x: 1, y: [1, { z: null }] })).toBe('SUCCESS');
  expect(await call('a', '{ "y": [1, {"z": null}], "x": 1.0 }')).toBe('SUCCESS');
  expect(await call('a', { y: [1, { z: null }], x: 1 })).toBe('BLOCKED');
  expect(await call('a', { y: [1, { z: null }], x: 1, more: null })).toBe('SUCCESS');
  expect(await call('a', { y: [1, { z: null }], x: 1 })).toBe('SUCCESS');
  expect(await call('b', {})).toBe('SUCCESS');
  expect(await call('a', { y: [1, { z: null }], x: 1 })).toBe('SUCCESS');
  expect(await call('a', { y: [1, { z: null }], x: 1 })).toBe('SUCCESS');
  expect(await call('a', { y: [1, { z: null }], x: 1 })).toBe('BLOCKED');
});

test('7.2 a tool that changes its arguments changes nothing of what is compared', async () => {
  const { turn } = await openTurn({
    a: {
      policy: { identicalCallLimit: 1 },
      run: (args) => {
        Object.assign(args, { x: 2 });
        return 'ran';
      },
    },
  });
  await turn.call({ name: 'a', arguments: { x: 1 } });
  expect(await turn.call({ name: 'a', arguments: { x: 1 } })).toMatchObject(blocked);
});

test('7.2 results of all kinds carry the warning, also behind a cut', async () => {
  const { turn } = await openTurn({
    a: {
      policy: { maxResultCharacters: 200, identicalCallLimit: 8 },
      run: () => {
        throw new Error('no luck');
      },
    },
    b: { policy: { maxResultCharacters: 200, identicalCallLimit: 8 }, run: () => 'x'.repeat(1_000) },
  });
  for (const name of ['a', 'b']) {
    await turn.call({ name });
    await turn.call({ name });
    const third = await turn.call({ name });
    expect(third.content.at(-1)).toMatchObject({ type: 'text', text: expect.stringContaining('3rd time in a row') });
  }
});

test('7.2 a tool may be called as often in a turn as its policy says', async () => {
  const { startTurn } = await openHost({ tools: { a: { policy: { maxCallsPerTurn: 2 }, run: () => 'ran' } } });
  const turn = await startTurn();
  expect((await callTimes(turn, 3)).map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS', 'BLOCKED']);
  expect((await callTimes(await startTurn(), 1)).map(({ status }) => status)).toEqual(['SUCCESS']);
});
