import assert from 'node:assert/strict';
import { everyWrite, fillStore, readAll } from './every-write.js';
import type { StoreCheck } from './store-check.js';
import { check } from './store-check.js';

/** What a store promises of `revision`. */
export const revisionChecks: readonly StoreCheck[] = [
  check('revision is another one after every acknowledged change', async (store) => {
    const seen = new Set([store.revision()]);
    const assertNew = (what: string): void => {
      const revision = store.revision();
      assert.ok(typeof revision === 'number' || typeof revision === 'string', 'revision is synchronous');
      assert.ok(!seen.has(revision), `${what} left the revision at ${revision}`);
      seen.add(revision);
    };
    await fillStore(store);
    assertNew('many writes at once');
    for (const [name, one] of Object.entries(everyWrite)) {
      await store.change(one);
      assertNew(name);
    }
  }),

  check('revision stays while the store is only read', async (store) => {
    await fillStore(store);
    const revision = store.revision();
    await readAll(store);
    assert.equal(store.revision(), revision);
  }),
];
