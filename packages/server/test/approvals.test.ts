import { expect, test } from 'vitest';
import { suspendTurn } from './builders/keep-turn.js';
import { makeApp } from './builders/make-app.js';

test('a call that waits is listed, allowed by an operator, and run when its turn goes on', async () => {
  const { client, host } = await makeApp();
  const turnId = await suspendTurn(host);
  const listed = await client('viewer').GET('/api/v1/approvals');
  const [approval] = listed.data?.approvals ?? [];
  expect(listed.data?.approvals).toHaveLength(1);
  expect(approval).toMatchObject({
    turnId,
    botId: 'demo',
    userId: 'u-1',
    conversationId: 'room',
    tool: 'echo',
    arguments: { text: 'hello' },
    state: 'waiting',
    decidedBy: null,
  });
  const about = { params: { path: { approval: approval?.id ?? '' } } };
  const before = host.revision();
  const allowed = await client('operator').POST('/api/v1/approvals/{approval}/allow', {
    ...about,
    body: { scope: 'conversation' },
  });
  expect(allowed.data).toMatchObject({ state: 'allowed', scope: 'conversation', decidedBy: { via: 'http' } });
  // Whoever follows the changes reads them again.
  expect(host.revision()).not.toBe(before);
  const again = await client('operator').POST('/api/v1/approvals/{approval}/deny', about);
  expect([again.response.status, again.error]).toEqual([409, expect.objectContaining({ code: 'APPROVAL_DECIDED' })]);

  const { loop } = await host.resumeTurn(turnId);
  expect((await loop.resume()).outcomes).toMatchObject([{ status: 'SUCCESS', tool: 'echo' }]);
  expect((await client('viewer').GET('/api/v1/approvals')).data?.approvals).toEqual([]);
});

test('a denial has its reason, of one bot alone it is listed, and an unknown one is 404', async () => {
  const { client, host, send } = await makeApp();
  await suspendTurn(host);
  const list = (bot: string) => client('viewer').GET('/api/v1/approvals', { params: { query: { bot } } });
  expect((await list('other')).data?.approvals).toEqual([]);
  const [approval] = (await list('demo')).data?.approvals ?? [];
  const denied = await client('operator').POST('/api/v1/approvals/{approval}/deny', {
    params: { path: { approval: approval?.id ?? '' } },
    body: { reason: 'Not today.' },
  });
  expect(denied.data).toMatchObject({ state: 'denied', reason: 'Not today.', scope: null });
  const [entry] = await host.audit({ action: 'approval-denied' });
  expect(entry).toMatchObject({ subject: approval?.id, actor: { via: 'http' } });
  expect((await send('operator', 'POST', '/api/v1/approvals/nothing/allow')).status).toBe(404);
  expect((await send('operator', 'POST', '/api/v1/approvals/nothing/allow', { body: { scope: 'ever' } })).status).toBe(
    400,
  );
});

test('what is allowed for a conversation is listed beside, and taken back by an operator', async () => {
  const { client, host, send } = await makeApp();
  await suspendTurn(host);
  const [approval] = (await client('viewer').GET('/api/v1/approvals')).data?.approvals ?? [];
  await host.approvals.allow(approval?.id ?? '', { scope: 'conversation' });
  const list = async (bot: string) =>
    (await client('viewer').GET('/api/v1/approvals', { params: { query: { bot } } })).data?.lasting;
  expect(await list('other')).toEqual([]);
  const [lasting] = (await list('demo')) ?? [];
  expect(lasting).toMatchObject({ botId: 'demo', conversationId: 'room', tool: 'echo' });
  const about = { params: { path: { approval: lasting?.id ?? '' } } };
  expect((await client('viewer').DELETE('/api/v1/approvals/{approval}', about)).response.status).toBe(403);
  expect((await client('operator').DELETE('/api/v1/approvals/{approval}', about)).data).toEqual(lasting);
  expect(await list('demo')).toEqual([]);
  const [entry] = await host.audit({ action: 'approval-revoked' });
  expect(entry).toMatchObject({ bot: 'demo', tool: 'echo', subject: lasting?.id, actor: { via: 'http' } });
  expect(await send('operator', 'DELETE', `/api/v1/approvals/${lasting?.id}`)).toMatchObject({ status: 404 });
});
