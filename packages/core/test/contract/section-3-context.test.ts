import { createMemoryStore, type InvocationContext, isLoadoutError, type Store, type TurnOptions } from '@loadout/core';
import { expect, test } from 'vitest';
import { openHost, readText } from '../builders/turn-builders.js';

const everything = (): Partial<TurnOptions> & { user: object; conversation: object } => ({
  user: { id: 'u-1', displayName: 'Ada', groups: ['staff', { name: 'maths' }] },
  conversation: { id: 'room-1', title: 'Exams' },
  attachments: [{ id: 'f1', name: 'notes.pdf', mediaType: 'application/pdf', sizeBytes: 12 }],
  locale: 'de-AT',
  component: 'assistant',
  modelProvider: { id: 'acme-llm', confidence: 'MEDIUM' },
  knownUrls: ['https://example.org/'],
});

/** The contexts that the calls of one turn were given. */
async function readContexts(options: Partial<TurnOptions>, calls = 1, store?: Store): Promise<InvocationContext[]> {
  const contexts: InvocationContext[] = [];
  const note = (_args: unknown, _config: unknown, { context }: { context: InvocationContext }) =>
    void contexts.push(context);
  const { startTurn } = await openHost({ tools: { note, note_too: note }, ...(store === undefined ? {} : { store }) });
  const turn = await startTurn(options);
  for (let index = 0; index < calls; index += 1) await turn.call({ name: index % 2 === 0 ? 'note' : 'note_too' });
  expect(contexts).toHaveLength(calls);
  return contexts;
}

async function readContext(options: Partial<TurnOptions>, store?: Store): Promise<InvocationContext> {
  const [context] = await readContexts(options, 1, store);
  if (context === undefined) throw new Error('the tool was not called');
  return context;
}

test('3.1 a turn has one context, which says what it was started with', async () => {
  const contexts = await readContexts(everything(), 3);
  expect(new Set(contexts).size).toBe(1);
  expect(contexts[0]).toEqual({
    turnId: expect.any(String),
    bot: { id: 'bot-a', displayName: 'Bot bot-a' },
    ...everything(),
  });
});

test('3.1 what a turn is not told is null, empty or the default', async () => {
  expect(await readContext({})).toEqual({
    turnId: expect.any(String),
    bot: { id: 'bot-a', displayName: 'Bot bot-a' },
    user: null,
    conversation: null,
    attachments: [],
    locale: 'en',
    component: 'chat',
    modelProvider: null,
    knownUrls: [],
  });
});

test('3.1 two turns of one bot have two contexts', async () => {
  const seen: InvocationContext[] = [];
  const { startTurn } = await openHost({ tools: { note: (_args, _config, { context }) => void seen.push(context) } });
  for (const id of ['u-1', 'u-2']) await (await startTurn({ user: { id } })).call({ name: 'note' });
  expect(seen.map(({ user }) => user?.id)).toEqual(['u-1', 'u-2']);
  expect(seen[0]?.turnId).not.toBe(seen[1]?.turnId);
});

test('3.1 the context is frozen to its depths', async () => {
  const context = await readContext(everything());
  const thawed: string[] = [];
  const visit = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (!Object.isFrozen(value)) thawed.push(place);
    for (const [key, child] of Object.entries(value)) visit(child, `${place}.${key}`);
  };
  visit(context, 'context');
  expect(thawed).toEqual([]);
  expect(() => Object.assign(context.user ?? {}, { id: 'u-2' })).toThrow(TypeError);
});

test('3.1 the context is plain JSON', async () => {
  const context = await readContext(everything());
  expect(JSON.parse(JSON.stringify(context))).toEqual(context);
  expect(Object.getPrototypeOf(context.user)).toBe(Object.prototype);
});

test('3.1 what the embedder changes later does not reach it', async () => {
  const seen: InvocationContext[] = [];
  const { startTurn } = await openHost({ tools: { note: (_args, _config, { context }) => void seen.push(context) } });
  const groups = ['staff'];
  const user = { id: 'u-1', groups };
  const attachments = [{ id: 'f1', name: 'a.txt', mediaType: 'text/plain' }];
  const knownUrls = ['https://example.org/'];
  const options = {
    user,
    attachments,
    knownUrls,
    locale: 'de',
    modelProvider: { id: 'm', confidence: 'LOW' as const },
  };
  const turn = await startTurn(options);
  user.id = 'u-2';
  groups.push('admins');
  attachments.length = 0;
  knownUrls.push('http://localhost/');
  Object.assign(options.modelProvider, { confidence: 'HIGH' });
  options.locale = 'fr';
  await turn.call({ name: 'note' });
  expect(seen[0]).toMatchObject({
    user: { id: 'u-1', groups: ['staff'] },
    attachments: [{ id: 'f1' }],
    knownUrls: ['https://example.org/'],
    locale: 'de',
    modelProvider: { id: 'm', confidence: 'LOW' },
  });
});

test('3.1 an options object that is used again for the next turn changes nothing of the first', async () => {
  const { startTurn } = await openHost({
    tools: {
      work: async (_args, _config, call) => {
        call.progress({ progress: 1 });
        const bytes = await call.readAttachment('f1');
        return `${call.context.user?.id} ${bytes[0]}`;
      },
    },
  });
  const heard: string[] = [];
  const options: { -readonly [Key in keyof TurnOptions]?: TurnOptions[Key] } = {
    user: { id: 'u-1' },
    attachments: [{ id: 'f1', name: 'a', mediaType: 'text/plain' }],
    readAttachment: () => new Uint8Array([1]),
    onProgress: () => void heard.push('first'),
  };
  const first = await startTurn(options);
  options.user = { id: 'u-2' };
  options.readAttachment = () => new Uint8Array([2]);
  options.onProgress = () => void heard.push('second');
  const second = await startTurn(options);
  expect(readText(await first.call({ name: 'work' }))).toBe('u-1 1');
  expect(readText(await second.call({ name: 'work' }))).toBe('u-2 2');
  expect(heard).toEqual(['first', 'second']);
});

test('3.1 options that are changed while a turn is being started do not reach it', async () => {
  const { host, addBot } = await openHost({
    tools: { who: (_args, _config, { context }) => `${context.bot.id} ${context.user?.id}` },
  });
  await addBot('bot-b', ['who']);
  const options = { bot: 'bot-a', user: { id: 'u-a' } };
  const starting = host.startTurn(options);
  options.user.id = 'u-b';
  options.bot = 'bot-b';
  options.user = { id: 'u-b' };
  expect(readText(await (await starting).call({ name: 'who' }))).toBe('bot-a u-a');
});

test('3.1 attachments are described, and their bytes left out', async () => {
  const described = { id: 'f1', name: 'a.png', mediaType: 'image/png', sizeBytes: 3 };
  const withBytes = { ...described, data: 'AAAA', bytes: [1, 2, 3] };
  expect((await readContext({ attachments: [withBytes] })).attachments).toEqual([described]);
});

test('3.1 it does not say which model API is used', async () => {
  const modelProvider = {
    id: 'acme-llm',
    confidence: 'HIGH' as const,
    api: 'responses',
    baseUrl: 'https://llm.example/v1/responses',
  };
  const context = await readContext({ modelProvider });
  expect(context.modelProvider).toEqual({ id: 'acme-llm', confidence: 'HIGH' });
  expect(JSON.stringify(context)).not.toMatch(/responses/);
});

test('3.1 the bot of a store that hands out its own objects is copied and frozen', async () => {
  const inner = createMemoryStore();
  const store: Store = {
    ...inner,
    getBot: async (botId) => {
      const bot = await inner.getBot(botId);
      return bot && { ...bot, row: 7 };
    },
  };
  const { bot } = await readContext({}, store);
  expect(bot).toEqual({ id: 'bot-a', displayName: 'Bot bot-a' });
  expect(Object.isFrozen(bot)).toBe(true);
});

const cycle: Record<string, unknown> = { id: 'u' };
cycle.self = cycle;

const refused: readonly (readonly [what: string, options: object, field: string])[] = [
  ['a function in the user', { user: { id: 'u', greet: () => 'hi' } }, 'user'],
  ['a cycle', { user: cycle }, 'user'],
  ['a class instance', { conversation: new Map() }, 'conversation'],
  ['a BigInt', { user: { id: 'u', n: 1n } }, 'user'],
  ['a user that is a text', { user: 'u-1' }, 'user'],
  ['a user without an id', { user: { displayName: 'Ada' } }, 'user'],
  ['a conversation without an id', { conversation: { title: 'x' } }, 'conversation'],
  ['attachments that are no list', { attachments: { id: 'f1' } }, 'attachments'],
  ['an attachment without a media type', { attachments: [{ id: 'f1', name: 'x' }] }, 'attachments'],
  ['the bytes of a file', { attachments: [new Uint8Array(3)] }, 'attachments'],
  ['URLs that are no list', { knownUrls: 'https://example.org/' }, 'knownUrls'],
  ['a URL object', { knownUrls: [new URL('https://example.org/')] }, 'knownUrls'],
  ['an unknown component', { component: 'kitchen' }, 'component'],
  ['an empty locale', { locale: '' }, 'locale'],
  ['an unknown confidence', { modelProvider: { id: 'm', confidence: 'TOTAL' } }, 'modelProvider.confidence'],
  ['a model provider without an id', { modelProvider: { confidence: 'LOW' } }, 'modelProvider'],
  ['a context of many megabytes', { user: { id: 'u', note: 'x'.repeat(2_000_000) } }, 'user'],
];

test.each(refused)('3.1 %s is refused, and the message names the field', async (_what, options, field) => {
  const { startTurn } = await openHost({ tools: {} });
  const error: unknown = await startTurn(options).catch((reason: unknown) => reason);
  expect(isLoadoutError(error, 'CONFIGURATION_INVALID'), String(error)).toBe(true);
  expect(error).toMatchObject({ message: expect.stringContaining(field), details: { field } });
});
