import { expect, test } from 'vitest';
import { makeConfiguredProject } from './configured-project.js';
import { addCompanion, makeProject, runLoadout } from './run-loadout.js';

test('tools are checked for each model API, one with the reasons', async () => {
  const { run, json } = await makeConfiguredProject();
  const all = await run('tools', 'check');
  expect(all).toMatchObject({ code: 0 });
  expect(all.stdout).toMatch(/^TOOL +CHAT +RESPONSES +ANTHROPIC +GEMINI +OWNER$/m);
  expect(all.stdout).toMatch(/^greet +\S.* @acme\/greeter$/m);
  const one = await run('tools', 'check', 'hail');
  expect(one.stdout).toMatch(/^greet {2}@acme\/greeter$/m);
  expect(one.stdout).toMatch(/^anthropic {2}non-strict/m);
  expect(one.stdout).toMatch(/strict-unwanted/);
  const strict = await json('tools', 'check', 'greet', '--strict');
  expect(strict).toMatchObject({ tools: [{ name: 'greet', apis: [{ api: 'chat' }, {}, { api: 'anthropic' }, {}] }] });
  expect(await run('tools', 'check', 'greeet')).toMatchObject({ code: 1, stdout: '' });
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
    tools: [{ name: 'read_web_page' }, { name: 'good' }],
    leftOut: [{ name: 'bad', status: 'quarantined' }],
  });
  expect((await run('tools', 'show', 'bad')).stdout).toMatch(/^bad {2}it is left out: see why below$/m);
});
