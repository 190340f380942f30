import { MODEL_APIS, type ModelApi } from '@loadout/core';
import { expect, test } from 'vitest';
import { createCompanion } from '../builders/companion.js';
import { answerAs } from '../builders/model-responses.js';
import { createProvider, tool } from '../builders/provider.js';
import { openHost } from '../builders/turn-builders.js';

const schema = {
  type: 'object',
  properties: { query: { type: 'string' } },
  required: ['query'],
  additionalProperties: false,
};
const find = { name: 'find_course', description: 'Finds a course.' };

/** One definition as each API has it. */
const shapes: Readonly<Record<ModelApi, readonly object[]>> = {
  chat: [{ type: 'function', function: { ...find, parameters: schema, strict: true } }],
  responses: [{ type: 'function', ...find, parameters: schema, strict: true }],
  anthropic: [{ ...find, input_schema: schema }],
  gemini: [{ functionDeclarations: [{ ...find, parametersJsonSchema: schema }] }],
};

test('8.1 the shapes of all model APIs, and of MCP, come from the one definition', async () => {
  const companion = createCompanion('@acme/one', createProvider([tool('find_course', { ...find, schema })]));
  const { startTurn } = await openHost({ companions: [companion] });
  for (const api of MODEL_APIS) {
    const turn = await startTurn({ model: { api } });
    expect(JSON.parse(turn.toolsJson)).toEqual(shapes[api]);
    expect(turn.createLoop().request().parameters.tools).toEqual(shapes[api]);
  }
  const turn = await startTurn();
  expect(JSON.parse(turn.toolsJson)).toEqual([{ ...find, inputSchema: schema }]);
});

test('8.1 a call is the same whichever API is used: nothing that a tool gets says which', async () => {
  const seen: unknown[] = [];
  const provider = createProvider([tool('find_course')], {
    executeTool: (name, args, config, call) => {
      const { turnId: _, ...context } = call.context;
      seen.push({ name, args, config, context, members: Object.keys(call).sort() });
      return 'found';
    },
  });
  const { startTurn } = await openHost({ companions: [createCompanion('@acme/one', provider)] });
  for (const api of MODEL_APIS) {
    const turn = await startTurn({ model: { api } });
    const loop = turn.createLoop();
    loop.request();
    await loop.accept(answerAs(api, { calls: [{ name: 'find_course', id: 'call_1', args: {} }] }).response);
  }
  expect(seen).toHaveLength(MODEL_APIS.length);
  for (const other of seen) expect(other).toEqual(seen[0]);
});
