import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { JsonStream } from '../src/streams/json-stream.js';
import { makeApp, makeTokens } from './builders/make-app.js';
import { type MadeHost, makeHost } from './builders/make-host.js';
import { open, send, start, starterToken } from './builders/start.js';

const exportRequest = `GET /api/v1/export HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${starterToken}\r\n\r\n`;
const patient = { slowReaderMs: 10_000 };

/** A document whose bots have 100 KB each. */
function makeDocument(count: number) {
  const bots = Array.from({ length: count }, (_, index) => ({ id: `bot-${index}`, displayName: 'x'.repeat(100_000) }));
  return { format: 'loadout-export', version: 1, bots, settings: [], decisions: [], leftOut: ['a', 'b'] };
}

async function startWith(document: object | (() => Promise<object>), limits: object = {}, made?: MadeHost) {
  const { host, ...rest } = made ?? (await makeHost());
  const watched = { ...host, export: async () => (typeof document === 'function' ? document() : document) };
  return start(limits, { made: { ...rest, host: { ...watched, as: () => watched } as never } });
}

test('an object is written as JSON.stringify writes it', async () => {
  for (const object of [
    {},
    { a: [] },
    { a: 1, b: [1], c: ['x', { y: [] }, null], d: { e: [1, 2] } },
    makeDocument(3),
  ]) {
    const stream = new JsonStream(object, patient);
    expect(await new Response(stream.body).text()).toBe(`${JSON.stringify(object)}\n`);
    await stream.closed;
  }
});

test('an export is what the host exports', async () => {
  const { send: ask, host } = await makeApp();
  const response = await ask('viewer', 'GET', '/api/v1/export');
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.text()).toBe(`${JSON.stringify(await host.export())}\n`);
});

test('an entry is made when the one before was taken, and others get their turn between', async () => {
  let made = 0;
  const entries = Array.from({ length: 100 }, () => ({
    toJSON: () => {
      made += 1;
      return 'x'.repeat(100_000);
    },
  }));
  const reader = new JsonStream({ entries }, patient).body.getReader();
  await reader.read();
  expect(made).toBeLessThan(4);
  let turns = 0;
  const count = setInterval(() => {
    turns += 1;
  }, 0);
  while (!(await reader.read()).done);
  clearInterval(count);
  expect(made).toBe(100);
  expect(turns).toBeGreaterThan(5);
});

test('HEAD of an export makes none', async () => {
  const { send: ask } = await makeApp({ streamsPerToken: 1 });
  for (let count = 0; count < 3; count += 1) {
    const response = await ask('viewer', 'HEAD', '/api/v1/export');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
  }
});

test('a client that leaves ends its export', async () => {
  const { url, log } = await startWith(makeDocument(500), { streamsPerToken: 1 });
  const response = await open(url, { path: '/api/v1/export' });
  expect((await send(url, { path: '/api/v1/export' })).status).toBe(429);
  response.destroy();
  await expect
    .poll(async () => {
      const again = await open(url, { path: '/api/v1/export' });
      again.destroy();
      return again.statusCode;
    })
    .toBe(200);
  expect(log.filter(({ level }) => level === 'error')).toEqual([]);
});

test('a client that leaves before its export begins ends it too', async () => {
  const events = new EventEmitter();
  const exports = async (): Promise<object> => {
    events.emit('asked');
    await once(events, 'left');
    return makeDocument(500);
  };
  const { url, log } = await startWith(exports, { streamsPerToken: 1 });
  const asked = once(events, 'asked');
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(exportRequest);
  await asked;
  socket.resetAndDestroy();
  // The server learns of it before it is asked something else.
  await send(url, { path: '/healthz' });
  events.emit('left');
  events.on('asked', () => setImmediate(() => events.emit('left')));
  await expect.poll(async () => (await send(url, { path: '/api/v1/export' })).status, { timeout: 2_000 }).toBe(200);
  expect(log.filter(({ level }) => level === 'error')).toEqual([]);
});

test('an export whose reader takes nothing is cut off', async () => {
  const { url } = await startWith(makeDocument(500), { slowReaderMs: 100, streamsPerToken: 1 });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(exportRequest);
  socket.pause();
  await expect
    .poll(async () => (await send(url, { path: '/api/v1/export' }).catch(() => ({ status: 0 }))).status)
    .toBe(200);
  const broken = new Promise((resolve) => socket.on('close', resolve));
  let bytes = 0;
  socket.on('data', (chunk) => {
    bytes += chunk.length;
  });
  socket.on('error', () => {});
  socket.resume();
  await broken;
  expect(bytes).toBeLessThan(50_000_000);
});

test('an export breaks off when its token is revoked, however slow its reader is', async () => {
  const { host, ...rest } = await makeHost();
  const { viewer } = await makeTokens({ host });
  const refused = new EventEmitter();
  const authenticate: typeof host.tokens.authenticate = async (secret) => {
    const token = await host.tokens.authenticate(secret);
    if (token === undefined) refused.emit('refused');
    return token;
  };
  const made = { ...rest, host: { ...host, tokens: { ...host.tokens, authenticate } } };
  const { url, log } = await startWith(makeDocument(500), { pollMs: 10 }, made);
  const response = await open(url, { path: '/api/v1/export', token: viewer });
  response.pause();
  const broken = new Promise((resolve) => response.on('close', resolve));
  let bytes = 0;
  response.on('error', () => {});
  const token = (await host.tokens.list()).find(({ name }) => name === 'viewer');
  // The server finds out before the reader goes on.
  const found = once(refused, 'refused');
  await host.tokens.revoke(token?.id ?? '');
  await found;
  response.on('data', (chunk) => {
    bytes += chunk.length;
  });
  response.resume();
  await broken;
  expect(response.complete).toBe(false);
  expect(bytes).toBeLessThan(50_000_000);
  expect(log.filter(({ level }) => level === 'error')).toEqual([]);
});

test('what is broken off without a socket is an error for its reader, and makes nothing more', async () => {
  const stream = new JsonStream(makeDocument(5), patient);
  const reader = stream.body.getReader();
  await reader.read();
  stream.breakOff('It is over.');
  stream.breakOff('It is over again.');
  await stream.closed;
  await expect(reader.read()).rejects.toThrow('It is over.');
});
