import { expect, test } from 'vitest';
import { makeConfiguredProject } from './configured-project.js';
import { runLoadout } from './run-loadout.js';

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
