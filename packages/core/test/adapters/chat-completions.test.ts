import { describe, expect, test } from 'vitest';
import { adapterFor } from '../../src/adapters/model-adapters.js';
import type { JsonValue } from '../../src/contract/json.js';
import { encode, failure, outcome, png } from './outcomes.js';
import { expectValidRequest, expectValidTranscript } from './request-checks.js';

const chat = adapterFor('chat');
const model = { api: 'chat' } as const;
const user = { role: 'user', content: 'Which courses are there on Rome?' };

function completion(message: object, finishReason: string | null = 'stop', more: object = {}): object {
  return {
    id: 'chatcmpl-7QyqpwdfhqwajicIEznoc6Q47XAyW',
    object: 'chat.completion',
    created: 1_741_569_952,
    model: 'gpt-5.1',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, logprobs: null, finish_reason: finishReason }],
    usage: { prompt_tokens: 19, completion_tokens: 10, total_tokens: 29 },
    ...more,
  };
}

function toolCall(id: string | undefined, args = '{"query":"Rome"}', name = 'find_course'): object {
  return { ...(id === undefined ? {} : { id }), type: 'function', function: { name, arguments: args } };
}

describe('parameters', () => {
  test('say what the model may call, and that it calls one after the other', () => {
    const tools = encode('chat');
    expect(chat.createParameters(tools, { type: 'auto' }, model)).toEqual({
      parameters: { tools: tools.wire, tool_choice: 'auto', parallel_tool_calls: false },
      notes: [],
    });
    const choices = [{ type: 'required' }, { type: 'none' }, { type: 'tool', name: 'list_rooms' }] as const;
    const sent = choices.map((choice) => chat.createParameters(tools, choice, model).parameters.tool_choice);
    expect(sent).toEqual(['required', 'none', { type: 'function', function: { name: 'list_rooms' } }]);
    for (const choice of choices) {
      expectValidRequest('chat', { messages: [user], ...chat.createParameters(tools, choice, model).parameters });
    }
  });

  test('leave parallel_tool_calls out for a model that refuses it', () => {
    const { parameters } = chat.createParameters(
      encode('chat'),
      { type: 'auto' },
      { ...model, takesParallelToolCalls: false },
    );
    expect(parameters).not.toHaveProperty('parallel_tool_calls');
  });

  test('are empty without tools, with a note where a call was wanted', () => {
    expect(chat.createParameters(encode('chat', model, []), { type: 'none' }, model)).toEqual({
      parameters: {},
      notes: [],
    });
    const { parameters, notes } = chat.createParameters(encode('chat', model, []), { type: 'required' }, model);
    expect(parameters).toEqual({});
    expect(notes).toHaveLength(1);
  });

  test('let the model choose where a tool is wanted that is not offered', () => {
    const { parameters, notes } = chat.createParameters(encode('chat'), { type: 'tool', name: 'gone' }, model);
    expect(parameters.tool_choice).toBe('auto');
    expect(notes).toEqual([expect.stringContaining('gone')]);
  });
});

describe('responses', () => {
  test('an answer goes back unchanged', () => {
    const message = {
      role: 'assistant',
      content: 'Three.',
      refusal: null,
      annotations: [],
      reasoning_content: 'I count.',
    };
    const read = chat.readResponse(completion(message));
    expect(read).toEqual({
      messages: [message],
      calls: [],
      text: 'Three.',
      ending: 'complete',
      usage: { inputTokens: 19, outputTokens: 10 },
    });
  });

  test('calls are told in their order, with arguments as they came', () => {
    const message = { content: null, tool_calls: [toolCall('call_a'), toolCall('call_b', '{"query":', 'list_rooms')] };
    const read = chat.readResponse(completion(message, 'tool_calls'));
    expect(read.calls).toEqual([
      { id: 'call_a', name: 'find_course', arguments: '{"query":"Rome"}' },
      { id: 'call_b', name: 'list_rooms', arguments: '{"query":' },
    ]);
    expect(read.messages).toEqual([{ role: 'assistant', ...message }]);
  });

  test('a call without an id, with an illegal one, or with one that is there already gets one of its own', () => {
    const long = 'x'.repeat(65);
    const calls = [
      toolCall(undefined),
      toolCall('a b'),
      toolCall(long),
      toolCall('twice'),
      toolCall('twice'),
      toolCall(''),
    ];
    const response = completion({ content: null, tool_calls: calls }, 'tool_calls');
    const read = chat.readResponse(response);
    const ids = read.calls.map((call) => call.id);
    expect(new Set(ids).size).toBe(6);
    for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(ids[3]).toBe('twice');
    expect(chat.readResponse(response)).toEqual(read);
    const results = chat.encodeResults(
      read.calls.map((call) => ({ call, outcome: outcome('x') })),
      model,
    );
    expectValidTranscript('chat', [user, ...read.messages, ...results]);
  });

  test('made ids differ from response to response', () => {
    const ids = ['chatcmpl-1', 'chatcmpl-2'].map(
      (id) =>
        chat.readResponse(completion({ content: null, tool_calls: [toolCall('')] }, 'tool_calls', { id })).calls[0]?.id,
    );
    expect(ids[0]).not.toBe(ids[1]);
  });

  test('the call of the outdated function_call is read as one of today', () => {
    const message = { content: null, function_call: { name: 'find_course', arguments: '{}' } };
    const read = chat.readResponse(completion(message, 'function_call'));
    expect(read.calls).toEqual([{ id: expect.stringMatching(/^call_/), name: 'find_course', arguments: '{}' }]);
    const results = chat.encodeResults([{ call: read.calls[0]!, outcome: outcome('x') }], model);
    expectValidTranscript('chat', [user, ...read.messages, ...results]);
  });

  test('custom calls, which are not ours, pass through', () => {
    const custom = { id: 'call_c', type: 'custom', custom: { name: 'code', input: 'print(1)' } };
    const read = chat.readResponse(completion({ content: null, tool_calls: [custom] }, 'tool_calls'));
    expect(read.calls).toEqual([]);
    expect(read.messages).toEqual([{ role: 'assistant', content: null, tool_calls: [custom] }]);
  });

  test.each([
    ['stop', {}, 'complete'],
    ['length', {}, 'length'],
    ['content_filter', {}, 'refused'],
    ['stop', { refusal: 'I cannot help with that.' }, 'refused'],
    ['insufficient_system_resource', {}, 'length'],
    [null, {}, 'complete'],
  ])('finish_reason %s with %o is %s', (finishReason, more, ending) => {
    expect(chat.readResponse(completion({ content: 'x', ...more }, finishReason)).ending).toBe(ending);
  });

  test('a refusal is what people read', () => {
    expect(chat.readResponse(completion({ content: null, refusal: 'No.' })).text).toBe('No.');
  });

  test.each([[{ content: null }], [{ content: '' }], [{ content: null, tool_calls: [] }]])(
    'an empty answer %o leaves nothing that the API would refuse',
    (message) => {
      const read = chat.readResponse(completion(message));
      expect(read).toMatchObject({ messages: [], calls: [], text: '', ending: 'complete' });
    },
  );

  test('an empty list of calls, and what helpers of the client add, do not go back', () => {
    const read = chat.readResponse(completion({ content: 'Hi.', tool_calls: [], parsed: null }));
    expect(read.messages).toEqual([{ role: 'assistant', content: 'Hi.' }]);
    const call = { id: 'call_a', type: 'function', function: { name: 'f', arguments: '{}', parsed_arguments: {} } };
    const withCall = chat.readResponse(completion({ content: null, tool_calls: [call] }, 'tool_calls'));
    expectValidTranscript('chat', [
      user,
      ...withCall.messages,
      ...chat.encodeResults([{ call: withCall.calls[0]!, outcome: outcome('x') }], model),
    ]);
  });

  test.each([
    ['null', null, 'got null'],
    ['a page', '<!doctype html><title>Login</title>', 'a page that begins'],
    [
      'an error body',
      { error: { message: 'The model `gpt-9` does not exist', type: 'invalid_request_error' } },
      'gpt-9',
    ],
    ['a plain error', { error: 'model not loaded' }, 'model not loaded'],
    ['a list error', { object: 'error', message: 'max_tokens is too large', code: 400 }, 'max_tokens is too large'],
    ['no choices', { id: 'x', choices: [] }, 'no response of Chat Completions'],
    ['another API', { id: 'resp_1', object: 'response', output: [] }, 'base URL'],
    ['an error inside', completion({ content: '' }, 'error'), 'answered with an error'],
  ])('%s is no response, and the error says what came', (_name, response, said) => {
    expect(() => chat.readResponse(response)).toThrow(
      expect.objectContaining({ code: 'MODEL_RESPONSE_INVALID', message: expect.stringContaining(said) }),
    );
  });
});

describe('results', () => {
  const calls = [
    { id: 'call_a', name: 'find_course', arguments: '{}' },
    { id: 'call_b', name: 'list_rooms', arguments: '{}' },
  ];

  test('are one message of the role tool for each call, in their order', () => {
    const results = chat.encodeResults(
      [
        { call: calls[0]!, outcome: outcome('Rome 1') },
        { call: calls[1]!, outcome: failure('') },
      ],
      model,
    );
    expect(results).toEqual([
      { role: 'tool', tool_call_id: 'call_a', content: 'Rome 1' },
      { role: 'tool', tool_call_id: 'call_b', content: 'Error: The tool failed without saying why.' },
    ]);
  });

  test('say that they failed, unless they say so themselves or tell why nothing ran', () => {
    const content = (result: ReturnType<typeof outcome>): unknown =>
      (chat.encodeResults([{ call: calls[0]!, outcome: result }], model)[0] as { content: unknown }).content;
    expect(content(failure('404'))).toBe('Error: 404');
    expect(content(failure('Error: 404'))).toBe('Error: 404');
    expect(content(failure('Tool execution failed: gone (id 1)'))).toBe('Tool execution failed: gone (id 1)');
    expect(content(failure('Ask the office first.', { status: 'BLOCKED', executed: 'no' }))).toBe(
      'Ask the office first.',
    );
  });

  test('name an image that cannot be there, and never its bytes', () => {
    const [result] = chat.encodeResults(
      [{ call: calls[0]!, outcome: outcome('', { content: [{ type: 'image', data: png, mimeType: 'image/png' }] }) }],
      model,
    );
    expect(JSON.stringify(result)).toMatch(/\[image\/png, 70 bytes: left out/);
    expect(JSON.stringify(result)).not.toContain(png.slice(0, 40));
  });
});

describe('open calls', () => {
  const asked: JsonValue = {
    role: 'assistant',
    content: null,
    tool_calls: [toolCall('call_a'), toolCall('call_b')] as never,
  };
  const answer = (id: string): JsonValue => ({ role: 'tool', tool_call_id: id, content: 'x' });

  test.each([
    ['none is answered', [user, asked], ['call_a', 'call_b']],
    ['one is answered', [user, asked, answer('call_b')], ['call_a']],
    ['all are answered', [user, asked, answer('call_a'), answer('call_b')], []],
    ['somebody has spoken since', [asked, user, { role: 'developer', content: 'It is Monday.' }], ['call_a', 'call_b']],
    [
      'somebody has spoken in between',
      [asked, { role: 'developer', content: 'It is Monday.' }, answer('call_a'), user],
      ['call_b'],
    ],
    ['the model has spoken since', [asked, user, { role: 'assistant', content: 'Hi.' }, user], []],
    ['the last message has no calls', [user, { role: 'assistant', content: 'Hi.' }], []],
    ['there is nothing', [], []],
    ['there is something else', [null, 'text'], []],
  ])('%s', (_name, transcript, ids) => {
    expect(chat.findOpenCalls(transcript as JsonValue[]).map((call) => call.id)).toEqual(ids);
  });
});
