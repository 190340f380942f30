import assert from 'node:assert/strict';
import type { Store, StoreReader, StoreWriter } from '../roles.js';
import { assertSame, catchOf, passTick } from './assertions.js';
import { everyWrite, fillStore, readAll } from './every-write.js';
import { newAssignment, newBot, newSetting } from './new-records.js';
import type { StoreCheck } from './store-check.js';
import { check } from './store-check.js';

/** What a store promises of a change: whole or not at all, one after another. */
export const changeChecks: readonly StoreCheck[] = [
  check('a change answers what its work answers, also where it writes nothing', async (store) => {
    const answer = { some: 'object' };
    assert.equal(await store.change(async () => answer), answer);
    assert.equal(await store.change(async () => undefined), undefined);
    assert.equal(await store.change(async (writer) => (await writer.listBots()).length), 0);
  }),

  check('a change whose work rejects rejects with the same error', async (store) => {
    const errors: readonly unknown[] = [new Error('no'), new TypeError('neither'), 'a text', undefined];
    for (const error of errors) {
      const caught = await catchOf(
        store.change(async (writer) => {
          await writer.addBot(newBot('demo'));
          throw error;
        }),
      );
      assert.ok(Object.is(caught, error), `expected the same ${String(error)}, got ${String(caught)}`);
    }
  }),

  check('a change whose work rejects changes nothing, however much was written', async (store) => {
    await fillStore(store);
    const before = await readAll(store);
    const error = new Error('changed my mind');
    const caught = await catchOf(
      store.change(async (writer) => {
        for (const one of Object.values(everyWrite)) await one(writer);
        for (let index = 0; index < 500; index += 1) {
          await writer.addBot(newBot(`bot-${index}`));
          await writer.putAssignments(`bot-${index}`, [newAssignment('search')]);
        }
        throw error;
      }),
    );
    assert.equal(caught, error);
    assertSame(await readAll(store), before);
    // The id that was retired and the ids that were taken are free again.
    await store.change(async (writer) => {
      await writer.removeBot('demo');
      await writer.addBot(newBot('bot-1'));
    });
  }),

  check('a refusal that the work lets through undoes what was written before it', async (store) => {
    await fillStore(store);
    const before = await readAll(store);
    const caught = await catchOf(
      store.change(async (writer) => {
        await writer.putToolSetting(newSetting({ value: 'new' }));
        await writer.renameBot('nobody', 'New');
      }),
    );
    assert.ok(caught instanceof Error);
    assertSame(await readAll(store), before);
  }),

  check('each write is read by the writer at once, and by everybody when the change is done', async (store) => {
    await fillStore(store);
    for (const [name, one] of Object.entries(everyWrite)) {
      const before = await readAll(store);
      const inside = await store.change(async (writer) => {
        assertSame(await readAll(writer), before, `${name}: the writer reads what is committed`);
        await one(writer);
        return readAll(writer);
      });
      assert.notDeepEqual(JSON.stringify(inside), JSON.stringify(before), `${name} changed nothing`);
      assertSame(await readAll(store), inside, name);
    }
  }),

  check('nobody outside reads what is not committed', async (store) => {
    await fillStore(store);
    const before = await readAll(store);
    const reads: Promise<unknown>[] = [];
    await catchOf(
      store.change(async (writer) => {
        for (const one of Object.values(everyWrite)) {
          await one(writer);
          // Not waited for here: a store may answer only when the change is over.
          reads.push(readAll(store));
          await passTick();
        }
        throw new Error('never committed');
      }),
    );
    for (const read of reads) assertSame(await read, before);
  }),

  check('two changes at once do not interleave: no update is lost', async (store) => {
    const count = 20;
    await store.change((writer) => writer.putToolSetting(newSetting({ value: 0 })));
    const changes = Array.from({ length: count }, () =>
      store.change(async (writer) => {
        const value = await readCounter(writer);
        await passTick();
        await writer.putToolSetting(newSetting({ value: value + 1 }));
        await passTick();
        assert.equal(await readCounter(writer), value + 1, 'another change came between');
      }),
    );
    await Promise.all(changes);
    assert.equal(await readCounter(store), count);
  }),

  check('concurrent changes of one loadout lose nothing', async (store) => {
    await store.change((writer) => writer.addBot(newBot('demo')));
    const names = Array.from({ length: 50 }, (_, index) => `tool_${index}`);
    await Promise.all([
      ...names.map((name, index) =>
        store.change((writer) => writer.putAssignments('demo', [newAssignment(name, { position: index })])),
      ),
      ...names.map((_, index) => store.change((writer) => writer.addBot(newBot(`bot-${index}`)))),
    ]);
    assertSame(
      (await store.listAssignments('demo')).map(({ toolName }) => toolName),
      names,
    );
    assert.equal((await store.listBots()).length, 51);
    assert.ok(((await store.getBot('demo'))?.loadoutRevision ?? 0) >= names.length);
  }),

  check('writes of one change need not be waited for one by one', async (store) => {
    await store.change(async (writer) => {
      await Promise.all(['c', 'a', 'b'].map((id) => writer.addBot(newBot(id))));
      await Promise.all(['a', 'b'].map((id) => writer.putAssignments(id, [newAssignment('search')])));
    });
    assertSame(
      (await store.listBots()).map(({ id }) => id),
      ['a', 'b', 'c'],
    );
    assertSame(await store.listBotsWithTool('search'), ['a', 'b']);
  }),

  check('changes that reject do not hold up those that follow', async (store) => {
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        store.change(async (writer) => {
          await writer.addBot(newBot(`bot-${index}`));
          if (index % 2 === 1) throw new Error('odd');
        }),
      ),
    );
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 5);
    assertSame(
      (await store.listBots()).map(({ id }) => id),
      ['bot-0', 'bot-2', 'bot-4', 'bot-6', 'bot-8'],
    );
  }),

  check('a writer is useless when its change is over, however that ended', async (store) => {
    await fillStore(store);
    const writers: StoreWriter[] = [];
    await store.change(async (writer) => {
      writers.push(writer);
    });
    await catchOf(
      store.change(async (writer) => {
        writers.push(writer);
        throw new Error('no');
      }),
    );
    assert.equal(writers.length, 2);
    const before = await readAll(store);
    for (const writer of writers) {
      for (const [name, one] of Object.entries(everyWrite)) {
        await assert.rejects(async () => one(writer), `${name} after the change`);
      }
      await assert.rejects(async () => writer.getBot('demo'), 'getBot after the change');
      await assert.rejects(async () => writer.listBots(), 'listBots after the change');
    }
    assertSame(await readAll(store), before);
    await useDuring(store, writers);
  }),
];

/** A writer of an earlier change does not write into a later one. */
async function useDuring(store: Store, writers: readonly StoreWriter[]): Promise<void> {
  await store.change(async () => {
    for (const writer of writers) await assert.rejects(async () => writer.addBot(newBot('late')));
  });
  assert.equal(await store.getBot('late'), undefined);
}

async function readCounter(reader: StoreReader): Promise<number> {
  const [setting] = await reader.listToolSettings();
  return Number(setting?.value);
}
