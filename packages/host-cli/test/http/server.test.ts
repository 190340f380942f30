import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { UsageError } from '../../src/config/usage-error.js';
import { isLoopback, isWildcard } from '../../src/http/check-origin.js';
import { maximumBodyBytes } from '../../src/http/read-body.js';
import { type RunningServer, startServer } from '../../src/http/server.js';
import { makeHost } from './make-host.js';
import { post, send } from './send.js';

interface Started extends Awaited<ReturnType<typeof makeHost>> {
  readonly server: RunningServer;
  readonly url: string;
  readonly errors: readonly unknown[];
}

async function start(listen: { readonly host?: string; readonly port?: number } = {}): Promise<Started> {
  const made = await makeHost();
  const errors: unknown[] = [];
  const server = await startServer({
    host: made.host,
    listen: { host: '127.0.0.1', port: 0, ...listen },
    onError: (error) => errors.push(error),
  });
  onTestFinished(() => server.close());
  return { ...made, server, url: server.url, errors };
}

test('health, tools, bots and loadouts can be read', async () => {
  const { url, host } = await start();
  expect(await send(url, { path: '/healthz' })).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect((await send(url, { path: '/tools' })).body).toEqual(JSON.parse(JSON.stringify(await host.catalogue())));
  expect((await send(url, { path: '/bots?x=1' })).body).toEqual({ bots: await host.bots.list() });
  expect((await send(url, { path: '/bots/demo' })).body).toMatchObject({
    bot: { id: 'demo' },
    offered: [{ name: 'echo' }, { name: 'fail' }, { name: 'wait' }],
    withheld: [],
  });
  const { status, headers } = await send(url, { path: '/' });
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(await send(url, { method: 'HEAD', path: '/bots' })).toMatchObject({ status: 200, body: undefined });
});

test('bots are added and removed', async () => {
  const { url } = await start();
  const added = await post(url, '/bots', { id: 'guide', displayName: 'Guide' });
  expect(added).toMatchObject({ status: 201, body: { id: 'guide', displayName: 'Guide' } });
  expect(added.headers.location).toBe('/bots/guide');
  expect(await post(url, '/bots', { id: 'guide' })).toMatchObject({ status: 409, body: { code: 'BOT_EXISTS' } });
  expect(await send(url, { method: 'DELETE', path: '/bots/guide' })).toMatchObject({ status: 204 });
  expect(await post(url, '/bots', { id: 'guide' })).toMatchObject({ status: 409, body: { code: 'BOT_ID_RETIRED' } });
  expect(await send(url, { path: '/bots/guide' })).toMatchObject({ status: 404, body: { code: 'BOT_UNKNOWN' } });
  expect(await post(url, '/bots', { id: 'No Slug' })).toMatchObject({ status: 400, body: { code: 'BOT_ID_INVALID' } });
});

test('tools are assigned and unassigned', async () => {
  const { url } = await start();
  await post(url, '/bots', { id: 'guide' });
  const path = '/bots/guide/tools/echo';
  expect(await send(url, { method: 'PUT', path })).toMatchObject({ status: 200, body: { assigned: ['echo'] } });
  expect((await send(url, { path: '/bots/guide' })).body).toMatchObject({ offered: [{ name: 'echo' }] });
  expect(await send(url, { method: 'DELETE', path })).toMatchObject({ status: 200, body: { unassigned: ['echo'] } });
  expect(await send(url, { method: 'DELETE', path })).toMatchObject({ status: 200, body: { unassigned: [] } });
  const unknown = await send(url, { method: 'PUT', path: '/bots/guide/tools/nothing' });
  expect(unknown).toMatchObject({ status: 404, body: { code: 'TOOL_UNKNOWN' } });
});

test('a call answers its result, also when the tool fails or the bot does not have it', async () => {
  const { url } = await start();
  const path = '/bots/demo/calls';
  expect(await post(url, path, { tool: 'echo', arguments: { text: 'ü' } })).toMatchObject({
    status: 200,
    body: { structuredContent: { text: 'ü' }, isError: false },
  });
  for (const body of [{ tool: 'fail' }, { tool: 'nothing' }, { tool: 'echo', arguments: { text: 1 } }]) {
    expect(await post(url, path, body)).toMatchObject({ status: 200, body: { isError: true } });
  }
  const { body } = await post(url, path, { tool: 'echo', arguments: {} });
  expect(
    Object.keys(body as object).filter((key) => !['content', 'structuredContent', 'isError', '_meta'].includes(key)),
  ).toEqual([]);
  expect(await post(url, '/bots/nobody/calls', { tool: 'echo' })).toMatchObject({ status: 404 });
});

test('what cannot be read is refused with a problem that says why', async () => {
  const { url } = await start();
  const path = '/bots/demo/calls';
  const method = 'POST';
  const cases = [
    [
      { method, path, body: '{"tool": }' },
      400,
      'The body is not JSON: line 1, column 10: expected a value, found "}".',
    ],
    [{ method, path, body: '' }, 400, 'The body is not JSON: line 1, column 1: expected a value, found the end.'],
    [{ method, path, body: '[]' }, 400, 'The body has to be a JSON object.'],
    [{ method, path, body: '{}' }, 400, 'The body needs "tool": text that is not blank.'],
    [
      { method, path, body: '{"tool":"echo","args":{}}' },
      400,
      'The body has an unknown key "args"; known are tool, arguments.',
    ],
    [{ method, path, body: Buffer.from([0x22, 0xff, 0x22]) }, 400, /^The body is not UTF-8/],
    [{ path: '/bots/%E0%A4' }, 400, /^The path is not percent-encoded UTF-8/],
    [{ method, path: '/bots', body: '{"id":"x","displayName":" "}' }, 400, /"displayName": text that is not blank/],
    [{ path: '/bots/NOPE' }, 400, /^"NOPE" is no id of a bot/],
    [{ method, path: '/bots/NOPE/calls', body: '{"tool":"echo"}' }, 400, /^"NOPE" is no id of a bot/],
    [{ method: 'DELETE', path: '/bots/NOPE' }, 400, /^"NOPE" is no id of a bot/],
    [{ method: 'DELETE', path: '/bots/demo/tools/no%20name' }, 400, /^"no name" is no tool name/],
    [{ path: '/nothing' }, 404, 'There is nothing at this path. GET / lists the API.'],
    [{ path: '/bots/' }, 404, 'There is nothing at this path. GET / lists the API.'],
    [{ method: 'DELETE', path: '/bots' }, 405, 'This path takes GET, POST.'],
    [{ method, path, body: '{}', headers: { 'content-type': 'text/plain' } }, 415, /content-type: application\/json/],
    [{ method, path, body: '{}', headers: { 'content-type': 'application/json; charset=latin1' } }, 415, /JSON/],
    [{ method, path, body: '{}', headers: { 'content-encoding': 'gzip' } }, 415, /content-encoding/],
    [{ method: 'PUT', path: '/bots/demo/tools/echo', headers: { 'content-type': 'text/plain' } }, 415, /JSON/],
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
  expect((await send(url, { method: 'DELETE', path: '/bots' })).headers.allow).toBe('GET, POST');
});

test('a body of 1 MB is taken, one over the limit is refused, announced or not', async () => {
  const { url } = await start();
  const path = '/bots/demo/calls';
  const taken = await post(url, path, { tool: 'echo', arguments: { text: 'x'.repeat(1_000_000) } });
  expect(taken.status).toBe(200);
  const body = Buffer.alloc(maximumBodyBytes + 1, ' ');
  expect((await send(url, { method: 'POST', path, body })).status).toBe(413);
  const chunked = { method: 'POST', path, body, headers: { 'transfer-encoding': 'chunked' } };
  expect((await send(url, chunked)).status).toBe(413);
});

test('a request that names another host, or comes from another origin, is refused', async () => {
  const { url } = await start();
  const { port } = new URL(url);
  const status = async (headers: Record<string, string>) => (await send(url, { path: '/healthz', headers })).status;
  for (const host of ['localhost', `LOCALHOST:${port}`, 'localhost.', '127.0.0.2', `[::1]:${port}`]) {
    expect([host, await status({ host })]).toEqual([host, 200]);
  }
  for (const host of [
    'attacker.example',
    `127.0.0.1.attacker.example:${port}`,
    '192.168.0.1',
    'localhost@attacker.example',
  ]) {
    expect([host, await status({ host })]).toEqual([host, 403]);
  }
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
});

test('bound to every address, addresses are taken and foreign names refused', async () => {
  const { url, server } = await start({ host: '0.0.0.0' });
  expect(server.address).toBe('0.0.0.0');
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const status = async (host: string) => (await send(url, { path: '/healthz', headers: { host } })).status;
  expect(await status('192.168.7.7:8787')).toBe(200);
  expect(await status('attacker.example')).toBe(403);
});

test("a client that goes away while it sends is nobody's error", async () => {
  const { url, errors } = await start();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(
    'POST /bots HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{',
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.resetAndDestroy();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await send(url, { path: '/healthz' })).status).toBe(200);
  expect(errors).toEqual([]);
});

test('what is no HTTP request is refused with a problem as well', async () => {
  const { url } = await start();
  const head = 'POST /bots HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
  for (const [bytes, status] of [
    ['NONSENSE\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    [`${head}transfer-encoding: chunked\r\n\r\nnonsense\r\n`, 400],
    [`${head}expect: the-unexpected\r\ncontent-length: 0\r\n\r\n`, 417],
    // The second one on a connection.
    ['GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\nNONSENSE\r\n\r\n', 400],
  ] as const) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(bytes);
    setTimeout(() => socket.end(), 200);
    const [answerHead = '', body = ''] =
      (await text(socket))
        .split(/HTTP\/1\.1 (?=\d+)/)
        .at(-1)
        ?.split('\r\n\r\n') ?? [];
    expect([bytes.slice(0, 200), answerHead]).toEqual([bytes.slice(0, 200), expect.stringContaining(`${status} `)]);
    expect(answerHead).toContain('content-type: application/problem+json');
    expect(JSON.parse(body)).toMatchObject({ status, title: expect.any(String), detail: expect.any(String) });
  }
});

test('content types and encodings are read as HTTP has them', async () => {
  const { url } = await start();
  const bot = (id: string): string => JSON.stringify({ id });
  for (const [id, headers] of [
    ['one', { 'content-type': 'application/json;' }],
    ['two', { 'content-type': 'Application/JSON ; Charset="UTF-8" ;' }],
    ['three', { 'content-encoding': 'Identity' }],
  ] as const) {
    const sent = await send(url, { method: 'POST', path: '/bots', headers, body: bot(id) });
    expect([id, sent.status]).toEqual([id, 201]);
  }
});

test('an IPv4 address in an IPv6 one is that address', async () => {
  const { url, server } = await start({ host: '::ffff:127.0.0.1' });
  expect(isLoopback(server.address)).toBe(true);
  const { port } = new URL(url);
  for (const host of [new URL(url).host, `[::ffff:127.0.0.1]:${port}`, `[::ffff:7f00:1]:${port}`]) {
    expect([host, (await send(url, { path: '/healthz', headers: { host } })).status]).toEqual([host, 200]);
  }
  expect((await send(url, { path: '/healthz', headers: { host: '[::ffff:192.168.0.1]' } })).status).toBe(403);
  expect(isLoopback('::ffff:128.0.0.1')).toBe(false);
  expect(isWildcard('::ffff:0.0.0.0')).toBe(true);
});

test('a client that goes away cancels its call', async () => {
  const { url, waiting, cancelled } = await start();
  const sent = request(new URL('/bots/demo/calls', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
  sent.on('error', () => {});
  sent.end('{"tool":"wait"}');
  await waiting;
  sent.destroy();
  await cancelled;
});

test('closing cancels calls, answers them, and does not wait for idle connections', async () => {
  const { url, server, waiting, cancelled } = await start();
  const idle = connect(Number(new URL(url).port), '127.0.0.1');
  const slow = connect(Number(new URL(url).port), '127.0.0.1');
  for (const socket of [idle, slow]) socket.on('error', () => {});
  slow.write('POST /bots HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{');
  const call = post(url, '/bots/demo/calls', { tool: 'wait' });
  await waiting;
  const closing = server.close();
  expect(await call).toMatchObject({ status: 200, body: { isError: true }, headers: { connection: 'close' } });
  await cancelled;
  await closing;
  await expect(send(url, {})).rejects.toThrow();
});

test('a port that is taken, and a host that is none, are errors of usage with a remedy', async () => {
  const { url } = await start();
  const port = Number(new URL(url).port);
  await expect(start({ port })).rejects.toEqual(
    new UsageError(`Port ${port} of 127.0.0.1 is taken. Choose another one with --port, or --port 0 for a free one.`),
  );
  await expect(start({ host: '192.0.2.1' })).rejects.toThrow('192.0.2.1 is no address of this machine.');
  for (const host of ['fe80::1', 'ff02::1', 'host.invalid', 'no host']) {
    await expect(start({ host })).rejects.toBeInstanceOf(UsageError);
  }
});

test('an error that nobody foresaw says nothing to the client and all to the log', async () => {
  const made = await makeHost();
  const secret = new Error('secret of the inside');
  const errors: unknown[] = [];
  const host = { ...made.host, catalogue: () => Promise.reject(secret) };
  const server = await startServer({
    host,
    listen: { host: '127.0.0.1', port: 0 },
    onError: (error) => errors.push(error),
  });
  onTestFinished(() => server.close());
  const { status, body } = await send(server.url, { path: '/tools' });
  expect(status).toBe(500);
  expect(JSON.stringify(body)).not.toContain('secret');
  expect(errors).toEqual([secret]);
});
