import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createHost, isLoadoutError } from '@loadout/core';
import { expect, test } from 'vitest';
import { isLoopback, isWildcard, type ServerOptions, startServer } from '../src/index.js';
import { makeTokens } from './builders/make-app.js';
import { open, openEvents, readAnswer, send, start, starterToken } from './builders/start.js';

const strict = {
  'content-security-policy': `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

const jsonHeaders = 'host: localhost\r\ncontent-type: application/json\r\n';

test('health needs no token, all else does', async () => {
  const { url } = await start();
  expect(await send(url, { path: '/healthz', token: null })).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect(await send(url, { path: '/readyz', token: null })).toMatchObject({ status: 200, body: { status: 'ok' } });
  for (const path of ['/api/v1', '/api/v1/bots', '/api', '/api/', '/api/v1/nothing']) {
    const { status, headers, body } = await send(url, { path, token: null });
    expect([path, status, headers['www-authenticate'], body]).toEqual([
      path,
      401,
      'Bearer realm="loadout"',
      expect.objectContaining({ status: 401, title: 'Unauthorized' }),
    ]);
  }
  const wrong = await send(url, { token: 'wrong' });
  expect([wrong.status, wrong.headers['www-authenticate']]).toEqual([
    401,
    'Bearer realm="loadout", error="invalid_token"',
  ]);
  expect(await send(url)).toMatchObject({
    status: 200,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...strict },
  });
});

test('whatever is answered, nothing in it acts and no other page loads it', async () => {
  const { url } = await start();
  for (const request of [
    { path: '/api/v1' },
    { path: '/api/v1', token: null },
    { path: '/healthz', token: null },
    { path: '/api/v1/nothing' },
    { path: '/api/v1/bots', method: 'PATCH' },
    { path: '/assets/nothing.js', token: null },
    { path: '/nothing.svg', token: null },
    { path: '/', method: 'POST', token: null },
  ]) {
    const { headers } = await send(url, request);
    expect([request, headers]).toEqual([request, expect.objectContaining(strict)]);
  }
});

test('a server without a token of its own takes those of the host', async () => {
  const { host } = await start();
  const server = await startServer({ host, listen: { host: '127.0.0.1', port: 0 } });
  const { viewer } = await makeTokens({ host });
  expect((await send(server.url, { token: viewer })).status).toBe(200);
  expect((await send(server.url, { token: starterToken })).status).toBe(401);
  expect((await send(server.url, { token: 'undefined' })).status).toBe(401);
  await server.close();
});

test('what cannot be read is refused with a problem that says why', async () => {
  const { url } = await start();
  const path = '/api/v1/bots/demo/calls';
  const method = 'POST';
  const cases = [
    [{ method, path, body: '{"tool": }' }, 400, /^The body is not JSON: /],
    [{ method, path, body: '' }, 400, /^The body is not JSON: /],
    [{ method, path, body: '[]' }, 400, 'The body does not fit: expected an object, got a list of 0.'],
    [{ method, path, body: '{}' }, 400, 'The body does not fit at /tool: expected a value, got nothing.'],
    [
      { method, path, body: '{"tool":"echo","args":{}}' },
      400,
      /at \/args: expected one of the keys tool, .*unknown key\.$/,
    ],
    [{ method, path, body: Buffer.from([0x22, 0xff, 0x22]) }, 400, /^The body is not UTF-8/],
    [{ method, path, body: `${'['.repeat(200)}${']'.repeat(200)}` }, 400, /nested too deeply/],
    [{ path: '/api/v1/bots/%E0%A4' }, 400, /^The path is not percent-encoded UTF-8/],
    [
      { method, path: '/api/v1/bots', body: '{"id":"x","displayName":" "}' },
      400,
      /\/displayName: expected a text of 1/,
    ],
    [{ path: '/api/v1/bots/NOPE' }, 404, /NOPE/],
    [{ path: '/api/v1/bots?x=1' }, 400, /^This path takes no query/],
    [{ path: '/api/v1/traces?limit=0' }, 400, /at \/limit: expected 1 or more, got 0/],
    [{ path: '/api/v1/traces?limit=1&limit=2' }, 400, /the same name twice/],
    [{ path: '/api/nothing' }, 404, /^There is nothing at this path/],
    [{ path: '/api/v1/bots/' }, 404, /^There is nothing at this path/],
    [{ method: 'DELETE', path: '/api/v1/bots' }, 405, 'This path takes GET, HEAD, POST.'],
    [{ method: 'OPTIONS', path: '/api/v1/bots' }, 405, 'This path takes GET, HEAD, POST.'],
    [
      { method: 'DELETE', path: '/api/v1/bots/demo', body: '{}', headers: { 'content-length': '2' } },
      400,
      'This request takes no body.',
    ],
    [{ method, path, body: '{}', headers: { 'content-type': 'text/plain' } }, 415, /content-type: application\/json/],
    [{ method, path, body: '{}', headers: { 'content-type': 'application/json; charset=latin1' } }, 415, /JSON/],
    [{ method, path, body: '{}', headers: { 'content-encoding': 'gzip' } }, 415, /content-encoding/],
  ] as const;
  for (const [sent, status, detail] of cases) {
    const { headers, ...received } = await send(url, sent);
    expect([sent, received]).toEqual([
      sent,
      { status, body: expect.objectContaining({ type: 'about:blank', status, title: expect.any(String) }) },
    ]);
    expect(received.body).toMatchObject({
      detail: typeof detail === 'string' ? detail : expect.stringMatching(detail),
    });
    expect(headers['content-type']).toBe('application/problem+json');
  }
  expect((await send(url, { method: 'DELETE', path: '/api/v1/bots' })).headers.allow).toBe('GET, HEAD, POST');
});

test('content types are read as HTTP has them', async () => {
  const { url } = await start();
  for (const [id, type] of [
    ['one', 'application/json;'],
    ['two', 'Application/JSON; charset="utf-8"'],
    ['three', 'application/json;charset=UTF-8'],
  ] as const) {
    const sent = {
      method: 'POST',
      path: '/api/v1/bots',
      body: JSON.stringify({ id }),
      headers: { 'content-type': type },
    };
    expect([type, (await send(url, sent)).status]).toEqual([type, 201]);
  }
});

test('a body over the limit is refused, announced or not; a document may be larger', async () => {
  const { url } = await start({ bodyBytes: 10_000, importBytes: 100_000 });
  const path = '/api/v1/bots/demo/calls';
  const fitting = JSON.stringify({ tool: 'echo', arguments: { text: 'x'.repeat(9_000) } });
  expect((await send(url, { method: 'POST', path, body: fitting })).status).toBe(200);
  const body = Buffer.alloc(5_000_000, ' ');
  expect((await send(url, { method: 'POST', path, body })).status).toBe(413);
  // So much is not even waited for.
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(
    `POST ${path} HTTP/1.1\r\n${jsonHeaders}authorization: Bearer ${starterToken}\r\ncontent-length: 30000000\r\n\r\n`,
  );
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 /);
  expect((await send(url, { method: 'POST', path, body, headers: { 'transfer-encoding': 'chunked' } })).status).toBe(
    413,
  );
  const document = JSON.stringify({ format: 'x'.repeat(50_000) });
  const imported = await send(url, { method: 'POST', path: '/api/v1/import', body: document });
  expect(imported).toMatchObject({ status: 400, body: { code: 'IMPORT_INVALID' } });
});

test('after a body that was too large its connection is still of use', async () => {
  const { url } = await start({ bodyBytes: 10_000 });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const head = `POST /api/v1/bots HTTP/1.1\r\n${jsonHeaders}authorization: Bearer ${starterToken}\r\ncontent-length: 3000000\r\n\r\n`;
  socket.write(head + ' '.repeat(3_000_000));
  socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
  const statuses = [...(await text(socket)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
  expect(statuses).toEqual(['413', '200']);
});

test('a request that names another host, or comes from another origin, is refused', async () => {
  const { url } = await start();
  const { port } = new URL(url);
  const status = async (headers: Record<string, string>) => (await send(url, { path: '/healthz', headers })).status;
  for (const host of ['localhost', `LOCALHOST:${port}`, 'localhost.', '127.0.0.2', `[::1]:${port}`]) {
    expect([host, await status({ host })]).toEqual([host, 200]);
  }
  for (const host of ['attacker.example', `127.0.0.1.attacker.example:${port}`, '192.168.0.1']) {
    expect([host, await status({ host })]).toEqual([host, 403]);
  }
  expect(await status({ host: 'localhost@attacker.example' })).toBe(400);
  expect(await status({ origin: url })).toBe(200);
  for (const origin of [
    'http://attacker.example',
    'null',
    `http://localhost:${port}`,
    'http://127.0.0.1:1',
    `https://127.0.0.1:${port}`,
    `ftp://127.0.0.1:${port}`,
    `blob:${url}/x`,
  ]) {
    expect([origin, await status({ origin })]).toEqual([origin, 403]);
  }
  const refused = await send(url, { headers: { origin: 'http://attacker.example' } });
  expect(refused.headers['access-control-allow-origin']).toBeUndefined();
});

test('bound to every address, addresses are taken and foreign names refused', async () => {
  const { url, server } = await start({}, { listen: '0.0.0.0' });
  expect(server.address).toBe('0.0.0.0');
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const status = async (host: string) => (await send(url, { path: '/healthz', headers: { host } })).status;
  expect(await status('192.168.7.7:8787')).toBe(200);
  expect(await status('attacker.example')).toBe(403);
});

test('behind a proxy the public address is taken beside the one that the server is bound to', async () => {
  const { url } = await start({}, { publicUrl: 'https://tools.example.org' });
  const status = async (headers: Record<string, string>) => (await send(url, { path: '/healthz', headers })).status;
  for (const [host, origin] of [
    ['tools.example.org', 'https://tools.example.org'],
    ['tools.example.org:443', 'https://tools.example.org:443'],
    // A proxy may leave the header, or put its own in.
    ['127.0.0.1', 'https://tools.example.org'],
    [new URL(url).host, url],
  ] as const) {
    expect([host, await status({ host })]).toEqual([host, 200]);
    expect([host, origin, await status({ host, origin })]).toEqual([host, origin, 200]);
  }
  for (const [host, origin] of [
    ['tools.example.org', 'http://tools.example.org'],
    ['tools.example.org', 'https://tools.example.org:8443'],
    ['tools.example.org', 'https://attacker.example'],
    ['tools.example.org', 'null'],
    ['tools.example.org', 'blob:https://tools.example.org/x'],
    ['attacker.example', 'https://tools.example.org'],
    ['sub.tools.example.org', 'https://tools.example.org'],
    ['.', 'https://tools.example.org'],
  ] as const) {
    expect([host, origin, await status({ host, origin })]).toEqual([host, origin, 403]);
  }
});

test('addresses are told apart however they are written', () => {
  for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]', '::ffff:127.0.0.1', '0:0:0:0:0:0:0:1']) {
    expect([host, isLoopback(host)]).toEqual([host, true]);
  }
  for (const host of ['0.0.0.0', '192.168.0.1', 'localhost.example', '::'])
    expect([host, isLoopback(host)]).toEqual([host, false]);
  for (const host of ['0.0.0.0', '::', '[::]', '0:0::0']) expect([host, isWildcard(host)]).toEqual([host, true]);
});

test("a client that goes away while it sends is nobody's error", async () => {
  const { url, log } = await start();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(
    `POST /api/v1/bots HTTP/1.1\r\n${jsonHeaders}authorization: Bearer ${starterToken}\r\nexpect: 100-continue\r\ncontent-length: 10\r\n\r\n`,
  );
  // It is being answered.
  await once(socket, 'data');
  socket.write('{');
  socket.resetAndDestroy();
  await expect.poll(() => log.filter(({ event }) => event === 'http-request').length).toBe(1);
  expect((await send(url, { path: '/healthz' })).status).toBe(200);
  expect(log.filter(({ level }) => level === 'error')).toEqual([]);
});

test('what is no HTTP request is refused with a problem as well', async () => {
  const { url } = await start();
  for (const [bytes, status] of [
    ['NONSENSE\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    [
      `POST /api/v1/bots HTTP/1.1\r\n${jsonHeaders}authorization: Bearer ${starterToken}\r\ntransfer-encoding: chunked\r\n\r\nnonsense\r\n`,
      400,
    ],
    [`POST /api/v1/bots HTTP/1.1\r\n${jsonHeaders}expect: the-unexpected\r\ncontent-length: 0\r\n\r\n`, 417],
    ['GET http://[ HTTP/1.1\r\nhost: localhost\r\n\r\n', 400],
  ] as const) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(bytes);
    const [head = '', body = ''] = (await readAnswer(socket, status)).split('\r\n\r\n');
    expect(head).toContain('content-type: application/problem+json');
    expect(JSON.parse(body)).toMatchObject({ status, title: expect.any(String), detail: expect.any(String) });
  }
});

test('an error that nobody foresaw is answered with an id, and the log has it whole', async () => {
  const made = await start();
  const broken = {
    ...made.host,
    as: () => ({ ...made.host, bots: { ...made.host.bots, list: () => Promise.reject(new Error('of the inside')) } }),
  };
  const { url, log } = await start({}, { made: { ...made, host: broken as never } });
  const { status, body } = await send(url, { path: '/api/v1/bots' });
  const { errorId, detail } = body as { errorId: string; detail: string };
  expect(status).toBe(500);
  expect(detail).toContain(errorId);
  expect(JSON.stringify(body)).not.toContain('of the inside');
  expect(log.find(({ event }) => event === 'http-failed')).toMatchObject({
    level: 'error',
    errorId,
    error: expect.objectContaining({ message: 'of the inside' }),
  });
});

test('each request is one line of the log, without values', async () => {
  const { url, host, log } = await start();
  const { operator } = await makeTokens({ host });
  const token = (await host.tokens.list()).find(({ name }) => name === 'operator');
  await send(url, { path: '/api/v1/audit?actor=somebody', token: operator });
  await send(url, { method: 'POST', path: '/api/v1/bots', token: operator, body: '{"id":"named-here"}' });
  await send(url, { path: '/api/v1/nothing/of-interest', token: null });
  const lines = log.filter(({ event }) => event === 'http-request');
  expect(lines.map(({ level, data }) => ({ level, ...(data as object) }))).toEqual([
    { level: 'info', method: 'GET', route: '/api/v1/audit', status: 200, ms: expect.any(Number), token: token?.id },
    { level: 'info', method: 'POST', route: '/api/v1/bots', status: 201, ms: expect.any(Number), token: token?.id },
    { level: 'info', method: 'GET', route: null, status: 401, ms: expect.any(Number), token: null },
  ]);
  for (const hidden of ['somebody', 'named-here', 'of-interest', operator])
    expect(JSON.stringify(log)).not.toContain(hidden);
});

test('too many requests of a token, and too many wrong tokens of an address, are refused for a while', async () => {
  const { url, host } = await start({ requestsPerMinute: 3, signInFailuresPerMinute: 2 });
  const { viewer } = await makeTokens({ host });
  const statuses = [];
  for (let count = 0; count < 4; count += 1) statuses.push((await send(url)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const failures = [];
  for (let count = 0; count < 3; count += 1) failures.push(await send(url, { token: 'wrong' }));
  expect(failures.map(({ status }) => status)).toEqual([401, 401, 429]);
  const wait = Number(failures[2]?.headers['retry-after']);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  // Whoever has a token is not locked out by somebody else on his machine.
  expect((await send(url, { token: viewer })).status).toBe(200);
});

test('closing cancels calls, ends streams with a reason, and answers all of it', async () => {
  const { url, server, waiting, log } = await start();
  const events = await openEvents(url, '/api/v1/events');
  await events.next();
  const body = JSON.stringify({ tool: 'wait' });
  const call = send(url, { method: 'POST', path: '/api/v1/bots/demo/calls', body });
  await waiting;
  const startedAt = performance.now();
  const closing = server.close();
  expect(await events.next()).toMatchObject({ event: 'end', data: { reason: 'closing' } });
  expect(await call).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
  await closing;
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  await expect(send(url)).rejects.toThrow('ECONNREFUSED');
  expect(log.filter(({ level }) => level === 'error')).toEqual([]);
  await server.close();
});

test('while it closes, the server is not ready and takes nothing more on connections that are open', async () => {
  const { url, server, waiting } = await start({ drainMs: 400 });
  const body = JSON.stringify({ tool: 'wait' });
  const response = open(url, {
    method: 'POST',
    path: '/api/v1/bots/demo/calls',
    body,
    headers: { accept: 'text/event-stream' },
  });
  await waiting;
  // A connection that is in the middle of a request is not idle; the answer to the one before says that it arrived.
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\nGET /readyz HTTP/1.1\r\n');
  await once(socket, 'data');
  const closing = server.close();
  socket.write('host: localhost\r\n\r\n');
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  expect(answer).toMatch(/connection: close/i);
  expect(answer).toContain('{"status":"unavailable"}');
  (await response).resume();
  await closing;
});

test('a server that cannot listen says why', async () => {
  const { url, host } = await start();
  const port = Number(new URL(url).port);
  const error = await startServer({ host, listen: { host: '127.0.0.1', port } }).catch((reason: unknown) => reason);
  expect(isLoadoutError(error, 'CONFIGURATION_INVALID')).toBe(true);
  expect(String(error)).toContain(`Port ${port} of 127.0.0.1 is taken. Choose another port, or 0 for a free one.`);
});

test('a limit that is no number above 0 is refused by its name', async () => {
  const { host } = await start();
  for (const [limits, message] of [
    [{ bodyBytes: 0 }, 'The limit bodyBytes of the server has to be a number above 0, but is 0.'],
    [{ requestsPerMinute: Number.NaN }, /requestsPerMinute/],
    [{ pollMs: '10' }, /pollMs/],
    [{ pingMs: 1e12 }, /pingMs .* at most 2147483647, but is 1000000000000/],
    [{ bodySize: 10 }, /There is no limit bodySize of the server\. Known: .*bodyBytes/],
  ] as const) {
    const options = { host, listen: { host: '127.0.0.1', port: 0 }, limits } as ServerOptions;
    await expect(startServer(options)).rejects.toThrow(message);
  }
});

test('a server of a closed host is up, and not ready', async () => {
  const host = await createHost({ logger: () => {} });
  const server = await startServer({ host, listen: { host: '127.0.0.1', port: 0 }, accessToken: starterToken });
  await host.close();
  expect((await send(server.url, { path: '/healthz' })).status).toBe(200);
  expect((await send(server.url, { path: '/readyz' })).status).toBe(503);
  expect(await send(server.url, { path: '/api/v1/bots' })).toMatchObject({
    status: 503,
    body: { code: 'HOST_CLOSED' },
  });
  await server.close();
});
