import { describe, expect, test } from 'vitest';
import { adapterFor } from '../../src/adapters/model-adapters.js';
import type { JsonValue } from '../../src/contract/json.js';
import { courseTools, encode, failure, outcome, png } from './outcomes.js';
import { expectValidRequest, expectValidTranscript } from './request-checks.js';

const anthropic = adapterFor('anthropic');
const model = { api: 'anthropic' } as const;
const user = { role: 'user', content: 'Which courses are there on Rome?' };

const thinking = {
  type: 'thinking',
  thinking: 'They ask about Rome.',
  signature: 'EqQBCgIYAhIM1gbcDa9GJwZA2b3hGgxBdjrkzLoky3dl1pk',
};
const redacted = {
  type: 'redacted_thinking',
  data: 'EmwKAhgBEgy3va3pzix/LafPsn4aDFIT2Xlxh0L5L8rLVyIwxtE3rAFBa8cr3qpP',
};
const text = { type: 'text', text: 'I look it up.' };
const use = { type: 'tool_use', id: 'toolu_01D7FLrfh4GYq7yT1ULFeyMV', name: 'find_course', input: { query: 'Rome' } };
const serverUse = {
  type: 'server_tool_use',
  id: 'srvtoolu_01WYG3ziw53XMcoyKL4XcZmE',
  name: 'web_search',
  input: { query: 'Rome' },
};
const serverResult = { type: 'web_search_tool_result', tool_use_id: serverUse.id, content: [] };
const parameters = anthropic.createParameters(encode('anthropic'), { type: 'auto' }, model).parameters;

function message(content: readonly object[], stopReason: string | null = 'end_turn'): object {
  return {
    id: 'msg_01XFDUDYJgAACzvnptvVoYEL',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content,
    stop_reason: stopReason,
    stop_sequence: null,
    usage: { input_tokens: 20, cache_creation_input_tokens: 100, cache_read_input_tokens: 1_000, output_tokens: 30 },
  };
}

describe('parameters', () => {
  test('choose as the API names it, and leave parallel calls to the embedder', () => {
    const tools = encode('anthropic');
    const choices = [
      { type: 'auto' },
      { type: 'required' },
      { type: 'none' },
      { type: 'tool', name: 'list_rooms' },
    ] as const;
    const sent = choices.map((choice) => anthropic.createParameters(tools, choice, model).parameters);
    expect(sent.map((entry) => entry.tool_choice)).toEqual([
      { type: 'auto' },
      { type: 'any' },
      { type: 'none' },
      { type: 'tool', name: 'list_rooms' },
    ]);
    for (const entry of sent) expectValidRequest('anthropic', { messages: [user], ...entry });
  });

  test('force nothing on a model that is thinking, and say so', () => {
    const tools = encode('anthropic');
    for (const choice of [{ type: 'required' }, { type: 'tool', name: 'list_rooms' }] as const) {
      const made = anthropic.createParameters(tools, choice, { ...model, isThinking: true });
      expect(made.parameters.tool_choice).toEqual({ type: 'auto' });
      expect(made.notes).toEqual([expect.stringContaining('thinking')]);
      expectValidRequest('anthropic', { messages: [user], thinking: { type: 'enabled' }, ...made.parameters });
    }
    const final = anthropic.createParameters(tools, { type: 'none' }, { ...model, isThinking: true });
    expect(final).toMatchObject({ parameters: { tool_choice: { type: 'none' } }, notes: [] });
  });

  test('without tools are empty, unless the messages have calls, which the API then refuses', () => {
    const none = encode('anthropic', model, []);
    expect(anthropic.createParameters(none, { type: 'auto' }, model, [user]).parameters).toEqual({});
    const history: JsonValue[] = [
      user,
      { role: 'assistant', content: [use] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: use.id, content: 'x' }] },
    ];
    const made = anthropic.createParameters(none, { type: 'auto' }, model, history);
    expect(made.parameters).toMatchObject({ tool_choice: { type: 'none' } });
    expectValidRequest('anthropic', { messages: history, ...made.parameters });
  });

  test('hold as many strict tools as one request may have', () => {
    const many = Array.from({ length: 25 }, (_, index) => ({ ...courseTools[0]!, name: `find_${index}` }));
    const strict = { ...model, strict: true };
    const tools = encode('anthropic', strict, many);
    expect(tools.wire).toHaveLength(25);
    expect(tools.tools.filter((tool) => tool.mode === 'strict').length).toBeLessThanOrEqual(20);
    expect(tools.wire.filter((tool) => tool.strict === true)).toHaveLength(
      tools.tools.filter((tool) => tool.mode === 'strict').length,
    );
    expect(encode('anthropic').wire.some((tool) => 'strict' in tool)).toBe(false);
  });
});

describe('responses', () => {
  test('blocks go back unchanged: thinking with its signature, redacted thinking, what the service ran itself', () => {
    const content = [thinking, redacted, serverUse, serverResult, text, use];
    const read = anthropic.readResponse(message(content, 'tool_use'));
    expect(read).toEqual({
      messages: [{ role: 'assistant', content }],
      calls: [{ id: use.id, name: 'find_course', arguments: { query: 'Rome' } }],
      text: 'I look it up.',
      ending: 'complete',
      usage: { inputTokens: 1_120, outputTokens: 30 },
    });
    const results = anthropic.encodeResults([{ call: read.calls[0]!, outcome: outcome('Rome 1') }], model);
    expectValidRequest('anthropic', {
      messages: [user, ...read.messages, ...results],
      thinking: { type: 'enabled' },
      ...parameters,
    });
  });

  test.each([
    ['end_turn', 'complete'],
    ['tool_use', 'complete'],
    ['stop_sequence', 'complete'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['refusal', 'refused'],
    ['pause_turn', 'paused'],
  ])('stop_reason %s is %s', (stopReason, ending) => {
    expect(anthropic.readResponse(message([text], stopReason)).ending).toBe(ending);
  });

  test('a response that paused goes back whole, so that it can go on', () => {
    const read = anthropic.readResponse(message([text, serverUse], 'pause_turn'));
    expect(read.messages).toEqual([{ role: 'assistant', content: [text, serverUse] }]);
  });

  test('what the API gives and does not take back is left out', () => {
    const blank = { type: 'text', text: '\n\n' };
    expect(anthropic.readResponse(message([blank, use], 'tool_use')).messages).toEqual([
      { role: 'assistant', content: [use] },
    ]);
    const cut = { type: 'thinking', thinking: 'They ask', signature: '' };
    expect(anthropic.readResponse(message([text, cut], 'max_tokens')).messages).toEqual([
      { role: 'assistant', content: [text] },
    ]);
    expect(anthropic.readResponse(message([thinking], 'max_tokens')).messages).toEqual([]);
    expect(anthropic.readResponse(message([thinking])).messages).toEqual([]);
    expect(anthropic.readResponse(message([thinking], 'pause_turn')).messages).toHaveLength(1);
    expect(anthropic.readResponse(message([])).messages).toEqual([]);
  });

  test('thinking without a signature goes back, as services that give none want it', () => {
    const content = [{ type: 'thinking', thinking: 'They ask', signature: '' }, use];
    expect(anthropic.readResponse(message(content, 'tool_use')).messages).toEqual([{ role: 'assistant', content }]);
  });

  test('calls without an id of their own get one', () => {
    const read = anthropic.readResponse(message([use, use, { ...use, id: 'functions.find:0' }], 'tool_use'));
    const results = anthropic.encodeResults(
      read.calls.map((call) => ({ call, outcome: outcome('x') })),
      model,
    );
    expectValidTranscript('anthropic', [user, ...read.messages, ...results], parameters);
  });

  test('arguments that were no JSON are told as the text they were', () => {
    const read = anthropic.readResponse(message([{ ...use, input: { INVALID_JSON: '{"query":' } }], 'tool_use'));
    expect(read.calls[0]?.arguments).toBe('{"query":');
    expect(anthropic.readResponse(message([{ ...use, input: {} }], 'tool_use')).calls[0]?.arguments).toEqual({});
  });

  test.each([
    ['null', null, 'got null'],
    ['an error', { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'Overloaded'],
    ['a page', '<html></html>', 'a page'],
    ['another API', { candidates: [] }, 'no response of Anthropic Messages'],
  ])('%s is no response, and the error says what came', (_name, given, said) => {
    expect(() => anthropic.readResponse(given)).toThrow(
      expect.objectContaining({ code: 'MODEL_RESPONSE_INVALID', message: expect.stringContaining(said) }),
    );
  });
});

describe('results', () => {
  const call = { id: 'toolu_1', name: 'find_course', arguments: {} };
  const image = { type: 'image', data: png, mimeType: 'image/png' } as const;

  test('are one message of the user, with images, and text alone where a call failed', () => {
    const results = anthropic.encodeResults(
      [
        { call, outcome: outcome('', { content: [{ type: 'text', text: 'A map:' }, image] }) },
        { call: { ...call, id: 'toolu_2' }, outcome: failure('', { content: [{ type: 'text', text: '404' }, image] }) },
      ],
      model,
    );
    expect(results).toEqual([
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'toolu_1',
            content: [
              { type: 'text', text: 'A map:' },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
            ],
          },
          {
            type: 'tool_result',
            tool_use_id: 'toolu_2',
            content: [
              { type: 'text', text: '404' },
              { type: 'text', text: expect.stringContaining('left out') },
            ],
            is_error: true,
          },
        ],
      },
    ]);
    expect(anthropic.encodeResults([], model)).toEqual([]);
  });

  test('hold no image that the API refuses: too large, of another kind, no base64', () => {
    const images = [
      { ...image, data: 'A'.repeat(5_242_884) },
      { ...image, mimeType: 'image/svg+xml' },
      { ...image, data: 'data:image/png;base64,AAAA' },
      { ...image, data: '' },
    ];
    const results = anthropic.encodeResults([{ call, outcome: outcome('', { content: images }) }], model);
    expect(JSON.stringify(results)).not.toContain('"image"');
    expect(JSON.stringify(results).match(/left out/g)).toHaveLength(4);
  });
});

describe('open calls', () => {
  const second = { ...use, id: 'toolu_2' };
  const asked = { role: 'assistant', content: [thinking, use, second] };
  const answer = (...ids: string[]): JsonValue => ({
    role: 'user',
    content: ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: 'x' })),
  });

  test.each([
    ['none is answered', [user, asked], [use.id, 'toolu_2']],
    ['one is answered', [user, asked, answer('toolu_2')], [use.id]],
    ['all are answered', [user, asked, answer(use.id, 'toolu_2')], []],
    ['the user has spoken since', [asked, user], [use.id, 'toolu_2']],
    [
      'one is answered, with a text',
      [
        asked,
        {
          ...Object(answer('toolu_2')),
          content: [...Object(answer('toolu_2')).content, { type: 'text', text: 'Go.' }],
        },
      ],
      [use.id],
    ],
    ['the model has spoken since', [asked, user, { role: 'assistant', content: 'Hi.' }, user], []],
    ['the service runs its own', [user, { role: 'assistant', content: [serverUse] }], []],
    ['there is nothing', [], []],
  ])('%s', (_name, transcript, ids) => {
    expect(anthropic.findOpenCalls(transcript as JsonValue[]).map((call) => call.id)).toEqual(ids);
  });
});

describe('calls of the service that have no result', () => {
  const said = { type: 'text', text: 'I search.' };
  const open = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'Rome' } };
  const done = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] };
  const ours = { type: 'tool_use', id: 'toolu_1', name: 'find_course', input: {} };
  const read = (stop: string, ...content: readonly object[]) =>
    anthropic.readResponse({ id: 'msg_1', type: 'message', role: 'assistant', content, stop_reason: stop });
  const message = (...content: readonly object[]) => [{ role: 'assistant', content }];

  test('of an answer that is over are left out, because nobody goes on with them', () => {
    const thinking = { type: 'thinking', thinking: 'Rome.', signature: 's' };
    const other = { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'find', server_name: 'x', input: {} };
    for (const stop of ['max_tokens', 'refusal', 'end_turn']) {
      expect(read(stop, said, thinking, open, other).messages).toEqual(message(said));
    }
    expect(read('max_tokens', open).messages).toEqual([]);
    expect(read('end_turn', open, done, said).messages).toEqual(message(open, done, said));
  });

  test('stay while the service goes on: after a pause, and with the results of our calls', () => {
    expect(read('pause_turn', said, open)).toMatchObject({
      messages: message(said, open),
      closedMessages: message(said),
    });
    expect(read('tool_use', open, ours).messages).toEqual(message(open, ours));
    const called = { ...ours, caller: { type: 'code_execution_20250825', tool_id: 'srvtoolu_1' } };
    expect(read('max_tokens', open, called).messages).toEqual(message(open, called));
  });
});
