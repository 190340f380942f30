import { createMemoryTraceRecorder, type RecordedTrace, type TraceRecorder } from '@loadout/core';
import { expect, test } from 'vitest';
import { createBuiltIns } from '../builders/built-ins.js';
import { createCompanion } from '../builders/companion.js';
import { createManualClock, settle } from '../builders/manual-clock.js';
import { createProvider, tool } from '../builders/provider.js';
import { openHost, openTurn, readText } from '../builders/turn-builders.js';

test('6.9 a trace says all that it has to', async () => {
  const clock = createManualClock();
  const schema = { type: 'object', properties: { n: { type: 'integer' }, key: { type: 'string' } } };
  const { turn, host } = await openTurn(
    {
      work: {
        schema,
        sensitiveArguments: ['key'],
        run: async () => {
          await clock.advance(250);
          return 'twelve chars';
        },
      },
    },
    { clock },
  );
  const startedAt = clock.now();
  await turn.call({ id: 'c-1', name: 'work', arguments: { n: '5', key: 'hunter22' } });
  expect(await host.traces.list()).toEqual([
    {
      botId: 'bot-a',
      turnId: turn.id,
      order: 1,
      callId: 'c-1',
      tool: 'work',
      owner: '@acme/tools',
      status: 'SUCCESS',
      executed: 'yes',
      arguments: { n: 5, key: '[masked]' },
      repairs: [{ pointer: '/n', kind: 'json-parsed' }],
      startedAt,
      durationMs: 250,
      resultCharacters: 12,
      errorId: undefined,
      id: 1,
      hasEnded: true,
    } satisfies RecordedTrace,
  ]);
});

test('6.9 calls are numbered in the order in which they came, refused ones included', async () => {
  const { turn, host, startTurn } = await openTurn({ a: async () => settle(), quick: () => 'done' });
  await Promise.all([
    turn.call({ id: 'c-1', name: 'a' }),
    turn.call({ id: 'c-2', name: 'nobody' }),
    turn.call({ id: 'c-3', name: 5 as unknown as string }),
    turn.call({ id: 'c-4', name: 'quick', arguments: 'no json' }),
    turn.call({ id: 'c-5', name: 'quick' }),
  ]);
  const orders = (await host.traces.list({ turnId: turn.id })).map(({ callId, order }) => `${callId} ${order}`);
  expect(orders.sort()).toEqual(['c-1 1', 'c-2 2', 'c-3 3', 'c-4 4', 'c-5 5']);
  const next = await startTurn();
  await next.call({ name: 'quick' });
  expect(await host.traces.list({ turnId: next.id })).toMatchObject([{ order: 1 }]);
});

test('6.9 a trace has the status and says whether the tool was executed', async () => {
  const { turn, host } = await openTurn({
    fine: () => 'done',
    throws: () => {
      throw new Error('x');
    },
    forbidden: { policy: { approval: 'deny' }, run: () => 'ran' },
  });
  for (const name of ['fine', 'throws', 'forbidden', 'nobody']) await turn.call({ name });
  await turn.call({ name: 'fine', signal: AbortSignal.abort() });
  const traces = await host.traces.list();
  expect(traces.map(({ tool: name, status, executed }) => `${name} ${status} ${executed}`).reverse()).toEqual([
    'fine SUCCESS yes',
    'throws ERROR yes',
    'forbidden BLOCKED no',
    'nobody BLOCKED no',
    'fine CANCELLED no',
  ]);
});

test('6.9 a trace names the canonical tool and its owner', async () => {
  const { host, startTurn } = await openHost({
    ...createBuiltIns('word_count'),
    companions: [
      createCompanion('@acme/courses', {
        ...createProvider([tool('course_search', { aliases: ['find_course'] })]),
        providesTool: (name) => name === 'legacy',
      }),
    ],
    exposeAs: [],
  });
  await host.assign('bot-a', ['legacy']);
  const turn = await startTurn();
  for (const name of ['word_count', 'find_course', 'legacy', 'nobody']) await turn.call({ name });
  const traces = await host.traces.list();
  expect(traces.map(({ tool: name, owner }) => [name, owner]).reverse()).toEqual([
    ['word_count', 'builtin'],
    ['course_search', '@acme/courses'],
    ['legacy', '@acme/courses'],
    ['nobody', undefined],
  ]);
});

test('6.9 sensitive arguments are masked in every ending, and the tool gets them as they are', async () => {
  const secret = { user: 'ada', code: 4711 };
  const schema = { type: 'object', properties: { n: { type: 'integer' }, secret: { type: ['object', 'string'] } } };
  const fields = { schema, sensitiveArguments: ['secret', 'not_there'] };
  let seen: unknown;
  const { turn, host, log } = await openTurn({
    fine: {
      ...fields,
      run: (args) => {
        seen = args.secret;
        return 'done';
      },
    },
    throws: {
      ...fields,
      run: () => {
        throw new Error('x');
      },
    },
    forbidden: { ...fields, policy: { approval: 'deny' }, run: () => 'ran' },
  });
  await turn.call({ name: 'fine', arguments: { n: 1, secret } });
  await turn.call({ name: 'fine', arguments: JSON.stringify({ n: 1, secret }) });
  await turn.call({ name: 'throws', arguments: { n: 1, secret } });
  await turn.call({ name: 'forbidden', arguments: { n: 1, secret } });
  await turn.call({ name: 'fine', arguments: { n: {}, secret: 'text 4711' } });
  await turn.call({ name: 'fine', arguments: { n: 1, secret }, signal: AbortSignal.abort() });
  expect(seen).toEqual(secret);
  const traces = await host.traces.list();
  expect(traces).toHaveLength(6);
  for (const trace of traces) {
    expect(trace.arguments).toMatchObject({ secret: '[masked]' });
    expect(trace.arguments).not.toHaveProperty('not_there');
  }
  expect(JSON.stringify([traces, log])).not.toContain('4711');
});

test('6.9 arguments that cannot be read leave no text in the trace', async () => {
  const { turn, host } = await openTurn({ a: { sensitiveArguments: ['secret'], run: () => 'ran' } });
  await turn.call({ name: 'a', arguments: '{"secret": "hunter22"' });
  await turn.call({ name: 'nobody', arguments: { secret: 'hunter22' } });
  expect(JSON.stringify(await host.traces.list())).not.toContain('hunter22');
});

test('6.9 a trace keeps the arguments as the tool got them, whatever it does to them', async () => {
  const { turn, host } = await openTurn({
    a: (args) => {
      Object.assign(args.nested as object, { changed: true });
      Object.assign(args, { added: true });
      return 'done';
    },
  });
  await turn.call({ name: 'a', arguments: { nested: { n: 1 } } });
  expect(await host.traces.list()).toMatchObject([{ arguments: { nested: { n: 1 } } }]);
  expect((await host.traces.list())[0]?.arguments).toEqual({ nested: { n: 1 } });
});

test('6.9 the size is that of the text which the model gets', async () => {
  const { turn, host } = await openTurn({
    parts: () => ({
      content: [
        { type: 'text', text: '12345' },
        { type: 'image', data: 'aGk=', mimeType: 'image/png' },
        { type: 'resource', resource: { uri: 'file:///x', text: '1234567' } },
      ],
    }),
    fails: () => {
      throw new Error('x');
    },
  });
  await turn.call({ name: 'parts' });
  const failed = await turn.call({ name: 'fails' });
  expect((await host.traces.list()).map(({ resultCharacters }) => resultCharacters)).toEqual([
    readText(failed).length,
    5 + 'file:///x'.length + 7,
  ]);
});

const failing: readonly (readonly [what: string, record: TraceRecorder['record']])[] = [
  [
    'throws',
    () => {
      throw new Error('the disk is full');
    },
  ],
  ['rejects', () => Promise.reject(new Error('the disk is full'))],
];

test.each(failing)('6.9 a trace writer that %s fails no call, and is logged', async (_what, record) => {
  const traces: TraceRecorder = { record, list: async () => [] };
  const { turn, log } = await openTurn({ a: () => 'ran', later: async () => 'ran' }, { traces });
  for (const name of ['a', 'later', 'nobody']) {
    const outcome = await turn.call({ name });
    expect(outcome.status).toBe(name === 'nobody' ? 'BLOCKED' : 'SUCCESS');
  }
  await turn.end();
  await settle();
  expect(log.filter(({ event }) => event === 'trace-failed')).toMatchObject([
    { level: 'error' },
    { level: 'error' },
    { level: 'error' },
  ]);
});

test('6.9 a trace writer gets each call once, when it has ended', async () => {
  const recorder = createMemoryTraceRecorder();
  const recorded: string[] = [];
  const traces: TraceRecorder = {
    record: (trace) => void recorded.push(trace.callId),
    list: (filter) => recorder.list(filter),
  };
  const { turn } = await openTurn({ a: () => `${recorded.length} before` }, { traces });
  expect(readText(await turn.call({ id: 'c-1', name: 'a' }))).toBe('0 before');
  expect(recorded).toEqual(['c-1']);
  expect(readText(await turn.call({ id: 'c-2', name: 'a' }))).toBe('1 before');
  expect(recorded).toEqual(['c-1', 'c-2']);
});
