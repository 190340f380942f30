import {
  type ApprovalDecision,
  type ApprovalRequest,
  type CallOutcome,
  createMemoryStore,
  createMemoryTraceRecorder,
  DEFAULT_POLICY,
  type Host,
  readToolPolicy,
  searchToolPolicy,
  ToolBlockedError,
  type ToolCall,
  type Turn,
  writeToolPolicy,
} from '@loadout/core';
import { expect, test } from 'vitest';
import { createBuiltIns } from '../builders/built-ins.js';
import { createCompanion } from '../builders/companion.js';
import { createDeferred, type Deferred } from '../builders/deferred.js';
import { createManualClock, type ManualClock, settle } from '../builders/manual-clock.js';
import { createProvider, tool } from '../builders/provider.js';
import { openHost, openTurn, provideTools, readText, type TestTools } from '../builders/turn-builders.js';

const allowOnce: ApprovalDecision = { decision: 'allow', scope: 'once' };
const number = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };

test('6.1 a name is resolved before arguments are looked at', async () => {
  const { turn } = await openTurn({ a: { schema: number, run: () => 1 } });
  const outcome = await turn.call({ name: 'nobody', arguments: '{"n": not json' });
  expect(outcome).toMatchObject({ status: 'BLOCKED', executed: 'no' });
  expect(readText(outcome)).toContain('There is no tool "nobody"');
});

test('6.1 a name whose definition is broken goes to no provider that claims it', async () => {
  const store = createMemoryStore();
  await store.addBot({ id: 'bot-x' });
  const owners = { word_count: 'builtin', broken: '@acme/first' };
  for (const [toolName, owner] of Object.entries(owners)) {
    await store.assign('bot-x', [{ toolName, owner, label: toolName, definitionHash: null }]);
  }
  const claiming = createProvider([], { providesTool: () => true });
  const { startTurn } = await openHost({
    store,
    assign: null,
    ...createBuiltIns({ name: 'word_count', implementation: null }),
    companions: [
      createCompanion('@acme/first', createProvider([tool('broken', { schema: { type: 'array' } })])),
      createCompanion('@acme/claiming', claiming),
    ],
  });
  const turn = await startTurn({ bot: 'bot-x' });
  for (const name of Object.keys(owners)) {
    expect(await turn.call({ name }), name).toMatchObject({ status: 'BLOCKED', executed: 'no' });
  }
  expect(claiming.asked).toMatchObject({ providesTool: 0, executeTool: 0 });
});

test('6.1 invalid arguments are refused before anybody is asked for approval', async () => {
  const asked: ApprovalRequest[] = [];
  const tools: TestTools = { a: { schema: number, policy: { approval: 'ask' }, run: () => 'ran' } };
  const { turn } = await openTurn(tools, {
    approver: (request) => {
      asked.push(request);
      return allowOnce;
    },
  });
  expect(await turn.call({ name: 'a', arguments: { n: true } })).toMatchObject({ status: 'ERROR', executed: 'no' });
  expect(asked).toEqual([]);
  expect(readText(await turn.call({ name: 'a', arguments: { n: 1 } }))).toBe('ran');
  expect(asked).toHaveLength(1);
});

test('6.1 the approver sees the arguments as they are after the repair, and cannot change them', async () => {
  const seen: unknown[] = [];
  const tools: TestTools = { a: { schema: number, policy: { approval: 'ask' }, run: (args) => args } };
  const { turn } = await openTurn(tools, {
    approver: (request) => {
      seen.push({ ...request.arguments });
      Reflect.set(request.arguments, 'n', 99);
      return allowOnce;
    },
  });
  expect((await turn.call({ name: 'a', arguments: { n: '5' } })).structuredContent).toEqual({ n: 5 });
  expect(seen).toEqual([{ n: 5 }]);
});

test('6.1 a call that is cancelled while it waits for approval is not run, also when the approval comes', async () => {
  let ran = 0;
  const requests: ApprovalRequest[] = [];
  const decisions: Deferred<ApprovalDecision>[] = [];
  const asked: Deferred<void>[] = [createDeferred<void>(), createDeferred<void>()];
  const { turn, startTurn } = await openTurn(
    { a: { policy: { approval: 'ask' }, run: () => void ran++ } },
    {
      approver: (request) => {
        requests.push(request);
        const decision = createDeferred<ApprovalDecision>();
        decisions.push(decision);
        asked[requests.length - 1]?.resolve();
        return decision.promise;
      },
    },
  );
  const controller = new AbortController();
  const cancelled = turn.call({ name: 'a', signal: controller.signal });
  await asked[0]?.promise;
  expect(requests[0]?.signal.aborted).toBe(false);
  controller.abort();
  expect(await cancelled).toMatchObject({ status: 'CANCELLED', executed: 'no' });
  expect(requests[0]?.signal.aborted).toBe(true);

  const other = await startTurn();
  const ended = other.call({ name: 'a' });
  await asked[1]?.promise;
  await other.end();
  expect(await ended).toMatchObject({ status: 'CANCELLED', executed: 'no' });
  for (const decision of decisions) decision.resolve(allowOnce);
  await settle();
  expect(ran).toBe(0);
});

test('6.1 nobody is asked about a call that is cancelled already', async () => {
  let asked = 0;
  const { turn } = await openTurn(
    { a: { policy: { approval: 'ask' }, run: () => 'ran' } },
    {
      approver: () => {
        asked += 1;
        return allowOnce;
      },
    },
  );
  expect(await turn.call({ name: 'a', signal: AbortSignal.abort() })).toMatchObject({
    status: 'CANCELLED',
    executed: 'no',
  });
  expect(asked).toBe(0);
});

test('6.1 the deadline begins with the run: an approval takes as long as it takes', async () => {
  const clock = createManualClock();
  const decision = createDeferred<ApprovalDecision>();
  const asked = createDeferred<void>();
  const { turn } = await openTurn(
    {
      a: {
        policy: { approval: 'ask', timeoutMs: 1_000 },
        run: (_args, _config, call) => String(call.deadlineAt - clock.now()),
      },
    },
    {
      clock,
      approver: () => {
        asked.resolve();
        return decision.promise;
      },
    },
  );
  const calling = turn.call({ name: 'a' });
  await asked.promise;
  await clock.advance(3_600_000);
  decision.resolve(allowOnce);
  expect(readText(await calling)).toBe('1000');
});

const outputSchema = {
  type: 'object',
  properties: { items: { type: 'array', items: { type: 'string' } } },
  required: ['items'],
};

test('6.1 a result is normalised, then held to the output schema, then cut', async () => {
  const items = Array.from({ length: 100 }, (_, index) => `item ${index}`);
  const { turn, host } = await openTurn({
    lifted: { outputSchema, run: () => ({ items: ['a'] }) },
    wrong: { outputSchema, run: () => ({ items: [1] }) },
    missing: { outputSchema, run: () => 'only text' },
    failed: { outputSchema, run: () => ({ isError: true, content: [{ type: 'text', text: 'nothing found' }] }) },
    long: { outputSchema, policy: { maxResultCharacters: 300 }, run: () => ({ items }) },
  });
  expect(await turn.call({ name: 'lifted' })).toMatchObject({ status: 'SUCCESS', structuredContent: { items: ['a'] } });
  const wrong = await turn.call({ name: 'wrong' });
  expect(wrong).toMatchObject({ status: 'ERROR', executed: 'yes', isError: true });
  expect(readText(wrong)).toMatch(/output schema.*\/items\/0|output schema.*items/);
  expect(await turn.call({ name: 'missing' })).toMatchObject({ status: 'ERROR', executed: 'yes' });
  expect(readText(await turn.call({ name: 'failed' }))).toBe('nothing found');
  // The schema was held against the whole, of which the model then gets a part.
  const long = await turn.call({ name: 'long' });
  expect(long).toMatchObject({ status: 'SUCCESS', isError: false });
  expect(readText(long).length).toBeLessThanOrEqual(300);
  const [trace] = await host.traces.list({ tool: 'long' });
  expect(trace?.resultCharacters).toBe(readText(long).length);
});

test('6.1 an output schema that cannot be compiled fails the call and says so to the operator', async () => {
  const schema = { type: 'object', properties: { x: { type: 'string', pattern: '(?<=a)b' } } };
  const { turn, log } = await openTurn({ a: { outputSchema: schema, run: () => ({ x: 'ab' }) }, b: () => 'b ran' });
  expect(await turn.call({ name: 'a' })).toMatchObject({ status: 'ERROR', executed: 'yes', isError: true });
  expect(log.some(({ message }) => message.includes('output schema'))).toBe(true);
  expect(readText(await turn.call({ name: 'b' }))).toBe('b ran');
});

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
  const { turn } = await openTurn({
    echo: async (args) => {
      await settle();
      return args;
    },
  });
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
  const calls = [turn, turn, other, other].map((one) => one.call({ name: 'a' }));
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

test('6.2 arguments are repaired where they failed, and the trace says how', async () => {
  const schema = {
    type: 'object',
    properties: {
      n: { type: 'integer' },
      tags: { type: 'array', items: { type: 'string' } },
      note: { type: 'string' },
    },
    required: ['n'],
  };
  const { turn, host } = await openTurn({ a: { schema, run: (args) => args }, none: (args) => args });
  const { structuredContent } = await turn.call({
    name: 'a',
    arguments: '{"n": "7", "tags": "[\\"x\\"]", "note": null}',
  });
  expect(structuredContent).toEqual({ n: 7, tags: ['x'] });
  expect((await turn.call({ name: 'none' })).structuredContent).toEqual({});
  const [none, repaired] = await host.traces.list();
  expect([...(repaired?.repairs ?? [])].map(({ pointer, kind }) => `${kind} ${pointer}`).sort()).toEqual([
    'json-parsed /n',
    'json-parsed /tags',
    'null-removed /note',
  ]);
  expect(none?.repairs).toMatchObject([{ kind: 'empty-arguments' }]);
});

test('6.2 valid arguments are never changed, and the tool gets a copy of its own', async () => {
  const given = { n: '5', nested: { list: [null, '1', { deep: null }] }, empty: '' };
  const before = structuredClone(given);
  let kept: unknown;
  const { turn, host } = await openTurn({
    a: {
      schema: { type: 'object', properties: { n: { type: 'string' } } },
      run: (args) => {
        kept = structuredClone(args);
        Object.assign(args.nested as object, { list: 'changed by the tool' });
        return 'done';
      },
    },
  });
  await turn.call({ name: 'a', arguments: given });
  expect(kept).toEqual(before);
  expect(given).toEqual(before);
  expect(await host.traces.list()).toMatchObject([{ arguments: before, repairs: [] }]);
});

test('6.2 what no repair makes fit is refused as it came, and not run', async () => {
  let ran = 0;
  const { turn, host } = await openTurn({ a: { schema: number, run: () => void ran++ } });
  expect(await turn.call({ name: 'a', arguments: { n: 'five' } })).toMatchObject(refused);
  expect(await turn.call({ name: 'a', arguments: { n: '0x10' } })).toMatchObject(refused);
  expect(ran).toBe(0);
  expect((await host.traces.list()).map(({ arguments: args }) => args)).toEqual([{ n: '0x10' }, { n: 'five' }]);
});

test('6.3 a refusal names each field, what was expected and what came, ten at most', async () => {
  const properties = Object.fromEntries(
    Array.from({ length: 14 }, (_, index) => [`field_${index}`, { type: 'integer' }]),
  );
  const { turn } = await openTurn({ a: { schema: { type: 'object', properties }, run: () => 'ran' } });
  const two = readText(await turn.call({ name: 'a', arguments: { field_3: true, field_5: 'many' } }));
  expect(two).toMatch(/field_3/);
  expect(two).toMatch(/field_5/);
  expect(two).toMatch(/integer|whole number/);
  expect(two).not.toMatch(/field_4/);
  const all = readText(
    await turn.call({ name: 'a', arguments: Object.fromEntries(Object.keys(properties).map((key) => [key, true])) }),
  );
  expect(new Set(all.match(/field_\d+/g)).size).toBe(10);
});

test('6.3 arguments with __proto__ are refused, as text and as an object', async () => {
  let ran = 0;
  const { turn } = await openTurn({ a: () => void ran++ });
  const text = '{"nested": {"__proto__": {"admin": true}}}';
  expect(await turn.call({ name: 'a', arguments: text })).toMatchObject(refused);
  expect(await turn.call({ name: 'a', arguments: JSON.parse(text) })).toMatchObject(refused);
  expect(ran).toBe(0);
});

test('6.4 each schema is validated in its own dialect, side by side', async () => {
  const tuple = (schema: object) => ({ schema: { type: 'object', ...schema }, run: () => 'ran' });
  const { turn } = await openTurn({
    seven: tuple({
      $schema: 'http://json-schema.org/draft-07/schema#',
      properties: { pair: { type: 'array', items: [{ type: 'string' }, { type: 'number' }], additionalItems: false } },
    }),
    nineteen: tuple({
      $schema: 'https://json-schema.org/draft/2019-09/schema',
      properties: { pair: { type: 'array', items: [{ type: 'string' }, { type: 'number' }], additionalItems: false } },
      dependentRequired: { pair: ['other'] },
    }),
    twenty: tuple({
      properties: { pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false } },
    }),
  });
  const statusOf = async (name: string, args: object): Promise<string> =>
    (await turn.call({ name, arguments: args })).status;
  for (const name of ['seven', 'twenty']) {
    expect(await statusOf(name, { pair: ['a', 1] })).toBe('SUCCESS');
    expect(await statusOf(name, { pair: [1, 'a'] })).toBe('ERROR');
    expect(await statusOf(name, { pair: ['a', 1, 2] })).toBe('ERROR');
  }
  expect(await statusOf('nineteen', { pair: ['a', 1], other: 1 })).toBe('SUCCESS');
  expect(await statusOf('nineteen', { pair: ['a', 1] })).toBe('ERROR');
});

test('6.4 the $id of one companion means nothing in the schemas of another', async () => {
  const $id = 'https://schemas.acme.example/shared.json';
  const schemaOf = (type: string) => ({
    $id,
    type: 'object',
    properties: { x: { $ref: '#/$defs/x' } },
    $defs: { x: { type } },
  });
  const { startTurn } = await openHost({
    companions: [
      createCompanion('@acme/one', createProvider([tool('one', { schema: schemaOf('string') })], { mark: 'one' })),
      createCompanion('@acme/two', createProvider([tool('two', { schema: schemaOf('boolean') })], { mark: 'two' })),
    ],
  });
  const turn = await startTurn();
  expect(readText(await turn.call({ name: 'one', arguments: { x: 'text' } }))).toBe('one ran one');
  expect(readText(await turn.call({ name: 'two', arguments: { x: true } }))).toBe('two ran two');
  expect((await turn.call({ name: 'two', arguments: { x: {} } })).status).toBe('ERROR');
});

test('6.4 a $ref to the network is refused before anything is offered', async () => {
  const schema = { type: 'object', properties: { x: { $ref: 'https://schemas.acme.example/x.json' } } };
  const { host, startTurn } = await openHost({
    companions: [createCompanion('@acme/far', createProvider([tool('far', { schema }), tool('near')]))],
  });
  expect((await host.catalogue()).leftOut).toMatchObject([{ name: 'far', status: 'quarantined' }]);
  expect((await startTurn()).offered.map(({ name }) => name)).toEqual(['near']);
});

test('6.4 a pattern of a companion takes linear time', async () => {
  const schema = { type: 'object', properties: { x: { type: 'string', pattern: '^(a+)+$' } } };
  const { turn } = await openTurn({ a: { schema, run: () => 'ran' } });
  // By backtracking this takes longer than anybody waits.
  expect(await turn.call({ name: 'a', arguments: { x: `${'a'.repeat(50_000)}!` } })).toMatchObject(refused);
  expect(readText(await turn.call({ name: 'a', arguments: { x: 'aaaa' } }))).toBe('ran');
});

test('6.4 a tool whose schema does not compile at its first call is withheld from the next turn', async () => {
  const schema = { type: 'object', properties: { x: { type: 'string', pattern: '(?<=a)b' } } };
  const { host, startTurn } = await openHost({ tools: { odd: { schema, run: () => 'ran' }, fine: () => 'fine' } });
  const first = await startTurn();
  expect(first.offered.map(({ name }) => name)).toEqual(['odd', 'fine']);
  expect(await first.call({ name: 'odd', arguments: { x: 'ab' } })).toMatchObject(blocked);
  const second = await startTurn();
  expect(second.offered.map(({ name }) => name)).toEqual(['fine']);
  expect(second.withheld).toMatchObject([
    { name: 'odd', code: 'quarantined', reason: expect.stringContaining('schema') },
  ]);
  expect((await host.catalogue()).leftOut).toMatchObject([{ name: 'odd', status: 'quarantined' }]);
});

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
  expect(turn.offered[0]?.policy).toEqual({ ...DEFAULT_POLICY, ...policy });
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

test('6.1 a provider that is gone from the turn costs its own calls only', async () => {
  const { turn } = await openTurn(
    { fine: () => 'fine' },
    { companions: [createCompanion('@acme/other', provideTools({ other: () => 'other' }))] },
  );
  expect(readText(await turn.call({ name: 'other' }))).toBe('other');
  expect(readText(await turn.call({ name: 'fine' }))).toBe('fine');
});
