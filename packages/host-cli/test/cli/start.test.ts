import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { send } from '../http/send.js';
import { readLog } from './read-log.js';
import { makeProject, runLoadout, startLoadout } from './run-loadout.js';
import { end, serve } from './serve.js';

test('the first run makes a bot with the tools that are there, the second one leaves it alone', async () => {
  const cwd = makeProject();
  const first = await serve(cwd);
  expect(first.output).toMatch(/^Made the bot demo with read_web_page\.$/m);
  expect(await send(first.url, { path: '/healthz' })).toMatchObject({ status: 200 });
  expect((await first.ask('GET', '/bots/demo/loadout')).body).toMatchObject({ offered: [{ name: 'read_web_page' }] });
  expect((await end(first)).code).toBe(0);
  const second = await serve(cwd);
  expect(second.output).not.toContain('Made the bot');
  expect((await end(second, 'SIGTERM')).code).toBe(0);
});

test('behind a proxy the server takes the address that the configuration states, and it says its version', async () => {
  const cwd = makeProject({ server: { publicUrl: 'https://tools.example.org' } });
  const running = await serve(cwd);
  expect(running.output).toMatch(/^Others reach it at https:\/\/tools\.example\.org$/m);
  const headers = { host: 'tools.example.org', origin: 'https://tools.example.org' };
  expect(await send(running.url, { path: '/healthz', headers })).toMatchObject({ status: 200 });
  const { stdout } = await runLoadout(['--version'], { cwd });
  expect((await running.ask('GET', '')).body).toMatchObject({ name: 'Loadout', version: stdout.trim() });
  await end(running);
});

test('a change by the command is seen by the server, and the other way round', async () => {
  const cwd = makeProject();
  const running = await serve(cwd);
  await runLoadout(['assign', 'demo', 'echo'], { cwd });
  expect(await running.ask('POST', '/bots/demo/calls', { tool: 'parrot', arguments: { text: 'a' } })).toMatchObject({
    status: 200,
    body: { content: [{ text: 'a' }], isError: false },
  });
  await running.ask('POST', '/bots', { id: 'guide' });
  expect((await runLoadout(['show', 'guide'], { cwd })).code).toBe(0);
  await end(running);
});

test('Ctrl-C ends within 2 s with 0, whatever calls and connections are open', async () => {
  const cwd = makeProject();
  const running = await serve(cwd);
  await runLoadout(['assign', 'demo', 'wait', 'hang'], { cwd });
  const idle = connect(Number(new URL(running.url).port), '127.0.0.1');
  idle.on('error', () => {});
  const calls = ['wait', 'hang'].map((tool) => running.ask('POST', '/bots/demo/calls', { tool }));
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
    stderr: expect.stringMatching(
      new RegExp(`^error: Port ${port} of 127\\.0\\.0\\.1 is taken\\. .* See --host and --port\\.$`, 'm'),
    ),
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
  const said = readLog(stderr).find(({ event }) => event === 'command');
  expect(said?.level).toBe('warn');
  expect(said?.msg).toMatch(/^0\.0\.0\.0 can be reached from other machines.*plain HTTP/);
});

test('the first thing to try is a link that signs in to the page; the session goes on after a restart', async () => {
  const cwd = makeProject();
  const first = await serve(cwd);
  const link = /^Open the page in a browser; this link signs you in:\n {2}(\S+)$/m.exec(first.output)?.[1] ?? '';
  expect(link).toBe(`${first.url}/sign-in#${first.token}`);
  expect(first.output.indexOf(link)).toBeLessThan(first.output.indexOf('curl'));
  const page = await fetch(link);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const [, script = ''] = /<script [^>]*src="([^"]+)"/.exec(await page.text()) ?? [];
  expect((await fetch(new URL(script, link))).headers.get('content-encoding')).toBe('gzip');
  const signIn = await send(first.url, {
    method: 'POST',
    path: '/api/v1/session',
    body: JSON.stringify({ token: new URL(link).hash.slice(1) }),
    headers: { 'content-type': 'application/json', origin: first.url },
  });
  expect(signIn).toMatchObject({ status: 201, body: { of: null } });
  const [cookie = ''] = signIn.headers['set-cookie']?.[0]?.split(';') ?? [];
  const whoAmI = async () => (await send(first.url, { path: '/api/v1', headers: { cookie } })).body;
  expect(await whoAmI()).toMatchObject({ you: { name: 'access token', role: 'admin', session: { of: null } } });
  expect((await end(first)).stderr).not.toContain(cookie.split('=')[1]);

  const second = await serve(cwd, ['--port', new URL(first.url).port]);
  expect(second.url).toBe(first.url);
  expect((await send(first.url, { path: '/api/v1', headers: { authorization: `Bearer ${first.token}` } })).status).toBe(
    401,
  );
  expect(await whoAmI()).toMatchObject({ you: { name: 'access token', role: 'admin', session: { of: null } } });
  const { stdout } = await runLoadout(['token', 'list'], { cwd });
  const [, id = ''] = /^(\S+) +admin, session +valid until \S+ +- +access token$/m.exec(stdout) ?? [];
  // By another process.
  expect((await runLoadout(['token', 'revoke', id], { cwd })).code).toBe(0);
  expect((await send(first.url, { path: '/api/v1', headers: { cookie } })).status).toBe(401);
  const audit = (await runLoadout(['audit', '--json'], { cwd })).stdout;
  expect(audit).toMatch(
    /"actor":\{"name":"access token","via":"page","token":"access-token"\},"action":"session-opened"/,
  );
  await end(second);
});

test('behind a proxy the link leads to the public address', async () => {
  const running = await serve(makeProject({ server: { publicUrl: 'https://tools.example.org/' } }));
  expect(running.output).toContain(`\n  https://tools.example.org/sign-in#${running.token}\n`);
  await end(running);
});

test('an error that a companion throws outside of any call ends the server in order, with 1', async () => {
  const cwd = makeProject();
  const running = await serve(cwd, [], { env: { LOADOUT_MODEL_KEY: 'sk-stray-canary-42' } });
  await runLoadout(['assign', 'demo', 'throw_later'], { cwd });
  await running.ask('POST', '/bots/demo/calls', { tool: 'throw_later' });
  const { code, stderr } = await running.ended;
  expect(code).toBe(1);
  expect(stderr).toContain('Nobody catches this. [secret]');
  expect(stderr).not.toContain('sk-stray');
});

test('every request needs a token; the printed one is good while the server lives, and never in the log', async () => {
  const cwd = makeProject();
  const running = await serve(cwd);
  expect((await send(running.url, { path: '/api/v1/bots' })).status).toBe(401);
  expect((await running.ask('GET', '/bots')).status).toBe(200);
  const made = await runLoadout(['token', 'create', '--name', 'watch', '--role', 'viewer'], { cwd });
  const headers = { authorization: `Bearer ${made.stdout.trim()}` };
  expect((await send(running.url, { path: '/api/v1/bots', headers })).status).toBe(200);
  expect((await send(running.url, { method: 'DELETE', path: '/api/v1/bots/demo', headers })).status).toBe(403);
  const { stderr } = await end(running);
  expect(readLog(stderr).filter(({ event }) => event === 'http-request')).toHaveLength(4);
  expect(stderr).not.toContain(running.token);
  expect(stderr).not.toContain(made.stdout.trim());
});
