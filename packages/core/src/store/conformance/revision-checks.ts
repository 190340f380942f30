import assert from 'node:assert/strict';
import type { StoreCheck } from './store-check.js';
import { check, newAssignment } from './store-check.js';

/** What a store promises of `revision`. */
export const revisionChecks: readonly StoreCheck[] = [
  check('revision is another one after every acknowledged change', async (store) => {
    const seen = new Set([store.revision()]);
    const changes: readonly (() => Promise<unknown>)[] = [
      () => store.addBot({ id: 'demo' }),
      () => store.addBot({ id: 'other' }),
      () => store.assign('demo', [newAssignment('a'), newAssignment('b')]),
      () => store.assign('demo', [newAssignment('a', { label: 'New' })]),
      () => store.assign('demo', [newAssignment('a', { settingsOverride: { limit: 5 } })]),
      () => store.unassign('demo', ['b']),
      () => store.removeBot('demo'),
      () => store.assign('other', [newAssignment('a')]),
    ];
    for (const [index, change] of changes.entries()) {
      await change();
      const revision = store.revision();
      assert.ok(typeof revision === 'number' || typeof revision === 'string', 'revision is synchronous');
      assert.ok(!seen.has(revision), `change ${index + 1} left the revision at ${revision}`);
      seen.add(revision);
    }
  }),

  check('revision stays while the store is only read', async (store) => {
    await store.addBot({ id: 'demo' });
    await store.assign('demo', [newAssignment('a')]);
    const revision = store.revision();
    await store.getBot('demo');
    await store.getBot('nobody');
    await store.listBots();
    await store.listAssignments('demo');
    await store.listAssignments('nobody');
    assert.equal(store.revision(), revision);
  }),
];
