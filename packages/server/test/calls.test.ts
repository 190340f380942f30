import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { makeApp, makeTokens } from './builders/make-app.js';
import { makeHost } from './builders/make-host.js';
import { EventReader, open, send, start, starterToken } from './builders/start.js';

const path = '/api/v1/bots/demo/calls';
const call = (body: object): { method: string; path: string; body: string } => ({
  method: 'POST',
  path,
  body: JSON.stringify(body),
});

test('a call answers its result with what the host knows of it, also when the tool fails or the bot does not have it', async () => {
  const { url } = await start();
  expect(await send(url, call({ tool: 'echo', arguments: { text: 'ü' } }))).toMatchObject({
    status: 200,
    body: { structuredContent: { text: 'ü' }, isError: false, status: 'SUCCESS', executed: 'yes', tool: 'echo' },
  });
  for (const body of [
    { tool: 'fail' },
    { tool: 'nothing' },
    { tool: 'echo', arguments: { text: 1 } },
    { tool: 'spare' },
  ]) {
    expect(await send(url, call(body))).toMatchObject({ status: 200, body: { isError: true } });
  }
  expect(await send(url, { ...call({ tool: 'echo' }), path: '/api/v1/bots/nobody/calls' })).toMatchObject({
    status: 404,
    body: { code: 'BOT_UNKNOWN' },
  });
});

test('arguments that do not fit are told by their places, for forms', async () => {
  const { url } = await start();
  const { body } = await send(url, call({ tool: 'echo', arguments: { text: { not: 'a text' }, 'odd name/~': 1 } }));
  expect(body).toMatchObject({ status: 'ERROR', executed: 'no' });
  const { argumentProblems } = body as { readonly argumentProblems: readonly { readonly pointer: string }[] };
  expect(argumentProblems.find(({ pointer }) => pointer === '/text')).toEqual({
    pointer: '/text',
    message: expect.stringMatching(/^expected a string, but /),
  });
  const fine = await send(url, call({ tool: 'echo', arguments: { text: 'ü' } }));
  expect(fine.body).not.toHaveProperty('argumentProblems');
});

test('a call with events tells its progress, then its result', async () => {
  const { url } = await start();
  const events = new EventReader(
    await open(url, { ...call({ tool: 'steps' }), headers: { accept: 'text/event-stream' } }),
  );
  for (const progress of [1, 2, 3]) {
    expect(await events.next()).toMatchObject({ event: 'progress', data: { tool: 'steps', progress, total: 3 } });
  }
  expect(await events.next()).toMatchObject({
    event: 'result',
    data: { status: 'SUCCESS', content: [{ text: 'done' }] },
  });
  expect(await events.next()).toBeUndefined();
});

test('what is wrong before a call with events begins is a problem, no stream', async () => {
  const { url } = await start();
  const sent = {
    ...call({ tool: 'echo' }),
    path: '/api/v1/bots/nobody/calls',
    headers: { accept: 'text/event-stream' },
  };
  expect(await send(url, sent)).toMatchObject({ status: 404, body: { code: 'BOT_UNKNOWN' } });
});

test.each(['application/json', 'text/event-stream'])(
  'a client that goes away cancels its call (%s)',
  async (accept) => {
    const { url, waiting, cancelled, host, log } = await start();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const body = JSON.stringify({ tool: 'wait' });
    const head = [
      `POST ${path} HTTP/1.1`,
      'host: localhost',
      `accept: ${accept}`,
      `authorization: Bearer ${starterToken}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    await waiting;
    socket.destroy();
    await cancelled;
    await expect.poll(async () => (await host.traces.list({ status: 'CANCELLED' })).length).toBeGreaterThan(0);
    expect(log.filter(({ level }) => level === 'error')).toEqual([]);
  },
);

test.each(['application/json', 'text/event-stream'])(
  'a token that is revoked while its call runs gets no result, and the call is cancelled (%s)',
  async (accept) => {
    const { url, waiting, cancelled, host } = await start();
    const { operator } = await makeTokens({ host });
    const token = (await host.tokens.list()).find(({ name }) => name === 'operator');
    const answered = open(url, { ...call({ tool: 'wait' }), token: operator, headers: { accept } });
    await waiting;
    const startedAt = performance.now();
    await host.tokens.revoke(token?.id ?? '');
    const response = await answered;
    const body = await text(response);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    if (accept === 'text/event-stream') expect(body).toBe('event: end\ndata: {"reason":"token-invalid"}\n\n');
    else expect([response.statusCode, JSON.parse(body)]).toEqual([401, expect.objectContaining({ status: 401 })]);
    await cancelled;
  },
);

test.each(['application/json', 'text/event-stream'])(
  'a result that is there before the end of its token was seen is not told either (%s)',
  async (accept) => {
    const made = await makeHost();
    const { operator } = await makeTokens(made);
    let count = 0;
    // Valid when it signs in, and never after.
    const authenticate = async (secret: string) =>
      secret === operator && count++ > 0 ? undefined : made.host.tokens.authenticate(secret);
    const host = { ...made.host, tokens: { ...made.host.tokens, authenticate } };
    const { url } = await start({ pollMs: 60_000 }, { made: { ...made, host } });
    const response = await open(url, {
      ...call({ tool: 'echo', arguments: { text: 'for others' } }),
      token: operator,
      headers: { accept },
    });
    const body = await text(response);
    expect(body).not.toContain('for others');
    expect(response.statusCode).toBe(accept === 'application/json' ? 401 : 200);
  },
);

test('a token has so many calls in flight and no more, and those that are answered count no more', async () => {
  const { url, host, waiting } = await start({ openRequestsPerToken: 1 });
  const { viewer } = await makeTokens({ host });
  const called = send(url, call({ tool: 'wait', timeoutMs: 1_000 }));
  await waiting;
  const refused = await send(url);
  expect([refused.status, refused.headers['retry-after'], refused.body]).toEqual([
    429,
    '10',
    expect.objectContaining({ detail: expect.stringContaining('may have 1 requests open') }),
  ]);
  // Others are not touched by it.
  expect((await send(url, { token: viewer })).status).toBe(200);
  expect((await called).status).toBe(200);
  await expect.poll(async () => (await send(url)).status).toBe(200);
});

test('a call is cancelled when the time is over that its caller gives it', async () => {
  const { url } = await start();
  expect(await send(url, call({ tool: 'wait', timeoutMs: 20 }))).toMatchObject({
    status: 200,
    body: { status: 'CANCELLED', isError: true },
  });
});

test('calls of one conversation say so to the tool', async () => {
  const { client } = await makeApp();
  const { data } = await client('operator').POST('/api/v1/bots/{bot}/calls', {
    params: { path: { bot: 'demo' } },
    body: { tool: 'who', conversation: 'room-1' },
  });
  expect(data?.structuredContent).toMatchObject({ conversation: 'room-1' });
});
