import { expect, test } from 'vitest';
import { makeProject, runLoadout } from './run-loadout.js';

function makeRun() {
  const cwd = makeProject();
  return (...args: readonly string[]) => runLoadout(args, { cwd });
}

test('decisions are set, listed, count, and are taken back', async () => {
  const run = makeRun();
  await run('bots', 'add', 'guide');
  await run('assign', 'guide', 'echo');
  expect((await run('host', 'get')).stdout).toBe('Nothing was decided.\n');
  expect((await run('host', 'set', 'tools-off')).stdout).toBe('tools-off is true now.\n');
  expect((await run('show', 'guide')).stdout).toMatch(
    /^echo .* tools-off +All tools are switched off\. Switch them on: loadout host unset tools-off$/m,
  );
  expect((await run('host', 'unset', 'tools-off')).stdout).toBe('tools-off is no longer decided.\n');
  expect((await run('show', 'guide')).stdout).toMatch(/^Offered \(1\)$/m);
  expect(await run('host', 'unset', 'tools-off')).toMatchObject({ code: 0, stdout: '' });

  await run('host', 'set', 'minimum-confidence', 'parrot', 'HIGH');
  expect((await run('show', 'guide', '--confidence', 'low')).stdout).toMatch(/below-minimum-confidence/);
  expect((await run('show', 'guide', '--confidence', 'high')).stdout).toMatch(/^Offered \(1\)$/m);
  await run('host', 'set', 'component-defaults', 'chat', 'hang', 'wait');
  await run('host', 'set', 'trusted-model-provider', 'local');
  const { decisions } = JSON.parse((await run('host', 'get', '--json')).stdout);
  expect(decisions).toMatchObject([
    { kind: 'component-defaults', subject: 'chat', value: ['hang', 'wait'] },
    { kind: 'minimum-confidence', subject: '@acme/tools#echo', value: 'HIGH' },
    { kind: 'trusted-model-provider', subject: 'local', value: true },
  ]);
  expect((await run('host', 'get', 'trusted-model-provider')).stdout).toMatch(/^trusted-model-provider +local +true$/m);
});

test('every reason is shown, the first one marked by its place; a call of the operator counts as HIGH', async () => {
  const run = makeRun();
  await run('bots', 'add', 'guide');
  await run('assign', 'guide', 'echo');
  await run('host', 'set', 'minimum-confidence', 'echo', 'HIGH');
  expect((await run('call', 'guide', 'echo', '{"text":"high"}')).stdout).toBe('high\n');
  await run('host', 'set', 'tools-off');
  const { stdout } = await run('show', 'guide', '--confidence', 'LOW');
  expect(stdout).toMatch(/^echo +@acme\/tools +echo +tools-off +\S.*\n +also below-minimum-confidence +\S/m);
  const { withheld } = JSON.parse((await run('show', 'guide', '--confidence', 'LOW', '--json')).stdout);
  expect(withheld[0].reasons.map(({ code }: { code: string }) => code)).toEqual([
    'tools-off',
    'below-minimum-confidence',
  ]);
});

test('exposeAs can be decided, and tools shows it', async () => {
  const run = makeRun();
  await run('host', 'set', 'expose-as', 'echo', 'say');
  expect((await run('tools')).stdout).toMatch(/^say +@acme\/tools/m);
});

test('wrong kinds, subjects and values are refused with what is expected', async () => {
  const run = makeRun();
  for (const [args, code, message] of [
    [['approvals', 'echo', 'ask'], 2, /Did you mean "approval"\?/],
    [['approval', 'echo', 'perhaps'], 2, /never, ask, deny/],
    [['approval', 'unknown_tool', 'ask'], 1, /unknown_tool/],
    [['tools-off', 'false'], 2, /unset/],
    [['tools-off', 'true', 'false'], 2, /loadout host set tools-off/],
    [['component-defaults', 'no-such', 'echo'], 2, /no-such/],
  ] as const) {
    const result = await run('host', 'set', ...args);
    expect([args, result.code, result.stdout]).toEqual([args, code, '']);
    expect(result.stderr).toMatch(message);
  }
  const help = await run('host', 'set', '--help');
  expect(help.stdout).toMatch(/^ {2}approval TOOL VALUE$/m);
  expect(help.stdout).toMatch(/^ {2}component-defaults COMPONENT NAME\.\.\.$/m);
});

test('what may be a slip in a decision is told at once, and holds all the same', async () => {
  const run = makeRun();
  const defaults = await run('host', 'set', 'component-defaults', 'chat', 'eho', 'parrot', 'wait');
  expect(defaults).toMatchObject({
    code: 0,
    stdout: 'component-defaults of chat is ["eho","parrot","wait"] now.\n',
    stderr: 'warning: eho is no tool at present. Did you mean "echo"?\n',
  });
  expect((await run('host', 'set', 'expose-as', 'echo', 'say')).stderr).toBe('');
  const taken = await run('host', 'set', 'expose-as', 'echo', 'read_web_page');
  expect(taken).toMatchObject({ code: 0, stdout: expect.stringMatching(/is "read_web_page" now/) });
  expect(taken.stderr).toMatch(/^warning: .*read_web_page.*\n$/);
});
