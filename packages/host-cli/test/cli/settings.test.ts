import { expect, test } from 'vitest';
import { makeConfiguredProject } from './configured-project.js';
import { addCompanion, makeProject, runLoadout } from './run-loadout.js';

test('a setting is set, counts, is explained with what it hides, and is unset', async () => {
  const { run, json } = await makeConfiguredProject({
    companions: ['@acme/greeter'],
    toolSettings: { greet: { pageSize: 15 } },
  });
  expect(await run('settings', 'set', 'hail', 'pageSize', '20')).toMatchObject({
    code: 0,
    stdout: 'pageSize of hail is 20 now.\n',
  });
  await run('settings', 'set', 'greet', 'greeting', '5 hellos');
  expect((await run('settings', 'get', 'greet', 'pageSize')).stdout).toBe('20\n');
  expect((await run('settings', 'get', 'greet', 'greeting')).stdout).toBe('5 hellos\n');
  expect(await json('settings', 'get', 'greet')).toMatchObject({ pageSize: 20, greeting: '5 hellos' });
  expect((await run('settings', 'explain', 'greet')).stdout).toMatch(
    /^pageSize +Page size +operator +20 +configuration 15, schema-default 10$/m,
  );
  await run('assign', 'guide', 'greet');
  expect(JSON.parse((await run('call', 'guide', 'greet')).stdout)).toMatchObject({ pageSize: 20 });

  expect((await run('settings', 'unset', 'greet', 'pageSize')).code).toBe(0);
  expect((await run('settings', 'get', 'greet', 'pageSize')).stdout).toBe('15\n');
  expect(await run('settings', 'unset', 'greet', 'pageSize')).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringMatching(/^warning: pageSize of greet was not set\./),
  });
});

test("a bot's own settings go before, and only for it", async () => {
  const { run } = await makeConfiguredProject();
  await run('settings', 'set', 'greet', 'greeting', 'for all');
  await run('assign', 'guide', 'greet', '--settings', '{"greeting":"for guide"}');
  expect((await run('settings', 'get', 'greet', 'greeting', '--bot', 'guide')).stdout).toBe('for guide\n');
  expect((await run('settings', 'get', 'greet', 'greeting')).stdout).toBe('for all\n');
  expect((await run('settings', 'explain', 'greet', '--bot', 'guide')).stdout).toMatch(
    /^greeting +bot-override +"for guide" +operator "for all"$/m,
  );
  expect((await run('settings', 'explain', 'greet', '--bot', 'nobody')).code).toBe(1);
});

test('values are JSON where that is of the type, text otherwise, and come from standard input', async () => {
  const { cwd, run, json } = await makeConfiguredProject();
  await run('settings', 'set', 'greet', 'labels', '["a","b"]');
  await run('settings', 'set', 'greet', 'greeting', '20');
  expect(await json('settings', 'get', 'greet')).toMatchObject({ labels: ['a', 'b'], greeting: '20' });
  await runLoadout(['settings', 'set', 'greet', 'greeting', '-'], { cwd, input: 'two\nlines\n' });
  expect((await run('settings', 'get', 'greet', 'greeting')).stdout).toBe('two\nlines\n');
  expect((await run('settings', 'set', '--help')).stdout).toMatch(/VALUE is JSON where/);
});

test('what cannot be set is refused with its remedy, and nothing changes', async () => {
  const { run, json } = await makeConfiguredProject();
  const before = await json('export');
  for (const [args, code, message] of [
    [['greet', 'pageSize', 'many'], 2, /pageSize.*a whole number/],
    [['greet', 'pageSize', '0'], 2, /pageSize/],
    [['greet', 'pagesize', '5'], 1, /"pageSize"/],
    [['greet', 'apiKey', 'canary-secret'], 2, /not taken as an argument/],
    [['no_such_tool', 'x', '5'], 1, /"loadout tools"/],
  ] as const) {
    const result = await run('settings', 'set', ...args);
    expect([args, result.code, result.stdout]).toEqual([args, code, '']);
    expect(result.stderr).toMatch(message);
    expect(result.stderr).not.toContain('canary-secret');
  }
  expect(await run('settings', 'get', 'greet', 'pagesize')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/It has pageSize, .*Did you mean "pageSize"\?/),
  });
  expect(await json('export')).toEqual(before);
});

test('a field without a value is said, and one that is needed too', async () => {
  const { run } = await makeConfiguredProject();
  expect(await run('settings', 'get', 'greet', 'labels')).toMatchObject({ code: 1, stdout: '' });
  expect((await run('settings', 'explain', 'greet')).stderr).toMatch(
    /^warning: greeting is needed and has no value\. Set it with "loadout settings set greet greeting VALUE"\.$/m,
  );
});

test('a secret that is missing is never to be put on a command line, and what there is not is said first', async () => {
  const cwd = makeProject({ companions: ['@acme/keyed'] });
  addCompanion(
    cwd,
    'keyed',
    `export const register = (host) => host.on('CollectToolProviders', (event) => event.registerProvider({
      getTools: () => [{ name: 'look', description: 'Looks.', schema: { type: 'object' }, settingsSchema: {
        type: 'object', properties: { apiKey: { type: 'string', secret: true } }, required: ['apiKey'] } }],
      executeTool: () => '' }));`,
  );
  const run = (...args: readonly string[]) => runLoadout(args, { cwd });
  await run('bots', 'add', 'guide');
  expect((await run('assign', 'guide', 'look')).code).toBe(0);
  const shown = [await run('settings', 'explain', 'look'), await run('doctor'), await run('call', 'guide', 'look')];
  for (const { stdout, stderr } of shown) {
    const said = `${stdout}${stderr}`;
    expect(said).toMatch(/loadout settings set look apiKey/);
    expect(said).not.toMatch(/apiKey VALUE|toolSettings/);
  }
  const canary = 'canary-of-a-typo';
  const mistyped = await runLoadout(['settings', 'set', 'look', 'apikey'], { cwd, input: canary });
  expect(mistyped).toMatchObject({ code: 1, stdout: '' });
  expect(mistyped.stderr).toMatch(/look has no setting "apikey"\. .*Did you mean "apiKey"\?/);
  const short = await runLoadout(['settings', 'set', 'look', 'apiKey'], { cwd, input: 'short' });
  expect(short.stderr).toMatch(/apiKey cannot be redacted: it has fewer than 8 characters/);
  const own = await runLoadout(['settings', 'set', 'look', 'apiKey', '--bot', 'guide'], { cwd, input: '' });
  expect(own).toMatchObject({ code: 0, stderr: 'note: The value of the layer operator counts now.\n' });
});
