import { expect, test } from 'vitest';
import { createApp } from '../src/index.js';
import { keepTurn } from './builders/keep-turn.js';
import { makeTokens } from './builders/make-app.js';
import { makeHost, secretValue } from './builders/make-host.js';
import { type Answer, scriptModel } from './builders/scripted-model.js';
import { EventReader, open, type ReadEvent, type Sent, send, start } from './builders/start.js';

const path = '/api/v1/bots/demo/chat';

async function startChat(answers: readonly Answer[] = []) {
  const model = scriptModel(answers);
  const made = await makeHost();
  const started = await start({ pollMs: 20 }, { made, chat: model.chat });
  const chat = async (body: object, sent: Sent = {}): Promise<EventReader> =>
    new EventReader(await open(started.url, { method: 'POST', path, body: JSON.stringify(body), ...sent }));
  return { ...started, made, model, chat };
}

async function readAll(events: EventReader): Promise<readonly ReadEvent[]> {
  const all: ReadEvent[] = [];
  for (let event = await events.next(); event !== undefined; event = await events.next()) all.push(event);
  return all;
}

const namesOf = (events: readonly ReadEvent[]): readonly string[] => events.map(({ event }) => event);
const endOf = (events: readonly ReadEvent[]): Record<string, unknown> => Object(events.at(-1)?.data);

test('a chat tells the text, each call with its result, and the conversation to go on with', async () => {
  const { chat, model, host } = await startChat([{ call: 'echo', arguments: { text: 'ü' } }, { text: 'It says ü.' }]);
  const events = await readAll(await chat({ message: 'Say it.' }));
  expect(namesOf(events)).toEqual(['call', 'result', 'text', 'text', 'text', 'end']);
  expect(events[0]?.data).toMatchObject({ callId: 'call_1', tool: 'echo', arguments: { text: 'ü' } });
  expect(events[1]?.data).toMatchObject({ callId: 'call_1', status: 'SUCCESS', structuredContent: { text: 'ü' } });
  const end = endOf(events);
  expect(end).toMatchObject({ reason: 'answer', text: 'It says ü.', suspension: null, usage: { calls: 1 } });
  expect(end.messages).toHaveLength(4);

  const next = await readAll(
    await chat({ message: 'And now?', messages: end.messages, conversation: end.conversation }),
  );
  expect(endOf(next)).toMatchObject({ reason: 'answer', text: 'Hello.', conversation: end.conversation });
  expect(model.requests.at(-1)?.messages.map(({ role }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'tool',
    'assistant',
    'user',
  ]);
  expect(await host.traces.list()).toMatchObject([{ tool: 'echo', status: 'SUCCESS' }]);
});

test('6.9 what is told of a call has its sensitive arguments masked, and no secret in the others', async () => {
  const { chat } = await startChat([
    { call: 'who', arguments: { text: 'hunter2hunter2' } },
    { call: 'echo', arguments: { text: `key ${secretValue}` } },
  ]);
  const events = await readAll(await chat({ message: 'Who?' }));
  const calls = events.filter(({ event }) => event === 'call').map(({ data }) => data);
  expect(calls).toMatchObject([
    { tool: 'who', arguments: { text: '[masked]' } },
    { tool: 'echo', arguments: { text: 'key [secret]' } },
  ]);
});

test('9.5 no answer tells a secret that the model wrote: not the first one, and not when the turn goes on', async () => {
  const { chat, host, url } = await startChat([
    { call: 'steps', arguments: { text: `key ${secretValue}` } },
    { text: 'Done.' },
  ]);
  await host.decisions.set('approval', 'steps', 'ask');
  const first = await readAll(await chat({ message: 'Go.' }));
  const { suspension } = endOf(first);
  for (const { id } of await host.approvals.list()) await host.approvals.allow(id);
  const resumed = await readAll(
    new EventReader(await open(url, { method: 'POST', path: `/api/v1/turns/${suspension}/resume` })),
  );
  expect(endOf(resumed)).toMatchObject({ reason: 'answer', text: 'Done.' });
  expect(endOf(resumed).messages).toHaveLength(4);
  expect(JSON.stringify([first, resumed])).not.toContain(secretValue);
  expect(JSON.stringify(endOf(resumed).messages)).toContain('key [secret]');
});

test('9.5 a secret that the model uses as the id and the name of a call is replaced by what the APIs take', async () => {
  const call = { index: 0, id: secretValue, type: 'function', function: { name: secretValue, arguments: '{}' } };
  const { chat } = await startChat([{ deltas: [{ tool_calls: [call] }] }]);
  const events = await readAll(await chat({ message: 'Go.' }));
  expect(JSON.stringify(events)).not.toContain(secretValue);
  const { messages } = endOf(events);
  expect(JSON.stringify(messages)).toContain('"id":"_secret_"');
  expect(JSON.stringify(messages)).toContain('"tool_call_id":"_secret_"');
  expect(JSON.stringify(messages)).toContain('"name":"_secret_"');
});

test('9.5 ids that are the same without their secrets get numbers, in one turn and in the next', async () => {
  const callOf = (id: string, index: number): object => ({
    index,
    id,
    type: 'function',
    function: { name: 'echo', arguments: '{"text":"x"}' },
  });
  const { chat, host } = await startChat([
    { deltas: [{ tool_calls: [callOf(secretValue, 0), callOf('another-secret-4712', 1)] }] },
    { text: 'Done.' },
    { deltas: [{ tool_calls: [callOf(secretValue, 0)] }] },
    { text: 'Done again.' },
  ]);
  host.secrets.remember('another-secret-4712');
  const idsOf = (messages: unknown): readonly unknown[] =>
    (messages as readonly Record<string, unknown>[]).flatMap(({ tool_calls: calls, tool_call_id: id }) =>
      Array.isArray(calls) ? calls.map((call) => Object(call).id) : id === undefined ? [] : [id],
    );
  const first = endOf(await readAll(await chat({ message: 'Go.' })));
  expect(idsOf(first.messages)).toEqual(['_secret_', '_secret__2', '_secret_', '_secret__2']);
  const second = endOf(await readAll(await chat({ message: 'Once more.', messages: first.messages })));
  expect(idsOf(second.messages)).toEqual([...idsOf(first.messages), '_secret__3', '_secret__3']);
});

test('9.5 no note tells a secret that a client repeats of a connection that was lost', async () => {
  const lost = new Error(`reset by ${secretValue}`);
  const { chat } = await startChat([{ deltas: [{ content: 'Half' }], lost }]);
  const events = await readAll(await chat({ message: 'Go.' }));
  expect(events.filter(({ event }) => event === 'note')).toMatchObject([
    { data: { message: expect.stringContaining('reset by [secret]') } },
  ]);
  expect(JSON.stringify(events)).not.toContain(secretValue);
});

test('9.5 a secret in pieces is taken out of text and of reasoning, also where one comes between the pieces of the other', async () => {
  const [first, second] = [secretValue.slice(0, 5), secretValue.slice(5)];
  const { chat } = await startChat([
    {
      deltas: [
        { reasoning_content: `think ${first}` },
        { content: `say ${first}` },
        { reasoning_content: `${second} more` },
        { content: `${second} end` },
      ],
    },
  ]);
  const events = await readAll(await chat({ message: 'Go.' }));
  const textOf = (kind: string): string =>
    events.flatMap(({ event, data }) => (event === kind ? [(data as { text: string }).text] : [])).join('');
  expect(textOf('text')).toBe('say [secret] end');
  expect(textOf('reasoning')).toBe('think [secret] more');
});

test('what the caller sent goes back as it came', async () => {
  const { chat } = await startChat([{ text: `The key is ${secretValue}.` }]);
  const messages = [
    { role: 'user', content: `Mine is ${secretValue}.` },
    { role: 'assistant', content: 'Noted.' },
  ];
  const end = endOf(await readAll(await chat({ message: 'And yours?', messages })));
  expect(end.messages).toMatchObject([...messages, { content: 'And yours?' }, { content: 'The key is [secret].' }]);
});

test("the model provider is the endpoint's, whatever the confidence of the token", async () => {
  const { chat, host } = await startChat([{ call: 'who' }]);
  const { demo } = await makeTokens({ host });
  const events = await readAll(await chat({ message: 'Who?', conversation: 'room-1' }, { token: demo }));
  expect(events.find(({ event }) => event === 'result')?.data).toMatchObject({
    structuredContent: { modelProvider: { id: 'scripted', confidence: 'LOW' }, conversation: 'room-1' },
  });
});

test('a chat takes no component: over HTTP it is chat (contract 5.2)', async () => {
  const { url, model } = await startChat();
  const body = JSON.stringify({ message: 'Who?', component: 'assistant' });
  expect(await send(url, { method: 'POST', path, body })).toMatchObject({ status: 400 });
  expect(model.requests).toEqual([]);
});

test('a service that fails ends the turn with a sentence, and the conversation stays whole', async () => {
  const { chat } = await startChat([{ call: 'echo' }, new Error('no more')]);
  const end = endOf(await readAll(await chat({ message: 'Try.' })));
  expect(end).toMatchObject({ reason: 'model-failed', error: 'It failed: no more.' });
  expect(end.messages).toMatchObject([{ role: 'user' }, { role: 'assistant' }, { role: 'tool' }]);
});

test('a call that needs approval keeps the turn, which goes on after somebody decided', async () => {
  const { chat, host, url } = await startChat([{ call: 'steps' }, { text: 'Done.' }]);
  await host.decisions.set('approval', 'steps', 'ask');
  const events = await readAll(await chat({ message: 'Take steps.' }));
  expect(namesOf(events)).toEqual(['call', 'approval', 'end']);
  const approval = Object(events[1]?.data);
  expect(approval).toMatchObject({ tool: 'steps', callId: 'call_1', state: 'waiting' });
  const { suspension, reason } = endOf(events);
  expect(reason).toBe('awaiting-approval');

  const resume = { method: 'POST', path: `/api/v1/turns/${suspension}/resume` };
  expect(await send(url, resume)).toMatchObject({ status: 409, body: { code: 'TURN_WAITING' } });
  const { other, demo } = await makeTokens({ host });
  expect(await send(url, { ...resume, token: other })).toMatchObject({ status: 404, body: { code: 'TURN_UNKNOWN' } });
  await host.approvals.allow(approval.id);
  const resumed = await readAll(new EventReader(await open(url, { ...resume, token: demo })));
  expect(namesOf(resumed)).toEqual(['call', 'result', 'text', 'end']);
  expect(resumed[1]?.data).toMatchObject({ callId: 'call_1', status: 'SUCCESS' });
  expect(endOf(resumed)).toMatchObject({ reason: 'answer', text: 'Done.', conversation: endOf(events).conversation });
  expect(endOf(resumed).messages).toHaveLength(4);
  expect(await send(url, resume)).toMatchObject({ status: 404, body: { code: 'TURN_UNKNOWN' } });
});

test('a turn that a process left behind goes on with a token of its own bot, and with no other', async () => {
  const { made, host, url } = await startChat([{ text: 'Done.' }]);
  const { turn } = await keepTurn(made, 'running');
  const { other, demo } = await makeTokens({ host });
  const resume = { method: 'POST', path: `/api/v1/turns/${turn}/resume` };
  expect(await send(url, { ...resume, token: other })).toMatchObject({ status: 404, body: { code: 'TURN_UNKNOWN' } });
  const resumed = await readAll(new EventReader(await open(url, { ...resume, token: demo })));
  expect(endOf(resumed)).toMatchObject({ reason: 'answer', text: 'Done.', conversation: null });
  expect(JSON.stringify(endOf(resumed).messages)).toContain('may have run');
});

test('a client that goes away cancels the turn', async () => {
  const { chat, host, waiting, cancelled } = await startChat([{ call: 'wait' }]);
  const events = await chat({ message: 'Wait.' });
  await waiting;
  events.close();
  await cancelled;
  await expect.poll(async () => (await host.traces.list({ status: 'CANCELLED' })).length).toBe(1);
});

test('a server that closes ends what waits for the model', async () => {
  const { chat, server, model } = await startChat(['hang']);
  const events = await chat({ message: 'Hello?' });
  await expect.poll(() => model.requests.length).toBe(1);
  await server.close();
  expect(endOf(await readAll(events))).toMatchObject({ reason: 'cancelled' });
});

test('a token that is revoked ends its chat', async () => {
  const { chat, host, waiting, cancelled } = await startChat([{ call: 'wait' }]);
  const { token, secret } = await host.tokens.create({ name: 'short', role: 'operator' });
  const events = await chat({ message: 'Wait.' }, { token: secret });
  await waiting;
  await host.tokens.revoke(token.id);
  await cancelled;
  expect(endOf(await readAll(events))).toEqual({ reason: 'token-invalid' });
});

test('what is wrong before a turn begins is a problem', async () => {
  const { url } = await startChat();
  const post = (to: string, body: object) => send(url, { method: 'POST', path: to, body: JSON.stringify(body) });
  expect(await post('/api/v1/bots/nobody/chat', { message: 'x' })).toMatchObject({
    status: 404,
    body: { code: 'BOT_UNKNOWN' },
  });
  for (const body of [{}, { message: '' }, { message: 'x', messages: ['y'] }, { message: 'x', model: 'other' }]) {
    expect(await post(path, body)).toMatchObject({ status: 400, body: { errors: expect.anything() } });
  }
  const without = await start();
  expect(await send(without.url, { method: 'POST', path, body: JSON.stringify({ message: 'x' }) })).toMatchObject({
    status: 501,
  });
});

test('a conversation may be larger than other bodies, up to a bound of its own', async () => {
  const { chat, url } = await startChat();
  const messages = [{ role: 'user', content: 'x'.repeat(2_000_000) }];
  expect(endOf(await readAll(await chat({ message: 'y', messages })))).toMatchObject({ reason: 'answer' });
  const tooLarge = JSON.stringify({ message: 'y', messages: [{ role: 'user', content: 'x'.repeat(9_000_000) }] });
  expect(await send(url, { method: 'POST', path, body: tooLarge })).toMatchObject({ status: 413 });
});

test('a reader that falls too far behind is dropped, and its turn cancelled', async () => {
  const piece = `${'x'.repeat(1_000_000)} `;
  const { host, traces } = await makeHost();
  const { chat } = scriptModel([{ text: piece.repeat(15) }]);
  // The time that a reader may take nothing does not matter here.
  const limits = { slowReaderMs: 60_000 };
  const app = createApp({
    host,
    accessToken: 'the-token-that-this-test-has-for-itself',
    logger: () => {},
    version: '1.0.0',
    limits,
    chat,
  });
  const response = await app.request(path, {
    method: 'POST',
    headers: { authorization: 'Bearer the-token-that-this-test-has-for-itself', 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'Go on.' }),
  });
  await expect.poll(async () => (await traces.listTurns?.())?.map(({ stop }) => stop)).toEqual(['cancelled']);
  await expect(response.text()).rejects.toThrow('too slow');
});
