import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { adapterFor } from '../../src/adapters/model-adapters.js';
import type { JsonObject, JsonValue } from '../../src/contract/json.js';
import { encode, failure, outcome, png } from './outcomes.js';

/*
 * OpenAI's published OpenAPI document judges whole requests of a conversation. It is 3 MB and not part of this project:
 * set LOADOUT_OPENAPI to a copy as JSON (github.com/openai/openai-openapi, openapi.json).
 */
const file = process.env.LOADOUT_OPENAPI;

const image = { type: 'image', data: png, mimeType: 'image/png' } as const;
const choices = [
  { type: 'auto' },
  { type: 'required' },
  { type: 'none' },
  { type: 'tool', name: 'list_rooms' },
] as const;

const chatResponse = {
  id: 'chatcmpl-1',
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content: null,
        refusal: null,
        tool_calls: [
          { id: 'call_1', type: 'function', function: { name: 'find_course', arguments: '{"query":"Rome"}' } },
          { id: '', type: 'function', function: { name: 'list_rooms', arguments: '{' } },
        ],
      },
      finish_reason: 'tool_calls',
    },
  ],
};

const responsesResponse = {
  id: 'resp_1',
  status: 'completed',
  output: [
    { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'gAAAAA' },
    {
      id: 'msg_1',
      type: 'message',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'I look it up.', annotations: [], logprobs: [] }],
    },
    {
      id: 'fc_1',
      type: 'function_call',
      status: 'completed',
      call_id: 'call_1',
      name: 'find_course',
      arguments: '{"query":"Rome"}',
    },
    { id: 'fc_2', type: 'function_call', status: 'completed', call_id: '', name: 'list_rooms', arguments: '{' },
  ],
};

describe.skipIf(file === undefined)(
  `by OpenAI's document${file === undefined ? ' (LOADOUT_OPENAPI is not set)' : ''}`,
  () => {
    let judge: (schema: string, body: unknown) => unknown;

    beforeAll(() => {
      const document = JSON.parse(readFileSync(file ?? '', 'utf8')) as { components: JsonObject };
      const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false, logger: false });
      ajv.addSchema({ $id: 'openai', components: replaceNullable(document.components) as JsonObject });
      const compiled = new Map<string, ValidateFunction>();
      judge = (schema, body) => {
        const validate = compiled.get(schema) ?? ajv.compile({ $ref: `openai#/components/schemas/${schema}` });
        compiled.set(schema, validate);
        validate(body);
        return validate.errors ?? null;
      };
    }, 60_000);

    function conversation(api: 'chat' | 'responses', response: unknown): readonly JsonValue[] {
      const adapter = adapterFor(api);
      const { messages, calls } = adapter.readResponse(response);
      const [first, second] = calls;
      const results = adapter.encodeResults(
        [
          { call: first!, outcome: outcome('', { content: [{ type: 'text', text: 'A map:' }, image] }) },
          { call: second!, outcome: failure('The arguments are no JSON.') },
        ],
        { api },
      );
      return [adapter.encodeUserText('Rome?'), ...messages, ...results];
    }

    test.each(choices)('a request of Chat Completions with %o is valid', (choice) => {
      const parameters = adapterFor('chat').createParameters(encode('chat'), choice, { api: 'chat' }).parameters;
      const messages = conversation('chat', chatResponse);
      expect(judge('CreateChatCompletionRequest', { model: 'gpt-5.1', messages, ...parameters })).toBeNull();
    });

    test.each(choices)('a request of Responses with %o is valid', (choice) => {
      const parameters = adapterFor('responses').createParameters(encode('responses'), choice, {
        api: 'responses',
      }).parameters;
      const input = conversation('responses', responsesResponse);
      expect(judge('CreateResponse', { model: 'gpt-5.1', input, ...parameters })).toBeNull();
    });

    test('the document does judge: a result without its call, a flat tool where a nested one belongs', () => {
      const messages = [{ role: 'tool', content: 'x' }];
      expect(judge('CreateChatCompletionRequest', { model: 'gpt-5.1', messages })).not.toBeNull();
      const tools = encode('responses').wire;
      const flat = { model: 'gpt-5.1', messages: [{ role: 'user', content: 'x' }], tools };
      expect(judge('CreateChatCompletionRequest', flat)).not.toBeNull();
      expect(judge('CreateResponse', { model: 'gpt-5.1', input: [{ type: 'function_call_output' }] })).not.toBeNull();
    });
  },
);

/** The document says it is OpenAPI 3.1, and yet writes `nullable` as 3.0 does, which means nothing there. */
function replaceNullable(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(replaceNullable);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name, member]) => name !== 'nullable' || member !== true);
  const schema = Object.fromEntries(members.map(([name, member]) => [name, replaceNullable(member)]));
  return members.length === Object.keys(value).length ? schema : { anyOf: [schema, { type: 'null' }] };
}
