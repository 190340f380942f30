import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeConfiguredProject } from './configured-project.js';

test('companions are listed with their newest list, and asked again', async () => {
  const { run, json } = await makeConfiguredProject({ companions: ['@acme/greeter', '@acme/hostile'] });
  const { stdout } = await run('companions', 'list');
  expect(stdout).toMatch(/^COMPANION +STATE +TOOLS +LISTED +PROBLEM$/m);
  expect(stdout).toMatch(/^@acme\/greeter +ready +1 +\d{4}-\S+Z$/m);
  expect(stdout).toMatch(/^@acme\/hostile .*is gone/m);
  const { companions } = await json('companions', 'refresh', '@acme/greeter');
  expect(companions).toMatchObject([{ id: '@acme/greeter', state: 'ready' }]);
  expect(await run('companions', 'refresh', '@acme/nobody')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/"loadout companions list"/),
  });
});

test('asking again ends with 1 while a companion still fails', async () => {
  const { run } = await makeConfiguredProject({ companions: ['@acme/greeter', '@acme/hostile'] });
  expect((await run('companions', 'refresh', '@acme/greeter')).code).toBe(0);
  const failing = await run('companions', 'refresh', '@acme/hostile');
  expect(failing).toMatchObject({ code: 1, stdout: expect.stringMatching(/^@acme\/hostile +failed/m) });
  expect((await run('companions', 'refresh')).code).toBe(1);
  expect((await run('companions', 'list')).code).toBe(0);
});

test('a tool is shown with all that is known, by its alias too, and which bots have it', async () => {
  const { run, json } = await makeConfiguredProject();
  await run('assign', 'guide', 'greet');
  const { stdout } = await run('tools', 'show', 'hail');
  expect(stdout).toMatch(/^greet {2}greet\nowner +@acme\/greeter$/m);
  expect(stdout).toMatch(/^Settings {2}see "loadout settings explain greet"$/m);
  expect(stdout).toMatch(/^guide +@acme\/greeter$/m);
  expect(await json('tools', 'show', 'greet')).toMatchObject({
    name: 'greet',
    tool: { owner: '@acme/greeter', settingsSchema: { required: ['greeting'] } },
    bots: [{ bot: 'guide', owner: '@acme/greeter' }],
  });
  expect(await run('tools', 'show', 'greeet')).toMatchObject({ code: 1, stdout: '' });
});

test('a tool that nobody lists any more is shown with the bots that have it', async () => {
  const { cwd, run } = await makeConfiguredProject();
  await run('assign', 'guide', 'greet');
  writeFileSync(`${cwd}/loadout.config.json`, '{}');
  expect((await run('tools', 'show', 'greet')).stdout).toMatch(
    /^greet {2}nobody lists it at present\n\nBots \(1\)\nBOT +FROM\nguide +@acme\/greeter$/m,
  );
});
