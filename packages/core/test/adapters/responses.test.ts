import { describe, expect, test } from 'vitest';
import { adapterFor } from '../../src/adapters/model-adapters.js';
import type { JsonValue } from '../../src/contract/json.js';
import { encode, failure, outcome, png } from './outcomes.js';
import { checkRequest, expectValidRequest, expectValidTranscript } from './request-checks.js';

const responses = adapterFor('responses');
const model = { api: 'responses' } as const;
const user = { role: 'user', content: 'Which courses are there on Rome?' };

const reasoning = {
  id: 'rs_6876cf02e0bc8192b74af0fb64b715ff06fa2fcced15a5ac',
  type: 'reasoning',
  encrypted_content: 'gAAAAABoISQ24OyVRYbkYfukdJoqdzWT',
  summary: [],
};
const call = {
  id: 'fc_6876cf03b2a88192',
  type: 'function_call',
  status: 'completed',
  arguments: '{"query":"Rome"}',
  call_id: 'call_12345xyz',
  name: 'find_course',
};
const message = {
  id: 'msg_67ccd2bf17f0819081ff3bb2cf6508e6',
  type: 'message',
  status: 'completed',
  role: 'assistant',
  content: [{ type: 'output_text', text: 'Three.', annotations: [], logprobs: [] }],
};
const search = { id: 'ws_1', type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'Rome' } };

function response(output: readonly object[], more: object = {}): object {
  return {
    id: 'resp_67ccd2bed1ec8190b14f964abc0542670bb6a6b452d3795b',
    object: 'response',
    created_at: 1_741_476_542,
    status: 'completed',
    error: null,
    incomplete_details: null,
    model: 'gpt-5.1',
    output,
    usage: { input_tokens: 36, output_tokens: 87, total_tokens: 123 },
    ...more,
  };
}

describe('parameters', () => {
  test('write strict out for each tool and say nothing of parallel calls', () => {
    const tools = encode('responses', { ...model, strict: false });
    const { parameters } = responses.createParameters(tools, { type: 'auto' }, model);
    expect(parameters).toEqual({ tools: tools.wire, tool_choice: 'auto' });
    expect(tools.wire.map((tool) => tool.strict)).toEqual([false, false]);
  });

  test('name a tool flat', () => {
    const tools = encode('responses');
    for (const choice of [{ type: 'tool', name: 'list_rooms' }, { type: 'none' }, { type: 'required' }] as const) {
      const { parameters } = responses.createParameters(tools, choice, model);
      expect(parameters.tool_choice).toEqual(
        choice.type === 'tool' ? { type: 'function', name: 'list_rooms' } : choice.type,
      );
      expectValidRequest('responses', { input: [user], ...parameters });
    }
  });

  test('are empty without tools', () => {
    expect(responses.createParameters(encode('responses', model, []), { type: 'auto' }, model).parameters).toEqual({});
  });
});

describe('responses', () => {
  test('items go back unchanged: reasoning, what the service ran itself, calls and text', () => {
    const output = [reasoning, search, message, call];
    const read = responses.readResponse(response(output));
    expect(read).toEqual({
      messages: output,
      calls: [{ id: 'call_12345xyz', name: 'find_course', arguments: '{"query":"Rome"}' }],
      text: 'Three.',
      ending: 'complete',
      usage: { inputTokens: 36, outputTokens: 87 },
    });
    const results = responses.encodeResults([{ call: read.calls[0]!, outcome: outcome('Rome 1') }], model);
    expectValidTranscript('responses', [user, ...read.messages, ...results]);
  });

  test.each([
    ['web_search_call'],
    ['file_search_call'],
    ['code_interpreter_call'],
    ['mcp_call'],
    ['mcp_list_tools'],
    ['image_generation_call'],
    ['computer_call'],
    ['custom_tool_call'],
  ])('%s is no call of ours', (type) => {
    const item = { id: 'x_1', type, call_id: 'call_x', status: 'completed' };
    expect(responses.readResponse(response([item]))).toMatchObject({ calls: [], messages: [item] });
  });

  test('calls without an id of their own get one', () => {
    const read = responses.readResponse(response([call, call, { ...call, call_id: '' }]));
    expect(new Set(read.calls.map((entry) => entry.id)).size).toBe(3);
    const results = responses.encodeResults(
      read.calls.map((entry) => ({ call: entry, outcome: outcome('x') })),
      model,
    );
    expectValidTranscript('responses', [user, ...read.messages, ...results]);
  });

  test.each([
    ['completed', {}, 'complete'],
    ['incomplete', { incomplete_details: { reason: 'max_output_tokens' } }, 'length'],
    ['incomplete', { incomplete_details: { reason: 'content_filter' } }, 'refused'],
  ])('status %s with %o is %s', (status, more, ending) => {
    expect(responses.readResponse(response([message], { status, ...more })).ending).toBe(ending);
  });

  test('a refusal is an ending, and what people read', () => {
    const refusal = { ...message, content: [{ type: 'refusal', refusal: 'I cannot.' }] };
    expect(responses.readResponse(response([refusal]))).toMatchObject({ ending: 'refused', text: 'I cannot.' });
  });

  test('of a response that was cut off, reasoning at the end does not go back', () => {
    const cut = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
    const read = responses.readResponse(response([message, reasoning], cut));
    expect(read.messages).toEqual([message]);
    expectValidTranscript('responses', [user, ...read.messages]);
    expect(responses.readResponse(response([reasoning], cut)).messages).toEqual([]);
  });

  test('what helpers of the client add does not go back', () => {
    const part = { type: 'output_text', text: '{}', annotations: [], parsed: {} };
    const output = [
      { ...message, content: [part] },
      { ...call, parsed_arguments: {} },
    ];
    const read = responses.readResponse({ ...response(output), output_text: '{}' });
    const results = responses.encodeResults([{ call: read.calls[0]!, outcome: outcome('x') }], model);
    expectValidTranscript('responses', [user, ...read.messages, ...results]);
  });

  test.each([
    ['null', null, 'got null'],
    ['text', 'upstream timed out', 'upstream timed out'],
    [
      'a failed response',
      response([], { status: 'failed', error: { code: 'server_error', message: 'It broke.' } }),
      'It broke.',
    ],
    ['one in the background', response([], { status: 'in_progress' }), 'no in_progress one'],
    ['another API', { id: 'x', object: 'chat.completion', choices: [] }, 'no response of Responses'],
  ])('%s is no response, and the error says what came', (_name, given, said) => {
    expect(() => responses.readResponse(given)).toThrow(
      expect.objectContaining({ code: 'MODEL_RESPONSE_INVALID', message: expect.stringContaining(said) }),
    );
  });
});

describe('results', () => {
  const asked = { id: 'call_12345xyz', name: 'find_course', arguments: '{}' };

  test('are texts where they hold text, and lists where they hold an image', () => {
    const content = [
      { type: 'text', text: 'A map:' },
      { type: 'image', data: png, mimeType: 'image/png' },
    ] as const;
    const results = responses.encodeResults(
      [
        { call: asked, outcome: outcome('Rome 1') },
        { call: { ...asked, id: 'call_2' }, outcome: outcome('', { content }) },
        { call: { ...asked, id: 'call_3' }, outcome: failure('404') },
      ],
      model,
    );
    expect(results).toEqual([
      { type: 'function_call_output', call_id: 'call_12345xyz', output: 'Rome 1' },
      {
        type: 'function_call_output',
        call_id: 'call_2',
        output: [
          { type: 'input_text', text: 'A map:' },
          { type: 'input_image', image_url: `data:image/png;base64,${png}`, detail: 'auto' },
        ],
      },
      { type: 'function_call_output', call_id: 'call_3', output: 'Error: 404' },
    ]);
    const calls = ['call_12345xyz', 'call_2', 'call_3'].map((id) => ({ ...call, call_id: id }));
    expect(checkRequest('responses', { input: [user, ...calls, ...results] })).toEqual([]);
  });

  test('hold a placeholder for a model that takes no images', () => {
    const content = [{ type: 'image', data: png, mimeType: 'image/png' }] as const;
    const [result] = responses.encodeResults([{ call: asked, outcome: outcome('', { content }) }], {
      ...model,
      takesImages: false,
    });
    expect(result).toMatchObject({ output: expect.stringContaining('left out') });
  });
});

describe('open calls', () => {
  const output = (id: string): JsonValue => ({ type: 'function_call_output', call_id: id, output: 'x' });
  const second = { ...call, call_id: 'call_2' };

  test.each([
    ['none is answered', [user, reasoning, call, second], ['call_12345xyz', 'call_2']],
    ['one is answered', [user, call, second, output('call_12345xyz')], ['call_2']],
    [
      'an earlier one of the same turn is answered',
      [user, call, output('call_12345xyz'), reasoning, second],
      ['call_2'],
    ],
    ['all are answered', [user, call, output('call_12345xyz')], []],
    ['a message of the assistant stands behind', [user, call, message], ['call_12345xyz']],
    ['somebody has spoken since', [call, user, { role: 'developer', content: 'It is Monday.' }], ['call_12345xyz']],
    [
      'somebody has spoken since, and one is answered',
      [call, second, output('call_2'), { role: 'developer', content: 'It is Monday.' }, user],
      ['call_12345xyz'],
    ],
    ['the model has spoken since', [call, user, message, user], []],
    ['there is nothing', [], []],
  ])('%s', (_name, transcript, ids) => {
    expect(responses.findOpenCalls(transcript as JsonValue[]).map((entry) => entry.id)).toEqual(ids);
  });
});
