import assert from 'node:assert/strict';
import { assertSame, catchOf } from './assertions.js';
import { everyWrite, fillStore, readAll } from './every-write.js';
import { newBot, newSetting } from './new-records.js';
import type { StoreCheck } from './store-check.js';
import { check } from './store-check.js';

/** What a store promises of reading several things as they were at one moment. */
export const readChecks: readonly StoreCheck[] = [
  check('a read answers what its work answers, and the reader reads what the store does', async (store) => {
    const answer = { some: 'object' };
    assert.equal(await store.read(async () => answer), answer);
    await fillStore(store);
    const inside = await store.read(readAll);
    assertSame(inside, await readAll(store));
  }),

  check('a read whose work rejects rejects with the same error, and holds nothing up', async (store) => {
    await fillStore(store);
    const errors: readonly unknown[] = [new Error('no'), 'a text', undefined];
    // More than a store is likely to have connections.
    for (let round = 0; round < 10; round += 1) {
      for (const error of errors) {
        const caught = await catchOf(
          store.read(async (reader) => {
            await reader.listBots();
            throw error;
          }),
        );
        assert.ok(Object.is(caught, error), `expected the same ${String(error)}, got ${String(caught)}`);
      }
    }
    assert.equal(await store.read(async (reader) => (await reader.listBots()).length), 2);
  }),

  check(
    'a change that is made while a read is under way is not seen in it, and does not wait for it',
    async (store) => {
      await fillStore(store);
      for (const [name, one] of Object.entries(everyWrite)) {
        const before = await readAll(store);
        await store.read(async (reader) => {
          assertSame(await reader.listBots(), before.bots);
          await store.change(one);
          assertSame(await readAll(reader), before, `${name}: the read goes on as it began`);
        });
        assert.notDeepEqual(JSON.stringify(await readAll(store)), JSON.stringify(before), `${name} changed nothing`);
      }
    },
  ),

  check('what a change has not committed is not read', async (store) => {
    await store.change((writer) => writer.addBot(newBot('demo')));
    const caught = await catchOf(
      store.change(async (writer) => {
        await writer.renameBot('demo', 'Never');
        await writer.putToolSetting(newSetting());
        const seen = await store.read(async (reader) => [await reader.getBot('demo'), await reader.listToolSettings()]);
        assertSame(seen, [{ ...newBot('demo'), loadoutRevision: 0 }, []]);
        throw new Error('never committed');
      }),
    );
    assert.equal(String(caught), 'Error: never committed');
  }),

  check('reads of one reader need not be waited for one by one', async (store) => {
    await fillStore(store);
    const seen = await store.read((reader) =>
      Promise.all([reader.listBots(), reader.listTokens(), reader.listAudit(), reader.listAssignedTools()]),
    );
    assertSame(
      seen.map((list) => list.length),
      [2, 2, 1, 2],
    );
  }),
];
