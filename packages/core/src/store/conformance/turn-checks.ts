import assert from 'node:assert/strict';
import type { SuspendedTurn } from '../records.js';
import type { StoreReader } from '../roles.js';
import { assertRejects, assertSame, spoil } from './assertions.js';
import { newBot, newConversationApproval, newSuspendedTurn, timeAt } from './new-records.js';
import type { StoreCheck } from './store-check.js';
import { check } from './store-check.js';

/** What a store promises of turns that wait for a person, and of approvals that hold for a conversation. */
export const turnChecks: readonly StoreCheck[] = [
  check('an approval is kept by bot, conversation, owner and tool, and listed by owner and tool', async (store) => {
    const approvals = [
      newConversationApproval('demo', { toolName: 'get' }),
      newConversationApproval('demo', { definitionHash: 'b2', approvedAt: timeAt(1) }),
      newConversationApproval('demo', { owner: 'builtin' }),
    ];
    const elsewhere = [
      newConversationApproval('demo', { conversationId: 'Room' }),
      newConversationApproval('other', { definitionHash: 'c3' }),
    ];
    await store.change(async (writer) => {
      for (const id of ['demo', 'other']) await writer.addBot(newBot(id));
      for (const one of [...approvals, ...elsewhere].reverse()) await writer.putConversationApproval(one);
      assertSame(await writer.listConversationApprovals('demo', 'room'), approvals);
    });
    assertSame(await store.listConversationApprovals('demo', 'room'), approvals);
    assertSame(await store.listConversationApprovals('demo', 'Room'), elsewhere.slice(0, 1));
    assertSame(await store.listConversationApprovals('other', 'room'), elsewhere.slice(1));
    assertSame(await store.listConversationApprovals('other', 'Room'), []);
    assertSame(await store.listConversationApprovals('demo'), [...elsewhere.slice(0, 1), ...approvals]);
    assertSame(await store.listConversationApprovals(), [
      ...elsewhere.slice(0, 1),
      ...approvals,
      ...elsewhere.slice(1),
    ]);
  }),

  check('an approval is deleted alone, whatever its definition is', async (store) => {
    const others = [
      newConversationApproval('demo', { conversationId: 'lobby' }),
      newConversationApproval('demo', { owner: 'builtin' }),
      newConversationApproval('demo', { toolName: 'get' }),
      newConversationApproval('other'),
    ];
    await store.change(async (writer) => {
      for (const id of ['demo', 'other']) await writer.addBot(newBot(id));
      for (const one of [...others, newConversationApproval('demo')]) await writer.putConversationApproval(one);
    });
    await store.change(async (writer) => {
      await writer.deleteConversationApproval(newConversationApproval('nobody'));
      await writer.deleteConversationApproval(newConversationApproval('demo', { definitionHash: 'b2' }));
      assert.equal((await writer.listConversationApprovals()).length, others.length);
    });
    assertSame(
      (await store.listConversationApprovals('demo')).map(({ conversationId, owner, toolName }) => [
        conversationId,
        owner,
        toolName,
      ]),
      [
        ['lobby', 'acme-tools', 'search'],
        ['room', 'acme-tools', 'get'],
        ['room', 'builtin', 'search'],
      ],
    );
    assertSame(await store.listConversationApprovals('other'), [newConversationApproval('other')]);
  }),

  check('an approval is written over the one of the same tool, owner, conversation and bot', async (store) => {
    const renewed = newConversationApproval('demo', { definitionHash: 'b2', approvedAt: timeAt(1) });
    await store.change(async (writer) => {
      await writer.addBot(newBot('demo'));
      await writer.putConversationApproval(newConversationApproval('demo'));
    });
    await store.change((writer) => writer.putConversationApproval(renewed));
    assertSame(await store.listConversationApprovals('demo', 'room'), [renewed]);
  }),

  check('a turn that waits comes back as it was put, in the order of time and id', async (store) => {
    const turns = [
      newSuspendedTurn('b', 'demo'),
      newSuspendedTurn('c', 'other', { conversationId: 'lobby' }),
      newSuspendedTurn('a', 'demo', { createdAt: timeAt(1), conversationId: null, document: {} }),
      newSuspendedTurn('d', 'demo', { createdAt: timeAt(2), document: { text: 'Ünïcödé 🔎', list: [null, 0, ''] } }),
    ];
    await store.change(async (writer) => {
      for (const id of ['demo', 'other']) await writer.addBot(newBot(id));
      for (const turn of [...turns].reverse()) await writer.putSuspendedTurn(turn);
      assertSame(await writer.listSuspendedTurns(), turns);
    });
    assertSame(await store.listSuspendedTurns(), turns);
    assertSame(await listIds(store, 'demo'), ['b', 'a', 'd']);
    assertSame(await listIds(store, 'demo', 'room'), ['b', 'd']);
    assertSame(await listIds(store, 'other', 'room'), []);
    assertSame(await store.getSuspendedTurn('c'), turns[1]);
    assertSame(await store.getSuspendedTurn('C'), undefined);
  }),

  check('a turn that waits is written over the one of its id, and deleted alone', async (store) => {
    const renewed = newSuspendedTurn('one', 'demo', { document: { calls: [] }, expiresAt: timeAt(200) });
    await store.change(async (writer) => {
      await writer.addBot(newBot('demo'));
      await writer.putSuspendedTurn(newSuspendedTurn('one', 'demo'));
      await writer.putSuspendedTurn(newSuspendedTurn('two', 'demo'));
    });
    await store.change((writer) => writer.putSuspendedTurn(renewed));
    assertSame(await store.listSuspendedTurns(), [renewed, newSuspendedTurn('two', 'demo')]);
    await store.change(async (writer) => {
      await writer.deleteSuspendedTurn('nothing');
      await writer.deleteSuspendedTurn('one');
      assertSame(await writer.getSuspendedTurn('one'), undefined);
    });
    assertSame(await listIds(store), ['two']);
  }),

  check('a transcript is kept beside its turn, and goes with it', async (store) => {
    const transcript = [{ role: 'user', content: 'Grüße 🔎' }, null, [1, '']];
    await store.change(async (writer) => {
      await writer.addBot(newBot('demo'));
      for (const id of ['one', 'two', 'three']) await writer.putSuspendedTurn(newSuspendedTurn(id, 'demo'));
      await writer.putSuspendedTranscript('one', [{ role: 'user' }]);
      await writer.putSuspendedTranscript('two', transcript);
    });
    await store.change(async (writer) => {
      await writer.putSuspendedTranscript('one', transcript);
      await writer.putSuspendedTurn(newSuspendedTurn('one', 'demo', { document: {} }));
      assertSame(await writer.getSuspendedTranscript('one'), transcript);
    });
    assertSame(await store.getSuspendedTranscript('one'), transcript);
    assert.equal(await store.getSuspendedTranscript('three'), undefined);
    await store.change((writer) => writer.deleteSuspendedTurn('one'));
    await store.change((writer) => writer.putSuspendedTurn(newSuspendedTurn('one', 'demo')));
    assert.equal(await store.getSuspendedTranscript('one'), undefined);
    assertSame(await store.getSuspendedTranscript('two'), transcript);
    await assertRejects(
      store.change((writer) => writer.putSuspendedTranscript('nothing', [])),
      'TURN_UNKNOWN',
    );
    await store.change((writer) => writer.removeBot('demo'));
    assert.equal(await store.getSuspendedTranscript('two'), undefined);
  }),

  check('turns and approvals that were handed out are not live, and given ones are copied', async (store) => {
    const turn: SuspendedTurn = newSuspendedTurn('one', 'demo');
    const approval = newConversationApproval('demo');
    await store.change(async (writer) => {
      await writer.addBot(newBot('demo'));
      await writer.putSuspendedTurn(turn);
      await writer.putConversationApproval(approval);
      spoil([turn, approval, await writer.getSuspendedTurn('one'), await writer.listSuspendedTurns()]);
    });
    spoil([await store.getSuspendedTurn('one'), await store.listConversationApprovals('demo', 'room')]);
    assertSame(await store.listSuspendedTurns(), [newSuspendedTurn('one', 'demo')]);
    assertSame(await store.listConversationApprovals('demo', 'room'), [newConversationApproval('demo')]);
  }),
];

async function listIds(
  reader: StoreReader,
  ...filter: Parameters<StoreReader['listSuspendedTurns']>
): Promise<readonly string[]> {
  return (await reader.listSuspendedTurns(...filter)).map(({ id }) => id);
}
