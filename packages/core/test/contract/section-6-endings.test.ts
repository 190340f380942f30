import {
  type CallOutcome,
  createMemoryTraceRecorder,
  type Host,
  type JsonObject,
  ToolBlockedError,
  type ToolCall,
  type Turn,
} from '@loadout/core';
import { expect, test } from 'vitest';
import { createCompanion } from '../builders/companion.js';
import { createDeferred } from '../builders/deferred.js';
import { createManualClock, type ManualClock, settle } from '../builders/manual-clock.js';
import { openHost, openTurn, provideTools, readText, type TestTools } from '../builders/turn-builders.js';

const number = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
const outputSchema = {
  type: 'object',
  properties: { items: { type: 'array', items: { type: 'string' } } },
  required: ['items'],
};

/** What an ending can use. */
interface Stage {
  readonly host: Host;
  readonly turn: Turn;
  readonly clock: ManualClock;
  call(rest: Omit<ToolCall, 'id'>): Promise<CallOutcome>;
  /** Resolves when `hang` has begun. */
  readonly hanging: Promise<void>;
}

type Ending = readonly [what: string, end: (stage: Stage) => Promise<CallOutcome>, expected: Partial<CallOutcome>];

const success = { status: 'SUCCESS', executed: 'yes', isError: false } as const;
const error = { status: 'ERROR', executed: 'yes', isError: true } as const;
const refused = { status: 'ERROR', executed: 'no', isError: true } as const;
const blocked = { status: 'BLOCKED', executed: 'no', isError: true } as const;
const cancelledBefore = { status: 'CANCELLED', executed: 'no', isError: true } as const;
const cancelledDuring = { status: 'CANCELLED', executed: 'unknown', isError: true } as const;

const tooDeep = (): unknown => {
  let value: unknown = {};
  for (let level = 0; level < 100; level += 1) value = { value };
  return value;
};

const endings: readonly Ending[] = [
  ['success', ({ call }) => call({ name: 'fine' }), success],
  ['success of an async tool', ({ call }) => call({ name: 'fine_later' }), success],
  ["an error of the tool's own", ({ call }) => call({ name: 'reports' }), error],
  ['a throw', ({ call }) => call({ name: 'throws' }), error],
  ['a throw of nothing', ({ call }) => call({ name: 'throws_undefined' }), error],
  ['a rejection', ({ call }) => call({ name: 'rejects' }), error],
  ['a broken thenable', ({ call }) => call({ name: 'broken_thenable' }), error],
  ['a thenable that answers twice', ({ call }) => call({ name: 'answers_twice' }), success],
  ['blocked by the tool', ({ call }) => call({ name: 'blocks' }), { ...blocked, executed: 'yes' }],
  ['a result of a wrong shape', ({ call }) => call({ name: 'wrong_shape' }), error],
  ['a result with a getter that throws', ({ call }) => call({ name: 'getter' }), error],
  ['a result that is a cycle', ({ call }) => call({ name: 'cycle' }), error],
  ['a result that is a revoked proxy', ({ call }) => call({ name: 'revoked' }), error],
  ['a result of 50 MB', ({ call }) => call({ name: 'huge' }), success],
  ['invalid arguments', ({ call }) => call({ name: 'picky', arguments: { n: {} } }), refused],
  ['arguments that are no JSON', ({ call }) => call({ name: 'picky', arguments: '{"n": ' }), refused],
  ['arguments that are a list', ({ call }) => call({ name: 'picky', arguments: [1] }), refused],
  [
    'arguments of more than 1 MB',
    ({ call }) => call({ name: 'fine', arguments: { text: 'x'.repeat(1_100_000) } }),
    refused,
  ],
  ['arguments that are too deep', ({ call }) => call({ name: 'fine', arguments: tooDeep() }), refused],
  ['arguments that are a BigInt', ({ call }) => call({ name: 'fine', arguments: 5n }), refused],
  ['arguments with a getter that throws', ({ call }) => call({ name: 'fine', arguments: hostileObject() }), refused],
  ['an unknown name', ({ call }) => call({ name: 'nobody' }), blocked],
  ['an empty name', ({ call }) => call({ name: '' }), blocked],
  ['a name of 1 MB', ({ call }) => call({ name: 'x'.repeat(1_000_000) }), blocked],
  ['a name that is no text', ({ call }) => call({ name: 5 as unknown as string }), blocked],
  ['a name that cannot be made a text', ({ call }) => call({ name: JSON.parse('{"toString": 1}') }), blocked],
  ['an unassigned name', ({ call }) => call({ name: 'unassigned' }), blocked],
  ['a denied approval', ({ call }) => call({ name: 'denied' }), blocked],
  ['an approver that fails', ({ call }) => call({ name: 'unasked' }), blocked],
  ['a tool that is never permitted', ({ call }) => call({ name: 'forbidden' }), blocked],
  ['a schema that does not compile', ({ call }) => call({ name: 'uncompilable', arguments: { x: 'ab' } }), blocked],
  ['cancelled before', ({ call }) => call({ name: 'fine', signal: AbortSignal.abort() }), cancelledBefore],
  [
    'cancelled during',
    async ({ call, hanging }) => {
      const controller = new AbortController();
      const calling = call({ name: 'hang', signal: controller.signal });
      await hanging;
      controller.abort();
      return calling;
    },
    cancelledDuring,
  ],
  [
    'the deadline',
    async ({ call, hanging, clock }) => {
      const calling = call({ name: 'hang' });
      await hanging;
      await clock.advance(61_000);
      return calling;
    },
    { ...error, executed: 'unknown' },
  ],
  [
    'the turn ends during',
    async ({ call, hanging, turn }) => {
      const calling = call({ name: 'hang' });
      await hanging;
      await turn.end();
      return calling;
    },
    cancelledDuring,
  ],
  [
    'the turn has ended',
    async ({ call, turn }) => {
      await turn.end();
      return call({ name: 'fine' });
    },
    cancelledBefore,
  ],
  [
    'the host is closed during',
    async ({ call, hanging, host }) => {
      const calling = call({ name: 'hang' });
      await hanging;
      await host.close();
      return calling;
    },
    cancelledDuring,
  ],
  [
    'the host was closed',
    async ({ call, host }) => {
      await host.close();
      return call({ name: 'fine' });
    },
    cancelledBefore,
  ],
];

function hostileObject(): object {
  return Object.defineProperty({}, 'text', {
    enumerable: true,
    get() {
      throw new Error('do not read');
    },
  });
}

async function setStage(): Promise<Stage> {
  const clock = createManualClock();
  const begun = createDeferred<void>();
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const approval = (run: () => unknown = () => 'ran') => ({ policy: { approval: 'ask' as const }, run });
  const tools: TestTools = {
    fine: () => 'fine',
    fine_later: async () => 'fine',
    reports: () => ({ isError: true, content: [{ type: 'text', text: 'no such course' }] }),
    throws: () => {
      throw new Error('thrown');
    },
    throws_undefined: () => {
      // biome-ignore lint/style/useThrowOnlyError: that is what is tried.
      throw undefined;
    },
    rejects: () => Promise.reject(new Error('rejected')),
    broken_thenable: () => ({
      then: () => {
        throw new Error('broken');
      },
    }),
    answers_twice: () => ({
      then: (resolve: (value: string) => void, reject: (error: Error) => void) => {
        resolve('first');
        resolve('second');
        reject(new Error('third'));
      },
    }),
    blocks: () => {
      throw new ToolBlockedError('not for you');
    },
    wrong_shape: () => ({ content: [{ type: 'text' }] }),
    getter: hostileObject,
    cycle: () => cycle,
    revoked: () => proxy,
    huge: () => 'x'.repeat(50_000_000),
    picky: { schema: number, run: () => 'picked' },
    denied: approval(),
    unasked: approval(),
    forbidden: { policy: { approval: 'deny' }, run: () => 'ran' },
    uncompilable: {
      schema: { type: 'object', properties: { x: { type: 'string', pattern: '(?<=a)b' } } },
      run: () => 'ran',
    },
    hang: () => {
      begun.resolve();
      return new Promise(() => undefined);
    },
    unassigned: () => 'ran',
  };
  const { host, startTurn } = await openHost({
    clock,
    tools,
    traces: createMemoryTraceRecorder(),
    assign: Object.keys(tools).filter((name) => name !== 'unassigned'),
    approver: ({ tool: name }) => {
      if (name === 'unasked') throw new Error('nobody is there');
      return { decision: 'deny', reason: 'not now' };
    },
  });
  const turn = await startTurn();
  return { host, turn, clock, hanging: begun.promise, call: (rest) => turn.call({ id: 'the-call', ...rest }) };
}

test.each(endings)('6.1 one result, and one trace, in every ending: %s', async (_what, end, expected) => {
  const stage = await setStage();
  const outcome = await end(stage);
  expect(outcome).toMatchObject({ callId: 'the-call', ...expected });
  expect(outcome.content.length).toBeGreaterThan(0);
  expect(readText(outcome)).not.toBe('');
  await settle();
  const traces = await stage.host.traces.list({ turnId: stage.turn.id });
  expect(traces).toMatchObject([{ callId: 'the-call', order: 1, status: outcome.status, executed: outcome.executed }]);
  // All is as if nothing had been.
  await stage.turn.end();
});

test('6.1 a call that is no call at all gets a result as well', async () => {
  const { turn } = await openTurn({ a: () => 'ran' });
  for (const nothing of [undefined, null, {}, 'a', 5]) {
    expect(await turn.call(nothing as unknown as ToolCall)).toMatchObject(blocked);
  }
});

test('6.1 calls at the same time get each its own result', async () => {
  const echo = async (args: JsonObject) => {
    await settle();
    return args;
  };
  const { turn } = await openTurn({ echo }, { turnLimits: { maxToolCalls: 50 } });
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, n) => turn.call({ id: `c-${n}`, name: 'echo', arguments: { n } })),
  );
  expect(outcomes.map(({ callId, structuredContent }) => [callId, structuredContent])).toEqual(
    Array.from({ length: 50 }, (_, n) => [`c-${n}`, { n }]),
  );
});

test('6.1 a call without an id gets one, which no other call has', async () => {
  const { turn, startTurn } = await openTurn({ a: (_args, _config, call) => call.callId });
  const other = await startTurn();
  const calls = [turn, turn, other, other].map((one, n) => one.call({ name: 'a', arguments: { n } }));
  const outcomes = await Promise.all([...calls, turn.call({ id: '', name: 'a' })]);
  expect(new Set(outcomes.map(({ callId }) => callId)).size).toBe(5);
  expect(outcomes.map(readText)).toEqual(outcomes.map(({ callId }) => callId));
});

test('6.1 end resolves when all calls have their results, however often it is called', async () => {
  const { turn } = await openTurn({ hang: () => new Promise(() => undefined), fine: () => 'fine' });
  const settled: string[] = [];
  const calls = ['hang', 'hang', 'fine'].map((name) =>
    turn.call({ name }).then((outcome) => void settled.push(outcome.status)),
  );
  await Promise.all([turn.end(), turn.end()]);
  await turn.end();
  expect(settled).toHaveLength(3);
  await Promise.all(calls);
});

test('6.1 ending the turn cancels a call whose tool calls another tool and hands its signal on, and all that are older', async () => {
  let turn: Turn | undefined;
  const begun: string[] = [];
  const hang = (): Promise<never> => {
    begun.push('hang');
    return new Promise(() => undefined);
  };
  const opened = await openTurn({
    older: hang,
    // The inner call begins to wait before the outer one does.
    outer: (_args, _config, call) => turn?.call({ name: 'inner', signal: call.signal }),
    inner: hang,
    quick: () => 'ready',
  });
  turn = opened.turn;
  for (const name of ['older', 'outer', 'inner']) await turn.call({ name, signal: AbortSignal.abort() });
  const calls = [turn.call({ name: 'older' }), turn.call({ name: 'outer' })];
  await settle();
  expect(begun).toEqual(['hang', 'hang']);
  void turn.end();
  const outcomes = await Promise.race([Promise.all(calls), settle()]);
  expect(outcomes).toMatchObject([{ status: 'CANCELLED' }, { status: 'CANCELLED' }]);
});

test('6.1 a tool that ends its own turn is cancelled', async () => {
  let turn: Turn | undefined;
  const opened = await openTurn({
    suicide: () => {
      void turn?.end();
      return new Promise(() => undefined);
    },
  });
  for (const isFirst of [true, false]) {
    turn = await opened.startTurn();
    const outcome = await Promise.race([turn.call({ name: 'suicide' }), settle()]);
    expect(outcome, isFirst ? 'as the first call, whose schema is compiled' : 'as a later call').toMatchObject({
      status: 'CANCELLED',
    });
  }
});

test('6.1 a call that its own tool cancels at once is cancelled', async () => {
  const controllers: AbortController[] = [];
  const { turn } = await openTurn({
    cancel: () => {
      controllers.at(-1)?.abort();
      return new Promise(() => undefined);
    },
  });
  for (const isFirst of [true, false]) {
    const controller = new AbortController();
    controllers.push(controller);
    const outcome = await Promise.race([turn.call({ name: 'cancel', signal: controller.signal }), settle()]);
    expect(outcome, isFirst ? 'as the first call' : 'as a later call').toMatchObject({ status: 'CANCELLED' });
  }
});

test('6.1 a call that is cancelled at any moment gets one result and one trace', async () => {
  // Another dialect than that of the arguments: its compiler is loaded after the tool has answered.
  const foreign = { ...outputSchema, $schema: 'https://json-schema.org/draft/2019-09/schema' };
  for (let hops = 0; hops < 60; hops += 1) {
    const { turn, host } = await openTurn({ a: { outputSchema: foreign, run: async () => ({ items: ['x'] }) } });
    const controller = new AbortController();
    const calling = turn.call({ name: 'a', signal: controller.signal });
    for (let hop = 0; hop < hops; hop += 1)
      await (hops % 2 === 0 ? Promise.resolve() : new Promise((resolve) => setImmediate(resolve)));
    controller.abort();
    const outcome = await calling;
    await settle();
    const traces = await host.traces.list({ turnId: turn.id });
    expect(
      traces.map(({ status }) => status),
      `after ${hops} hops`,
    ).toEqual([outcome.status]);
  }
});

test('6.1 nothing of a call is left behind: the signal of the caller has no listeners when it has ended', async () => {
  const { turn } = await openTurn({ later: async () => 'done', at_once: () => 'done' });
  const controller = new AbortController();
  let listening = 0;
  const { signal } = controller;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...given: Parameters<typeof add>) => {
    listening += 1;
    add(...given);
  };
  signal.removeEventListener = (...given: Parameters<typeof remove>) => {
    listening -= 1;
    remove(...given);
  };
  for (const name of ['later', 'at_once', 'later', 'nobody']) await turn.call({ name, signal });
  expect(listening).toBe(0);
});

const oddCalls: readonly (readonly [what: string, call: () => ToolCall])[] = [
  ['an id that cannot be read', () => Object.defineProperty({ name: 'a' }, 'id', { get: raise }) as ToolCall],
  ['a name that cannot be read', () => Object.defineProperty({}, 'name', { get: raise }) as ToolCall],
  ['a signal of another kind', () => ({ name: 'a', signal: {} }) as unknown as ToolCall],
  ['the controller for its signal', () => ({ name: 'a', signal: new AbortController() }) as unknown as ToolCall],
  [
    'a revoked proxy',
    () => {
      const { proxy, revoke } = Proxy.revocable({ name: 'a' }, {});
      revoke();
      return proxy;
    },
  ],
];

test.each(oddCalls)('6.1 a call with %s gets one result and one trace, and the turn ends', async (_what, makeCall) => {
  const { turn, host } = await openTurn({ a: async () => 'ran' });
  await turn.call({ name: 'a' });
  const outcome = await turn.call(makeCall());
  expect(outcome).toMatchObject({ status: 'ERROR', executed: 'no', isError: true });
  await turn.end();
  expect(await host.traces.list()).toHaveLength(2);
});

test('6.1 a signal of null is no signal', async () => {
  const { turn } = await openTurn({ a: async () => 'ran' });
  for (let run = 0; run < 2; run += 1) {
    const outcome = await turn.call({ name: 'a', signal: null } as unknown as ToolCall);
    expect(outcome).toMatchObject({ status: 'SUCCESS' });
  }
  await turn.end();
});

test('6.1 a clock and a maker of ids that fail cost no call its result', async () => {
  const system = { setTimeout: (work: () => void, ms: number) => wrapTimer(setTimeout(work, ms)) };
  const { turn, host } = await openTurn(
    { a: async () => 'ran', b: async () => raise() },
    { clock: { now: raise, monotonic: raise, ...system }, createId: raise },
  );
  expect(await turn.call({ name: 'a' })).toMatchObject({ status: 'SUCCESS' });
  expect(await turn.call({ name: 'b' })).toMatchObject({ status: 'ERROR' });
  await host.close();
});

const tampered: readonly (readonly [what: string, tamper: (promise: Promise<unknown>) => unknown])[] = [
  ['a catch that is no function', (promise) => Object.assign(promise, { catch: undefined })],
  ['a catch that answers nothing', (promise) => Object.assign(promise, { catch: () => undefined })],
  ['a then that never calls back', (promise) => Object.assign(promise, { then: () => undefined })],
  [
    'a constructor that throws',
    (promise) => Object.defineProperty(promise, 'constructor', { get: raise, configurable: true }),
  ],
];

test.each(tampered)('6.1 a promise with %s is waited for, with a context and without', async (_what, tamper) => {
  for (const withContext of [false, true]) {
    const seen: unknown[] = [];
    const provider = provideTools(
      {
        answers: () => tamper(later('ran')),
        rejects: () => tamper(later('x').then(raise)),
      },
      withContext ? { setInvocationContext: (context) => void seen.push(context?.bot.id ?? null) } : {},
    );
    const { startTurn } = await openHost({ companions: [createCompanion('@acme/odd', provider)] });
    const turn = await startTurn();
    expect(await turn.call({ name: 'answers' })).toMatchObject({ status: 'SUCCESS', content: [{ text: 'ran' }] });
    expect(await turn.call({ name: 'rejects' })).toMatchObject({ status: 'ERROR' });
    expect(await turn.call({ name: 'answers' })).toMatchObject({ status: 'SUCCESS' });
    await turn.end();
    await later(undefined);
    if (withContext) expect(seen).toEqual(['bot-a', null, 'bot-a', null, 'bot-a', null]);
  }
});

function raise(): never {
  throw new Error('no');
}

function later<T>(value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(resolve, 2, value));
}

function wrapTimer(timer: NodeJS.Timeout): { clear(): void; unref(): void } {
  return { clear: () => clearTimeout(timer), unref: () => timer.unref() };
}
