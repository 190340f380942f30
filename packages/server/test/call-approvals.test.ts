import { expect, test } from 'vitest';
import { makeTokens } from './builders/make-app.js';
import { makeHost } from './builders/make-host.js';
import { EventReader, open, type Received, type Sent, send, start } from './builders/start.js';

const path = '/api/v1/bots/demo/calls';
const asked = { tool: 'asks', arguments: { text: 'hello' }, approval: 'ask' };

function call(body: object, more: Sent = {}): Sent {
  const headers = { accept: 'text/event-stream', ...more.headers };
  return { method: 'POST', path, body: JSON.stringify(body), ...more, headers };
}

async function ask(url: string, body: object = asked, more: Sent = {}) {
  const events = new EventReader(await open(url, call(body, more)));
  const first = await events.next();
  return { events, event: first?.event, data: Object(first?.data) };
}

function decide(url: string, id: string, body: object, more: Sent = {}): Promise<Received> {
  return send(url, { method: 'POST', path: `${path}/${id}/approval`, body: JSON.stringify(body), ...more });
}

test('a call that needs approval asks whoever sent it, and runs when that is allowed', async () => {
  const { url, host } = await start();
  const { events, event, data } = await ask(url);
  expect(event).toBe('approval');
  expect(data).toMatchObject({ tool: 'asks', owner: '@acme/tools', arguments: { text: 'hello' } });
  expect(Date.parse(data.expiresAt)).toBeGreaterThan(Date.now());
  expect(await host.traces.list()).toEqual([]);
  expect(await decide(url, data.id, { allow: true })).toMatchObject({
    status: 200,
    body: { call: data.id, allow: true },
  });
  expect(await events.next()).toMatchObject({
    event: 'result',
    data: { callId: data.id, status: 'SUCCESS', structuredContent: { text: 'hello' } },
  });
  // It was for this call: nobody can use it again.
  expect(await decide(url, data.id, { allow: true })).toMatchObject({
    status: 404,
    body: { code: 'APPROVAL_UNKNOWN' },
  });
  expect((await ask(url)).event).toBe('approval');
});

test('who decided of a call, and what, is in the log of changes', async () => {
  const { url, host } = await start();
  const first = await ask(url);
  const both = await Promise.all([
    decide(url, first.data.id, { allow: true }),
    decide(url, first.data.id, { allow: false }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  const second = await ask(url);
  await decide(url, second.data.id, { allow: false, reason: 'Not today.' });
  const entries = (await host.audit({ bot: 'demo', tool: 'asks' })).filter(({ action }) => /approval/.test(action));
  expect(entries).toHaveLength(2);
  expect(entries[0]).toMatchObject({
    action: 'approval-denied',
    subject: second.data.id,
    before: null,
    after: { decision: 'deny', scope: null, reason: 'Not today.' },
    actor: { via: 'http' },
  });
  expect(entries[1]?.subject).toBe(first.data.id);
});

test('a denial is told with its reason, and the tool does not run', async () => {
  const { url } = await start();
  const { events, data } = await ask(url);
  await decide(url, data.id, { allow: false, reason: 'Not today.' });
  expect(await events.next()).toMatchObject({
    event: 'result',
    data: {
      status: 'BLOCKED',
      executed: 'no',
      content: [{ text: 'The call of "asks" was denied. Reason: Not today.' }],
    },
  });
});

test('a call that does not say so asks nobody', async () => {
  const { url } = await start();
  const { approval: _, ...plain } = asked;
  expect(await ask(url, plain)).toMatchObject({ event: 'result', data: { status: 'BLOCKED' } });
});

test('arguments of the question are masked as they are for approvers', async () => {
  const { url, host } = await start();
  await host.decisions.set('approval', 'who', 'ask');
  const { data } = await ask(url, { ...asked, tool: 'who', arguments: { text: 'a password' } });
  expect(data.tool).toBe('who');
  expect(JSON.stringify(data)).not.toContain('a password');
});

test('a question whose stream is gone, or whose time is over, waits for nobody', async () => {
  const { url } = await start();
  const gone = await ask(url);
  gone.events.close();
  await expect.poll(async () => (await decide(url, gone.data.id, { allow: true })).status).toBe(404);
  const late = await ask(url, { ...asked, timeoutMs: 20 });
  expect(await late.events.next()).toMatchObject({ event: 'result', data: { executed: 'no' } });
  expect((await decide(url, late.data.id, { allow: true })).status).toBe(404);
});

test('who may decide is an operator; a call is of its bot alone', async () => {
  const made = await makeHost();
  const secrets = await makeTokens(made);
  const { url } = await start({}, { made });
  const { data, events } = await ask(url, asked, { token: secrets.operator });
  for (const [token, status] of [
    [secrets.viewer, 403],
    [secrets.demo, 403],
    [secrets.other, 404],
  ] as const) {
    expect([token, (await decide(url, data.id, { allow: true }, { token })).status]).toEqual([token, status]);
  }
  const elsewhere = { path: `/api/v1/bots/other/calls/${data.id}/approval` };
  expect((await decide(url, data.id, { allow: true }, elsewhere)).status).toBe(404);
  expect((await decide(url, data.id, { allow: true }, { token: secrets.admin })).status).toBe(200);
  expect(await events.next()).toMatchObject({ data: { status: 'SUCCESS' } });
});

test('the token of a bot neither asks nor chooses a component; nobody rises above the own level', async () => {
  const made = await makeHost();
  const secrets = await makeTokens(made);
  const { url } = await start({}, { made });
  for (const more of [{ approval: 'ask' }, { component: 'assistant' }]) {
    const answer = await send(url, call({ tool: 'echo', ...more }, { token: secrets.demo }));
    expect([more, answer]).toMatchObject([more, { status: 403 }]);
  }
  const level = (confidence: string, token: string) =>
    send(url, call({ tool: 'who', confidence }, { token, headers: { accept: 'application/json' } }));
  expect(await level('LOW', secrets.operator)).toMatchObject({
    status: 200,
    body: { structuredContent: { modelProvider: { id: 'operator', confidence: 'LOW' } } },
  });
  expect(await level('HIGH', secrets.demo)).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/confidence' }] },
  });
  expect(await level('NONE', secrets.demo)).toMatchObject({
    status: 200,
    body: { structuredContent: { modelProvider: { confidence: 'NONE' } } },
  });
  expect(await send(url, call(asked, { headers: { accept: 'application/json' } }))).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/approval' }] },
  });
  expect(await send(url, call({ tool: 'who', component: 'nowhere' }))).toMatchObject({ status: 400 });
});
