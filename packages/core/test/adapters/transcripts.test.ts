import { describe, expect, test } from 'vitest';
import { adapterFor } from '../../src/adapters/model-adapters.js';
import type { JsonObject, JsonValue } from '../../src/contract/json.js';
import { MODEL_APIS, type ModelApi } from '../../src/contract/model.js';
import { answerAs, type SaidCall, userMessage } from '../builders/model-responses.js';
import { encode, outcome } from './outcomes.js';
import { expectValidTranscript } from './request-checks.js';

/** What a service said, as a transcript of somebody else's has it: not a word changed. */
function foreignMessages(api: ModelApi, calls: readonly SaidCall[]): readonly JsonObject[] {
  const response = answerAs(api, { calls }).response as {
    readonly choices: readonly [{ readonly message: JsonObject }];
    readonly output: readonly JsonObject[];
    readonly content: JsonObject;
    readonly candidates: readonly [{ readonly content: JsonObject }];
  };
  if (api === 'chat') return [response.choices[0].message];
  if (api === 'responses') return response.output;
  return api === 'gemini' ? [response.candidates[0].content] : [{ role: 'assistant', content: response.content }];
}

const user = (api: ModelApi): JsonValue => userMessage(api, 'Go on.');
const look = (id: string, args = {}): SaidCall => ({ id, name: 'find_course', args });

describe.each(MODEL_APIS)('%s', (api) => {
  const adapter = adapterFor(api);
  const model = { api };
  const answer = (calls: ReturnType<typeof adapter.findOpenCalls>) =>
    adapter.encodeResults(
      calls.map((call) => ({ call, outcome: outcome('x') })),
      model,
    );

  test.each([
    ['a dotted one with a number', ['functions.look:0', 'functions.look:1']],
    ['one of 205 characters', [`call_${'x'.repeat(200)}`]],
    ['the same one twice', ['call_0', 'call_0']],
  ])('results have the ids of the transcript, whatever they are: %s', (_what, ids) => {
    const transcript = [
      user(api),
      ...foreignMessages(
        api,
        ids.map((id) => look(id)),
      ),
    ];
    const open = adapter.findOpenCalls(transcript);
    expect(open.map(({ id }) => id)).toEqual(ids);
    const results = answer(open);
    expect(JSON.stringify(results)).toContain(JSON.stringify(ids[0]));
    expect(adapter.findOpenCalls([...transcript, ...results])).toEqual([]);
    expect(adapter.findOpenCalls([...transcript, ...answer(open.slice(0, 1))])).toEqual(open.slice(1));
    expect(adapter.listCallIds(transcript)).toEqual(ids);
  });

  test.each(['multi_tool_use.parallel', '', 'x'.repeat(300), 'find course', 'Füße', '1/2'])(
    'a name that no API takes goes back as one that it takes, and is told as the model wrote it: %j',
    (name) => {
      const { response, events } = answerAs(api, { calls: [{ id: 'call_1', name }] });
      const reader = adapter.createStreamReader();
      const deltas = events.flatMap((event) => reader.push(event));
      for (const read of [adapter.readResponse(response), adapter.readResponse(reader.response())]) {
        expect(read.calls).toMatchObject([{ id: 'call_1', name }]);
        const [open] = adapter.findOpenCalls(read.messages);
        expect(open?.name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/);
        expect(
          adapter.readResponse(answerAs(api, { calls: [{ id: 'a', name: open?.name ?? '' }] }).response).calls,
        ).toMatchObject([{ name: open?.name }]);
        expectValidTranscript(api, [user(api), ...read.messages, ...answer(read.calls)], {
          tools: encode(api).wire as JsonValue,
        });
        expect(answer(read.calls)).toEqual(answer(open === undefined ? [] : [open]));
      }
      // A call without a name at all has not begun.
      if (name !== '') expect(deltas).toContainEqual({ type: 'call', id: 'call_1', name });
    },
  );

  test('a name that only looks unusual goes back unchanged', () => {
    const { response } = answerAs(api, { calls: [{ id: 'call_1', name: 'Nobody-Has_This1' }] });
    expect(adapter.readResponse(response).messages).toEqual(
      foreignMessages(api, [{ id: 'call_1', name: 'Nobody-Has_This1' }]),
    );
  });

  test('an id that another call has already is replaced, streamed or not', () => {
    const { response, events } = answerAs(api, { calls: [look('call_0'), look('call_1')] });
    const context = { usedIds: new Set(['call_0']), salt: 'turn/2' };
    const read = adapter.readResponse(response, context);
    const ids = read.calls.map(({ id }) => id);
    expect(ids[0]).toMatch(/^call_[0-9a-f]{16}_0$/);
    expect(ids[1]).toBe('call_1');
    expect(adapter.listCallIds(read.messages)).toEqual(ids);
    const reader = adapter.createStreamReader(context);
    const told = events.flatMap((event) => reader.push(event)).filter((delta) => delta.type === 'call');
    expect(told.map(({ id }) => id)).toEqual(ids);
    expect(adapter.readResponse(reader.response(), context).calls).toEqual(read.calls);
    expect(adapter.readResponse(response, { ...context, salt: 'turn/3' }).calls[0]?.id).not.toBe(ids[0]);
  });
});

describe.each(['anthropic', 'gemini'] as const)('%s', (api) => {
  const adapter = adapterFor(api);

  test.each([
    ['a text', 'oops', { INVALID_JSON: 'oops' }, 'oops'],
    ['a list', [1], { INVALID_JSON: '[1]' }, '[1]'],
    ['a number', 5, { INVALID_JSON: '5' }, '5'],
    ['null', null, {}, {}],
  ])('arguments that are no object go back as one, and are told as they came: %s', (_what, given, sent, told) => {
    const said = answerAs(api, { calls: [look('call_1', { place: 1 }), look('call_2', { query: 'Rome' })] });
    const response = JSON.parse(JSON.stringify(said.response).replace('{"place":1}', JSON.stringify(given)));
    const read = adapter.readResponse(response);
    expect(JSON.stringify(read.messages)).toContain(`:${JSON.stringify(sent)}`);
    expect(read.calls).toMatchObject([{ id: 'call_1', arguments: told }, { arguments: { query: 'Rome' } }]);
    expect(adapter.findOpenCalls(read.messages)).toEqual(read.calls);
    const results = adapter.encodeResults(
      read.calls.map((call) => ({ call, outcome: outcome('x') })),
      { api },
    );
    expectValidTranscript(api, [user(api), ...read.messages, ...results], { tools: encode(api).wire as JsonValue });
  });
});

test('Gemini: the same call without an id in two responses has two ids, which a transcript tells again', () => {
  const gemini = adapterFor('gemini');
  const content = { role: 'model', parts: [{ functionCall: { name: 'find_course', args: {} } }] };
  const response = { candidates: [{ index: 0, content, finishReason: 'STOP' }] };
  const first = gemini.readResponse(response);
  const usedIds = new Set(first.calls.map(({ id }) => id));
  const second = gemini.readResponse(response, { usedIds, salt: 'turn/2' });
  expect(second.calls[0]?.id).not.toBe(first.calls[0]?.id);
  const results = gemini.encodeResults([{ call: first.calls[0] as never, outcome: outcome('x') }], { api: 'gemini' });
  const transcript = [...first.messages, ...results, ...second.messages];
  expect(gemini.findOpenCalls(transcript)).toEqual(second.calls);
  expect(gemini.listCallIds(transcript)).toEqual([...first.calls, ...second.calls].map(({ id }) => id));
  expect(JSON.stringify(transcript)).not.toContain('"id"');
});
