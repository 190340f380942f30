import { type IToolProvider, ToolBlockedError, type Turn } from '@loadout/core';
import { expect, test } from 'vitest';
import { createCompanion } from '../builders/companion.js';
import { createDeferred } from '../builders/deferred.js';
import { createManualClock, settle } from '../builders/manual-clock.js';
import { createSlowTool, createTeller, openTwoBots } from '../builders/tellers.js';
import { openHost, provideTools, readText } from '../builders/turn-builders.js';

test('3.3 the context is told before a call, and null after it', async () => {
  const teller = createTeller(
    {
      look: () => void teller.events.push(`look sees ${teller.told?.bot.id}`),
      look_later: async () => {
        await settle();
        teller.events.push(`look_later sees ${teller.told?.bot.id}`);
      },
    },
    settle,
  );
  const { a, b } = await openTwoBots(teller, ['look', 'look_later']);
  await a.call({ name: 'look' });
  await b.call({ name: 'look_later' });
  await a.call({ name: 'look' });
  await settle();
  await settle();
  expect(teller.events).toEqual([
    ...['set bot-a', 'look sees bot-a', 'null'],
    ...['set bot-b', 'look_later sees bot-b', 'null'],
    ...['set bot-a', 'look sees bot-a', 'null'],
  ]);
});

test('3.3 null is told after failures as well', async () => {
  const teller = createTeller({
    throws: () => {
      throw new Error('thrown');
    },
    rejects: async () => {
      throw new Error('rejected');
    },
    blocks: async () => {
      throw new ToolBlockedError('not today');
    },
    answers_nonsense: async () => () => 'a function',
    answers_a_broken_thenable: () => ({
      then() {
        throw new Error('broken');
      },
    }),
  });
  const { a } = await openTwoBots(teller, []);
  for (const name of ['throws', 'rejects', 'blocks', 'answers_nonsense', 'answers_a_broken_thenable']) {
    expect((await a.call({ name })).isError).toBe(true);
    await settle();
    expect(teller.events.splice(0), name).toEqual(['set bot-a', 'null']);
  }
});

test('3.3 null is told when a call has really ended, not when its caller was answered', async () => {
  const clock = createManualClock();
  const slow = createSlowTool({ timeoutMs: 1_000 });
  const teller = createTeller({ slow: slow.tool });
  const { a, b } = await openTwoBots(teller, ['slow'], { clock });

  const late = a.call({ name: 'slow' });
  const first = await slow.untilRun(1);
  await clock.advance(1_500);
  expect(await late).toMatchObject({ status: 'ERROR', executed: 'unknown' });
  expect(teller.events).toEqual(['set bot-a']);
  first.reject(new Error('far too late'));
  await settle();
  expect(teller.events).toEqual(['set bot-a', 'null']);

  const controller = new AbortController();
  const cancelled = b.call({ name: 'slow', signal: controller.signal });
  const second = await slow.untilRun(2);
  controller.abort();
  expect(await cancelled).toMatchObject({ status: 'CANCELLED', executed: 'unknown' });
  expect(teller.events).toEqual(['set bot-a', 'null', 'set bot-b']);
  second.resolve('at last');
  await settle();
  expect(teller.events).toEqual(['set bot-a', 'null', 'set bot-b', 'null']);
});

test('3.3 when telling the context fails, the call is not made, and the next one is', async () => {
  let ran = 0;
  let fails = true;
  const teller = createTeller({ look: () => `run ${++ran}` }, (context) => {
    if (fails && context !== null) throw new Error('no context wanted');
  });
  const { a } = await openTwoBots(teller, []);
  const outcome = await a.call({ name: 'look' });
  expect(outcome).toMatchObject({ status: 'ERROR', executed: 'no', isError: true });
  expect(readText(outcome)).toContain('no context wanted');
  fails = false;
  expect(readText(await a.call({ name: 'look' }))).toBe('run 1');
  expect(ran).toBe(1);
});

test('3.3 when telling the context throws at once or never ends, the call is not made', async () => {
  const clock = createManualClock();
  let ran = 0;
  const look = { policy: { timeoutMs: 1_000 }, run: () => `run ${++ran}` };
  const throwing = provideTools(
    { look },
    {
      setInvocationContext() {
        throw new Error('thrown at once');
      },
    },
  );
  const hanging = provideTools({ look_too: look }, { setInvocationContext: () => new Promise<void>(() => undefined) });
  const { a } = await openTwoBots(throwing, [], { clock, companions: [createCompanion('@acme/hanging', hanging)] });
  expect(await a.call({ name: 'look' })).toMatchObject({ status: 'ERROR', executed: 'no' });
  const calling = a.call({ name: 'look_too' });
  await clock.advance(2_000);
  const outcome = await calling;
  expect(outcome).toMatchObject({ status: 'ERROR', executed: 'no' });
  expect(readText(outcome)).toContain('It did not run.');
  expect(ran).toBe(0);
});

test('3.3 when telling null fails, that is logged, and the next call is made', async () => {
  const teller = createTeller({ look: () => `seen ${teller.told?.bot.id}` }, (context) => {
    if (context === null) throw new Error('cannot forget');
  });
  const { a, b, log } = await openTwoBots(teller, ['look']);
  expect(readText(await a.call({ name: 'look' }))).toBe('seen bot-a');
  expect(readText(await b.call({ name: 'look' }))).toBe('seen bot-b');
  await settle();
  expect(
    log.filter(({ event, companion }) => event === 'companion-problem' && companion === '@acme/shared'),
  ).toMatchObject([{ message: expect.stringMatching(/setInvocationContext .*cannot forget/) }]);
});

test('3.3 a shared instance that is told its context serves one call at a time, in their order', async () => {
  const slow = createSlowTool();
  const teller = createTeller({ slow: slow.tool });
  const { a, b } = await openTwoBots(teller, ['slow']);
  const calls = [a.call({ name: 'slow' }), b.call({ name: 'slow' }), a.call({ name: 'slow' })];
  for (const index of [0, 1, 2]) {
    const run = await slow.untilRun(index + 1);
    await settle();
    expect(slow.runs).toHaveLength(index + 1);
    run.resolve(`answer ${index}`);
  }
  expect((await Promise.all(calls)).map(readText)).toEqual(['answer 0', 'answer 1', 'answer 2']);
  expect(teller.events.filter((event) => event !== 'null')).toEqual(['set bot-a', 'set bot-b', 'set bot-a']);
});

test('3.3 a shared instance that is not told its context serves many calls at once', async () => {
  const slow = createSlowTool();
  const { a, b } = await openTwoBots(provideTools({ slow: slow.tool }), ['slow']);
  const calls = [a.call({ name: 'slow' }), b.call({ name: 'slow' })];
  await slow.untilRun(2);
  for (const run of slow.runs) run.resolve('done');
  await Promise.all(calls);
});

test('3.3 the same instance registered by two companions still serves one call at a time', async () => {
  const slow = createSlowTool();
  const teller = createTeller({ slow: slow.tool, other: () => `other sees ${teller.told?.bot.id}` });
  const again: IToolProvider = teller;
  const { startTurn, addBot, host } = await openHost({
    companions: [createCompanion('@acme/one', teller), createCompanion('@acme/two', again)],
    exposeAs: [{ owner: '@acme/two', tool: 'other', as: 'other_of_two' }],
  });
  expect((await host.catalogue()).tools.map(({ name, owner }) => [name, owner])).toContainEqual([
    'other_of_two',
    '@acme/two',
  ]);
  await addBot('bot-b', ['other_of_two']);
  const [a, b] = [await startTurn(), await startTurn({ bot: 'bot-b' })];
  const first = a.call({ name: 'slow' });
  const run = await slow.untilRun(1);
  const second = b.call({ name: 'other_of_two' });
  await settle();
  expect(teller.told?.bot.id).toBe('bot-a');
  run.resolve('done');
  await first;
  expect(readText(await second)).toBe('other sees bot-b');
});

test('3.3 a shared instance is not held while a call waits for approval', async () => {
  const asked = createDeferred<void>();
  const decision = createDeferred<{ decision: 'allow'; scope: 'once' }>();
  const teller = createTeller({
    careful: { policy: { approval: 'ask' }, run: () => 'careful ran' },
    quick: () => `quick sees ${teller.told?.bot.id}`,
  });
  const approver = () => {
    asked.resolve();
    return decision.promise;
  };
  const { a, b } = await openTwoBots(teller, ['quick'], { approver });
  const waiting = a.call({ name: 'careful' });
  await asked.promise;
  expect(readText(await b.call({ name: 'quick' }))).toBe('quick sees bot-b');
  decision.resolve({ decision: 'allow', scope: 'once' });
  expect(readText(await waiting)).toBe('careful ran');
});

test("3.3 waiting for a shared instance counts against the call's deadline", async () => {
  const clock = createManualClock();
  const slow = createSlowTool();
  let ran = 0;
  const teller = createTeller({ slow: slow.tool, quick: { policy: { timeoutMs: 2_000 }, run: () => void ran++ } });
  const { a, b } = await openTwoBots(teller, ['quick'], { clock });
  const first = a.call({ name: 'slow' });
  const run = await slow.untilRun(1);
  const second = b.call({ name: 'quick' });
  await clock.advance(2_200);
  const outcome = await second;
  expect(outcome).toMatchObject({ status: 'ERROR', executed: 'no' });
  expect(readText(outcome)).toContain('It did not run.');
  run.resolve('done');
  expect((await first).status).toBe('SUCCESS');
  await settle();
  expect(ran).toBe(0);
  expect(teller.events).toEqual(['set bot-a', 'null']);
});

test('3.3 the time that was spent waiting is not given again: the deadline that the tool sees is the first', async () => {
  const clock = createManualClock();
  const slow = createSlowTool();
  const teller = createTeller({
    slow: slow.tool,
    quick: { policy: { timeoutMs: 5_000 }, run: (_args, _config, call) => String(call.deadlineAt - clock.now()) },
  });
  const { a, b } = await openTwoBots(teller, ['quick'], { clock });
  const first = a.call({ name: 'slow' });
  const run = await slow.untilRun(1);
  const second = b.call({ name: 'quick' });
  await clock.advance(3_000);
  run.resolve('done');
  expect(readText(await second)).toBe('2000');
  await first;
});

test('3.3 a call that is cancelled while it waits for the instance is not made, and lets others pass', async () => {
  const slow = createSlowTool();
  const teller = createTeller({ slow: slow.tool, quick: () => `quick for ${teller.told?.bot.id}` });
  const { a, b } = await openTwoBots(teller, ['quick']);
  const first = a.call({ name: 'slow' });
  const run = await slow.untilRun(1);
  const controller = new AbortController();
  const cancelled = b.call({ name: 'quick', signal: controller.signal });
  const last = b.call({ name: 'quick' });
  await settle();
  controller.abort();
  expect(await cancelled).toMatchObject({ status: 'CANCELLED', executed: 'no' });
  run.resolve('done');
  await first;
  expect(readText(await last)).toBe('quick for bot-b');
  await settle();
  expect(teller.events).toEqual(['set bot-a', 'null', 'set bot-b', 'null']);
});

test('3.3 an instance whose call outlived its deadline stays out of service, its context unchanged, until that call ends', async () => {
  const clock = createManualClock();
  const slow = createSlowTool({ timeoutMs: 1_000 });
  const teller = createTeller({
    slow: slow.tool,
    quick: { policy: { timeoutMs: 1_000 }, run: () => `quick for ${teller.told?.bot.id}` },
  });
  const { a, b } = await openTwoBots(teller, ['quick'], { clock });
  const late = a.call({ name: 'slow' });
  const run = await slow.untilRun(1);
  await clock.advance(1_200);
  expect(await late).toMatchObject({ status: 'ERROR', executed: 'unknown' });
  const refused = b.call({ name: 'quick' });
  await clock.advance(1_200);
  expect(await refused).toMatchObject({ status: 'ERROR', executed: 'no' });
  expect(teller.told?.bot.id).toBe('bot-a');
  await a.end();
  expect(teller.told?.bot.id).toBe('bot-a');
  const patient = b.call({ name: 'quick' });
  await settle();
  run.resolve('very late');
  expect(readText(await patient)).toBe('quick for bot-b');
});

/** How a tool of the shared provider comes to call it again. */
const detours: readonly (readonly [how: string, first: string])[] = [
  ['directly', 'direct'],
  ['through a provider that is not told its context', 'via_plain'],
  ['through another provider that is told its context', 'via_teller'],
  ['through a turn of another bot', 'via_turn'],
  ['after a wait', 'after_wait'],
];

test.each(detours)(
  '3.3 a call from inside a call of the same instance, %s, is refused at once',
  async (_how, first) => {
    let turn: Turn | undefined;
    let startOther: (() => Promise<Turn>) | undefined;
    const callAgain = async (name: string, on = turn): Promise<string> => {
      if (on === undefined) throw new Error('no turn');
      const outcome = await on.call({ name });
      return `${outcome.status} ${outcome.executed}: ${readText(outcome)}`;
    };
    const shared = createTeller({
      direct: () => callAgain('target'),
      via_plain: () => callAgain('plain'),
      via_teller: () => callAgain('told'),
      via_turn: async () => callAgain('target', await startOther?.()),
      after_wait: async () => {
        await settle();
        return callAgain('target');
      },
      target: () => 'the target ran',
    });
    const plain = provideTools({ plain: () => callAgain('target') });
    const teller = createTeller({ told: () => callAgain('target') });
    const opened = await openHost({
      clock: createManualClock(), // which stands still: nothing here is ended by a deadline
      companions: [
        createCompanion('@acme/shared', shared),
        createCompanion('@acme/plain', plain),
        createCompanion('@acme/teller', teller),
      ],
    });
    await opened.addBot('bot-b', ['target']);
    startOther = () => opened.startTurn({ bot: 'bot-b' });
    turn = await opened.startTurn();
    const text = readText(await turn.call({ name: first }));
    expect(text).toMatch(/ERROR no: Tool execution failed: /);
    expect(text).not.toContain('the target ran');
    expect(readText(await turn.call({ name: 'target' }))).toBe('the target ran');
  },
);

test('3.3 a call from inside a call of another instance is made', async () => {
  let turn: Turn | undefined;
  const outer = createTeller({
    outer: async () => `outer got: ${readText((await turn?.call({ name: 'inner' })) ?? { content: [] })}`,
  });
  const inner = createTeller({ inner: () => `inner for ${inner.told?.bot.id}` });
  const { startTurn } = await openHost({
    companions: [createCompanion('@acme/outer', outer), createCompanion('@acme/inner', inner)],
  });
  turn = await startTurn();
  expect(readText(await turn.call({ name: 'outer' }))).toBe('outer got: inner for bot-a');
});

test('3.3 what an ended call left running in the background may call again', async () => {
  let turn: Turn | undefined;
  const goOn = createDeferred<void>();
  const background = createDeferred<string>();
  const teller = createTeller({
    begin: () => {
      void goOn.promise.then(async () => {
        const outcome = await turn?.call({ name: 'target' });
        background.resolve(outcome === undefined ? 'no turn' : readText(outcome));
      });
      return 'begun';
    },
    target: () => `target for ${teller.told?.bot.id}`,
  });
  const { startTurn } = await openHost({ companions: [createCompanion('@acme/shared', teller)] });
  turn = await startTurn();
  expect(readText(await turn.call({ name: 'begin' }))).toBe('begun');
  await settle();
  goOn.resolve();
  expect(await background.promise).toBe('target for bot-a');
});

test('3.3 a call that is cancelled at any moment gets its result, and leaves the instance free', async () => {
  const seen = new Set<string>();
  for (let hops = 0; hops < 40; hops += 1) {
    const slow = createSlowTool();
    const teller = createTeller({ slow: slow.tool, quick: () => 'free' });
    const { a } = await openTwoBots(teller, []);
    // All that is loaded and compiled once is, so that the microtasks of the call are the only ones.
    await a.call({ name: 'quick' });
    await a.call({ name: 'slow', signal: AbortSignal.abort() });
    const controller = new AbortController();
    const calling = a.call({ name: 'slow', signal: controller.signal });
    for (let hop = 0; hop < hops; hop += 1) await Promise.resolve();
    controller.abort();
    const outcome = await Promise.race([calling, settle()]);
    for (const run of slow.runs) run.resolve('done');
    expect(outcome, `cancelled after ${hops} microtasks`).toMatchObject({ status: 'CANCELLED' });
    seen.add((await calling).executed);
    expect(readText(await a.call({ name: 'quick' }))).toBe('free');
  }
  expect([...seen].sort()).toEqual(['no', 'unknown']);
});
