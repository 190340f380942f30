import type { JsonValue, ModelApi } from '@loadout/core';
import { MODEL_APIS, runTurn } from '@loadout/core';
import { expect, test } from 'vitest';
import { expectValidTranscript } from '../adapters/request-checks.js';
import { answerAs, userMessage } from '../builders/model-responses.js';
import { openHost, readText, type TestTools } from '../builders/turn-builders.js';

const thinking = { type: 'thinking', thinking: 'They ask about Rome.', signature: 'EqQBCgIYAhIM' };
const reasoning = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'gAAAAABoISQ24O' };
const thought = { text: 'They ask about Rome.', thought: true };

/** What the model returned, a whole response, and the messages in it, for two calls: one that works and one that fails. */
const asked: Readonly<Record<ModelApi, { response: object; messages: readonly object[] }>> = {
  chat: chat({
    role: 'assistant',
    content: null,
    reasoning_content: 'They ask about Rome.',
    tool_calls: [
      { id: 'call_1', type: 'function', function: { name: 'find', arguments: '{"text": "Rome"}' } },
      { id: 'call_2', type: 'function', function: { name: 'fail', arguments: '{}' }, extra_content: { google: {} } },
    ],
  }),
  responses: responses([
    reasoning,
    {
      id: 'fc_1',
      type: 'function_call',
      status: 'completed',
      call_id: 'call_1',
      name: 'find',
      arguments: '{"text":"Rome"}',
    },
    { id: 'fc_2', type: 'function_call', status: 'completed', call_id: 'call_2', name: 'fail', arguments: '{}' },
  ]),
  anthropic: anthropic([
    thinking,
    { type: 'redacted_thinking', data: 'EmwKAhgBEgy3va3pzix' },
    { type: 'tool_use', id: 'call_1', name: 'find', input: { text: 'Rome' } },
    { type: 'tool_use', id: 'call_2', name: 'fail', input: {} },
  ]),
  gemini: gemini([
    thought,
    { functionCall: { id: 'call_1', name: 'find', args: { text: 'Rome' } }, thoughtSignature: 'CiQBjz1rX0kG' },
    { functionCall: { id: 'call_2', name: 'fail', args: {} } },
  ]),
};

function chat(message: object): { response: object; messages: readonly object[] } {
  return {
    response: {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
    },
    messages: [message],
  };
}

function responses(output: readonly object[]): { response: object; messages: readonly object[] } {
  return { response: { id: 'resp_1', object: 'response', status: 'completed', output }, messages: output };
}

function anthropic(content: readonly object[]): { response: object; messages: readonly object[] } {
  const response = { id: 'msg_1', type: 'message', role: 'assistant', content, stop_reason: 'tool_use' };
  return { response, messages: [{ role: 'assistant', content }] };
}

function gemini(parts: readonly object[]): { response: object; messages: readonly object[] } {
  const content = { role: 'model', parts };
  return { response: { candidates: [{ content, finishReason: 'STOP', index: 0 }] }, messages: [content] };
}

const user: Readonly<Record<ModelApi, object>> = {
  chat: { role: 'user', content: 'Rome?' },
  responses: { role: 'user', content: 'Rome?' },
  anthropic: { role: 'user', content: 'Rome?' },
  gemini: { role: 'user', parts: [{ text: 'Rome?' }] },
};

const tools: TestTools = {
  find: ({ text }) => `found ${String(text)}`,
  fail: () => ({ content: [], isError: true }),
};

/** The failed result as each API marks it; its text is never empty. */
const marked: Readonly<Record<ModelApi, object>> = {
  chat: { role: 'tool', tool_call_id: 'call_2', content: expect.stringMatching(/^Error: ./) },
  responses: { type: 'function_call_output', call_id: 'call_2', output: expect.stringMatching(/^Error: ./) },
  anthropic: {
    type: 'tool_result',
    tool_use_id: 'call_2',
    content: [{ type: 'text', text: expect.stringMatching(/./) }],
    is_error: true,
  },
  gemini: { functionResponse: { id: 'call_2', name: 'fail', response: { error: expect.stringMatching(/./) } } },
};

/** The results of a step, whether they are messages of their own or parts of one. */
function resultsOf(api: ModelApi, messages: readonly JsonValue[]): readonly unknown[] {
  if (api !== 'anthropic' && api !== 'gemini') return messages;
  expect(messages).toHaveLength(1);
  const [message] = messages as readonly { content?: readonly unknown[]; parts?: readonly unknown[] }[];
  return message?.content ?? message?.parts ?? [];
}

test.each(MODEL_APIS)(
  '7.4 parallel_tool_calls is false over Chat Completions when tools are sent, and absent otherwise: %s',
  async (api) => {
    const { startTurn, addBot } = await openHost({ tools });
    const parametersOf = async (model: object, bot = 'bot-a'): Promise<object> =>
      (await startTurn({ bot, model: { api, ...model } })).createLoop().request().parameters;
    const sent = await parametersOf({});
    expect(sent).toHaveProperty('tools');
    if (api === 'chat') expect(sent).toHaveProperty('parallel_tool_calls', false);
    else expect(sent).not.toHaveProperty('parallel_tool_calls');
    expect(await parametersOf({ takesParallelToolCalls: false })).not.toHaveProperty('parallel_tool_calls');
    await addBot('bot-b', []);
    expect(await parametersOf({}, 'bot-b')).toEqual({});
  },
);

test.each(['chat', 'responses', 'anthropic'] as const)(
  '7.4 extra parameters override neither parallel_tool_calls nor what it is left out for: %s',
  async (api) => {
    const { startTurn, addBot } = await openHost({ tools });
    await addBot('bot-b', []);
    const bodyOf = async (model: object, bot = 'bot-a'): Promise<unknown> => {
      const bodies: unknown[] = [];
      const sender = {
        create: async (body: never) => {
          bodies.push(body);
          return answerAs(api, { text: 'Done.' }).response;
        },
      };
      const client = { chat: { completions: sender }, responses: sender, messages: sender };
      const turn = await startTurn({ bot, model: { api, ...model } });
      const extra = { parallel_tool_calls: true, temperature: 0 };
      await runTurn(turn, client, [{ role: 'user', content: 'Go.' }], { model: 'm', extra });
      return bodies[0];
    };
    const sent = await bodyOf({});
    expect(sent).toMatchObject({ tools: expect.any(Array), temperature: 0 });
    if (api === 'chat') expect(sent).toHaveProperty('parallel_tool_calls', false);
    else expect(sent).not.toHaveProperty('parallel_tool_calls');
    for (const body of [await bodyOf({ takesParallelToolCalls: false }), await bodyOf({}, 'bot-b')]) {
      expect(body).toHaveProperty('temperature', 0);
      expect(body).not.toHaveProperty('parallel_tool_calls');
    }
  },
);

test.each(MODEL_APIS)(
  '7.6 what the model returned goes back unchanged, and the results follow at once: %s',
  async (api) => {
    const { startTurn } = await openHost({ tools });
    const turn = await startTurn({ model: { api } });
    const loop = turn.createLoop();
    const { parameters } = loop.request();
    const { response, messages } = asked[api];
    const before = structuredClone(messages);
    const step = await loop.accept(response);
    expect(step.stop).toBeNull();
    expect(step.messages.slice(0, messages.length)).toEqual(before);
    const results = resultsOf(api, step.messages.slice(messages.length));
    expect(results).toHaveLength(2);
    expect(JSON.stringify(results[0])).toContain('found Rome');
    expect(results[1]).toEqual(marked[api]);
    expectValidTranscript(api, [user[api], ...step.messages], parameters);
  },
);

test('7.6 a call without an id gets one of at most 64 letters, digits, _ and -, and its result is matched by it', async () => {
  const { startTurn } = await openHost({ tools });
  for (const api of MODEL_APIS) {
    const turn = await startTurn({ model: { api } });
    const loop = turn.createLoop();
    const { parameters } = loop.request();
    const text = JSON.stringify(asked[api].response).replaceAll(/"(id|call_id)":"call_\d",?/g, '');
    const step = await loop.accept(JSON.parse(text));
    const ids = step.outcomes.map((outcome) => outcome.callId);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expectValidTranscript(api, [user[api], ...step.messages], parameters);
    // Vertex refuses the field where it gave none.
    if (api === 'gemini') expect(JSON.stringify(step.messages)).not.toContain('"id"');
  }
});

const served: Readonly<Partial<Record<ModelApi, { response: object; messages: readonly object[] }>>> = {
  responses: responses([
    { id: 'ws_1', type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'Rome' } },
    {
      id: 'ci_1',
      type: 'code_interpreter_call',
      status: 'completed',
      code: 'print(1)',
      container_id: 'c',
      outputs: [],
    },
    { id: 'mcp_1', type: 'mcp_call', name: 'find', arguments: '{}', server_label: 'courses', output: 'x' },
    {
      id: 'fc_1',
      type: 'function_call',
      status: 'completed',
      call_id: 'call_1',
      name: 'find',
      arguments: '{"text":"Rome"}',
    },
  ]),
  anthropic: anthropic([
    { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'Rome' } },
    { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
    { type: 'tool_use', id: 'call_1', name: 'find', input: { text: 'Rome' } },
  ]),
  gemini: gemini([
    { executableCode: { language: 'PYTHON', code: 'print(1)' } },
    { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
    { functionCall: { id: 'call_1', name: 'find', args: { text: 'Rome' } } },
  ]),
};

test.each(['responses', 'anthropic', 'gemini'] as const)(
  '7.8 what the service ran itself passes through and is not counted: %s',
  async (api) => {
    const { startTurn } = await openHost({ tools });
    const turn = await startTurn({ model: { api } });
    const loop = turn.createLoop();
    const { parameters } = loop.request();
    const { response, messages } = served[api] ?? asked[api];
    const step = await loop.accept(response);
    expect(step.messages.slice(0, messages.length)).toEqual(messages);
    expect(step.outcomes.map((outcome) => outcome.callId)).toEqual(['call_1']);
    expect(turn.usage.calls).toBe(1);
    expectValidTranscript(api, [user[api], ...step.messages], parameters);
  },
);

test.each(MODEL_APIS)('7.6 an id that is repeated in a conversation becomes one of its own: %s', async (api) => {
  const { startTurn } = await openHost({ tools: { find: () => 'found' } });
  const say = (...ids: readonly string[]) => answerAs(api, { calls: ids.map((id) => ({ id, name: 'find' })) }).response;
  const before = await startTurn({ model: { api } });
  const first = before.createLoop();
  first.request();
  const transcript: JsonValue[] = [userMessage(api, 'Rome?'), ...(await first.accept(say('call_0'))).messages];
  await before.end();
  transcript.push(userMessage(api, 'And Paris?'));

  const turn = await startTurn({ model: { api } });
  const loop = turn.createLoop();
  const ids: string[] = [];
  for (const response of [say('call_0'), say('call_0', 'call_1'), say('call_1')]) {
    loop.keepTranscript(transcript);
    const { parameters } = loop.request();
    const step = await loop.accept(response);
    transcript.push(...step.messages);
    ids.push(...step.outcomes.map(({ callId }) => callId));
    expectValidTranscript(api, transcript, parameters);
  }
  expect(new Set(['call_0', ...ids]).size).toBe(5);
  expect(ids[2]).toBe('call_1');
});

test('7.6 ids that are made differ between responses that say the same, also without a transcript', async () => {
  const { startTurn } = await openHost({ tools: { find: () => 'found' } });
  const message = { role: 'assistant', content: null, tool_calls: [{ function: { name: 'find', arguments: '{}' } }] };
  const ids: string[] = [];
  for (let turns = 0; turns < 2; turns += 1) {
    const loop = (await startTurn({ model: { api: 'chat' } })).createLoop();
    for (let requests = 0; requests < 2; requests += 1) {
      loop.request();
      const step = await loop.accept({ choices: [{ index: 0, message, finish_reason: 'tool_calls' }] });
      ids.push(...step.outcomes.map(({ callId }) => callId));
    }
  }
  expect(new Set(ids).size).toBe(4);
});

test.each(MODEL_APIS)(
  '7.6 a name that the model made up is told as it wrote it, and goes back as one that the API takes: %s',
  async (api) => {
    const { startTurn } = await openHost({ tools: { find: () => 'found' } });
    const loop = (await startTurn({ model: { api } })).createLoop();
    const { parameters } = loop.request();
    const calls = ['multi_tool_use.parallel', 'x'.repeat(300)].map((name, index) => ({ id: `call_${index}`, name }));
    const step = await loop.accept(answerAs(api, { calls }).response);
    expect(step.stop).toBeNull();
    expect(step.outcomes.map(readText)[0]).toContain('multi_tool_use.parallel');
    expectValidTranscript(api, [user[api], ...step.messages], parameters);
  },
);
