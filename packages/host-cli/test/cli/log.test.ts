import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLog } from './read-log.js';
import { makeProject, runLoadout } from './run-loadout.js';
import { end, serve } from './serve.js';

test('a failing tool is in the log of the server whole, with every mark and the id that the model got', async () => {
  const cwd = makeProject();
  const running = await serve(cwd);
  await runLoadout(['assign', 'demo', 'fail'], { cwd });
  const { body } = await running.ask('POST', '/bots/demo/calls', { tool: 'fail' });
  const { stderr } = await end(running);
  const line = readLog(stderr).find(({ level }) => level === 'error');
  expect(line).toMatchObject({
    companion: '@acme/tools',
    bot: 'demo',
    tool: 'fail',
    turn: expect.any(String),
    call: expect.any(String),
    place: expect.stringContaining('loadout.config.json:3:5'),
    err: { message: 'It broke.', stack: expect.stringContaining('index.js') },
  });
  expect(JSON.stringify(body)).toContain(line?.errorId);
});

test('with a file the server writes there, goes on in a new one after SIGUSR2, and commands write there too', async () => {
  const cwd = makeProject({ companions: ['@acme/tools'], log: { file: 'logs/loadout.log', level: 'info' } });
  const file = join(cwd, 'logs/loadout.log');
  const running = await serve(cwd);
  expect(running.output).toContain(`Log: ${file}`);
  expect(readLog(readFileSync(file, 'utf8')).map(({ event }) => event)).toContain('companion-loaded');
  renameSync(file, `${file}.1`);
  running.child.kill('SIGUSR2');
  await expect
    .poll(async () => {
      await running.ask('GET', '/bots');
      return readFileSync(file, { encoding: 'utf8', flag: 'a+' });
    })
    .toContain('http-request');
  expect(await end(running)).toMatchObject({ code: 0, stderr: '' });
  await runLoadout(['assign', 'demo', 'fail'], { cwd });
  const { stderr } = await runLoadout(['call', 'demo', 'fail'], { cwd });
  expect(stderr).toContain('It broke.');
  expect(readLog(readFileSync(file, 'utf8')).find(({ level }) => level === 'error')).toMatchObject({ tool: 'fail' });
});

test('--log-level and LOADOUT_LOG_LEVEL say how much is told', async () => {
  const cwd = makeProject();
  expect((await runLoadout(['tools'], { cwd })).stderr).toBe('');
  expect((await runLoadout(['tools', '--log-level', 'info'], { cwd })).stderr).toMatch(
    /^note: @acme\/tools is loaded\./,
  );
  expect((await runLoadout(['tools'], { cwd, env: { LOADOUT_LOG_LEVEL: 'info' } })).stderr).toMatch(/^note: /);
});

test('a log file that cannot be opened ends the command with 2 and a remedy', async () => {
  const cwd = makeProject();
  expect(await runLoadout(['tools'], { cwd, env: { LOADOUT_LOG_FILE: '.' } })).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^error: The log file .* Name another one with "log\.file" or LOADOUT_LOG_FILE\.\n$/),
  });
});
