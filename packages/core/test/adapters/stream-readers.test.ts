import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adapterFor } from '../../src/adapters/model-adapters.js';
import { MODEL_APIS, type ModelApi } from '../../src/contract/model.js';
import type { ModelDelta } from '../../src/contract/model-adapter.js';
import { outcome } from './outcomes.js';
import { expectValidTranscript } from './request-checks.js';
import {
  anthropicStreams,
  chatStreams,
  geminiStreams,
  responsesStreams,
  type StreamedResponse,
} from './stream-events.js';

const streams: Readonly<Record<ModelApi, fc.Arbitrary<StreamedResponse>>> = {
  chat: chatStreams,
  responses: responsesStreams,
  anthropic: anthropicStreams,
  gemini: geminiStreams,
};

const users: Readonly<Record<ModelApi, object>> = {
  chat: { role: 'user', content: 'Rome?' },
  responses: { role: 'user', content: 'Rome?' },
  anthropic: { role: 'user', content: 'Rome?' },
  gemini: { role: 'user', parts: [{ text: 'Rome?' }] },
};

const failed = { code: 'server_error', message: 'too late' };
const lateChoice = (more: object): object => ({ id: 'c1', choices: [{ index: 0, delta: {}, ...more }] });

/** What services send behind the end of a response. */
const lateEvents: Readonly<Record<Exclude<ModelApi, 'gemini'>, readonly unknown[]>> = {
  chat: [
    { error: failed },
    lateChoice({ error: failed, finish_reason: 'error' }),
    lateChoice({ finish_reason: 'error' }),
    lateChoice({ finish_reason: 'length' }),
    { id: 'c1', choices: [], usage: { prompt_tokens: 2, completion_tokens: 3 }, error: null },
  ],
  responses: [
    { type: 'error', ...failed },
    { type: 'response.failed', response: { id: 'r', status: 'failed', output: [], error: failed } },
    { type: 'response.output_item.added', output_index: 0, item: { type: 'function_call', call_id: 'z', name: 'f' } },
    { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'more' },
  ],
  anthropic: [
    { type: 'error', error: failed },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'more' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'more' } },
    { type: 'message_start', message: { id: 'm2', role: 'assistant', content: [] } },
    { type: 'message_delta', delta: { stop_reason: 'refusal' }, usage: { output_tokens: 7 } },
    { type: 'message_stop' },
  ],
};

/** Models of Gemini write STOP with every chunk, and some services `stop` with one that says nothing yet. */
function saysItsEnd(api: ModelApi, response: unknown): boolean {
  if (api === 'gemini') return false;
  return api !== 'chat' || adapterFor(api).readResponse(response).messages.length > 0 || hasReasoning(response);
}

function hasReasoning(response: unknown): boolean {
  return JSON.stringify(response).includes('"reasoning_content"');
}

function read(api: ModelApi, events: readonly unknown[]): { response: unknown; deltas: readonly ModelDelta[] } {
  const reader = adapterFor(api).createStreamReader();
  const deltas = events.flatMap((event) => reader.push(event));
  const response = reader.response();
  expect(reader.response()).toEqual(response);
  return { response, deltas };
}

describe.each(MODEL_APIS)('%s', (api) => {
  const adapter = adapterFor(api);

  test('wherever a stream is cut into events, the response is the one without streaming', () => {
    fc.assert(
      fc.property(streams[api], ({ response, events }) => {
        const streamed = read(api, events);
        expect(streamed.response).toEqual(response);
        const whole = adapter.readResponse(response);
        const told = (type: ModelDelta['type']): string =>
          streamed.deltas.map((delta) => (delta.type === type && delta.type !== 'call' ? delta.text : '')).join('');
        expect(told('text')).toBe(whole.text);
        const begun = streamed.deltas.filter((delta) => delta.type === 'call');
        expect(begun).toEqual(whole.calls.map(({ id, name }) => ({ type: 'call', id, name })));
      }),
    );
  });

  test('what comes once the response has said how it ended costs nothing of it', () => {
    fc.assert(
      fc.property(streams[api], ({ response, events }) => {
        const reader = adapter.createStreamReader();
        expect(reader.hasEnded).toBe(false);
        for (const event of events) reader.push(event);
        expect(reader.hasEnded).toBe(saysItsEnd(api, response));
        if (!reader.hasEnded) return;
        for (const event of [{ error: { message: 'too late' } }, { type: 'error', error: { type: 'x' } }, 'bye']) {
          reader.push(event);
        }
        expect(reader.response()).toEqual(response);
      }),
    );
  });

  test('a stream that broke off anywhere ends with length, and its calls can be answered', () => {
    fc.assert(
      fc.property(streams[api], fc.nat(), ({ events }, given) => {
        const last = events.length - (api === 'chat' ? 2 : 1);
        const end = 1 + (given % (last - (api === 'anthropic' ? 2 : 1)));
        const { response } = read(api, events.slice(0, end));
        if (Object.keys(response as object).length === 0) return;
        const whole = adapter.readResponse(response);
        expect(whole.ending).toBe('length');
        const results = adapter.encodeResults(
          whole.calls.map((call) => ({ call, outcome: outcome('x') })),
          { api },
        );
        const hasTools = whole.calls.length > 0 && api === 'anthropic';
        const tool = { name: 'find_course', description: 'x', input_schema: { type: 'object', properties: {} } };
        expectValidTranscript(api, [users[api], ...whole.messages, ...results], hasTools ? { tools: [tool] } : {});
      }),
    );
  });

  test('an error in a stream is told as an error, whatever came before but its end', () => {
    fc.assert(
      fc.property(streams[api], fc.nat(), ({ events }, given) => {
        const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
        const reader = adapter.createStreamReader();
        const isEnd = events.map((event) => reader.push(event) && reader.hasEnded);
        const { response } = read(api, [...events.slice(0, given % (isEnd.indexOf(true) + 1)), error]);
        expect(() => adapter.readResponse(response)).toThrow('Overloaded');
      }),
      { numRuns: 20 },
    );
  });

  test('behind the end nothing counts but usage: no error, no other ending, nothing more of the answer', () => {
    fc.assert(
      fc.property(streams[api], fc.nat(), ({ response, events }, given) => {
        if (api === 'gemini' || !saysItsEnd(api, response)) return;
        const reader = adapter.createStreamReader();
        for (const event of events) reader.push(event);
        const late = lateEvents[api];
        for (const event of [...late.slice(given % late.length), ...late]) expect(reader.push(event)).toEqual([]);
        expect(adapter.readResponse(reader.response())).toEqual({
          ...adapter.readResponse(response),
          usage: { inputTokens: expect.any(Number), outputTokens: expect.any(Number) },
        });
      }),
      { numRuns: 30 },
    );
  });

  test('no event at all is no response', () => {
    expect(() => adapter.readResponse(read(api, []).response)).toThrow(
      expect.objectContaining({ code: 'MODEL_RESPONSE_INVALID' }),
    );
  });

  test('what is no event changes nothing', () => {
    const events = [
      null,
      undefined,
      'text',
      7,
      [],
      {},
      { type: 'brand.new', delta: 'x' },
      { choices: 'x', candidates: 'x' },
    ];
    const reader = adapter.createStreamReader();
    for (const event of events) expect(reader.push(event)).toEqual([]);
  });
});

describe('chat chunks of services that do it their own way', () => {
  const chunk = (delta: object, finishReason: string | null = null, index = 0): object => ({
    id: 'c1',
    choices: [{ index, delta, finish_reason: finishReason }],
  });
  const call = (more: object): object => chunk({ tool_calls: [more] });
  const chat = adapterFor('chat');
  const callsOf = (events: readonly object[]): readonly unknown[] =>
    chat.readResponse(read('chat', [...events, chunk({}, 'tool_calls')]).response).calls;

  test('the same index for all calls', () => {
    const events = [
      call({ index: 0, id: 'a', function: { name: 'f', arguments: '{"x":1}' } }),
      call({ index: 0, id: 'b', function: { name: 'g', arguments: '{"x":2}' } }),
    ];
    expect(callsOf(events)).toEqual([
      { id: 'a', name: 'f', arguments: '{"x":1}' },
      { id: 'b', name: 'g', arguments: '{"x":2}' },
    ]);
  });

  test('neither index nor id', () => {
    const events = [
      call({ function: { name: 'f', arguments: '{"x":1}' } }),
      call({ function: { name: 'f', arguments: '{"x":2}' } }),
    ];
    expect(callsOf(events)).toMatchObject([
      { name: 'f', arguments: '{"x":1}' },
      { name: 'f', arguments: '{"x":2}' },
    ]);
  });

  test('arguments that are parsed already, and a name in pieces', () => {
    const events = [
      call({ index: 0, id: 'a', function: { name: 'find_' } }),
      call({ index: 0, function: { name: 'course' } }),
      call({ index: 0, function: { arguments: { x: 1 } } }),
    ];
    expect(callsOf(events)).toEqual([{ id: 'a', name: 'find_course', arguments: '{"x":1}' }]);
  });

  test('a signature of thoughts inside the call', () => {
    const extra = { google: { thought_signature: 'CiQBjz1r' } };
    const events = [call({ index: 0, id: 'a', function: { name: 'f', arguments: '{}' }, extra_content: extra })];
    const { response } = read('chat', [...events, chunk({}, 'tool_calls')]);
    expect(chat.readResponse(response).messages).toMatchObject([{ tool_calls: [{ extra_content: extra }] }]);
  });

  test('several choices: the first counts', () => {
    const events = [chunk({ content: 'one' }), chunk({ content: 'two' }, 'length', 1), chunk({}, 'stop')];
    expect(chat.readResponse(read('chat', events).response)).toMatchObject({ text: 'one', ending: 'complete' });
  });

  test('an empty finish_reason while the answer goes on, and behind it', () => {
    const events = [chunk({ content: 'one' }, ''), chunk({}, 'stop'), chunk({}, '')];
    expect(chat.readResponse(read('chat', events).response)).toMatchObject({ text: 'one', ending: 'complete' });
    expect(chat.readResponse(read('chat', events.slice(0, 1)).response).ending).toBe('length');
  });

  test('an error and the end in one choice: the answer is there', () => {
    const last = { id: 'c1', choices: [{ index: 0, delta: {}, error: { message: 'boom' }, finish_reason: 'stop' }] };
    const { response } = read('chat', [chunk({ content: 'one' }), last]);
    expect(chat.readResponse(response)).toMatchObject({ text: 'one', ending: 'complete' });
  });

  test('`stop` with every chunk: nothing is lost, and an error is one, since only the end of the stream is an end', () => {
    const events = [chunk({ role: 'assistant', content: '' }, 'stop'), chunk({ content: 'one ' }, 'stop')];
    const call = { index: 0, id: 'a', function: { name: 'f', arguments: '{}' } };
    const all = [...events, chunk({ content: 'two' }, 'stop'), chunk({ tool_calls: [call] }, 'stop')];
    expect(chat.readResponse(read('chat', all).response)).toMatchObject({
      text: 'one two',
      calls: [{ id: 'a', name: 'f' }],
    });
    for (const came of [all, events.slice(0, 1)]) {
      expect(() => chat.readResponse(read('chat', [...came, { error: { message: 'boom' } }]).response)).toThrow('boom');
    }
  });

  test('details of reasoning in pieces', () => {
    const detail = (text: string): object => chunk({ reasoning_details: [{ index: 0, type: 'reasoning.text', text }] });
    const { response } = read('chat', [detail('They '), detail('ask'), chunk({ content: 'x' }, 'stop')]);
    expect(chat.readResponse(response).messages).toMatchObject([
      { reasoning_details: [{ index: 0, type: 'reasoning.text', text: 'They ask' }] },
    ]);
  });
});

test.each(['STOP', 'FINISH_REASON_UNSPECIFIED'])('Gemini: an error behind chunks that each say %s fails', (reason) => {
  const gemini = adapterFor('gemini');
  const chunk = (text: string, finishReason: string): object => ({
    candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] }, finishReason }],
  });
  const events = [chunk('Hello ', reason), chunk('wor', reason)];
  expect(gemini.readResponse(read('gemini', events).response)).toMatchObject({ text: 'Hello wor', ending: 'complete' });
  const error = { error: { code: 503, message: 'overloaded', status: 'UNAVAILABLE' } };
  expect(() => gemini.readResponse(read('gemini', [...events, error]).response)).toThrow('overloaded');
  const usageMetadata = { promptTokenCount: 2, candidatesTokenCount: 3 };
  const ended = [...events, chunk('ld', 'MAX_TOKENS'), error, chunk('!', 'STOP'), { usageMetadata }];
  expect(gemini.readResponse(read('gemini', ended).response)).toMatchObject({
    text: 'Hello world',
    ending: 'length',
    usage: { inputTokens: 2, outputTokens: 3 },
  });
});

test.each([
  ['chat', [{ id: 'c', choices: [{ index: 0, delta: { content: 'Hello ' }, finish_reason: 'stop' }] }]],
  [
    'gemini',
    [{ candidates: [{ index: 0, content: { role: 'model', parts: [{ text: 'Hello ' }] }, finishReason: 'STOP' }] }],
  ],
] as const)(
  '%s: a reason that comes with a piece is the end where the stream ends, and none where it broke off',
  (api, events) => {
    const adapter = adapterFor(api);
    const reader = adapter.createStreamReader();
    for (const event of events) reader.push(event);
    expect(reader.hasEnded).toBe(false);
    expect(adapter.readResponse(reader.response()).ending).toBe('complete');
    expect(adapter.readResponse(reader.response({ hasBrokenOff: true })).ending).toBe('length');
  },
);

test('Responses: of two responses in one stream none counts', () => {
  const adapter = adapterFor('responses');
  const created = (id: string): object => ({
    type: 'response.created',
    response: { id, status: 'in_progress', output: [] },
  });
  const call = { type: 'function_call', id: 'fc', call_id: 'k', name: 'f', arguments: '{}', status: 'completed' };
  const item = { type: 'response.output_item.done', output_index: 0, item: call };
  const end = { type: 'response.completed', response: { id: 'r2', status: 'completed', output: [] } };
  const { response } = read('responses', [created('r1'), item, created('r2'), end]);
  expect(() => adapter.readResponse(response)).toThrow('second response');
  expect(
    adapter.readResponse(read('responses', [created('r2'), created('r2'), item, end]).response).calls,
  ).toHaveLength(1);
});

test('Anthropic: arguments that are no JSON stay the text they were', () => {
  const events = [
    { type: 'message_start', message: { id: 'msg_1', role: 'assistant', content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} } },
    { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"query": "Ro' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 3 } },
  ];
  const adapter = adapterFor('anthropic');
  const whole = adapter.readResponse(read('anthropic', events).response);
  expect(whole.calls).toEqual([{ id: 'toolu_1', name: 'f', arguments: '{"query": "Ro' }]);
  expect(whole.messages).toMatchObject([{ content: [{ input: { INVALID_JSON: '{"query": "Ro' } }] }]);
});
