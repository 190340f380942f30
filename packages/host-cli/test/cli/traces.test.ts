import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeProject, runLoadout, startLoadout } from './run-loadout.js';

async function makeCalls() {
  const cwd = makeProject();
  const run = (...args: readonly string[]) => runLoadout(args, { cwd });
  await run('bots', 'add', 'guide');
  await run('bots', 'add', 'other');
  await run('assign', 'guide', 'echo', 'fail');
  await run('assign', 'other', 'echo');
  await run('call', 'guide', 'echo', '{"text":"one"}');
  await run('call', 'guide', 'fail');
  await run('call', 'other', 'parrot', '{"text":"two"}');
  return { cwd, run };
}

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('where no call was made none was recorded', async () => {
  expect((await runLoadout(['traces'], { cwd: makeProject() })).stdout).toBe('No call was recorded.\n');
});

test('calls are listed with the newest last, filtered, and as one line of JSON each', async () => {
  const { cwd, run } = await makeCalls();
  expect(existsSync(join(cwd, '.loadout/loadout.traces.sqlite'))).toBe(true);
  const { stdout } = await run('traces');
  expect(stdout).toMatch(
    /^STARTED .*\n\S+Z +guide +echo +SUCCESS +yes .*\n\S+Z +guide +fail +ERROR +yes .*\n\S+Z +other +echo /,
  );
  const all = lines((await run('traces', '--json')).stdout);
  expect(all).toMatchObject([
    { botId: 'guide', tool: 'echo', arguments: { text: 'one' }, hasEnded: true, owner: '@acme/tools', errorId: null },
    { botId: 'guide', tool: 'fail', status: 'ERROR', errorId: expect.any(String) },
    { botId: 'other', tool: 'echo', startedAt: expect.stringMatching(/Z$/) },
  ]);
  const tools = async (...args: readonly string[]) =>
    lines((await run('traces', '--json', ...args)).stdout).map(({ botId, tool }) => `${botId} ${tool}`);
  expect(await tools('--bot', 'guide')).toEqual(['guide echo', 'guide fail']);
  expect(await tools('--tool', 'echo')).toEqual(['guide echo', 'other echo']);
  expect(await tools('--status', 'error')).toEqual(['guide fail']);
  expect(await tools('--limit', '1')).toEqual(['other echo']);
  expect(await tools('--since', '10m')).toHaveLength(3);
  expect((await run('traces', '--since', '2099-01-01')).stdout).toBe('There is no such call.\n');
  expect((await run('traces', '--since', '2099-01-01', '--json')).stdout).toBe('');
});

test('--follow goes on with calls of other processes, and Ctrl-C ends it with 0', async () => {
  const { cwd, run } = await makeCalls();
  const following = startLoadout(['traces', '--follow', '--bot', 'guide', '--limit', '1', '--json'], { cwd });
  await following.waitFor('"fail"');
  await run('call', 'other', 'echo', '{"text":"not asked for"}');
  await run('call', 'guide', 'echo', '{"text":"news"}');
  await following.waitFor('news');
  following.child.kill('SIGINT');
  const { code, stdout, stderr } = await following.ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(lines(stdout).map(({ tool, arguments: args }) => [tool, args])).toEqual([
    ['fail', {}],
    ['echo', { text: 'news' }],
  ]);
});

test('4.6 a call whose process was killed stays in the traces as not known', async () => {
  const cwd = makeProject();
  await runLoadout(['bots', 'add', 'guide'], { cwd });
  await runLoadout(['assign', 'guide', 'hang'], { cwd });
  const { child, ended, waitFor } = startLoadout(['call', 'guide', 'hang'], { cwd });
  await waitFor('hang: started');
  child.kill('SIGKILL');
  await ended;
  expect(lines((await runLoadout(['traces', '--json'], { cwd })).stdout)).toMatchObject([
    { tool: 'hang', hasEnded: false, executed: 'unknown' },
  ]);
  expect((await runLoadout(['traces'], { cwd })).stdout).toMatch(/ hang +running or lost +unknown$/m);
  const following = startLoadout(['traces', '--follow'], { cwd });
  expect(await following.waitFor('hang')).toMatch(/ guide hang running or lost ran: unknown$/m);

  await runLoadout(['assign', 'guide', 'echo'], { cwd });
  const another = startLoadout(['call', 'guide', 'hang'], { cwd });
  await another.waitFor('hang: started');
  await runLoadout(['call', 'guide', 'echo', '{"text":"one"}'], { cwd });
  expect((await following.waitFor(' echo ')).match(/ hang /g)).toHaveLength(1);
  another.child.kill('SIGKILL');
  await another.ended;
  expect((await runLoadout(['traces'], { cwd })).stdout).toMatch(/ hang .*\n.* hang .*\n.* echo .*\n$/);
});

test('a reader that goes away ends --follow with the next call', async () => {
  const { cwd, run } = await makeCalls();
  const following = startLoadout(['traces', '--follow', '--limit', '1', '--json'], { cwd });
  await following.waitFor('"two"');
  following.child.stdout?.destroy();
  await run('call', 'guide', 'echo', '{"text":"unread"}');
  await expect.poll(() => following.child.exitCode, { timeout: 5_000 }).toBe(0);
});

test('traces that cannot be had are told, and fail no call; only the command that lists them ends with 2', async () => {
  const { cwd, run } = await makeCalls();
  const file = join(cwd, '.loadout/loadout.traces.sqlite');
  for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true });
  writeFileSync(file, 'No database. '.repeat(1_000));
  const called = await run('call', 'guide', 'echo', '{"text":"still"}');
  expect(called).toMatchObject({ code: 0, stdout: 'still\n' });
  expect(called.stderr).toMatch(/^warning: .*loadout\.traces\.sqlite/);
  expect(await run('traces')).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/traces\.sqlite/) });
});
