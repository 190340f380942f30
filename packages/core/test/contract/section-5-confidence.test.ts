import {
  type CallToolResult,
  CONFIDENCE_LEVELS,
  type ConfidenceLevel,
  createMemoryStore,
  type LogEntry,
  type Store,
  type Turn,
} from '@loadout/core';
import { expect, test } from 'vitest';
import { createCompanion } from '../builders/companion.js';
import { createProvider, tool } from '../builders/provider.js';
import { type OpenHost, type OpenHostOptions, openHost, readText } from '../builders/turn-builders.js';

const levels = Object.keys(CONFIDENCE_LEVELS) as ConfidenceLevel[]; // the keys of a literal object

test('5.5 the levels have their order, and the operator’s minimum counts before the definition’s', async () => {
  expect(CONFIDENCE_LEVELS).toEqual({
    NONE: 0,
    UNTRUSTED: 1,
    UNKNOWN: 10,
    VERY_LOW: 90,
    LOW: 100,
    MODERATE: 150,
    MEDIUM: 200,
    HIGH: 300,
  });
  const tools = [tool('open'), ...levels.map((level) => tool(`needs_${level}`, { minimumConfidence: level }))];
  const { host, startTurn } = await openHost({ companions: [createCompanion('@acme/one', createProvider(tools))] });
  const offeredTo = async (confidence: ConfidenceLevel): Promise<string[]> =>
    (await startTurn({ modelProvider: { id: 'acme', confidence } })).offered.map(({ name }) => name);
  for (const [index, level] of levels.entries()) {
    const reached = levels.slice(0, index + 1).map((name) => `needs_${name}`);
    expect(await offeredTo(level)).toEqual(['open', ...reached]);
  }
  await host.decisions.set('minimum-confidence', '@acme/one#open', 'LOW');
  await host.decisions.set('minimum-confidence', '@acme/one#needs_HIGH', 'NONE');
  expect(await offeredTo('NONE')).toEqual(['needs_NONE', 'needs_HIGH']);
  // A turn that names no model provider has UNKNOWN.
  expect((await startTurn()).offered.map(({ name }) => name)).toEqual(await offeredTo('UNKNOWN'));
});

test('5.5 the organisation’s minimum can be raised and not lowered, and one that cannot be read is HIGH', async () => {
  const open = (level: unknown) =>
    openHost({
      tools: { look: () => 1 },
      organisation: {
        minimumConfidence: [{ tool: 'look', level: level as ConfidenceLevel, contact: 'it@acme.example' }],
      },
    });
  const offeredTo = async ({ startTurn }: OpenHost, confidence: ConfidenceLevel): Promise<boolean> =>
    (await startTurn({ modelProvider: { id: 'acme', confidence } })).offered.length === 1;
  const opened = await open('LOW');
  expect(await offeredTo(opened, 'VERY_LOW')).toBe(false);
  expect(await offeredTo(opened, 'LOW')).toBe(true);
  await expect(opened.host.decisions.set('minimum-confidence', '@acme/tools#look', 'NONE')).rejects.toMatchObject({
    code: 'SETTING_LOCKED',
  });
  const { withheld } = await opened.startTurn();
  expect(withheld[0]?.reason).toMatch(/organisation.*LOW.*it@acme\.example/);
  await opened.host.decisions.set('minimum-confidence', '@acme/tools#look', 'MEDIUM');
  expect(await offeredTo(opened, 'LOW')).toBe(false);
  expect(await offeredTo(opened, 'MEDIUM')).toBe(true);
  const unreadable = await open('highest');
  expect(await offeredTo(unreadable, 'MEDIUM')).toBe(false);
  expect(await offeredTo(unreadable, 'HIGH')).toBe(true);
});

const secretText = 'the salary is 4711';

function requiring(level: unknown): CallToolResult {
  const _meta = level === undefined ? undefined : { 'loadout/requiredConfidence': level as string };
  return { content: [{ type: 'text', text: secretText }], ...(_meta && { _meta }) };
}

/** A host whose tool `read` requires what its argument says, and whose tool `other` requires nothing. */
function openReading(options: OpenHostOptions = {}): Promise<OpenHost> {
  const read = (args: { readonly level?: unknown }) => requiring(args.level);
  return openHost({ tools: { read, other: () => 'fine' }, ...options });
}

const conversation = { id: 'room' };
const of = (confidence: ConfidenceLevel, id = 'acme') => ({ modelProvider: { id, confidence } });
const read = (turn: Turn, level: unknown) => turn.call({ name: 'read', arguments: { level } });

test('5.6 a model provider that does not reach what a result requires gets nothing of it, and the turn goes on', async () => {
  const { startTurn, host } = await openReading();
  const turn = await startTurn({ ...of('LOW'), conversation });
  const outcome = await read(turn, 'MEDIUM');
  expect(outcome).toMatchObject({ status: 'BLOCKED', executed: 'yes', isError: true });
  expect(JSON.stringify(outcome)).not.toContain('4711');
  expect(outcome._meta).toBeUndefined();
  expect(readText(outcome)).toContain('MEDIUM');
  // What was not delivered raises nothing.
  expect(turn.requiredConfidence).toBe('NONE');
  expect((await turn.call({ name: 'other' })).status).toBe('SUCCESS');
  expect((await startTurn({ ...of('LOW'), conversation })).offered).toHaveLength(2);
  const [, blocked] = await host.traces.list();
  expect(blocked).toMatchObject({ status: 'BLOCKED', executed: 'yes' });
});

test('5.6 what a result required is kept for the conversation, and later turns of it are judged by that', async () => {
  const { startTurn } = await openReading();
  const first = await startTurn({ ...of('HIGH'), conversation });
  const outcome = await read(first, 'MEDIUM');
  expect(outcome).toMatchObject({ status: 'SUCCESS', _meta: { 'loadout/requiredConfidence': 'MEDIUM' } });
  expect(readText(outcome)).toBe(secretText);
  expect(first.requiredConfidence).toBe('MEDIUM');
  const low = await startTurn({ ...of('LOW'), conversation });
  expect(low.requiredConfidence).toBe('MEDIUM');
  expect(low.offered).toEqual([]);
  expect(low.withheld.map(({ code }) => code)).toEqual(['below-required-confidence', 'below-required-confidence']);
  expect((await low.call({ name: 'other' })).status).toBe('BLOCKED');
  expect((await startTurn({ ...of('MEDIUM'), conversation })).offered).toHaveLength(2);
  // Another conversation, or none, is another matter.
  expect((await startTurn({ ...of('LOW'), conversation: { id: 'hall' } })).offered).toHaveLength(2);
  expect((await startTurn(of('LOW'))).offered).toHaveLength(2);
});

test('5.6 the level is never lowered', async () => {
  const { startTurn } = await openReading();
  for (const level of ['HIGH', 'LOW', 'NONE', undefined])
    await read(await startTurn({ ...of('HIGH'), conversation }), level);
  expect((await startTurn({ conversation })).requiredConfidence).toBe('HIGH');
});

test('5.6 a trusted model provider gets every result, and the level is kept all the same', async () => {
  const { startTurn, host } = await openReading();
  await host.decisions.set('trusted-model-provider', 'house', true);
  const turn = await startTurn({ ...of('UNTRUSTED', 'house'), conversation });
  expect((await read(turn, 'HIGH')).status).toBe('SUCCESS');
  expect((await turn.call({ name: 'other' })).status).toBe('SUCCESS');
  expect((await startTurn({ ...of('UNTRUSTED', 'house'), conversation })).offered).toHaveLength(2);
  expect((await startTurn({ ...of('MEDIUM'), conversation })).offered).toEqual([]);
  await host.decisions.unset('trusted-model-provider', 'house');
  expect((await startTurn({ ...of('UNTRUSTED', 'house'), conversation })).offered).toEqual([]);
});

test.each([
  ['a word', 'highest'],
  ['another case', 'low'],
  ['a number', 10],
  ['null', null],
  ['an object', {}],
  ['a name of Object.prototype', 'constructor'],
])('5.6 a required level that is %s counts as HIGH, and that is said', async (_what, level) => {
  const { startTurn, log } = await openReading();
  expect((await read(await startTurn(of('MEDIUM')), level)).status).toBe('BLOCKED');
  expect((await read(await startTurn({ ...of('HIGH'), conversation }), level)).status).toBe('SUCCESS');
  expect((await startTurn({ conversation })).requiredConfidence).toBe('HIGH');
  expect(log.map(({ event }: LogEntry) => event)).toContain('confidence-unreadable');
});

test('5.6 without a conversation the level holds for the turn', async () => {
  const { startTurn, host } = await openReading();
  const turn = await startTurn(of('HIGH'));
  expect((await read(turn, 'HIGH')).status).toBe('SUCCESS');
  expect(turn.requiredConfidence).toBe('HIGH');
  expect((await startTurn(of('LOW'))).requiredConfidence).toBe('NONE');
  expect(await host.revision()).toBe(host.revision());
});

test('5.6 where the level cannot be written down the result is not delivered', async () => {
  const inner = createMemoryStore();
  let isBroken = false;
  const store: Store = {
    ...inner,
    change: (work) => (isBroken ? Promise.reject(new Error('disk full')) : inner.change(work)),
  };
  const { startTurn, log } = await openReading({ store });
  const turn = await startTurn({ ...of('HIGH'), conversation });
  isBroken = true;
  const outcome = await read(turn, 'MEDIUM');
  expect(outcome).toMatchObject({ status: 'BLOCKED', executed: 'yes' });
  expect(JSON.stringify(outcome)).not.toContain('4711');
  expect(turn.requiredConfidence).toBe('NONE');
  expect(log.some(({ event }) => event === 'confidence-not-kept')).toBe(true);
});

test('5.6 the level is on disk before the result is delivered, and a cancelled wait delivers nothing', async () => {
  const inner = createMemoryStore();
  const release: (() => void)[] = [];
  let isSlow = false;
  const store: Store = {
    ...inner,
    change: async (work) => {
      const done = await inner.change(work);
      if (isSlow) await new Promise<void>((resolve) => release.push(resolve));
      return done;
    },
  };
  const { startTurn } = await openReading({ store });
  const turn = await startTurn({ ...of('HIGH'), conversation });
  isSlow = true;
  let isDelivered = false;
  const reading = read(turn, 'LOW').finally(() => (isDelivered = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isDelivered).toBe(false);
  release.pop()?.();
  expect((await reading).status).toBe('SUCCESS');
  const again = read(turn, 'HIGH');
  await new Promise((resolve) => setImmediate(resolve));
  await turn.end();
  const outcome = await again;
  expect(outcome).toMatchObject({ status: 'CANCELLED', executed: 'yes' });
  expect(JSON.stringify(outcome)).not.toContain('4711');
  release.pop()?.();
});

test('5.6 of several turns of one conversation at once the highest level wins, and running ones learn of it', async () => {
  const { startTurn } = await openReading();
  const turns = await Promise.all(
    (['HIGH', 'HIGH', 'MEDIUM', 'HIGH'] as const).map((level) => startTurn({ ...of(level), conversation })),
  );
  const [a, b, medium, c] = turns as [Turn, Turn, Turn, Turn];
  const outcomes = await Promise.all([read(a, 'LOW'), read(b, 'HIGH'), read(c, 'MODERATE')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
  expect((await startTurn({ conversation })).requiredConfidence).toBe('HIGH');
  // Its own result may go to it, and with that it hears what the conversation requires by now.
  expect((await read(medium, 'LOW')).status).toBe('SUCCESS');
  expect(medium.requiredConfidence).toBe('HIGH');
  const later = await medium.call({ name: 'other' });
  expect(later).toMatchObject({ status: 'BLOCKED', executed: 'no' });
  expect(readText(later)).toContain('HIGH');
});

test('5.6 a kept level that cannot be read is HIGH', async () => {
  const store = createMemoryStore();
  const { startTurn } = await openReading({ store });
  await store.change((writer) =>
    writer.putConversation({ botId: 'bot-a', id: 'room', requiredConfidence: 'SOME' as never, updatedAt: '' }),
  );
  expect((await startTurn({ ...of('MEDIUM'), conversation })).withheld[0]?.code).toBe('below-required-confidence');
  const turn = await startTurn({ ...of('HIGH'), conversation });
  expect(turn.requiredConfidence).toBe('HIGH');
});

test('5.6 an error result, and what a provider answers for a name that nobody lists, go the same way', async () => {
  const provider = createProvider([tool('listed')], {
    providesTool: () => true,
    executeTool: () => ({ ...requiring('HIGH'), isError: true }),
  });
  const { startTurn } = await openHost({
    companions: [createCompanion('@acme/one', provider)],
    assign: ['listed', 'unlisted'],
  });
  for (const name of ['listed', 'unlisted']) {
    const turn = await startTurn({ ...of('LOW'), conversation });
    const outcome = await turn.call({ name });
    expect(outcome, name).toMatchObject({ status: 'BLOCKED', executed: 'yes' });
    expect(JSON.stringify(outcome)).not.toContain('4711');
  }
  const high = await startTurn({ ...of('HIGH'), conversation });
  expect((await high.call({ name: 'unlisted' })).status).toBe('ERROR');
  expect(high.requiredConfidence).toBe('HIGH');
  const low = await startTurn({ ...of('LOW'), conversation });
  for (const name of ['listed', 'unlisted']) expect((await low.call({ name })).executed).toBe('no');
});

test('5.6 a result that does not fit its output schema tells nothing of it where it may not go', async () => {
  const outputSchema = { type: 'object', properties: { salary: { type: 'string' } } };
  const run = () => ({ ...requiring('HIGH'), structuredContent: { salary: 4711 } });
  const { startTurn } = await openHost({ tools: { read: { outputSchema, run } } });
  const outcome = await read(await startTurn(of('LOW')), undefined);
  expect(outcome.status).toBe('BLOCKED');
  expect(JSON.stringify(outcome)).not.toContain('4711');
});

test('5.6 a warm turn of a conversation reads nothing', async () => {
  const inner = createMemoryStore();
  let reads = 0;
  const store: Store = {
    ...inner,
    getConversation: (...given) => {
      reads += 1;
      return inner.getConversation(...given);
    },
  };
  const { startTurn } = await openReading({ store });
  for (let count = 0; count < 5; count += 1) await startTurn({ conversation });
  expect(reads).toBe(1);
  await read(await startTurn({ ...of('HIGH'), conversation }), 'LOW');
  expect((await startTurn({ conversation })).requiredConfidence).toBe('LOW');
  expect(reads).toBe(2);
});

const chatAnswer = (...names: readonly string[]) => ({
  choices: [
    {
      finish_reason: names.length === 0 ? 'stop' : 'tool_calls',
      message: {
        role: 'assistant',
        content: names.length === 0 ? 'Done.' : null,
        tool_calls: names.map((name, index) => ({
          id: `call_${index}`,
          type: 'function',
          function: { name, arguments: '{"level":"LOW"}' },
        })),
      },
    },
  ],
});

test('5.6 a loop asks a model provider nothing that the conversation is closed to, and puts the transcript in order', async () => {
  const { startTurn } = await openReading();
  await read(await startTurn({ ...of('HIGH'), conversation }), 'HIGH');
  const low = await startTurn({ ...of('LOW'), conversation, model: { api: 'chat' } });
  const loop = low.createLoop();
  expect(loop.stop).toBe('confidence');
  expect(() => loop.request()).toThrow(
    expect.objectContaining({ code: 'LOOP_MISUSED', message: expect.stringContaining('HIGH') }),
  );
  const open = chatAnswer('other').choices[0]?.message;
  const closing = await loop.closeOpenCalls([{ role: 'user', content: 'Hi' }, open as never]);
  expect(closing).toMatchObject([{ role: 'tool', tool_call_id: 'call_0' }]);
  const high = await startTurn({ ...of('HIGH'), conversation, model: { api: 'chat' } });
  expect(high.createLoop().stop).toBeNull();
});

test('5.6 every later request of the turn is judged by what its results and other turns required', async () => {
  const { startTurn } = await openReading();
  const medium = await startTurn({ ...of('MEDIUM'), conversation, model: { api: 'chat' } });
  const loop = medium.createLoop();
  loop.request();
  const first = await loop.accept(chatAnswer('read'));
  expect(first).toMatchObject({ stop: null, outcomes: [{ status: 'SUCCESS' }] });
  expect(medium.requiredConfidence).toBe('LOW');
  const other = await startTurn({ ...of('HIGH'), conversation });
  await read(other, 'HIGH');
  loop.request();
  // Its second result raises nothing itself, and the turn has not heard of the other one: it goes on with what it has.
  expect(await loop.accept(chatAnswer('read'))).toMatchObject({ stop: null, outcomes: [{ status: 'SUCCESS' }] });
  const again = await startTurn({ ...of('MEDIUM'), conversation, model: { api: 'chat' } });
  expect(again.createLoop().stop).toBe('confidence');
});

test('5.6 a turn that hears that its conversation requires more ends its loop, with a result for each call', async () => {
  const { startTurn } = await openReading();
  const medium = await startTurn({ ...of('MEDIUM'), conversation, model: { api: 'chat' } });
  const loop = medium.createLoop();
  loop.request();
  await read(await startTurn({ ...of('HIGH'), conversation }), 'HIGH');
  const step = await loop.accept(chatAnswer('read', 'other'));
  expect(step.stop).toBe('confidence');
  expect(step.outcomes.map(({ status }) => status)).toEqual(['SUCCESS', 'BLOCKED']);
  expect(step.messages).toHaveLength(3);
});

test('5.6 what a result requires counts however little of _meta there is room for, and however long it is', async () => {
  const filler = {
    'loadout/sources': [{ url: 'https://example.org/', title: 'x'.repeat(500_000) }],
    other: 'y'.repeat(500),
  };
  for (const maxResultCharacters of [1, 30, 100_000]) {
    for (const level of ['HIGH', { level: 'z'.repeat(200_000) }]) {
      const run = (): CallToolResult => ({
        content: [{ type: 'text', text: '4711' }],
        _meta: { ...filler, 'loadout/requiredConfidence': level },
      });
      const { startTurn } = await openHost({ tools: { read: { policy: { maxResultCharacters }, run } } });
      const outcome = await (await startTurn(of('MEDIUM'))).call({ name: 'read' });
      expect(outcome).toMatchObject({ status: 'BLOCKED', executed: 'yes' });
      expect(JSON.stringify(outcome)).not.toContain('4711');
    }
  }
});
