import { createMemoryStore, isLoadoutError, type Store } from '@loadout/core';
import { expect, test } from 'vitest';
import { answerAs } from '../builders/model-responses.js';
import { openHost } from '../builders/turn-builders.js';

const ask = { approval: 'ask' } as const;

type Opened = Awaited<ReturnType<typeof openHost>>;

/** A host whose tool `send` is asked for. */
async function openAsking(decision: 'allow' | 'later' = 'later', store: Store = createMemoryStore()) {
  const asked: string[] = [];
  const opened = await openHost({
    store,
    approver: ({ callId }) => {
      asked.push(callId);
      return decision === 'later' ? { decision } : { decision, scope: 'conversation' };
    },
    tools: { send: { policy: ask, run: () => 'sent' } },
  });
  return { ...opened, store, asked };
}

async function suspend(
  { startTurn }: Pick<Opened, 'startTurn'>,
  conversation: string | null = 'room',
): Promise<string> {
  const turn = await startTurn({
    model: { api: 'chat' },
    ...(conversation === null ? {} : { conversation: { id: conversation } }),
  });
  const loop = turn.createLoop();
  loop.request();
  const step = await loop.accept(answerAs('chat', { calls: [{ name: 'send', id: '1' }] }).response);
  await turn.end();
  if (step.suspension === null) throw new Error('The turn does not wait.');
  return step.suspension;
}

async function call({ startTurn }: Pick<Opened, 'startTurn'>, conversation: string) {
  const turn = await startTurn({ conversation: { id: conversation } });
  const outcome = await turn.call({ id: 'c', name: 'send', arguments: '{}' });
  await turn.end();
  return outcome;
}

test('a turn that is kept is found with its bot and conversation, while it waits, is decided, and after a crash', async () => {
  const opened = await openAsking();
  const { host, store } = opened;
  const turn = await suspend(opened);
  const kept = { id: turn, botId: 'bot-a', conversationId: 'room' };
  expect(await host.approvals.turns()).toMatchObject([kept]);
  const [approval] = await host.approvals.list();
  await host.approvals.allow(approval?.id ?? '');
  // As a process that died in the middle of the call leaves it.
  const found = await store.getSuspendedTurn(turn);
  const [first] = (found?.document.calls ?? []) as object[];
  await store.change(async (writer) => {
    if (found === undefined) return;
    const calls = [{ ...first, state: 'running' }];
    await writer.putSuspendedTurn({ ...found, document: { ...found.document, calls } as typeof found.document });
  });
  expect(await host.approvals.list()).toEqual([]);
  expect(await host.approvals.turns({ bot: 'bot-a' })).toMatchObject([kept]);
  expect(await host.approvals.turns({ bot: 'bot-b' })).toEqual([]);
  const other = await suspend(opened, null);
  expect((await host.approvals.turns()).map(({ id, conversationId }) => [id, conversationId])).toContainEqual([
    other,
    null,
  ]);
});

test('what a live approver allows for a conversation is listed, is in the log, and holds until it is revoked', async () => {
  const opened = await openAsking('allow');
  const { host, asked } = opened;
  await call(opened, 'room');
  await call(opened, 'room');
  expect(asked).toHaveLength(1);
  const [lasting] = await host.approvals.lasting();
  expect(lasting).toMatchObject({ botId: 'bot-a', conversationId: 'room', tool: 'send' });
  const [entry] = await host.audit({ action: 'approval-allowed' });
  expect(entry).toMatchObject({
    bot: 'bot-a',
    tool: 'send',
    subject: lasting?.id,
    actor: { name: 'approver', via: 'host' },
    after: { scope: 'conversation', conversation: 'room' },
  });
  expect(await host.approvals.lasting({ bot: 'bot-b' })).toEqual([]);

  expect(await host.approvals.revoke(lasting?.id ?? '')).toEqual(lasting);
  expect(await host.approvals.lasting()).toEqual([]);
  expect(await host.audit({ action: 'approval-revoked' })).toMatchObject([
    { bot: 'bot-a', tool: 'send', subject: lasting?.id, before: { scope: 'conversation', conversation: 'room' } },
  ]);
  await call(opened, 'room');
  expect(asked).toHaveLength(2);
  await expect(host.approvals.revoke('nothing')).rejects.toSatisfy((error) =>
    isLoadoutError(error, 'APPROVAL_UNKNOWN'),
  );
});

test('an approval that cannot be written into the log is not kept', async () => {
  const memory = createMemoryStore();
  const store: Store = {
    ...memory,
    change: (work) =>
      memory.change((writer) =>
        work({
          ...writer,
          addAudit: (at, actor, changes) =>
            changes.some(({ action }) => action === 'approval-allowed')
              ? Promise.reject(new Error('disk full'))
              : writer.addAudit(at, actor, changes),
        }),
      ),
  };
  const opened = await openAsking('allow', store);
  expect(await call(opened, 'room')).toMatchObject({ status: 'SUCCESS' });
  expect(await store.listConversationApprovals()).toEqual([]);
});

test('what is revoked before its turn goes on waits for a person again', async () => {
  const opened = await openAsking();
  const { host } = opened;
  const turn = await suspend(opened);
  const [approval] = await host.approvals.list();
  await host.approvals.allow(approval?.id ?? '', { scope: 'conversation' });
  const [lasting] = await host.approvals.lasting();
  await host.approvals.revoke(lasting?.id ?? '');
  expect(await host.approvals.list()).toMatchObject([
    { id: approval?.id, state: 'waiting', scope: null, decidedBy: null },
  ]);
  await expect(host.resumeTurn(turn)).rejects.toSatisfy((error) => isLoadoutError(error, 'TURN_WAITING'));
});

test('of approvals for one conversation 100 hold, of those of a bot 1,000: the oldest are let go of, and the log says so', async () => {
  const opened = await openAsking('allow');
  const { host, store } = opened;
  const put = (conversationId: string, toolName: string, second: number) => {
    const approvedAt = new Date(second * 1_000).toISOString();
    return { botId: 'bot-a', conversationId, owner: 'acme', toolName, definitionHash: 'a1', approvedAt };
  };
  await store.change(async (writer) => {
    for (let index = 0; index < 100; index += 1)
      await writer.putConversationApproval(put('room', `tool-${index}`, index));
  });
  await call(opened, 'room');
  const inRoom = await store.listConversationApprovals('bot-a', 'room');
  expect(inRoom).toHaveLength(100);
  expect(inRoom.map(({ toolName }) => toolName)).not.toContain('tool-0');
  expect(await host.audit({ action: 'approval-revoked' })).toMatchObject([{ tool: 'tool-0' }]);

  await store.change(async (writer) => {
    for (let index = 0; index < 900; index += 1) await writer.putConversationApproval(put(`c-${index}`, 'old', -index));
  });
  await call(opened, 'elsewhere');
  expect(await store.listConversationApprovals('bot-a')).toHaveLength(1_000);
  expect(await store.listConversationApprovals('bot-a', 'c-899')).toEqual([]);
});

test('approvals for conversations go with their bot', async () => {
  const opened = await openAsking('allow');
  await call(opened, 'room');
  await opened.host.bots.remove('bot-a');
  expect(await opened.host.approvals.lasting()).toEqual([]);
});
