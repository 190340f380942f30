import { MODEL_APIS, type ModelDescription, type ToolDefinition } from '@loadout/core';
import { expect, test } from 'vitest';
import { adapterFor } from '../../src/adapters/model-adapters.js';
import type { ConvertibleTool, ModelAdapter } from '../../src/contract/model-adapter.js';
import { convertTool } from '../../src/turn/convert-offered.js';
import { createCompanion } from '../builders/companion.js';
import { createProvider, tool } from '../builders/provider.js';
import { type OpenHost, openHost } from '../builders/turn-builders.js';

const schema = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] };

function openLook(...tools: readonly ToolDefinition[]): Promise<OpenHost> {
  const listed = tools.length === 0 ? [tool('look', { schema }), tool('list')] : tools;
  return openHost({ companions: [createCompanion('@acme/one', createProvider(listed))] });
}

test.each(MODEL_APIS)('the tool array of a turn is what %s takes, and show tells the same', async (api) => {
  const { startTurn, host } = await openLook();
  const turn = await startTurn({ model: { api } });
  expect(turn.converted.map(({ name }) => name)).toEqual(['look', 'list']);
  const adapter = adapterFor(api);
  const plain = turn.offered.map((offered) => adapter.convertTool(offered, { api }));
  expect(turn.toolsJson).toBe(JSON.stringify(adapter.encodeTools(plain, { api }).wire));
  const view = await host.show('bot-a', { model: { api } });
  expect(view.toolsJson).toBe(turn.toolsJson);
  expect(JSON.stringify(view.converted)).toBe(JSON.stringify(turn.converted));
  expect(view.instructions).toBe(turn.instructions);
});

test('without a model API nothing is converted, and the tool array is MCP’s', async () => {
  const { startTurn, host } = await openLook();
  for (const model of [undefined, null, {}, { takesImages: false }]) {
    const turn = await startTurn(model === undefined ? {} : { model });
    expect(turn.converted).toEqual([]);
    expect(JSON.parse(turn.toolsJson)[0]).toMatchObject({ name: 'look', inputSchema: schema });
  }
  expect((await host.show('bot-a')).converted).toEqual([]);
});

test('what a tool becomes is worked out once for a definition and a model', async () => {
  const { startTurn, host } = await openLook();
  const before = (await startTurn({ model: { api: 'chat' } })).converted;
  await host.unassign('bot-a', ['list']);
  const after = (await startTurn({ model: { api: 'chat' } })).converted;
  expect(after).not.toBe(before);
  let conversions = 0;
  const adapter: ModelAdapter = {
    ...adapterFor('chat'),
    convertTool(given: ConvertibleTool, model: ModelDescription) {
      conversions += 1;
      return adapterFor('chat').convertTool(given, model);
    },
  };
  const definition = {};
  const given = { name: 'look', description: 'Looks.', schema };
  for (const strict of [true, true, false, undefined, false]) {
    const model = { api: 'chat', ...(strict === undefined ? {} : { strict }) } as const;
    convertTool(definition, given, { adapter, model });
    convertTool(definition, { ...given, name: 'other' }, { adapter, model });
  }
  expect(conversions).toBe(6);
});

test('a tool that the API cannot take is withheld, and its siblings are sent', async () => {
  const { startTurn } = await openLook(
    tool('fine', { schema }),
    tool('any', { schema: { type: 'object', properties: { x: {} } } }),
  );
  const turn = await startTurn({ model: { api: 'gemini', geminiSchema: 'parameters' } });
  expect(turn.offered.map(({ name }) => name)).toEqual(['fine']);
  expect(turn.converted.map(({ name }) => name)).toEqual(['fine']);
  expect(turn.withheld).toMatchObject([{ name: 'any', code: 'not-convertible' }]);
  expect(turn.toolsJson).not.toContain('"any"');
  expect((await turn.call({ name: 'any', arguments: {} })).status).toBe('BLOCKED');
  expect((await startTurn({ model: { api: 'gemini' } })).offered).toHaveLength(2);
});

test('a model that cannot call tools is offered none', async () => {
  const { startTurn } = await openLook();
  const turn = await startTurn({ model: { api: 'chat', canCallTools: false } });
  expect(turn.toolsJson).toBe('[]');
  expect(turn.withheld.map(({ code }) => code)).toEqual(['model-without-tools', 'model-without-tools']);
});

test.each<[string, unknown, RegExp]>([
  ['no object', 'chat', /model has to be an object/],
  ['an unknown API', { api: 'openai' }, /model\.api has to be one of chat, responses, anthropic, gemini/],
  ['a flag that is none', { api: 'chat', canCallTools: 'no' }, /model\.canCallTools has to be true or false/],
  [
    'a misspelt field',
    { api: 'chat', takesImage: false },
    /model\.takesImage is unknown\. Did you mean "takesImages"\?/,
  ],
  ['an unknown place for schemas', { api: 'gemini', geminiSchema: 'schema' }, /model\.geminiSchema has to be one of/],
])('a description of a model that is %s is refused', async (_what, model, message) => {
  const { startTurn, host } = await openLook();
  const error = { code: 'CONFIGURATION_INVALID', message: expect.stringMatching(message) };
  await expect(startTurn({ model: model as ModelDescription })).rejects.toMatchObject(error);
  await expect(host.show('bot-a', { model: model as ModelDescription })).rejects.toMatchObject(error);
});

test('a description is copied: what the embedder changes afterwards changes no turn', async () => {
  const { startTurn } = await openLook();
  const model: { api: 'chat' | 'anthropic' } = { api: 'chat' };
  const starting = startTurn({ model });
  model.api = 'anthropic';
  expect((await starting).toolsJson).toContain('"function"');
});
