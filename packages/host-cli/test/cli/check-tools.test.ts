import { expect, test } from 'vitest';
import { makeConfiguredProject } from './configured-project.js';
import { addCompanion, makeProject, runLoadout } from './run-loadout.js';

test('tools are checked for each model API, one with the reasons', async () => {
  const { run, json } = await makeConfiguredProject();
  const all = await run('tools', 'check');
  expect(all).toMatchObject({ code: 0 });
  expect(all.stdout).toMatch(/^TOOL +CHAT +RESPONSES +ANTHROPIC +GEMINI +GEMINI PARAMETERS +OWNER$/m);
  expect(all.stdout).toMatch(/^greet +\S.* @acme\/greeter$/m);
  const one = await run('tools', 'check', 'hail');
  expect(one.stdout).toMatch(/^greet {2}@acme\/greeter$/m);
  expect(one.stdout).toMatch(/^anthropic {2}non-strict/m);
  expect(one.stdout).toMatch(/strict-unwanted/);
  const strict = await json('tools', 'check', 'greet', '--strict');
  expect(strict).toMatchObject({
    tools: [{ name: 'greet', apis: [{ api: 'chat' }, {}, { api: 'anthropic' }, {}, { geminiSchema: 'parameters' }] }],
  });
  expect(await run('tools', 'check', 'greeet')).toMatchObject({ code: 1, stdout: '' });
});

test("the tools of a bot are checked together; what only Gemini's older parameters refuse fails nothing", async () => {
  const cwd = makeProject({ companions: ['@acme/many'] });
  addCompanion(
    cwd,
    'many',
    `const optional = (count) => Object.fromEntries(Array.from({ length: count }, (_, at) => ['p' + at, { type: 'string' }]));
    const tool = (name, properties) =>
      ({ name, description: 'Does it.', schema: { type: 'object', properties, additionalProperties: false } });
    const tools = [tool('first', optional(20)), tool('second', optional(20)), tool('free', { any: { type: 'object' } })];
    export const register = (host) => host.on('CollectToolProviders', (event) =>
      event.registerProvider({ getTools: () => tools, executeTool: () => '' }));`,
  );
  const run = (...args: readonly string[]) => runLoadout(args, { cwd });
  expect((await run('bots', 'add', 'guide')).code).toBe(0);
  expect((await run('assign', 'guide', 'second', 'first')).code).toBe(0);
  const free = await run('tools', 'check', 'free');
  expect(free.code).toBe(0);
  expect(free.stdout).toMatch(/^gemini parameters {2}refused$/m);
  const together = await run('tools', 'check', '--bot', 'guide', '--strict');
  expect(together).toMatchObject({ code: 0 });
  expect(together.stdout).not.toMatch(/^free /m);
  expect(together.stdout).toMatch(/^More than anthropic takes strict in one request: first\.$/m);
  expect((await run('tools', 'check', '--strict')).stdout).not.toContain('More than');
  expect((await run('tools', 'check', 'first', '--bot', 'guide', '--strict')).stdout).toContain('strict-budget');
  expect(await run('tools', 'check', '--bot', 'nobody')).toMatchObject({ code: 1, stdout: '' });
});

test('a tool whose definition is broken is said to be, by name, among all, and by tools show', async () => {
  const cwd = makeProject({ companions: ['@acme/half'] });
  const definitions =
    "[{ name: 'good', description: 'Good.', schema: { type: 'object' } }, { name: 'bad', description: 'Bad.' }]";
  addCompanion(
    cwd,
    'half',
    `export const register = (host) => host.on('CollectToolProviders', (event) =>
      event.registerProvider({ getTools: () => ${definitions}, executeTool: () => '' }));`,
  );
  const run = (...args: readonly string[]) => runLoadout(args, { cwd });
  const one = await run('tools', 'check', 'bad');
  expect(one).toMatchObject({ code: 1, stdout: '' });
  expect(one.stderr).toMatch(
    /warning: bad of @acme\/half is sent through no API, because its definition is broken: .*schema/,
  );
  const all = await run('tools', 'check');
  expect([all.code, all.stderr]).toEqual([1, one.stderr]);
  expect(all.stdout).toMatch(/^good /m);
  expect((await run('tools', 'check', 'good')).code).toBe(0);
  expect(JSON.parse((await run('tools', 'check', '--json')).stdout)).toMatchObject({
    tools: [{ name: 'read_web_page' }, { name: 'web_search' }, { name: 'good' }],
    leftOut: [{ name: 'bad', status: 'quarantined' }],
  });
  expect((await run('tools', 'show', 'bad')).stdout).toMatch(/^bad {2}it is left out: see why below$/m);
});
