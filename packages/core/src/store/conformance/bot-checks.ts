import assert from 'node:assert/strict';
import type { Store, StoreWriter } from '../roles.js';
import { assertRejects, assertSame, spoil } from './assertions.js';
import {
  newAssignment,
  newBot,
  newConversation,
  newConversationApproval,
  newSuspendedTurn,
  newToken,
  timeAt,
} from './new-records.js';
import type { StoreCheck } from './store-check.js';
import { check } from './store-check.js';

const toUnknownBots: readonly (readonly [name: string, one: (writer: StoreWriter, id: string) => Promise<void>])[] = [
  ['renameBot', (writer, id) => writer.renameBot(id, 'New')],
  ['removeBot', (writer, id) => writer.removeBot(id)],
  ['putAssignments', (writer, id) => writer.putAssignments(id, [newAssignment('search')])],
  ['putAssignments of none', (writer, id) => writer.putAssignments(id, [])],
  ['deleteAssignments', (writer, id) => writer.deleteAssignments(id, ['search'])],
  ['putConversation', (writer, id) => writer.putConversation(newConversation(id, 'room'))],
  ['putConversationApproval', (writer, id) => writer.putConversationApproval(newConversationApproval(id))],
  ['putSuspendedTurn', (writer, id) => writer.putSuspendedTurn(newSuspendedTurn('turn', id))],
  ['addToken', (writer, id) => writer.addToken(newToken('token', { role: null, bot: id }))],
];

/** What a store promises of bots. */
export const botChecks: readonly StoreCheck[] = [
  check('a new store has nothing', async (store) => {
    assert.equal(typeof store.isDurable, 'boolean');
    for (const id of ['demo', 'constructor', '__proto__', '']) {
      assert.equal(await store.getBot(id), undefined);
      assert.equal(await store.getDefinition(id), undefined);
      assert.equal(await store.getConversation(id, id), undefined);
      assert.equal(await store.getSuspendedTurn(id), undefined);
      assertSame(await store.listConversationApprovals(id, id), []);
      assertSame(await store.listSuspendedTurns(id), []);
      assertSame(await store.listAssignments(id), []);
      assertSame(await store.listBotsWithTool(id), []);
    }
    for (const list of [
      store.listBots(),
      store.listAssignedTools(),
      store.listToolSettings(),
      store.listDecisions(),
      store.listSnapshots(),
      store.listSecrets(),
      store.listSuspendedTurns(),
      store.listTokens(),
      store.listAudit(),
    ]) {
      assertSame(await list, []);
    }
  }),

  check('an added bot is found as it was given, with the revision 0', async (store) => {
    const expected = { ...newBot('demo', 'Démo 机器人 🤖'), loadoutRevision: 0 };
    await store.change(async (writer) => {
      await writer.addBot(newBot('demo', 'Démo 机器人 🤖'));
      assertSame(await writer.getBot('demo'), expected);
    });
    assertSame(await store.getBot('demo'), expected);
    assertSame(await store.listBots(), [expected]);
  }),

  check('bots are listed in order of their ids', async (store) => {
    const ids = ['support-desk-2', 'a', '7', 'demo', 'a'.repeat(64), 'constructor', 'support-desk-10', '0-a'];
    await store.change(async (writer) => {
      for (const id of ids.slice(0, 4)) await writer.addBot(newBot(id));
    });
    for (const id of ids.slice(4)) await store.change((writer) => writer.addBot(newBot(id)));
    assertSame(await listIds(store), [...ids].sort());
  }),

  check('a taken id is refused with BOT_EXISTS, and the bot stays what it was', async (store) => {
    await store.change((writer) => writer.addBot(newBot('demo', 'First')));
    await assertRejects(
      store.change((writer) => writer.addBot(newBot('demo', 'Second'))),
      'BOT_EXISTS',
    );
    await store.change(async (writer) => {
      await writer.addBot(newBot('other'));
      await assertRejects(writer.addBot(newBot('other')), 'BOT_EXISTS');
    });
    assert.equal((await store.getBot('demo'))?.displayName, 'First');
    assertSame(await listIds(store), ['demo', 'other']);
  }),

  check('of several that add the same id at once, one succeeds', async (store) => {
    const attempts = Array.from({ length: 8 }, () => store.change((writer) => writer.addBot(newBot('demo'))));
    const results = await Promise.allSettled(attempts);
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const result of results) {
      if (result.status === 'rejected') await assertRejects(Promise.reject(result.reason), 'BOT_EXISTS');
    }
  }),

  check('a bot that is renamed keeps everything but its name', async (store) => {
    await store.change(async (writer) => {
      await writer.addBot(newBot('demo', 'Old'));
      await writer.addBot(newBot('other'));
      await writer.putAssignments('demo', [newAssignment('search')]);
    });
    const before = await store.getBot('demo');
    await store.change((writer) => writer.renameBot('demo', 'Neu 🤖'));
    assertSame(await store.getBot('demo'), { ...before, displayName: 'Neu 🤖' });
    assertSame((await store.getBot('other'))?.displayName, 'Name of other');
    assertSame((await store.listAssignments('demo')).length, 1);
  }),

  check(
    'a removed bot is gone with its loadout, conversations, approvals, waiting turns and tokens, and others stay',
    async (store) => {
      await store.change(async (writer) => {
        for (const [index, id] of ['demo', 'other'].entries()) {
          await writer.addBot(newBot(id));
          await writer.putAssignments(id, [newAssignment('search')]);
          await writer.putConversation(newConversation(id, 'room'));
          await writer.putConversationApproval(newConversationApproval(id));
          await writer.putSuspendedTurn(newSuspendedTurn(`turn of ${id}`, id));
          await writer.addToken(newToken(`token-${index}`, { role: null, bot: id, createdAt: timeAt(index) }));
        }
        await writer.addToken(newToken('token-of-nobody', { createdAt: timeAt(2) }));
      });
      await store.change(async (writer) => {
        await writer.removeBot('demo');
        assert.equal(await writer.getBot('demo'), undefined);
        assertSame(await writer.listAssignments('demo'), []);
      });
      assert.equal(await store.getBot('demo'), undefined);
      assertSame(await listIds(store), ['other']);
      assertSame(await store.listAssignments('demo'), []);
      assertSame(await store.listBotsWithTool('search'), ['other']);
      assertSame(
        (await store.listAssignedTools()).map(({ botCount }) => botCount),
        [1],
      );
      assert.equal(await store.getConversation('demo', 'room'), undefined);
      assertSame(await store.listConversationApprovals('demo', 'room'), []);
      assert.equal((await store.listConversationApprovals('other', 'room')).length, 1);
      assert.equal(await store.getSuspendedTurn('turn of demo'), undefined);
      assertSame(
        (await store.listSuspendedTurns()).map(({ id }) => id),
        ['turn of other'],
      );
      assertSame(
        (await store.listTokens()).map(({ id }) => id),
        ['token-1', 'token-of-nobody'],
      );
      assert.equal((await store.listAssignments('other')).length, 1);
      assert.notEqual(await store.getConversation('other', 'room'), undefined);
    },
  ),

  check('the id of a removed bot is never used again: BOT_ID_RETIRED', async (store) => {
    await store.change((writer) => writer.addBot(newBot('demo')));
    await store.change(async (writer) => {
      await writer.removeBot('demo');
      await assertRejects(writer.addBot(newBot('demo')), 'BOT_ID_RETIRED');
    });
    for (let time = 0; time < 2; time += 1) {
      await assertRejects(
        store.change((writer) => writer.addBot(newBot('demo'))),
        'BOT_ID_RETIRED',
      );
    }
    assertSame(await store.listBots(), []);
  }),

  check('what names an unknown or a removed bot is refused with BOT_UNKNOWN', async (store) => {
    await store.change((writer) => writer.addBot(newBot('removed')));
    await store.change((writer) => writer.removeBot('removed'));
    for (const id of ['removed', 'nobody', '__proto__']) {
      for (const [name, one] of toUnknownBots) {
        await assert.doesNotReject(
          assertRejects(
            store.change((writer) => one(writer, id)),
            'BOT_UNKNOWN',
          ),
          `${name} of ${id}`,
        );
      }
      assertSame(await store.listAssignments(id), []);
      assert.equal(await store.getConversation(id, 'room'), undefined);
    }
    assertSame(await store.listTokens(), []);
  }),

  check('a refusal that the change catches leaves the rest of it as it is', async (store) => {
    await store.change(async (writer) => {
      await writer.addBot(newBot('demo'));
      for (const [, one] of toUnknownBots) await assertRejects(one(writer, 'nobody'), 'BOT_UNKNOWN');
      await assertRejects(writer.addBot(newBot('demo')), 'BOT_EXISTS');
      await writer.addBot(newBot('other'));
    });
    assertSame(await listIds(store), ['demo', 'other']);
  }),

  check('bots that were handed out are not live, and given ones are copied', async (store) => {
    const given = newBot('demo', 'Name');
    await store.change(async (writer) => {
      await writer.addBot(given);
      spoil(given);
      spoil(await writer.getBot('demo'));
      spoil(await writer.listBots());
    });
    spoil(await store.getBot('demo'));
    spoil(await store.listBots());
    assert.equal((await store.getBot('demo'))?.displayName, 'Name');
    assertSame(await listIds(store), ['demo']);
  }),

  check('close waits for a change that is under way, and is safe twice', async (store) => {
    let isDone = false;
    const change = store.change(async (writer) => {
      await writer.addBot(newBot('demo'));
      await new Promise((resolve) => setImmediate(resolve));
      await writer.addBot(newBot('other'));
    });
    const watched = change.then(() => {
      isDone = true;
    });
    await store.close();
    await Promise.resolve();
    assert.ok(isDone, 'the store closed before the change was done');
    await watched;
    await store.close();
  }),
];

async function listIds(store: Store): Promise<readonly string[]> {
  return (await store.listBots()).map(({ id }) => id);
}
