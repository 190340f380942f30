import { expect, test } from 'vitest';
import { makeProject, type RunOptions, runLoadout, startLoadout } from './run-loadout.js';

async function makeDemo(): Promise<
  (args: readonly string[], options?: Omit<RunOptions, 'cwd'>) => ReturnType<typeof startLoadout>
> {
  const cwd = makeProject();
  await runLoadout(['bots', 'add', 'demo'], { cwd });
  await runLoadout(['assign', 'demo', 'echo', 'fail', 'wait', 'hang'], { cwd });
  return (args, options = {}) => startLoadout(['call', 'demo', ...args], { cwd, ...options });
}

test('a call is made for a level that there is', async () => {
  const call = await makeDemo();
  const args = ['echo', '{"text": "a"}', '--confidence'];
  expect(await call([...args, 'LOW', '--component', 'chat']).ended).toMatchObject({ code: 0, stdout: 'a\n' });
  const wrong = await call([...args, 'LOWEST']).ended;
  expect(wrong.code).not.toBe(0);
  expect(wrong.stderr).toContain('--confidence');
});

test('the text goes to standard output, the whole result with --json, by name and by alias', async () => {
  const call = await makeDemo();
  const args = '{"text": "Grüße\\nzwei\\u001b[2J"}';
  expect(await call(['echo', args]).ended).toEqual({
    code: 0,
    signal: null,
    stdout: 'Grüße\nzwei\\x1b[2J\n',
    stderr: '',
  });
  const { code, stdout } = await call(['parrot', args, '--json']).ended;
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    content: [{ type: 'text', text: 'Grüße\nzwei\u001b[2J' }],
    structuredContent: { text: 'Grüße\nzwei\u001b[2J' },
    isError: false,
  });
  expect(stdout).not.toContain('\u001b');
});

test('arguments come from standard input, or are left out', async () => {
  const call = await makeDemo();
  const text = 'ü'.repeat(20_000);
  const { code, stdout } = await call(['echo', '-', '--json'], { input: JSON.stringify({ text }) }).ended;
  expect(code).toBe(0);
  expect(JSON.parse(stdout).structuredContent).toEqual({ text });
  expect(await call(['echo']).ended).toMatchObject({ code: 0, stdout: 'nothing\n' });
});

test('what is not JSON ends with 2 and its place', async () => {
  const call = await makeDemo();
  expect(await call(['echo', '{"text": x}']).ended).toMatchObject({
    code: 2,
    stdout: '',
    stderr: 'error: arguments:1:10: not JSON: expected a value, found "x".\n',
  });
  expect(await call(['echo', '-', '--json'], { input: '{\n"text": 1,\n}' }).ended).toMatchObject({
    code: 2,
    stdout: '',
    stderr: 'error: standard input:3:1: not JSON: expected a key in double quotes, found "}".\n',
  });
});

test('a tool that fails ends with 1, its text on standard error, or its result with --json', async () => {
  const call = await makeDemo();
  const failed = await call(['fail']).ended;
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(failed.stderr).toMatch(/^error: Tool execution failed: It broke\./m);
  const json = await call(['fail', '--json']).ended;
  expect(json.code).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({ isError: true, content: [{ type: 'text' }] });
});

test('arguments that do not fit end with 1 and the name of the field', async () => {
  const call = await makeDemo();
  const { code, stderr } = await call(['echo', '{"text": {}, "colour": 1}']).ended;
  expect(code).toBe(1);
  expect(stderr).toContain('text');
  expect(stderr).toContain('colour');
});

test('4.4 a tool that the bot does not have is refused, and the operator is told why', async () => {
  const call = await makeDemo();
  for (const tool of ['throw_later', 'unknown_tool']) {
    const { code, stdout, stderr } = await call([tool]).ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`warning: demo does not have ${tool}. See "loadout show demo".`);
  }
});

test.each(['wait', 'hang'])('Ctrl-C cancels the call of %s and ends with 130', async (tool) => {
  const call = await makeDemo();
  const { child, ended, waitFor } = call([tool, '--json']);
  await waitFor(`${tool}: started`);
  const since = Date.now();
  child.kill('SIGINT');
  const { code, stdout } = await ended;
  expect(code).toBe(130);
  expect(Date.now() - since).toBeLessThan(2_000);
  expect(JSON.parse(stdout)).toMatchObject({ isError: true });
});
