import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { makeTokens } from './builders/make-app.js';
import { makeHost } from './builders/make-host.js';
import { makeTrace } from './builders/make-trace.js';
import { open, send, start, starterToken } from './builders/start.js';

const authorization = `authorization: Bearer ${starterToken}\r\n`;

function openSocket(url: string): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  return socket;
}

/** All that comes back until the server ends the connection. */
async function exchange(url: string, bytes: string): Promise<string> {
  const socket = openSocket(url);
  socket.write(bytes);
  return text(socket);
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

test.each([
  [200, ['localhost'], '/healthz'],
  [200, ['127.0.0.1:'], '/healthz'],
  [200, ['[::ffff:127.0.0.1]'], '/healthz'],
  [200, ['[::FFFF:7f00:1]:8080'], '/healthz'],
  [200, ['LOCALHOST.'], '/healthz'],
  [200, ['localhost'], 'http://127.0.0.1/healthz'],
  [200, ['localhost'], 'http://[::ffff:127.0.0.1]:80/healthz'],
  [400, [], '/healthz'],
  [400, [''], '/healthz'],
  [400, ['localhost', 'attacker.example'], '/healthz'],
  [400, ['localhost', 'localhost'], '/healthz'],
  [400, ['a b'], '/healthz'],
  [400, ['localhost/x'], '/healthz'],
  [403, ['[::ffff:192.168.0.1]'], '/healthz'],
  [403, ['attacker.example'], 'http://localhost/healthz'],
  [403, ['localhost'], 'http://attacker.example/healthz'],
  [403, ['localhost'], 'http://localhost@attacker.example/healthz'],
  [400, [], 'http://localhost/healthz'],
] as const)('%i: the hosts %j, asked for %s', async (status, hosts, target) => {
  const { url } = await start();
  const headers = hosts.map((host) => `Host: ${host}\r\n`).join('');
  const answer = await exchange(url, `GET ${target} HTTP/1.1\r\n${headers}connection: close\r\n\r\n`);
  expect(statusOf(answer)).toBe(status);
  if (status !== 200) expect(answer).toContain('application/problem+json');
});

test('an origin is compared with the host that the target names', async () => {
  const { url } = await start();
  const ask = (origin: string) =>
    exchange(
      url,
      `GET http://127.0.0.1:1/healthz HTTP/1.1\r\nhost: localhost\r\norigin: ${origin}\r\nconnection: close\r\n\r\n`,
    );
  expect(statusOf(await ask('http://127.0.0.1:1'))).toBe(200);
  expect(statusOf(await ask('http://localhost'))).toBe(403);
});

test('what is no request is never answered into the answer to another one', async () => {
  const { url } = await start();
  const socket = openSocket(url);
  socket.write(`GET /api/v1/events HTTP/1.1\r\nhost: localhost\r\n${authorization}\r\n`);
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk;
  });
  await expect.poll(() => received).toContain('event: ready');
  socket.write('NONSENSE\r\n\r\n');
  await once(socket, 'close');
  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
});

test('a request that waits for its answer gets no refusal of what came after it', async () => {
  const { url } = await start();
  const body = '{"tool":"wait"}';
  const request = `POST /api/v1/bots/demo/calls HTTP/1.1\r\nhost: localhost\r\n${authorization}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  expect(await exchange(url, `${request}NONSENSE\r\n\r\n`)).toBe('');
});

test('CONNECT is answered with 405', async () => {
  const { url } = await start();
  const answer = await exchange(url, 'CONNECT attacker.example:443 HTTP/1.1\r\nhost: attacker.example:443\r\n\r\n');
  expect(statusOf(answer)).toBe(405);
  expect(answer).toMatch(/^allow: GET, HEAD, POST, PUT, PATCH, DELETE\r$/m);
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status: 405, title: 'Method Not Allowed' });
});

test('a reader of JSON that takes nothing is dropped, one that waits for a call is not', async () => {
  const { url, waiting, traces, host } = await start({ slowReaderMs: 100, openRequestsPerToken: 1 });
  const { viewer } = await makeTokens({ host });
  // Far more than the sockets of both sides hold.
  for (let order = 1; order <= 300; order += 1) traces.record(makeTrace(order, 'x'.repeat(100_000)));
  const waits = openSocket(url);
  const body = '{"tool":"wait","timeoutMs":1000}';
  waits.write(
    `POST /api/v1/bots/demo/calls HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${authorization}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  await waiting;
  const response = await open(url, { path: '/api/v1/traces?limit=1000', token: viewer });
  response.pause();
  expect((await send(url, { token: viewer })).status).toBe(429);
  await expect.poll(async () => (await send(url, { token: viewer })).status, { timeout: 5_000 }).toBe(200);
  const closed = new Promise((resolve) => response.on('close', resolve));
  response.on('error', () => {}).resume();
  await closed;
  expect(response.complete).toBe(false);
  expect(statusOf(await text(waits))).toBe(200);
});

test.each(['export', 'findings'])('a client that leaves ends what is made for it (%s)', async (path) => {
  const made = await makeHost();
  let ended: unknown;
  let isAsked = false;
  const make = ({ signal }: { readonly signal?: AbortSignal } = {}): Promise<never> => {
    isAsked = true;
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => {
        ended = signal.reason;
        reject(signal.reason);
      });
    });
  };
  const slow = { ...made.host, export: make, examine: make };
  const { url, log } = await start({}, { made: { ...made, host: { ...slow, as: () => slow } } });
  const socket = openSocket(url);
  socket.write(`GET /api/v1/${path} HTTP/1.1\r\nhost: localhost\r\n${authorization}\r\n`);
  await expect.poll(() => isAsked).toBe(true);
  socket.destroy();
  await expect.poll(() => ended).toBeInstanceOf(Error);
  await expect.poll(() => log.some(({ event }) => event === 'http-request')).toBe(true);
  expect(log.filter(({ level }) => level === 'error')).toEqual([]);
});
