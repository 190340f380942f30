import { describe, expect, test } from 'vitest';
import { adapterFor } from '../../src/adapters/model-adapters.js';
import type { JsonValue } from '../../src/contract/json.js';
import { encode, failure, outcome, png } from './outcomes.js';
import { expectValidRequest, expectValidTranscript } from './request-checks.js';

const gemini = adapterFor('gemini');
const model = { api: 'gemini' } as const;
const user = { role: 'user', parts: [{ text: 'Which courses are there on Rome?' }] };

const thought = { text: 'They ask about Rome.', thought: true };
const first = {
  functionCall: { id: 'w7f2k1', name: 'find_course', args: { query: 'Rome' } },
  thoughtSignature: 'CiQBjz1rX0kGZbOqvQ4b',
};
const second = { functionCall: { id: 'w7f2k2', name: 'list_rooms', args: {} } };
const noId = { functionCall: { name: 'find_course', args: { query: 'Rome' } } };

function generated(parts: readonly object[] | null, finishReason = 'STOP', more: object = {}): object {
  return {
    candidates: [{ ...(parts === null ? {} : { content: { parts, role: 'model' } }), finishReason, index: 0 }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, thoughtsTokenCount: 20, totalTokenCount: 35 },
    modelVersion: 'gemini-3-pro',
    responseId: 'mAitaLmkHPPlz7IPvtfUqQ4',
    ...more,
  };
}

describe('parameters', () => {
  test('hold all functions in one tool, and the mode that says whether to call', () => {
    const tools = encode('gemini');
    expect(tools.wire).toEqual([{ functionDeclarations: [expect.anything(), expect.anything()] }]);
    const choices = [
      { type: 'auto' },
      { type: 'required' },
      { type: 'none' },
      { type: 'tool', name: 'list_rooms' },
    ] as const;
    const sent = choices.map((choice) => gemini.createParameters(tools, choice, model).parameters);
    expect(sent.map((entry) => (entry.toolConfig as { functionCallingConfig: unknown }).functionCallingConfig)).toEqual(
      [{ mode: 'AUTO' }, { mode: 'ANY' }, { mode: 'NONE' }, { mode: 'ANY', allowedFunctionNames: ['list_rooms'] }],
    );
    for (const entry of sent) expectValidRequest('gemini', { contents: [user], ...entry });
  });

  test('are empty without tools', () => {
    const tools = encode('gemini', model, []);
    expect(tools.wire).toEqual([]);
    expect(gemini.createParameters(tools, { type: 'auto' }, model).parameters).toEqual({});
  });
});

describe('responses', () => {
  test('parallel calls stay in one content, with the signature where it was', () => {
    const parts = [thought, first, second];
    const read = gemini.readResponse(generated(parts));
    expect(read).toEqual({
      messages: [{ parts, role: 'model' }],
      calls: [
        { id: 'w7f2k1', name: 'find_course', arguments: { query: 'Rome' } },
        { id: 'w7f2k2', name: 'list_rooms', arguments: {} },
      ],
      text: '',
      ending: 'complete',
      usage: { inputTokens: 10, outputTokens: 25 },
    });
    const results = gemini.encodeResults(
      read.calls.map((call) => ({ call, outcome: outcome('x') })),
      model,
    );
    expect(results).toHaveLength(1);
    expectValidTranscript('gemini', [user, ...read.messages, ...results]);
  });

  test('calls without an id stay without one on the wire, and have one for the host', () => {
    const parts = [noId, noId, { functionCall: { name: 'list_rooms' } }];
    const read = gemini.readResponse(generated(parts));
    expect(read.messages).toEqual([{ parts, role: 'model' }]);
    const ids = read.calls.map((call) => call.id);
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    const results = gemini.encodeResults(
      read.calls.map((call) => ({ call, outcome: outcome('x') })),
      model,
    );
    expect(JSON.stringify(results)).not.toContain('"id"');
    expectValidTranscript('gemini', [user, ...read.messages, ...results]);
    expect(gemini.findOpenCalls([user, ...read.messages])).toEqual(read.calls);
  });

  test('ids that are there twice become ids of their own', () => {
    const read = gemini.readResponse(generated([first, { functionCall: { ...first.functionCall } }]));
    const results = gemini.encodeResults(
      read.calls.map((call) => ({ call, outcome: outcome('x') })),
      model,
    );
    expectValidTranscript('gemini', [user, ...read.messages, ...results]);
  });

  test('an empty last part goes back only with its signature', () => {
    const signed = { text: '', thoughtSignature: 'CiQBjz1rX0kG' };
    expect(gemini.readResponse(generated([{ text: 'Three.' }, signed])).messages).toEqual([
      { parts: [{ text: 'Three.' }, signed], role: 'model' },
    ]);
    expect(gemini.readResponse(generated([{ text: 'Three.' }, { text: '' }])).messages).toEqual([
      { parts: [{ text: 'Three.' }], role: 'model' },
    ]);
  });

  test('what the service ran itself passes through', () => {
    const parts = [
      { executableCode: { language: 'PYTHON', code: 'print(1)' } },
      { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
      { text: 'One.' },
    ];
    expect(gemini.readResponse(generated(parts))).toMatchObject({ messages: [{ parts }], calls: [], text: 'One.' });
  });

  test('thoughts are no text for people', () => {
    expect(gemini.readResponse(generated([thought, { text: 'Three.' }])).text).toBe('Three.');
  });

  test.each([
    ['STOP', 'complete'],
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'refused'],
    ['RECITATION', 'refused'],
    ['PROHIBITED_CONTENT', 'refused'],
    ['MALFORMED_FUNCTION_CALL', 'paused'],
    ['UNEXPECTED_TOOL_CALL', 'complete'],
    ['OTHER', 'complete'],
  ])('finishReason %s is %s', (finishReason, ending) => {
    expect(gemini.readResponse(generated([{ text: 'x' }], finishReason)).ending).toBe(ending);
  });

  test.each([[null], [[]], [[{ text: '' }]]])('content %j leaves nothing that the API would refuse', (parts) => {
    expect(gemini.readResponse(generated(parts, 'SAFETY'))).toMatchObject({
      messages: [],
      calls: [],
      ending: 'refused',
    });
  });

  test('a call that the service could not read is asked for again from where the model was', () => {
    const read = gemini.readResponse(generated([{ text: 'I look' }], 'MALFORMED_FUNCTION_CALL'));
    expect(read).toMatchObject({ messages: [], calls: [], ending: 'paused' });
  });

  test('a prompt that was blocked is refused', () => {
    const blocked = { promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { promptTokenCount: 3 } };
    expect(gemini.readResponse(blocked)).toEqual({
      messages: [],
      calls: [],
      text: '',
      ending: 'refused',
      usage: { inputTokens: 3, outputTokens: 0 },
    });
  });

  test.each([
    ['null', null, 'got null'],
    [
      'an error',
      { error: { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT' } },
      'API key not valid.',
    ],
    ['nothing', {}, 'an empty object'],
  ])('%s is no response, and the error says what came', (_name, given, said) => {
    expect(() => gemini.readResponse(given)).toThrow(
      expect.objectContaining({ code: 'MODEL_RESPONSE_INVALID', message: expect.stringContaining(said) }),
    );
  });
});

describe('results', () => {
  const call = { id: 'w7f2k1', name: 'find_course', arguments: {} };
  const content = [{ type: 'image', data: png, mimeType: 'image/png' }] as const;
  const inline = { parts: [{ inlineData: { mimeType: 'image/png', data: png } }] };

  test('say output where a call succeeded, error where it failed', () => {
    const results = gemini.encodeResults(
      [
        { call, outcome: outcome('Rome 1') },
        { call: { ...call, id: 'w7f2k2', name: 'list_rooms' }, outcome: failure('') },
      ],
      model,
    );
    expect(results).toEqual([
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'w7f2k1', name: 'find_course', response: { output: 'Rome 1' } } },
          {
            functionResponse: {
              id: 'w7f2k2',
              name: 'list_rooms',
              response: { error: 'The tool failed without saying why.' },
            },
          },
        ],
      },
    ]);
  });

  test('hold images inside, where the model takes them there', () => {
    const encodeOne = (id: string, more: object): unknown => {
      const [made] = gemini.encodeResults([{ call: { ...call, id }, outcome: outcome('', { content }) }], {
        ...model,
        ...more,
      });
      return (made as { parts: { functionResponse: unknown }[] }).parts[0]?.functionResponse;
    };
    const made = gemini.readResponse(generated([noId])).calls[0]!.id;
    expect(encodeOne('w7f2k1', {})).toMatchObject(inline);
    expect(encodeOne(made, { takesImages: true })).toMatchObject(inline);
    expect(encodeOne(made, {})).not.toHaveProperty('parts');
    expect(encodeOne('w7f2k1', { takesImages: false })).not.toHaveProperty('parts');
  });
});

describe('open calls', () => {
  const asked = { role: 'model', parts: [thought, first, second] };
  const answer = (...given: readonly (readonly [string, string])[]): JsonValue => ({
    role: 'user',
    parts: given.map(([id, name]) => ({
      functionResponse: { ...(id === '' ? {} : { id }), name, response: { output: 'x' } },
    })),
  });

  test.each([
    ['none is answered', [user, asked], ['w7f2k1', 'w7f2k2']],
    ['one is answered', [user, asked, answer(['w7f2k2', 'list_rooms'])], ['w7f2k1']],
    ['all are answered', [user, asked, answer(['w7f2k1', 'find_course'], ['w7f2k2', 'list_rooms'])], []],
    ['the user has spoken since', [asked, answer(['w7f2k2', 'list_rooms']), user], ['w7f2k1']],
    ['the model has spoken since', [asked, user, { role: 'model', parts: [{ text: 'Hi.' }] }, user], []],
    ['there is nothing', [], []],
  ])('%s', (_name, transcript, ids) => {
    expect(gemini.findOpenCalls(transcript as JsonValue[]).map((call) => call.id)).toEqual(ids);
  });

  test('without ids, a result answers the first call of its name', () => {
    const both = { role: 'model', parts: [noId, { functionCall: { name: 'find_course', args: { query: 'Oslo' } } }] };
    const open = gemini.findOpenCalls([user, both, answer(['', 'find_course'])]);
    expect(open.map((call) => call.arguments)).toEqual([{ query: 'Oslo' }]);
  });
});
