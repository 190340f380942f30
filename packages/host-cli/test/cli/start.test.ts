import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { post, send } from '../http/send.js';
import { makeProject, runLoadout, startLoadout } from './run-loadout.js';
import { end, serve } from './serve.js';

test('the first run makes a bot with the tools that are there, the second one leaves it alone', async () => {
  const cwd = makeProject();
  const first = await serve(cwd);
  expect(first.output).toMatch(/^Made the bot demo with read_web_page\.$/m);
  expect((await send(first.url, { path: '/healthz' })).body).toEqual({ status: 'ok' });
  expect((await send(first.url, { path: '/bots/demo' })).body).toMatchObject({ offered: [{ name: 'read_web_page' }] });
  expect(await end(first)).toMatchObject({ code: 0, stderr: '' });
  const second = await serve(cwd);
  expect(second.output).not.toContain('Made the bot');
  expect((await end(second, 'SIGTERM')).code).toBe(0);
});

test('a change by the command is seen by the server, and the other way round', async () => {
  const cwd = makeProject();
  const running = await serve(cwd);
  await runLoadout(['assign', 'demo', 'echo'], { cwd });
  expect(await post(running.url, '/bots/demo/calls', { tool: 'parrot', arguments: { text: 'a' } })).toMatchObject({
    status: 200,
    body: { content: [{ text: 'a' }], isError: false },
  });
  await post(running.url, '/bots', { id: 'guide' });
  expect((await runLoadout(['show', 'guide'], { cwd })).code).toBe(0);
  await end(running);
});

test('Ctrl-C ends within 2 s with 0, whatever calls and connections are open', async () => {
  const cwd = makeProject();
  const running = await serve(cwd);
  await runLoadout(['assign', 'demo', 'wait', 'hang'], { cwd });
  const idle = connect(Number(new URL(running.url).port), '127.0.0.1');
  idle.on('error', () => {});
  const calls = ['wait', 'hang'].map((tool) => post(running.url, '/bots/demo/calls', { tool }));
  await Promise.all([running.waitFor('wait: started'), running.waitFor('hang: started')]);
  const result = await end(running);
  expect(result).toMatchObject({ code: 0, signal: null });
  expect(result.stderr).toContain('wait: cancelled');
  expect(await Promise.all(calls)).toMatchObject([{ body: { isError: true } }, { body: { isError: true } }]);
});

test('a port that is taken ends with 2 and a remedy, and leaves nothing running', async () => {
  const cwd = makeProject();
  const running = await serve(cwd);
  const { port } = new URL(running.url);
  expect(await runLoadout(['start', '--port', port], { cwd })).toMatchObject({
    code: 2,
    stdout: '',
    stderr: `error: Port ${port} of 127.0.0.1 is taken. Choose another one with --port, or --port 0 for a free one.\n`,
  });
  await end(running);
});

test('host and port come from configuration and environment as well', async () => {
  const cwd = makeProject({ server: { host: '127.0.0.1', port: 1 } });
  const running = startLoadout(['start'], { cwd, env: { LOADOUT_PORT: '0', LOADOUT_HOST: 'localhost' } });
  expect(await running.waitFor('Ctrl-C')).toMatch(/http:\/\/localhost:\d+/);
  await end(running);
});

test('an address that others reach is warned of', async () => {
  const cwd = makeProject();
  const running = await serve(cwd, ['--host', '0.0.0.0']);
  const { stderr } = await end(running);
  expect(stderr).toMatch(/^warning: 0\.0\.0\.0 can be reached from other machines.*no sign-in/m);
});

test('an error that a companion throws outside of any call ends the server in order, with 1', async () => {
  const cwd = makeProject();
  const running = await serve(cwd);
  await runLoadout(['assign', 'demo', 'throw_later'], { cwd });
  await post(running.url, '/bots/demo/calls', { tool: 'throw_later' });
  const { code, stderr } = await running.ended;
  expect(code).toBe(1);
  expect(stderr).toContain('Nobody catches this.');
});
