import {
  type CompanionHost,
  createHost,
  createMemoryStore,
  isLoadoutError,
  type ModelClient,
  type ModelProvider,
} from '@loadout/core';
import { expect, test } from 'vitest';
import type { ChatScreen } from '../../src/chat/chat-screen.js';
import { Conversation } from '../../src/chat/conversation.js';
import type { LineReader } from '../../src/chat/line-reader.js';
import { decideTurn } from '../../src/chat/slash-commands.js';

const high: ModelProvider = { id: 'own', confidence: 'HIGH' };
const low: ModelProvider = { id: 'cloud', confidence: 'LOW' };
const signal = new AbortController().signal;

/** A host whose bots have `salaries`, whose results need HIGH, and `send`, which needs approval. */
async function openHost() {
  const definition = (name: string, approval: 'ask' | 'never') => ({
    name,
    description: 'A tool.',
    schema: { type: 'object' },
    policy: { approval },
  });
  const provider = {
    getTools: () => [definition('salaries', 'never'), definition('send', 'ask')],
    executeTool: (name: string) =>
      name === 'send'
        ? 'sent'
        : { content: [{ type: 'text', text: 'SALARY' }], _meta: { 'loadout/requiredConfidence': 'HIGH' } },
  };
  const register = (given: CompanionHost): void => {
    given.on('CollectToolProviders', (event) => event.registerProvider(provider as never));
  };
  const companions = [{ id: '@acme/staff', load: () => ({ register }) }];
  const host = await createHost({ store: createMemoryStore(), logger: () => undefined, companions });
  for (const id of ['bot-a', 'bot-b']) {
    await host.bots.add({ id });
    await host.assign(id, ['salaries', 'send']);
  }
  return host;
}

type Said = { readonly text: string } | { readonly call: string } | { readonly calls: readonly string[] } | Error;

/** A chat with a model that says one thing after another, and the bodies of the requests. */
function openChat(host: Awaited<ReturnType<typeof openHost>>, bot: string, modelProvider: ModelProvider, said: Said[]) {
  const bodies: string[] = [];
  const create = async (body: unknown): Promise<unknown> => {
    bodies.push(JSON.stringify(body));
    const one = said.shift() ?? { text: 'Nothing more.' };
    if (one instanceof Error) throw one;
    const names = 'calls' in one ? one.calls : 'call' in one ? [one.call] : [];
    const calls = names.map((name, place) => ({
      id: `c${bodies.length}-${place}`,
      type: 'function',
      function: { name, arguments: '{}' },
    }));
    const message = 'text' in one ? { content: one.text } : { content: null, tool_calls: calls };
    return { choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', ...message } }] };
  };
  const client: ModelClient = { chat: { completions: { create } } };
  const conversation = new Conversation({
    host,
    bot,
    endpoint: { api: 'chat', baseUrl: 'http://x', model: 'm', modelProvider, system: undefined, isConfigured: false },
    client,
    approver: () => ({ decision: 'later' }),
    stream: false,
    onDelta: () => {},
    onCall: () => {},
  });
  return { conversation, bodies };
}

function deciding(host: Awaited<ReturnType<typeof openHost>>, bot: string) {
  const said: string[] = [];
  const screen = { say: (text: string) => said.push(text) } as unknown as ChatScreen;
  const reader = { isInteractive: false } as LineReader;
  return { parts: { host, bot, screen, reader, signal, conversationId: 'another' }, said };
}

async function allowAll(host: Awaited<ReturnType<typeof openHost>>): Promise<void> {
  for (const { id } of await host.approvals.list()) await host.approvals.allow(id);
}

test('a turn whose results need HIGH is not resumed with a LOW model: nothing is asked, and the approval stays', async () => {
  const host = await openHost();
  const first = openChat(host, 'bot-a', high, [{ call: 'salaries' }, { call: 'send' }]);
  expect(await first.conversation.say('Salaries?', signal)).toMatchObject({ stop: 'awaiting-approval' });
  await allowAll(host);
  const { parts } = deciding(host, 'bot-a');
  const turn = await decideTurn(first.conversation.suspension, parts);
  const second = openChat(host, 'bot-a', low, []);
  if (turn === undefined) throw new Error('No turn waits.');
  await expect(second.conversation.resume(turn, signal)).rejects.toMatchObject({ code: 'CONFIGURATION_INVALID' });
  expect(second.bodies).toEqual([]);
  const third = openChat(host, 'bot-a', high, [{ text: 'Sent.' }]);
  expect(await third.conversation.resume(turn, signal)).toMatchObject({ stop: 'answer', text: 'Sent.' });
});

test('what was allowed for the conversation holds in the chat that goes on with it', async () => {
  const host = await openHost();
  const first = openChat(host, 'bot-a', high, [{ call: 'send' }]);
  await first.conversation.say('Send it.', signal);
  for (const { id } of await host.approvals.list()) await host.approvals.allow(id, { scope: 'conversation' });
  const turn = await decideTurn(first.conversation.suspension, deciding(host, 'bot-a').parts);
  const second = openChat(host, 'bot-a', high, [{ text: 'Sent.' }, { call: 'send' }, { text: 'Again.' }]);
  if (turn === undefined) throw new Error('No turn waits.');
  expect(await second.conversation.resume(turn, signal)).toMatchObject({ stop: 'answer' });
  expect(await second.conversation.say('Once more.', signal)).toMatchObject({ stop: 'answer', text: 'Again.' });
});

test('a turn of no conversation goes on, and nothing of it goes into the next message', async () => {
  const host = await openHost();
  const turn = await host.startTurn({
    bot: 'bot-a',
    model: { api: 'chat' },
    modelProvider: high,
    approver: () => ({ decision: 'later' }),
  });
  const loop = turn.createLoop();
  loop.keepTranscript([{ role: 'user', content: 'PRIVATE' }]);
  loop.request();
  const call = { id: 'c1', type: 'function', function: { name: 'send', arguments: '{}' } };
  const message = { role: 'assistant', content: null, tool_calls: [call] };
  await loop.accept({ choices: [{ index: 0, finish_reason: 'tool_calls', message }] });
  await turn.end();
  await allowAll(host);
  const [kept] = await host.approvals.turns();
  const { conversation, bodies } = openChat(host, 'bot-a', low, [{ text: 'Sent.' }, { text: 'Hello.' }]);
  if (kept === undefined) throw new Error('No turn waits.');
  expect(await conversation.resume(kept, signal)).toMatchObject({ stop: 'answer', text: 'Sent.' });
  await conversation.say('Hello?', signal);
  expect(bodies.at(-1)).not.toContain('PRIVATE');
});

test('a turn of another bot is refused by the name of that bot, and is not what /resume takes by itself', async () => {
  const host = await openHost();
  const { conversation } = openChat(host, 'bot-b', high, [{ call: 'send' }]);
  const { suspension } = await conversation.say('Send it.', signal);
  await allowAll(host);
  const { parts, said } = deciding(host, 'bot-a');
  const refused = decideTurn(suspension ?? '', parts);
  await expect(refused).rejects.toSatisfy((error) => isLoadoutError(error, 'TURN_UNKNOWN'));
  await expect(refused).rejects.toThrow(/is of bot-b, and this chat is with bot-a/);
  expect(await decideTurn(undefined, parts)).toBeUndefined();
  expect(said).toEqual(['No turn of this bot waits.']);
});

test('/resume takes the turn of its own conversation; one of another is named, and confirmed', async () => {
  const host = await openHost();
  const old = openChat(host, 'bot-a', high, [{ call: 'send' }]);
  const { suspension: other } = await old.conversation.say('Send A.', signal);
  const own = openChat(host, 'bot-a', high, [{ call: 'send' }]);
  const { suspension } = await own.conversation.say('Send B.', signal);
  await allowAll(host);
  const here = deciding(host, 'bot-a');
  expect(await decideTurn(undefined, { ...here.parts, conversationId: own.conversation.id })).toMatchObject({
    id: suspension,
  });
  expect(await decideTurn(undefined, { ...here.parts, conversationId: old.conversation.id })).toMatchObject({
    id: other,
  });
  // Of neither: in a pipe it has to be said which.
  expect(here.said).toEqual([]);
  expect(await decideTurn(undefined, here.parts)).toBeUndefined();
  expect(here.said[0]).toMatch(
    new RegExp(`No turn of this conversation waits.*${suspension}.*${own.conversation.id}.* from 20`),
  );
  expect(here.said.at(-1)).toContain(`/resume ${suspension}`);
  for (const [line, id] of [
    ['n', undefined],
    ['', undefined],
    [null, undefined],
    ['y', suspension],
  ] as const) {
    const reader = { isInteractive: true, read: async () => line } as unknown as LineReader;
    expect((await decideTurn(undefined, { ...here.parts, reader }))?.id).toBe(id);
  }
});

test('what calls that waited were answered with stays, also where the message that did it fails or is cancelled', async () => {
  for (const how of ['fails', 'is cancelled']) {
    const host = await openHost();
    const calls = { calls: ['salaries', 'send'] };
    const { conversation, bodies } = openChat(host, 'bot-a', high, [calls, new Error('503'), { text: 'Hello.' }]);
    expect(await conversation.say('Send it.', signal)).toMatchObject({ stop: 'awaiting-approval' });
    const controller = new AbortController();
    if (how === 'is cancelled') controller.abort();
    const failed = await conversation.say('Never mind.', controller.signal);
    expect(failed.stop).toBe(how === 'fails' ? 'model-failed' : 'cancelled');
    const again = await conversation.say('Hello?', signal);
    expect(again.stop).toBe(how === 'fails' ? 'answer' : 'model-failed');
    const { messages } = JSON.parse(bodies.at(-1) ?? '{}');
    expect(messages.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant', 'tool', 'tool', 'user']);
    expect(JSON.stringify(messages[2])).toContain('SALARY');
    expect(messages.at(-1).content).toBe('Hello?');
  }
});
