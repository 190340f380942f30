import { once } from 'node:events';
import { text as readText } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { EventStream } from '../src/streams/event-stream.js';
import { makeApp, makeTokens } from './builders/make-app.js';
import { type MadeHost, makeHost } from './builders/make-host.js';
import { makeTrace } from './builders/make-trace.js';
import { open, openEvents, send, start, starterToken } from './builders/start.js';

const quick = { pollMs: 10 };

async function callTool(url: string, tool: string): Promise<void> {
  await send(url, { method: 'POST', path: '/api/v1/bots/demo/calls', body: JSON.stringify({ tool }) });
}

test('traces are streamed as calls end, with their ids, those that fit alone', async () => {
  const { url, ...made } = await start(quick);
  const events = await openEvents(url, '/api/v1/traces/stream?tool=echo');
  expect(await events.next()).toMatchObject({ event: 'ready' });
  await callTool(url, 'fail');
  await callTool(url, 'echo');
  const [newest] = await made.host.traces.list({ tool: 'echo' });
  expect(await events.next()).toEqual({
    event: 'trace',
    id: String(newest?.id),
    data: JSON.parse(JSON.stringify(newest)),
  });
});

test('a call that was begun is streamed when it has ended, and holds up no other', async () => {
  const { url, ...made } = await start(quick);
  const list = made.host.traces.list.bind(made.host.traces);
  vi.spyOn(made.host.traces, 'list').mockImplementation(async (filter) =>
    (await list(filter)).map((trace) => ({ ...trace, hasEnded: trace.tool !== 'steps' })),
  );
  const events = await openEvents(url, '/api/v1/traces/stream', { headers: { 'last-event-id': '0' } });
  await events.next();
  for (let count = 0; count < 101; count += 1) await callTool(url, 'steps');
  await callTool(url, 'echo');
  expect(await events.next()).toMatchObject({ event: 'trace', id: '102', data: { tool: 'echo' } });
});

test('calls of another host on the same records are streamed too', async () => {
  const { url, ...made } = await start(quick);
  const other = await makeHost(made);
  const events = await openEvents(url, '/api/v1/events?topics=traces');
  await events.next();
  const turn = await other.host.startTurn({ bot: 'demo' });
  await turn.call({ name: 'echo' });
  await turn.end();
  expect(await events.next()).toMatchObject({ event: 'trace', data: { tool: 'echo', turnId: turn.id } });
});

test('a stream goes on after the last event that its client has seen', async () => {
  const { url } = await start(quick);
  for (let count = 0; count < 250; count += 1) await callTool(url, count === 0 ? 'fail' : 'echo');
  const first = await openEvents(url, '/api/v1/traces/stream', { headers: { 'last-event-id': '0' } });
  await first.next();
  const seen = [];
  for (let count = 0; count < 250; count += 1) seen.push((await first.next())?.id);
  expect(new Set(seen).size).toBe(250);
  first.close();
  const again = await openEvents(url, '/api/v1/traces/stream', { headers: { 'last-event-id': seen[247] ?? '' } });
  await again.next();
  expect([(await again.next())?.id, (await again.next())?.id]).toEqual(seen.slice(248));
});

test('without a last event, and with one that is still to come, a stream begins now', async () => {
  const { url } = await start(quick);
  await callTool(url, 'echo');
  for (const headers of [{}, { 'last-event-id': '999999' }, { 'last-event-id': 'nonsense' }]) {
    const events = await openEvents(url, '/api/v1/traces/stream', { headers });
    await events.next();
    await callTool(url, 'who');
    expect(await events.next()).toMatchObject({ event: 'trace', data: { tool: 'who' } });
    events.close();
  }
});

test('one timer looks for changes, only while somebody listens', async () => {
  const { host, ...made } = await makeHost();
  let looks = 0;
  const revision = (): string => {
    looks += 1;
    return host.revision();
  };
  const watched = { ...host, revision };
  const { url } = await start({ pollMs: 10 }, { made: { ...made, host: { ...watched, as: () => watched } } });
  const events = await Promise.all([1, 2, 3].map(() => openEvents(url, '/api/v1/events')));
  await Promise.all(events.map((reader) => reader.next()));
  await expect.poll(() => looks).toBeGreaterThan(8);
  for (const reader of events) reader.close();
  // The server learns of it a moment later.
  let before = -1;
  await expect
    .poll(() => {
      const isStill = looks === before;
      before = looks;
      return isStill;
    })
    .toBe(true);
});

test('a silent stream says that it lives', async () => {
  const { url } = await start({ pollMs: 10, pingMs: 20 });
  const events = await openEvents(url, '/api/v1/events');
  await events.next();
  await expect.poll(() => events.pings).toBeGreaterThan(1);
});

test('the stream of a revoked token ends', async () => {
  const { url, host, ...made } = await start(quick);
  const { viewer } = await makeTokens({ host });
  const events = await openEvents(url, '/api/v1/traces/stream', { token: viewer });
  await events.next();
  const token = (await host.tokens.list()).find(({ name }) => name === 'viewer');
  await host.tokens.revoke(token?.id ?? '');
  expect(await events.next()).toMatchObject({ event: 'end', data: { reason: 'token-invalid' } });
  await events.ended;
  expect(made.log.filter(({ level }) => level === 'error')).toEqual([]);
});

/** A host on which every token of a role is taken until it is told otherwise, without any change of its store. */
async function makeExpiring(): Promise<{ readonly made: MadeHost; readonly expire: () => void }> {
  const { host, ...made } = await makeHost();
  let hasExpired = false;
  const tokens: typeof host.tokens = {
    ...host.tokens,
    authenticate: async (secret) => (hasExpired ? undefined : host.tokens.authenticate(secret)),
  };
  const expire = (): void => {
    hasExpired = true;
  };
  return { made: { ...made, host: { ...host, tokens } }, expire };
}

test('nothing is delivered to a token that has expired, and its stream ends before the next ping', async () => {
  const { made, expire } = await makeExpiring();
  const { viewer } = await makeTokens(made);
  const { url } = await start({ pollMs: 10, pingMs: 60_000 }, { made });
  const busy = await openEvents(url, '/api/v1/traces/stream', { token: viewer });
  const silent = await openEvents(url, '/api/v1/events?topics=changes', { token: viewer });
  expect([(await busy.next())?.event, (await silent.next())?.event]).toEqual(['ready', 'ready']);
  expire();
  made.traces.record(makeTrace(1, 'nobody of yours'));
  for (const events of [busy, silent]) {
    expect(await events.next()).toEqual({ event: 'end', id: undefined, data: { reason: 'token-invalid' } });
    await events.ended;
  }
});

test('a long page is not delivered on after its token has expired', async () => {
  const { made, expire } = await makeExpiring();
  const { viewer } = await makeTokens(made);
  for (let order = 1; order <= 90; order += 1) made.traces.record(makeTrace(order, 'x'.repeat(100_000)));
  const { url } = await start({ pollMs: 60_000, pingMs: 60_000 }, { made });
  const response = await open(url, {
    path: '/api/v1/traces/stream',
    headers: { 'last-event-id': '0' },
    token: viewer,
  });
  response.pause();
  await once(response, 'readable');
  expire();
  const text = await readText(response);
  expect(text.split('event: trace').length - 1).toBeLessThan(90);
  expect(text).toContain('token-invalid');
});

test('a token has so many streams open and no more', async () => {
  const { url } = await start({ ...quick, streamsPerToken: 2 });
  const readers = [await openEvents(url, '/api/v1/events'), await openEvents(url, '/api/v1/events')];
  await Promise.all(readers.map((reader) => reader.next()));
  const refused = await send(url, { path: '/api/v1/events' });
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '10']);
  readers[0]?.close();
  await expect
    .poll(async () => {
      const response = await open(url, { path: '/api/v1/events', token: starterToken });
      response.destroy();
      return response.statusCode;
    })
    .toBe(200);
});

test('calls that are refused hold no stream', async () => {
  const { url } = await start({ ...quick, streamsPerToken: 1 });
  const ask = async (bot: string): Promise<number | undefined> => {
    const headers = { accept: 'text/event-stream' };
    const path = `/api/v1/bots/${bot}/calls`;
    const response = await open(url, { method: 'POST', path, headers, body: JSON.stringify({ tool: 'echo' }) });
    response.resume();
    return response.statusCode;
  };
  expect([await ask('nobody'), await ask('nobody'), await ask('demo')]).toEqual([404, 404, 200]);
});

test('HEAD of a stream opens none', async () => {
  const { send: ask } = await makeApp({ streamsPerToken: 1 });
  for (let count = 0; count < 3; count += 1) {
    const response = await ask('viewer', 'HEAD', '/api/v1/events');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  }
});

test('a reader that takes nothing is dropped, and what waits for it is bounded', async () => {
  const { url, log, ...made } = await start({ pollMs: 10, slowReaderMs: 200, streamsPerToken: 1 });
  const count = 400;
  // Each trace is 100 KB: far more than the sockets of both sides hold.
  for (let order = 1; order <= count; order += 1) made.traces.record(makeTrace(order, 'x'.repeat(100_000)));
  const path = '/api/v1/events?topics=traces';
  const response = await open(url, { path, headers: { 'last-event-id': '0' } });
  response.pause();
  const isOpen = async (): Promise<number | undefined> => {
    const other = await open(url, { path: '/api/v1/events?topics=changes' });
    other.destroy();
    return other.statusCode;
  };
  expect(await isOpen()).toBe(429);
  await expect.poll(isOpen, { timeout: 5_000 }).toBe(200);
  let bytes = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  const broken = new Promise((resolve) => response.on('error', resolve));
  response.resume();
  expect(await broken).toMatchObject({ code: 'ECONNRESET' });
  expect(bytes).toBeLessThan(count * 50_000);
  expect(log.filter(({ level }) => level === 'error')).toEqual([]);
});

test('a writer waits while the reader is behind, and offers are left out', async () => {
  const stream = new EventStream({ slowReaderMs: 5_000 });
  const data = 'x'.repeat(300_000);
  let isWritten = false;
  const written = stream.write({ event: 'big', data }).then((isOpen) => {
    isWritten = true;
    return isOpen;
  });
  stream.offer({ event: 'left-out', data: 1 });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isWritten).toBe(false);
  const reader = stream.body.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe(`event: big\ndata: "${data}"\n\n`);
  expect(await written).toBe(true);
  stream.offer({ event: 'taken', data: 2 });
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('event: taken\ndata: 2\n\n');
  await reader.cancel();
  await stream.closed;
  expect(await stream.write({ event: 'late', data: 3 })).toBe(false);
});
