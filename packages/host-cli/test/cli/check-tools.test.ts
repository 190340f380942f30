import { expect, test } from 'vitest';
import { makeConfiguredProject } from './configured-project.js';

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
