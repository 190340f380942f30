import { createHost } from '@loadout/core';
import { expect, onTestFinished, test } from 'vitest';
import { createBuiltIns, definitionFile } from '../builders/built-ins.js';

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
  ]);
  expect(strong?.apis[0]?.remarks.map(({ code }) => code)).toContain('optional-made-nullable');
});

test('1.9 "strict": false of a definition file reaches every model API', async () => {
  const host = await startHost();
  const tools = await host.portability(undefined, { strict: true });
  const modes = Object.fromEntries(tools.map(({ name, apis }) => [name, apis.map(({ mode }) => mode)]));
  expect(modes).toEqual({
    strong: ['strict', 'strict', 'strict', 'non-strict'],
    weak: ['non-strict', 'non-strict', 'non-strict', 'non-strict'],
  });
});

test('a name that nobody knows is refused', async () => {
  const host = await startHost();
  await expect(host.portability('strongg')).rejects.toMatchObject({ code: 'TOOL_UNKNOWN' });
});
