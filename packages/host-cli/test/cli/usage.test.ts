import { expect, test } from 'vitest';
import { makeFolder } from '../temporary-folder.js';
import { makeProject, runLoadout } from './run-loadout.js';

test('help and version go to standard output and end with 0', async () => {
  const cwd = makeFolder();
  const help = await runLoadout(['--help'], { cwd });
  expect(help).toMatchObject({ code: 0, stderr: '' });
  for (const command of [
    ...['start', 'tools', 'companions', 'owners', 'doctor', 'bots', 'assign', 'unassign', 'show', 'call'],
    ...['settings', 'host', 'traces', 'audit', 'export', 'import', 'backup', 'token', 'completion'],
  ]) {
    expect(help.stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'));
  }
  expect(await runLoadout(['call', '--help'], { cwd })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('JSON'),
  });
  const version = await runLoadout(['--version'], { cwd });
  expect(version).toMatchObject({ code: 0 });
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test.each([
  [[]],
  [['nothing']],
  [['tools', '--jsn']],
  [['call', 'demo']],
  [['assign', 'demo']],
  [['bots']],
  [['start', '--port', '70000']],
  [['start', '--port', 'eighty']],
  [['bots', 'add', 'a', 'b']],
  [['bots', 'add', 'No Slug']],
  [['tools', '--config', 'none.json']],
  [['tools', '--config', '']],
  [['tools', '--config', '.']],
  [['bots', 'list', '--database', '']],
  [['bots', 'list', '--database', '.']],
  [['start', '--host', '']],
  [['tools', '--log-level', 'loud']],
  [['tools', 'show']],
  [['tools', 'nothing']],
  [['settings', 'get']],
  [['host', 'set', 'nothing', 'x']],
  [['host', 'set', 'approval']],
  [['host', 'set', 'approval', 'echo']],
  [['host', 'unset', 'approval']],
  [['host', 'unset', 'tools-off', 'course_search']],
  [['traces', '--since', 'yesterday']],
  [['traces', '--status', 'odd']],
  [['traces', '--limit', '0']],
  [['traces', '--bot', 'No Slug']],
  [['audit', '--limit', 'x']],
  [['audit', '--action', 'nonsense']],
  [['import', 'none.json']],
  [['import']],
  [['export', 'no/such/folder/export.json']],
  [['backup', 'copy.sqlite']],
  [['token', 'create', '--role', 'viewer']],
  [['token', 'create', '--name', 'x']],
  [['token', 'create', '--name', 'x', '--role', 'king']],
  [['token', 'create', '--name', 'x', '--role', 'viewer', '--confidence', 'HIGH']],
  [['token', 'create', '--name', 'x', '--role', 'viewer', '--expires', '2001-01-01']],
  [['completion', 'tcsh']],
  [['show', 'demo', '--confidence', 'odd']],
  [['assign', 'demo', 'echo', '--settings', '[]']],
  [['assign', 'demo', 'echo', '--settings', '{']],
  [['assign', 'demo', 'echo', '--settings', '{"a":1,"a":2}']],
  [['help', 'nix']],
  [['bots', 'help', 'nix']],
  [['start', '--port', '0', '--host', 'fe80::1']],
])('wrong usage ends with 2 and says so on standard error: %j', async (args) => {
  const { code, stdout, stderr } = await runLoadout(args, { cwd: makeFolder() });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).not.toBe('');
});

test('help names a command, or says that there is none', async () => {
  const cwd = makeFolder();
  const run = (...args: readonly string[]) => runLoadout(args, { cwd });
  expect((await run('help')).stdout).toBe((await run('--help')).stdout);
  expect((await run('help', 'bots', 'add')).stdout).toBe((await run('bots', 'add', '--help')).stdout);
  expect((await run('token', 'help', 'create')).stdout).toBe((await run('token', 'create', '--help')).stdout);
  expect((await run('help', 'cal')).stderr).toMatch(/^error: there is no command "cal"\. Did you mean "call"\?$/m);
});

test('a log file in a folder that cannot be made ends every command with 2, at once', async () => {
  const env = { LOADOUT_LOG_FILE: '/proc/nope/x/loadout.log' };
  const { code, stderr } = await runLoadout(['bots', 'list'], { cwd: makeFolder(), env });
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/log\.file/) });
});

test('a component that there is not is said with those that there are', async () => {
  const cwd = makeProject();
  await runLoadout(['bots', 'add', 'guide'], { cwd });
  expect(await runLoadout(['show', 'guide', '--component', 'nix'], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^error: --component is "nix"\. Expected one of chat, assistant\./),
  });
});

test('a chat takes no component: on the command line it is chat (contract 5.2)', async () => {
  expect(
    await runLoadout(['chat', 'guide', 'Hello', '--component', 'assistant'], { cwd: makeProject() }),
  ).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("unknown option '--component'"),
  });
});

test('a configuration that is not JSON ends with 2, with line and column', async () => {
  const cwd = makeFolder({ 'loadout.config.json': '{\n  "companions": [,]\n}' });
  expect(await runLoadout(['tools'], { cwd })).toMatchObject({
    code: 2,
    stdout: '',
    stderr: 'error: loadout.config.json:2:18: not JSON: expected a value, found ",".\n',
  });
});

test('a database that cannot be used ends with 2, in one line with a remedy', async () => {
  const cwd = makeFolder({ 'not-a-database': 'text' });
  const { code, stderr } = await runLoadout(['bots', 'list', '--database', 'not-a-database'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^error: .*not-a-database.*--database.*\n$/);
});

test('what is wrong in configuration and environment is reported once, and only that is left out', async () => {
  const cwd = makeProject({ companions: ['@acme/missing', '@acme/tools'], databse: 'x' });
  const { code, stdout, stderr } = await runLoadout(['tools', '--json'], {
    cwd,
    env: { LOADOUT_DATABSE: 'x', LOADOUT_CASES: 'x' },
  });
  expect(code).toBe(0);
  const { tools, companions } = JSON.parse(stdout);
  expect(tools.map(({ name }: { name: string }) => name)).toContain('echo');
  expect(companions).toMatchObject([
    { id: '@acme/missing', state: 'failed', problems: [{ code: 'COMPANION_NOT_FOUND' }] },
    { id: '@acme/tools', state: 'ready', problems: [] },
  ]);
  expect(stderr.trim().split('\n').sort()).toEqual([
    'warning: environment: there is no variable LOADOUT_DATABSE; it is left out. Did you mean "LOADOUT_DATABASE"?',
    `warning: loadout.config.json:3:5 /companions/0: the package @acme/missing cannot be found from ${cwd}; it is left out. Install it there.`,
    'warning: loadout.config.json:6:3 /databse: there is no key "databse" (did you mean "database"?); it is left out.',
  ]);
});

test('the same database by file, environment and flag, in rising precedence', async () => {
  const cwd = makeFolder({ 'loadout.config.json': { database: 'file.sqlite' }, 'inside/x': '' });
  const env = { LOADOUT_DATABASE: 'env.sqlite' };
  await runLoadout(['bots', 'add', 'by-file'], { cwd });
  await runLoadout(['bots', 'add', 'by-env'], { cwd, env });
  await runLoadout(['bots', 'add', 'by-flag', '--database', 'flag.sqlite'], { cwd, env });
  const list = async (args: readonly string[], environment = {}) => {
    const { stdout } = await runLoadout(['bots', 'list', '--json', ...args], {
      cwd: `${cwd}/inside`,
      env: environment,
    });
    return JSON.parse(stdout).bots.map(({ id }: { id: string }) => id);
  };
  expect(await list([])).toEqual(['by-file']);
  expect(await list([], { LOADOUT_DATABASE: '../env.sqlite' })).toEqual(['by-env']);
  expect(await list(['--database', '../flag.sqlite'], { LOADOUT_DATABASE: '../env.sqlite' })).toEqual(['by-flag']);
});
