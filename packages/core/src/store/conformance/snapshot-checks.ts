import assert from 'node:assert/strict';
import type { JsonObject } from '../../contract/json.js';
import type { StoreReader } from '../roles.js';
import { assertSame, spoil } from './assertions.js';
import { newBot, newConversation, newSnapshot, timeAt } from './new-records.js';
import type { StoreCheck } from './store-check.js';
import { check } from './store-check.js';

const definition: JsonObject = { name: 'search', description: 'Searches.', schema: { type: 'object', properties: {} } };

/** What a store promises of snapshots, accepted definitions and conversations. */
export const snapshotChecks: readonly StoreCheck[] = [
  check('snapshots come back as they were put, in order of owners', async (store) => {
    const snapshots = [
      newSnapshot('@acme/tools'),
      newSnapshot('acme-tools', { tools: [], metadata: {}, droppedTools: [], listedAt: timeAt(1) }),
      newSnapshot('acme-tools/second', { tools: [{}, 'not a definition', null, [1]], droppedTools: ['ü🔎', null] }),
    ];
    await store.change(async (writer) => {
      for (const snapshot of [...snapshots].reverse()) await writer.putSnapshot(snapshot);
      assertSame(await readSnapshots(writer), snapshots);
    });
    assertSame(await readSnapshots(store), snapshots);
    assert.equal(await store.getSnapshot('nobody'), undefined);
  }),

  check('snapshots are listed without their lists, all or those of one companion', async (store) => {
    const large = newSnapshot('@acme/tools/b', { companionId: '@acme/tools', metadata: { a: { label: 'ü🔎' } } });
    const small = newSnapshot('@acme/tools', { companionId: '@acme/tools', tools: [], metadata: {} });
    const other = newSnapshot('@acme/tools2', { companionId: '@acme/tools2', hash: 'c3', listedAt: timeAt(1) });
    await store.change(async (writer) => {
      for (const snapshot of [large, other, small]) await writer.putSnapshot(snapshot);
    });
    const sizeOf = (part: unknown): number => Buffer.byteLength(JSON.stringify(part));
    const summaries = [small, large, other].map(({ tools, metadata, droppedTools, ...rest }) => ({
      ...rest,
      bytes: sizeOf(tools) + sizeOf(metadata) + sizeOf(droppedTools),
    }));
    assertSame(await store.listSnapshots(), summaries);
    assertSame(await store.listSnapshots('@acme/tools'), summaries.slice(0, 2));
    assertSame(await store.listSnapshots('@acme/tools2'), summaries.slice(2));
    assertSame(await store.listSnapshots('@acme'), []);
  }),

  check('a snapshot is written over the one of the same owner, whole, and deleted alone', async (store) => {
    await store.change((writer) => writer.putSnapshot(newSnapshot('a')));
    await store.change((writer) => writer.putSnapshot(newSnapshot('b')));
    const renewed = newSnapshot('a', {
      companionId: 'other',
      tools: [],
      metadata: {},
      droppedTools: [],
      hash: 'c3',
      listedAt: timeAt(9),
    });
    await store.change((writer) => writer.putSnapshot(renewed));
    assertSame(await readSnapshots(store), [renewed, newSnapshot('b')]);
    await store.change(async (writer) => {
      await writer.deleteSnapshot('a');
      await writer.deleteSnapshot('nobody');
      assertSame(await readSnapshots(writer), [newSnapshot('b')]);
    });
    assertSame(await readSnapshots(store), [newSnapshot('b')]);
  }),

  check('a definition is found by its hash, and can be put again', async (store) => {
    await store.change(async (writer) => {
      await writer.putDefinition('a1', definition);
      assertSame(await writer.getDefinition('a1'), definition);
    });
    await store.change((writer) => writer.putDefinition('a1', definition));
    await store.change((writer) => writer.putDefinition('b2', {}));
    assertSame(await store.getDefinition('a1'), definition);
    assertSame(await store.getDefinition('b2'), {});
    assert.equal(await store.getDefinition('A1'), undefined);
  }),

  check('a conversation is kept by bot and id, and written over', async (store) => {
    const ids = ['room', 'Room', '!room:example.org', 'zimmer ü 🔎', '__proto__'];
    await store.change(async (writer) => {
      for (const bot of ['demo', 'other']) {
        await writer.addBot(newBot(bot));
        for (const id of ids) await writer.putConversation(newConversation(bot, id));
      }
      assertSame(await writer.getConversation('demo', 'room'), newConversation('demo', 'room'));
    });
    const renewed = newConversation('demo', 'room', { requiredConfidence: 'HIGH', updatedAt: timeAt(1) });
    await store.change((writer) => writer.putConversation(renewed));
    assertSame(await store.getConversation('demo', 'room'), renewed);
    for (const id of ids.slice(1)) assertSame(await store.getConversation('demo', id), newConversation('demo', id));
    for (const id of ids) assertSame(await store.getConversation('other', id), newConversation('other', id));
    assert.equal(await store.getConversation('demo', 'nothing'), undefined);
    assert.equal(await store.getConversation('nobody', 'room'), undefined);
  }),

  check('snapshots, definitions and conversations are not live, and given ones are copied', async (store) => {
    const given = {
      snapshot: newSnapshot('a'),
      definition: structuredClone(definition),
      conversation: newConversation('demo', 'room'),
    };
    const expected = structuredClone(given);
    await store.change(async (writer) => {
      await writer.addBot(newBot('demo'));
      await writer.putSnapshot(given.snapshot);
      await writer.putDefinition('a1', given.definition);
      await writer.putConversation(given.conversation);
      spoil(given);
    });
    for (let time = 0; time < 2; time += 1) {
      const found = {
        snapshot: await store.getSnapshot('a'),
        definition: await store.getDefinition('a1'),
        conversation: await store.getConversation('demo', 'room'),
      };
      assertSame(found, expected);
      spoil(found);
    }
  }),
];

/** Whole, in order of owners. */
async function readSnapshots(reader: StoreReader): Promise<readonly unknown[]> {
  const summaries = await reader.listSnapshots();
  return Promise.all(summaries.map(({ owner }) => reader.getSnapshot(owner)));
}
