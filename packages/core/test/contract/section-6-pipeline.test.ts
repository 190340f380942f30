import { type ApprovalDecision, type ApprovalRequest, createMemoryStore } from '@loadout/core';
import { expect, test } from 'vitest';
import { createBuiltIns } from '../builders/built-ins.js';
import { createCompanion } from '../builders/companion.js';
import { createDeferred, type Deferred } from '../builders/deferred.js';
import { createManualClock, settle } from '../builders/manual-clock.js';
import { createProvider, tool } from '../builders/provider.js';
import { storeBot } from '../builders/stored-bot.js';
import { openHost, openTurn, provideTools, readText, type TestTools } from '../builders/turn-builders.js';

const allowOnce: ApprovalDecision = { decision: 'allow', scope: 'once' };
const number = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
const refused = { status: 'ERROR', executed: 'no', isError: true } as const;
const blocked = { status: 'BLOCKED', executed: 'no', isError: true } as const;

test('6.1 a name is resolved before arguments are looked at', async () => {
  const { turn } = await openTurn({ a: { schema: number, run: () => 1 } });
  const outcome = await turn.call({ name: 'nobody', arguments: '{"n": not json' });
  expect(outcome).toMatchObject({ status: 'BLOCKED', executed: 'no' });
  expect(readText(outcome)).toContain('There is no tool "nobody"');
});

test('6.1 a name whose definition is broken goes to no provider that claims it', async () => {
  const store = createMemoryStore();
  const owners = { word_count: 'builtin', broken: '@acme/first' };
  const assignments = Object.entries(owners).map(([toolName, owner]) => ({ toolName, owner }));
  await storeBot(store, { id: 'bot-x' }, assignments);
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
  const schema = { type: 'object', properties: { x: { type: 'string', pattern: '^(?:ab){1,2000}$' } } };
  const { turn, log } = await openTurn({ a: { outputSchema: schema, run: () => ({ x: 'ab' }) }, b: () => 'b ran' });
  expect(await turn.call({ name: 'a' })).toMatchObject({ status: 'ERROR', executed: 'yes', isError: true });
  expect(log.some(({ message }) => message.includes('output schema'))).toBe(true);
  expect(readText(await turn.call({ name: 'b' }))).toBe('b ran');
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
  const schema = { type: 'object', properties: { x: { type: 'string', pattern: '^(?:ab){1,2000}$' } } };
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

test('6.1 a provider that is gone from the turn costs its own calls only', async () => {
  const { turn } = await openTurn(
    { fine: () => 'fine' },
    { companions: [createCompanion('@acme/other', provideTools({ other: () => 'other' }))] },
  );
  expect(readText(await turn.call({ name: 'other' }))).toBe('other');
  expect(readText(await turn.call({ name: 'fine' }))).toBe('fine');
});
