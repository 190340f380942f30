import { createHost, type JsonSchema, type ToolPortability } from '@loadout/core';
import { expect, onTestFinished, test } from 'vitest';
import { createBuiltIns, definitionFile } from '../builders/built-ins.js';
import { createCompanion } from '../builders/companion.js';
import { createProvider, tool } from '../builders/provider.js';
import { createTestHost } from '../builders/test-host.js';

async function startHost() {
  const weak = definitionFile('weak') as { function: Record<string, unknown> };
  const host = await createHost({
    ...createBuiltIns('strong', { name: 'weak', file: { ...weak, function: { ...weak.function, strict: false } } }),
  });
  onTestFinished(() => host.close());
  return host;
}

test('each tool is described for each model API, as it is asked by default', async () => {
  const host = await startHost();
  const [strong] = await host.portability('strong');
  expect(strong?.owner).toBe('builtin');
  expect(strong?.apis.map(({ api, mode }) => [api, mode])).toEqual([
    ['chat', 'strict'],
    ['responses', 'strict'],
    ['anthropic', 'non-strict'],
    ['gemini', 'non-strict'],
    ['gemini', 'non-strict'],
  ]);
  expect(strong?.apis.map(({ geminiSchema }) => geminiSchema).slice(-2)).toEqual([undefined, 'parameters']);
  expect(strong?.apis.at(-1)?.wire).toHaveProperty('parameters.type', 'OBJECT');
  expect(strong?.apis[0]?.remarks.map(({ code }) => code)).toContain('optional-made-nullable');
});

test('1.9 "strict": false of a definition file reaches every model API', async () => {
  const host = await startHost();
  const tools = await host.portability(undefined, { strict: true });
  const modes = Object.fromEntries(tools.map(({ name, apis }) => [name, apis.map(({ mode }) => mode)]));
  expect(modes).toEqual({
    strong: ['strict', 'strict', 'strict', 'non-strict', 'non-strict'],
    weak: ['non-strict', 'non-strict', 'non-strict', 'non-strict', 'non-strict'],
  });
});

test('a name that nobody knows is refused', async () => {
  const host = await startHost();
  await expect(host.portability('strongg')).rejects.toMatchObject({ code: 'TOOL_UNKNOWN' });
});

/** A host with tools of a companion, all of them of the bot `bot`, in the order given. */
async function startLoadout(schemas: Readonly<Record<string, JsonSchema>>, order = Object.keys(schemas)) {
  const definitions = Object.entries(schemas).map(([name, schema]) => tool(name, { schema }));
  const host = await createTestHost({ companions: [createCompanion('@acme/alpha', createProvider(definitions))] });
  await host.bots.add({ id: 'bot' });
  await host.assign('bot', order);
  return host;
}

const optional = (count: number): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, { type: 'string' }])),
  additionalProperties: false,
});

test("what Gemini's older parameters refuse is refused there alone, and says what takes it", async () => {
  const host = await startLoadout({
    free: { type: 'object', properties: { headers: { type: 'object' } } },
    any: { type: 'object', properties: { value: {} } },
  });
  for (const name of ['free', 'any']) {
    const [found] = await host.portability(name);
    expect(found?.apis.map(({ mode }) => mode)).toEqual([
      'non-strict',
      'non-strict',
      'non-strict',
      'non-strict',
      'refused',
    ]);
    expect(found?.apis[3]?.wire).toHaveProperty('parametersJsonSchema');
    expect(found?.apis[4]?.wire).toBeNull();
    expect(found?.apis[4]?.remarks.at(-1)?.message).toContain('"parametersJsonSchema"');
  }
});

test('8.5 the tools of a bot are described as one request sends them, in the order of the loadout', async () => {
  const host = await startLoadout({ first: optional(20), second: optional(10), third: optional(4) }, [
    'second',
    'first',
    'third',
  ]);
  const modeOf = (apis: ToolPortability['apis']) => apis.find(({ api }) => api === 'anthropic')?.mode;
  const alone = await host.portability(undefined, { strict: true });
  expect(alone.map(({ apis }) => modeOf(apis))).toEqual(['strict', 'strict', 'strict']);
  const together = await host.portability(undefined, { strict: true, bot: 'bot' });
  expect(together.map(({ name, apis }) => [name, modeOf(apis)])).toEqual([
    ['second', 'strict'],
    ['first', 'non-strict'],
    ['third', 'strict'],
  ]);
  const [first] = await host.portability('first', { strict: true, bot: 'bot' });
  const sent = first?.apis.find(({ api }) => api === 'anthropic');
  expect(sent?.remarks.map(({ code }) => code)).toContain('strict-budget');
  expect(sent?.wire).not.toHaveProperty('strict', true);
  // As a turn of the bot does.
  const turn = await host.startTurn({ bot: 'bot', model: { api: 'anthropic', strict: true } });
  expect(JSON.parse(turn.toolsJson)).toEqual(
    together.map(({ apis }) => apis.find(({ api }) => api === 'anthropic')?.wire),
  );
});

test('a tool that is refused takes no part in the request, and one that the bot does not have is none of it', async () => {
  const host = await startLoadout({ free: { type: 'object', properties: { a: {} } }, plain: optional(1) }, ['free']);
  const found = await host.portability(undefined, { bot: 'bot' });
  expect(found.map(({ name, apis }) => [name, apis.at(-1)?.mode])).toEqual([['free', 'refused']]);
  await expect(host.portability('plain', { bot: 'bot' })).rejects.toThrow('The bot "bot" has no tool "plain"');
  await expect(host.portability('plane', { bot: 'bot' })).rejects.toMatchObject({ code: 'TOOL_UNKNOWN' });
  await expect(host.portability(undefined, { bot: 'nobody' })).rejects.toMatchObject({ code: 'BOT_UNKNOWN' });
  await expect(host.portability(undefined, { bot: 7 as never })).rejects.toMatchObject({ code: 'BOT_ID_INVALID' });
});
