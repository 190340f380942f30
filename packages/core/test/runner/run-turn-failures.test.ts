import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Anthropic from '@anthropic-ai/sdk';
import { type JsonObject, runTurn } from '@loadout/core';
import OpenAI from 'openai';
import { describe, expect, onTestFinished, test } from 'vitest';
import { expectValidTranscript } from '../adapters/request-checks.js';
import { openHost } from '../builders/turn-builders.js';

type Reply = (response: ServerResponse) => void;

/** A service that gives one reply after another, and the real clients for it. */
async function openService(...replies: readonly Reply[]) {
  const left = [...replies];
  const server = createServer((request, response) => {
    request.resume().on('end', () => left.shift()?.(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const options = { apiKey: 'test', maxRetries: 0, timeout: 10_000 };
  const openai = new OpenAI({ ...options, baseURL: `${url}/v1` });
  const anthropic = new Anthropic({ ...options, baseURL: url });
  return { openai, clientFor: (api: string) => (api === 'anthropic' ? anthropic : openai) };
}

const whole =
  (body: object): Reply =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

/** Events, and then the socket is gone, or the stream ends without a word. */
const events =
  (list: readonly JsonObject[], end: 'cut' | 'end' = 'end'): Reply =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const lines = list.map((event) => {
      const name = typeof event.type === 'string' ? `event: ${event.type}\n` : '';
      return `${name}data: ${JSON.stringify(event)}\n\n`;
    });
    response.write(lines.join(''), () => {
      if (end === 'end') response.end();
      // What was written has to arrive before the connection is lost.
      else setTimeout(() => response.destroy(), 50);
    });
  };

const chunk = (delta: JsonObject, finishReason: string | null = null): JsonObject => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason: finishReason }],
});
const question = { role: 'user', content: 'Go.' } as const;
const failure = { code: 'server_error', message: 'out of order' };

async function startTurn(api: 'chat' | 'responses' | 'anthropic') {
  return (await openHost({ tools: { write: () => 'wrote' } })).startTurn({ model: { api } });
}

test.each([
  ['chat', 'an error with status 200', whole({ error: failure }), false],
  ['responses', 'a failed response', whole({ id: 'r', status: 'failed', error: failure, output: [] }), false],
  [
    'responses',
    'a failed response, streamed',
    events([{ type: 'response.failed', response: { id: 'r', status: 'failed', error: failure, output: [] } }]),
    true,
  ],
  ['responses', 'an event of an error', events([{ type: 'error', ...failure }]), true],
  [
    'anthropic',
    'an event of an error',
    events([{ type: 'error', error: { type: 'overloaded_error', ...failure } }]),
    true,
  ],
  ['chat', 'an event of an error after a text', events([chunk({ content: 'Half' }), { error: failure }]), true],
] as const)('%s: what the service says of a failure reaches the result: %s', async (api, _what, reply, stream) => {
  const service = await openService(reply);
  const result = await runTurn(await startTurn(api), service.clientFor(api), [question], { model: 'm', stream });
  expect(result).toMatchObject({ stop: 'model-failed', messages: [] });
  expect(String((result.error as Error).message)).toContain('out of order');
});

test('a text whose connection was lost stays, as an answer that was cut off, and a note says so', async () => {
  const service = await openService(
    events([chunk({ role: 'assistant', content: 'Half an ' }), chunk({ content: 'answer' })], 'cut'),
  );
  let read = '';
  const result = await runTurn(await startTurn('chat'), service.openai, [question], {
    model: 'm',
    stream: true,
    onDelta: (delta) => {
      read += delta.type === 'text' ? delta.text : '';
    },
  });
  expect(read).toBe('Half an answer');
  expect(result).toMatchObject({ stop: 'length', text: read, error: undefined });
  expect(result.messages).toMatchObject([{ role: 'assistant', content: read }]);
  expect(result.notes).toEqual([expect.stringContaining('broke off')]);
});

test('9.5 the note of a stream that broke off has no secrets; the loop describes errors so for anybody', async () => {
  const { startTurn: start, host } = await openHost({ tools: {} });
  host.secrets.remember('canary-4711-secret');
  const error = new Error('https://user:canary-4711-secret@proxy.example is gone');
  async function* breakOff(): AsyncGenerator<object> {
    yield chunk({ role: 'assistant', content: 'Half an answer' });
    throw error;
  }
  const client = { chat: { completions: { create: async () => breakOff() } } };
  const turn = await start({ model: { api: 'chat' } });
  const result = await runTurn(turn, client, [question], { model: 'm', stream: true });
  expect(result).toMatchObject({ stop: 'length', text: 'Half an answer' });
  expect(result.notes).toEqual([expect.stringContaining('https://user:[secret]@proxy.example is gone')]);
  const loop = (await start({ model: { api: 'chat' } })).createLoop();
  expect(loop.describeError(error)).toBe('https://user:[secret]@proxy.example is gone');
  const cut = loop.describeError(new Error(`${'.'.repeat(1_990)}canary-4711-secret`));
  expect(cut).not.toContain('canary');
});

test('an event that is no JSON is no lost connection: the request failed, and no note repeats it', async () => {
  const service = await openService((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: ${JSON.stringify(chunk({ content: 'Half' }))}\n\ndata: sk-live-canary\n\n`);
  });
  const client = service.openai.withOptions({ logLevel: 'off' });
  const result = await runTurn(await startTurn('chat'), client, [question], { model: 'm', stream: true });
  expect(result).toMatchObject({ stop: 'model-failed', text: 'Half', messages: [], notes: [] });
  expect(result.error).toBeInstanceOf(SyntaxError);
});

test('once a response has said that it ended, nothing after it costs the answer', async () => {
  const done = [chunk({ role: 'assistant', content: 'The whole answer.' }), chunk({}, 'stop')];
  const lines = done.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  const after: readonly Reply[] = [
    (response) => void response.writeHead(200).end(`${lines}data: bye\n\ndata: [DONE]\n\n`),
    events([...done, { error: failure }]),
    events(done, 'cut'),
  ];
  for (const reply of after) {
    const client = (await openService(reply)).openai.withOptions({ logLevel: 'off' });
    const result = await runTurn(await startTurn('chat'), client, [question], { model: 'm', stream: true });
    expect(result).toMatchObject({ stop: 'answer', text: 'The whole answer.', notes: [], error: undefined });
    expect(result.messages).toMatchObject([{ role: 'assistant', content: 'The whole answer.' }]);
  }
});

test('a call whose connection was lost is not run, and the model is asked again', async () => {
  const call = { index: 0, id: 'c1', type: 'function', function: { name: 'write', arguments: '{}' } };
  const service = await openService(
    events([chunk({ role: 'assistant', tool_calls: [call] })], 'cut'),
    events([chunk({ content: 'Again.' }), chunk({}, 'stop')]),
  );
  const result = await runTurn(await startTurn('chat'), service.openai, [question], { model: 'm', stream: true });
  expect(result).toMatchObject({ stop: 'answer', text: 'Again.', outcomes: [{ status: 'ERROR', executed: 'no' }] });
  expectValidTranscript('chat', result.transcript);
});

const callPiece = (args: string, index = 0, id: string | null = `call_${index}`): JsonObject => ({
  tool_calls: [
    { index, ...(id === null ? {} : { id }), type: 'function', function: { name: 'write', arguments: args } },
  ],
});

const messageStart = (id: string, stopReason: string | null = null): JsonObject => ({
  type: 'message_start',
  message: { id, type: 'message', role: 'assistant', content: [], stop_reason: stopReason, usage: {} },
});
const toolBlock: readonly JsonObject[] = [
  {
    type: 'content_block_start',
    index: 0,
    content_block: { type: 'tool_use', id: 'toolu_1', name: 'write', input: {} },
  },
  { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"id":"1"}' } },
];
const done = [chunk({ role: 'assistant', content: 'Done.' }), chunk({}, 'stop')];
const messageDone: readonly JsonObject[] = [
  messageStart('msg_9'),
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Done.' } },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: {} },
  { type: 'message_stop' },
];

test.each([
  ['chat', 'before the arguments', [chunk(callPiece(''), 'stop')]],
  ['chat', 'before the arguments, by its name', [chunk(callPiece(''), 'tool_calls')]],
  ['chat', 'in the next call', [chunk(callPiece('{"id":"1"}'), 'stop'), chunk(callPiece('{"id"', 1), 'stop')]],
  ['chat', 'behind an empty piece', [chunk({ role: 'assistant' }, 'tool_calls'), chunk(callPiece('{}'), 'tool_calls')]],
  ['anthropic', 'where the message begins with it', [messageStart('msg_1', 'tool_use'), ...toolBlock]],
] as const)('%s: a reason with every piece is no end where the connection is lost %s', async (api, _where, begun) => {
  const ran: unknown[] = [];
  const { host } = await openHost({ tools: { write: (args) => ran.push(args) } });
  const service = await openService(events(begun, 'cut'), events(api === 'chat' ? done : messageDone));
  const turn = await host.startTurn({ bot: 'bot-a', model: { api } });
  const result = await runTurn(turn, service.clientFor(api), [question], { model: 'm', stream: true });
  expect(result).toMatchObject({ stop: 'answer', text: 'Done.' });
  expect(new Set(result.outcomes.map(({ executed }) => executed))).toEqual(new Set(['no']));
  expect(result.notes).toEqual([expect.stringContaining('The stream broke off')]);
  expect(ran).toEqual([]);
});

test('a text whose pieces have each a reason is cut off where the connection is lost', async () => {
  const begun = [chunk({ role: 'assistant', content: 'Hello ' }, 'stop'), chunk({ content: 'wor' }, 'stop')];
  const { openai } = await openService(events(begun, 'cut'));
  const result = await runTurn(await startTurn('chat'), openai, [question], { model: 'm', stream: true });
  expect(result).toMatchObject({ stop: 'length', text: 'Hello wor', notes: [expect.stringContaining('broke off')] });
});

test.each(['tool_calls', 'stop', 'weird'])(
  'calls that come in pieces with the reason %s each are whole',
  async (reason) => {
    const ran: unknown[] = [];
    const { host } = await openHost({ tools: { write: (args) => ran.push(args) } });
    const pieces = [callPiece('', 0), callPiece('{"id":"1"}', 0, null), callPiece('{"id":"2"}', 1)];
    const { openai } = await openService(events(pieces.map((piece) => chunk(piece, reason))), events(done));
    const turn = await host.startTurn({ bot: 'bot-a', model: { api: 'chat' } });
    const result = await runTurn(turn, openai, [question], { model: 'm', stream: true });
    expect(result).toMatchObject({ stop: 'answer', notes: [] });
    expect(ran).toEqual([{ id: '1' }, { id: '2' }]);
  },
);

test.each(['null', 'weird', 'length'])('what comes behind the reason %s is part of the answer', async (reason) => {
  const pieces = [chunk({ content: 'Hello ' }, reason), chunk({ content: 'world' }, reason), chunk({}, 'stop')];
  const { openai } = await openService(events(pieces));
  const result = await runTurn(await startTurn('chat'), openai, [question], { model: 'm', stream: true });
  expect(result).toMatchObject({ stop: 'answer', text: 'Hello world' });
});

test.each([
  [
    'chat',
    [chunk(callPiece('{}')), chunk({}, 'stop'), { ...chunk(callPiece('{}', 0, 'b'), 'tool_calls'), id: 'other' }],
  ],
  ['anthropic', [messageStart('msg_1'), ...toolBlock, ...messageDone]],
] as const)('%s: of two responses in one stream no call runs', async (api, both) => {
  const ran: unknown[] = [];
  const { host } = await openHost({ tools: { write: (args) => ran.push(args) } });
  const service = await openService(events(both));
  const turn = await host.startTurn({ bot: 'bot-a', model: { api } });
  const result = await runTurn(turn, service.clientFor(api), [question], { model: 'm', stream: true });
  expect(result.stop).toBe('model-failed');
  expect(String((result.error as Error).message)).toContain('second response');
  expect(result.messages).toEqual([]);
  expect(ran).toEqual([]);
});

test('what people had read of a response that failed or was cancelled is in the result, and not in the transcript', async () => {
  const failed = await openService(events([chunk({ content: 'Half' }), { error: failure }]));
  expect(await runTurn(await startTurn('chat'), failed.openai, [question], { model: 'm', stream: true })).toMatchObject(
    { stop: 'model-failed', text: 'Half', messages: [] },
  );

  const controller = new AbortController();
  const cancelled = await openService(events([chunk({ content: 'Half' })], 'cut'));
  const result = await runTurn(await startTurn('chat'), cancelled.openai, [question], {
    model: 'm',
    stream: true,
    signal: controller.signal,
    onDelta: () => controller.abort(),
  });
  expect(result).toMatchObject({ stop: 'cancelled', text: 'Half', messages: [], error: undefined });
});

describe('a loop that ends after a pause has no call of the service without a result in its transcript', () => {
  const said = { type: 'text', text: 'I search.' };
  const open = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'Rome' } };
  const done = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] };
  const thinking = { type: 'thinking', thinking: 'Rome.', signature: 's' };
  const message = (stop: string, ...content: readonly object[]) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    content,
    stop_reason: stop,
  });
  const assistant = (...content: readonly object[]) => ({ role: 'assistant', content });
  const paused = message('pause_turn', said, thinking, open);
  const ask = { role: 'user', content: 'Where?' };

  test.each([
    ['the request fails', [paused, new Error('503')], 'model-failed', [assistant(said)]],
    ['nothing but the call was said', [message('pause_turn', open), new Error('503')], 'model-failed', []],
    ['the response says nothing', [paused, message('end_turn')], 'answer', [assistant(said)]],
    [
      'a second pause has nothing but a call, and the request fails',
      [message('pause_turn', said, thinking), message('pause_turn', open), new Error('503')],
      'model-failed',
      [assistant(said)],
    ],
    [
      'all pauses have nothing that may stay',
      [message('pause_turn', thinking), message('pause_turn', open), new Error('503')],
      'model-failed',
      [],
    ],
    ['it is cut off', [paused, message('max_tokens', said)], 'length', [assistant(said, thinking), assistant(said)]],
    [
      'it goes on',
      [paused, message('end_turn', done, said)],
      'answer',
      [assistant(said, thinking, open), assistant(done, said)],
    ],
  ] as const)('%s', async (_what, answers, stop, messages) => {
    const left: unknown[] = [...answers];
    const create = async () => {
      const answer = left.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    };
    const { startTurn } = await openHost({ tools: {} });
    const turn = await startTurn({ model: { api: 'anthropic' } });
    const result = await runTurn(turn, { messages: { create } }, [ask], { model: 'm' });
    expect(result.stop).toBe(stop);
    expect(result.messages).toEqual(messages);
    expect(result.transcript).toEqual([ask, ...messages]);
  });

  test('it is cancelled', async () => {
    const controller = new AbortController();
    const create = async () => {
      controller.abort();
      return paused;
    };
    const { startTurn } = await openHost({ tools: {} });
    const turn = await startTurn({ model: { api: 'anthropic' } });
    const options = { model: 'm', signal: controller.signal };
    const result = await runTurn(turn, { messages: { create } }, [ask], options);
    expect(result.stop).toBe('cancelled');
    expect(JSON.stringify(result.transcript)).not.toContain('server_tool_use');
  });
});

test('a connection that was lost before anything came in is a request that failed', async () => {
  const service = await openService(events([chunk({ role: 'assistant' })], 'cut'));
  const result = await runTurn(await startTurn('chat'), service.openai, [question], { model: 'm', stream: true });
  expect(result).toMatchObject({ stop: 'model-failed', error: expect.any(Error), text: '', messages: [] });
});
