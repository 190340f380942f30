import assert from 'node:assert/strict';
import type { StoreCheck } from './store-check.js';
import { assertRejects, assertTimestamp, check, listNames, newAssignment, tryToChange } from './store-check.js';

const validIds = ['a', '7', 'demo', 'support-desk-2', 'constructor', '0-a', 'a'.repeat(64)];

const invalidIds: readonly unknown[] = [
  '',
  'Demo',
  'a b',
  'a_b',
  '-a',
  'a-',
  'a--b',
  'a\n',
  'ä',
  'a/b',
  '__proto__',
  'a'.repeat(65),
  undefined,
  null,
  7,
];

/** What a store promises of bots. */
export const botChecks: readonly StoreCheck[] = [
  check('a new store has no bots', async (store) => {
    assert.deepEqual(await store.listBots(), []);
    for (const id of ['demo', 'constructor', '__proto__', '']) assert.equal(await store.getBot(id), undefined);
  }),

  check('an added bot is found by its id, with its name and the time', async (store) => {
    const added = await store.addBot({ id: 'demo', displayName: 'Démo 机器人 🤖' });
    assert.equal(added.id, 'demo');
    assert.equal(added.displayName, 'Démo 机器人 🤖');
    assertTimestamp(added.createdAt);
    assert.deepEqual({ ...(await store.getBot('demo')) }, { ...added });
  }),

  check('a bot without a display name is called by its id', async (store) => {
    assert.equal((await store.addBot({ id: 'demo' })).displayName, 'demo');
    assert.equal((await store.getBot('demo'))?.displayName, 'demo');
  }),

  check('a display name that is blank, too long or no text is refused with BOT_NAME_INVALID', async (store) => {
    for (const displayName of ['', '  ', 'x'.repeat(201), 5, {}, []]) {
      await assertRejects(store.addBot({ id: 'demo', displayName: displayName as string }), 'BOT_NAME_INVALID');
    }
    assert.equal(await store.getBot('demo'), undefined);
  }),

  check('every slug of 1 to 64 characters is an id, and bots are listed in order of their ids', async (store) => {
    for (const id of validIds) await store.addBot({ id });
    assert.deepEqual(
      (await store.listBots()).map(({ id }) => id),
      [...validIds].sort(),
    );
  }),

  check('an id that is no slug is refused with BOT_ID_INVALID', async (store) => {
    for (const id of invalidIds) await assertRejects(store.addBot({ id: id as string }), 'BOT_ID_INVALID');
    assert.deepEqual(await store.listBots(), []);
  }),

  check('a taken id is refused with BOT_EXISTS, and the bot stays what it was', async (store) => {
    const added = await store.addBot({ id: 'demo', displayName: 'First' });
    await assertRejects(store.addBot({ id: 'demo', displayName: 'Second' }), 'BOT_EXISTS');
    assert.deepEqual({ ...(await store.getBot('demo')) }, { ...added });
  }),

  check('of several that add the same id at once, one succeeds', async (store) => {
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => store.addBot({ id: 'demo' })));
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const result of results) {
      if (result.status === 'rejected') await assertRejects(Promise.reject(result.reason), 'BOT_EXISTS');
    }
  }),

  check('a removed bot is gone with its loadout, and other bots stay', async (store) => {
    await store.addBot({ id: 'demo' });
    await store.addBot({ id: 'other' });
    await store.assign('demo', [newAssignment('search')]);
    await store.assign('other', [newAssignment('search')]);
    await store.removeBot('demo');
    assert.equal(await store.getBot('demo'), undefined);
    assert.deepEqual(
      (await store.listBots()).map(({ id }) => id),
      ['other'],
    );
    assert.deepEqual(await store.listAssignments('demo'), []);
    assert.deepEqual(await listNames(store, 'other'), ['search']);
  }),

  check('the id of a removed bot is never used again: BOT_ID_RETIRED', async (store) => {
    await store.addBot({ id: 'demo' });
    await store.removeBot('demo');
    await assertRejects(store.addBot({ id: 'demo' }), 'BOT_ID_RETIRED');
    await assertRejects(store.addBot({ id: 'demo' }), 'BOT_ID_RETIRED');
    assert.equal(await store.getBot('demo'), undefined);
    assert.deepEqual(await store.listBots(), []);
  }),

  check('an unknown bot has no loadout, and changing it is refused with BOT_UNKNOWN', async (store) => {
    await store.addBot({ id: 'removed' });
    await store.removeBot('removed');
    for (const id of ['nobody', 'removed', 'constructor', 'Not A Slug']) {
      assert.deepEqual(await store.listAssignments(id), []);
      await assertRejects(store.assign(id, [newAssignment('search')]), 'BOT_UNKNOWN');
      await assertRejects(store.assign(id, []), 'BOT_UNKNOWN');
      await assertRejects(store.unassign(id, ['search']), 'BOT_UNKNOWN');
      await assertRejects(store.unassign(id, []), 'BOT_UNKNOWN');
      await assertRejects(store.removeBot(id), 'BOT_UNKNOWN');
      assert.deepEqual(await store.listAssignments(id), []);
    }
  }),

  check('bots that were handed out are not live', async (store) => {
    const added = await store.addBot({ id: 'demo', displayName: 'Name' });
    const found = await store.getBot('demo');
    const list = await store.listBots();
    for (const bot of [added, found, list[0]]) {
      tryToChange(() => Object.assign(bot as object, { id: 'changed', displayName: 'changed' }));
    }
    tryToChange(() => (list as unknown[]).push('changed'));
    assert.equal((await store.getBot('demo'))?.displayName, 'Name');
    assert.deepEqual(
      (await store.listBots()).map(({ id }) => id),
      ['demo'],
    );
  }),

  check('close is safe twice', async (store) => {
    await store.addBot({ id: 'demo' });
    await store.close();
    await store.close();
  }),
];
