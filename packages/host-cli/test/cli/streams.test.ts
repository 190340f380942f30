import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { send } from '../http/send.js';
import { addCompanion, mainFile, makeProject, runLoadout, startLoadout } from './run-loadout.js';
import { end, serve } from './serve.js';

/** Runs with standard output going to a file. */
async function runTo(file: string, args: readonly string[], cwd: string) {
  const target = openSync(file, 'w');
  const child = spawn(process.execPath, [mainFile, ...args], { cwd, stdio: ['ignore', target, 'pipe'] });
  closeSync(target);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [[code], stderr] = await Promise.all([once(child, 'close'), text(child.stderr as NodeJS.ReadableStream)]);
  return { code, stderr };
}

test.each(['stdout', 'stderr'] as const)('start goes on serving when nobody reads %s any more', async (name) => {
  const cwd = makeProject();
  // So that there is always something to write.
  addCompanion(
    cwd,
    'tools',
    `export function register(host) { setInterval(() => { process.stdout.write('tick'); process.stderr.write('tick'); }, 20); }`,
  );
  const running = await serve(cwd);
  running.ended.catch(() => {}); // reading to the end fails
  const exited = once(running.child, 'exit');
  running.child[name]?.destroy();
  const before = performance.now();
  for (let round = 0; round < 5; round += 1) {
    expect((await send(running.url, { path: '/healthz' })).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const cpuMs = readCpuMs(running.child.pid ?? 0);
  const wallMs = performance.now() - before;
  await new Promise((resolve) => setTimeout(resolve, wallMs));
  // A process that spins takes all of that time.
  expect(readCpuMs(running.child.pid ?? 0) - cpuMs).toBeLessThan(wallMs / 2);
  running.child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

/** User and system time so far. */
function readCpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

test.each(['stdout', 'stderr'] as const)('a command ends when nobody reads %s', async (name) => {
  const cwd = makeProject({ companions: ['@acme/tools', '@acme/hostile'] });
  const child = spawn(process.execPath, [mainFile, 'tools'], { cwd, stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  child[name].destroy();
  child.stdout.resume();
  child.stderr.resume();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('results that a full disk does not take end with 1 and an error, also where it takes a part', async () => {
  const cwd = makeProject();
  for (const args of [['tools'], ['tools', '--json'], ['--help']]) {
    const { code, stderr } = await runTo('/dev/full', args, cwd);
    expect([args, code]).toEqual([args, 1]);
    expect(stderr).toMatch(/^error: Standard output cannot be written: ENOSPC/m);
  }
  const file = join(cwd, 'out.json');
  const limited = spawn(
    'bash',
    ['-c', `ulimit -f 1; exec "$0" "$@" > ${file}`, process.execPath, mainFile, 'tools', '--json'],
    { cwd },
  );
  const [[code], stderr] = await Promise.all([once(limited, 'close'), text(limited.stderr)]);
  expect(statSync(file).size).toBe(1024);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^error: Standard output cannot be written/m),
  });
});

const noisy = `
console.log('\\u001b[2Jat import');
export function register(host) {
  host.on('CollectToolProviders', (event) => event.registerProvider({
    getTools: () => [{ name: 'noise', description: 'Prints.', schema: { type: 'object' } }],
    executeTool: () => {
      console.log('in a call');
      process.stdout.write(Buffer.from('\\u001b]0;title'));
      console.error('\\u001b[31mred');
      return new Promise((resolve) => process.stdout.write('\\n', () => resolve('done')));
    },
  }));
}`;

test('2.1 what a companion prints goes to standard error, without what a terminal would act on', async () => {
  const cwd = makeProject();
  addCompanion(cwd, 'tools', noisy);
  expect(JSON.parse((await runLoadout(['tools', '--json'], { cwd })).stdout).companions).toHaveLength(1);
  await runLoadout(['bots', 'add', 'demo'], { cwd });
  await runLoadout(['assign', 'demo', 'noise'], { cwd });
  const { code, stdout, stderr } = await runLoadout(['call', 'demo', 'noise', '--json'], { cwd });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ content: [{ type: 'text', text: 'done' }] });
  for (const part of ['\\x1b[2Jat import', 'in a call', '\\x1b]0;title', '\\x1b[31mred'])
    expect(stderr).toContain(part);
  expect(stderr).not.toContain('\u001b');
});

test('Ctrl-C while a companion never ends its import ends start in order', async () => {
  const cwd = makeProject();
  addCompanion(cwd, 'tools', `console.error('importing'); await new Promise(() => setInterval(() => {}, 1_000));`);
  const running = startLoadout(['start', '--port', '0'], { cwd });
  await running.waitFor('importing');
  expect(await end(running)).toMatchObject({ code: 0, signal: null, stdout: '' });
});
