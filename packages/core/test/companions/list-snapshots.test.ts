import type { CompanionEntry, Store, ToolDefinition } from '@loadout/core';
import { expect, onTestFinished, test } from 'vitest';
import type { Collected } from '../../src/catalogue/tool-provider-registry.js';
import { ListSnapshots } from '../../src/companions/list-snapshots.js';
import { collectLog } from '../builders/collected-log.js';
import { createCompanion } from '../builders/companion.js';
import { createDeferred } from '../builders/deferred.js';
import { createKeptStore } from '../builders/kept-store.js';
import { createManualClock, settle } from '../builders/manual-clock.js';
import { createProvider, tool } from '../builders/provider.js';
import { readSnapshots } from '../builders/read-snapshots.js';
import { createTestRegistry, type TestRegistry } from '../builders/registry.js';

// Reaches inside: when the store is written, and how often, cannot be seen through a host.

test('a list is written a moment after it came, and equal lists are written once', async () => {
  const { store, written } = counting();
  const made = await createTestRegistry({ store, companions: [listing(['one'])] });
  await made.registry.collect();
  await made.clock.advance(249);
  expect(written()).toEqual([]);
  await made.clock.advance(1);
  await settle();
  expect(written()).toEqual(['@acme/alpha']);
  expect(await readSnapshots(store)).toEqual([
    {
      owner: '@acme/alpha',
      companionId: '@acme/alpha',
      tools: [tool('one')],
      metadata: {},
      droppedTools: [],
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      listedAt: '2023-11-14T22:13:20.000Z',
    },
  ]);

  await made.companions[0]?.refresh();
  await made.clock.advance(1_000);
  await made.close();
  expect(written()).toEqual(['@acme/alpha']);
});

test('a list that is equal to the one of an earlier run is not written again', async () => {
  const { store, written } = counting();
  const definitions = [tool('one', { label: 'One', aliases: ['uno'] }), 7, tool('two')] as ToolDefinition[];
  const companions = () => [listing(definitions, { getToolMetadata: () => ({ two: { label: 'Two' }, old: {} }) })];
  for (let run = 0; run < 3; run += 1) await runOnce(store, companions());
  expect(written()).toEqual(['@acme/alpha']);
});

test('lists that come together are written after one pause, each on its own', async () => {
  const { store, written } = counting();
  const made = await createTestRegistry({
    store,
    companions: [listing(['one'], {}, '@acme/a'), listing(['two'], {}, '@acme/b')],
  });
  await made.registry.collect();
  await made.clock.advance(250);
  expect(made.clock.pending).toBe(0);
  await settle();
  expect(written().sort()).toEqual(['@acme/a', '@acme/b']);
});

test('a list that comes while others are written is written as well', async () => {
  const gate = createDeferred<void>();
  const { store, written } = counting(() => gate.promise);
  let names = ['one'];
  const made = await createTestRegistry({ store, companions: [listing(() => names)] });
  await made.registry.collect();
  await made.clock.advance(250);
  names = ['one', 'two'];
  await made.companions[0]?.refresh();
  expect(made.clock.pending).toBe(0);
  gate.resolve();
  await settle();
  await made.clock.advance(250);
  await settle();
  expect(written()).toHaveLength(2);
  expect((await readSnapshots(store))[0]?.tools).toHaveLength(2);
});

test('what is due is written when the host is closed, and nothing is after that', async () => {
  const { store, written } = counting();
  const made = await createTestRegistry({ store, companions: [listing(['one'])] });
  await made.registry.collect();
  await made.close();
  expect(written()).toEqual(['@acme/alpha']);
  expect(made.clock.pending).toBe(0);
  const [slot] = made.companions[0]?.slots ?? [];
  if (slot !== undefined) made.snapshots.listed(slot);
  expect(made.clock.pending).toBe(0);
});

test('a store that does not outlive the process is neither read nor written', async () => {
  const refuse = async (): Promise<never> => {
    throw new Error('nobody should ask');
  };
  const store = createKeptStore({ isDurable: false, listSnapshots: refuse, change: refuse });
  const made = await createTestRegistry({ store, companions: [listing(['one'])] });
  await made.registry.collect();
  await made.clock.advance(1_000);
  await made.close();
  expect(made.log.warnings()).toEqual([]);
});

test('a store that fails is said once, harms nothing, and is tried again with the next list', async () => {
  let isBroken = true;
  const { store, written } = counting(async () => {
    if (isBroken) throw new Error('the disk is full');
  });
  let names = ['one'];
  const made = await createTestRegistry({ store, companions: [listing(() => names)] });
  for (const next of [['one', 'two'], ['three'], ['four']]) {
    expect([...(await made.registry.collect()).catalogue.tools.keys()]).toEqual(names);
    await made.clock.advance(1_000);
    await settle();
    names = next;
    await made.companions[0]?.refresh();
  }
  expect(made.log.warnings()).toEqual(['The list of @acme/alpha was not written down: the disk is full']);
  isBroken = false;
  await made.close();
  expect(written()).toEqual(['@acme/alpha']);
  expect((await readSnapshots(store))[0]?.tools).toMatchObject([{ name: 'four' }]);
});

test('a store that never answers delays the start and the end of a host by 5 s, and no more', async () => {
  const hang = (): Promise<never> => new Promise(() => undefined);
  const store = createKeptStore({ change: hang });
  const made = await createTestRegistry({ store, companions: [listing(['one'])] });
  await made.registry.collect();
  const closing = made.close();
  await settle();
  await made.clock.advance(5_000);
  await closing;
  expect(made.log.warnings()).toEqual([expect.stringContaining('did not answer within 5000 ms')]);
});

test('what is not written when that time is over is not written after it', async () => {
  const gate = createDeferred<void>();
  const { store, written } = counting(() => gate.promise);
  const companions = [listing(['one'], {}, '@acme/a'), listing(['two'], {}, '@acme/b')];
  const made = await createTestRegistry({ store, companions });
  await made.registry.collect();
  const closing = made.close();
  await settle();
  await made.clock.advance(5_000);
  await closing;
  gate.resolve();
  await settle();
  expect(written()).toEqual(['@acme/a']);
  expect(made.log.warnings()).toEqual([expect.stringContaining('did not answer within 5000 ms')]);
});

test('a hostile list does the writer no harm, and its siblings are kept', async () => {
  const cycle: Record<string, unknown> = { type: 'object' };
  cycle.properties = { inner: cycle };
  const hostile = [
    null,
    'text',
    new Proxy(
      {},
      {
        get: () => {
          throw new Error('trap');
        },
      },
    ),
    { ...tool('cyclic'), schema: cycle },
    {
      ...tool('throwing'),
      get schema(): never {
        throw new Error('getter');
      },
    },
    {
      ...tool('shifty'),
      get aliases(): never {
        throw new Error('getter');
      },
    },
    { ...tool('with_function'), policy: { kind: () => 'read' }, aliases: ['old_function'], label: 'Fun' },
    { ...tool('endless'), schema: endless() },
    { ...tool('deep'), schema: nest(200) },
    { name: 'bare' },
    { ...tool('no name at all') },
    { ...tool('unknown_fields'), execute: () => 'x', client: new Map() },
    Object.create(tool('inherited')),
    tool('healthy'),
  ];
  const { store } = counting();
  await runOnce(store, [
    listing(hostile as ToolDefinition[], {
      getToolMetadata: () => JSON.parse('{"__proto__":{"label":"x"},"a b":{"label":"x"}}'),
    }),
  ]);
  const [snapshot] = await readSnapshots(store);
  expect(JSON.parse(JSON.stringify(snapshot?.tools))).toEqual([
    { name: 'cyclic' },
    { name: 'throwing' },
    { name: 'shifty' },
    { name: 'with_function', aliases: ['old_function'], label: 'Fun' },
    { name: 'endless' },
    { name: 'deep' },
    tool('unknown_fields'),
    tool('inherited'),
    tool('healthy'),
  ]);
  expect(snapshot?.metadata).toEqual({});
});

test('a list of 100,000 tools is cut down to names, and the event loop stays free', async () => {
  const tools = Array.from({ length: 100_000 }, (_, index) => tool(`tool_${index}`, { label: `Tool ${index}` }));
  const { store } = counting();
  const made = await createTestRegistry({ store, companions: [listing(tools)] });
  await made.registry.collect();
  let turns = 0;
  let isWritten = false;
  const closing = made.close().then(() => {
    isWritten = true;
  });
  while (!isWritten) {
    turns += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  await closing;
  const [snapshot] = await readSnapshots(store);
  expect(turns).toBeGreaterThan(100);
  expect(snapshot?.tools[0]).toEqual({ name: 'tool_0', label: 'Tool 0' });
  expect(Buffer.byteLength(JSON.stringify(snapshot))).toBeLessThan(5_500_000);
  expect(made.log.warnings()).toEqual([expect.stringMatching(/larger than 5 MB: only .* are kept/)]);
});

test('a list that is too large keeps all names and labels', async () => {
  const tools = Array.from({ length: 6 }, (_, index) =>
    tool(`large_${index}`, { description: 'x'.repeat(900_000), label: `Large ${index}`, aliases: [`old_${index}`] }),
  );
  const { store } = counting();
  await runOnce(store, [listing(tools, { getToolMetadata: () => ({ large_0: { label: 'A', summary: 'B' } }) })]);
  const [snapshot] = await readSnapshots(store);
  expect(snapshot?.tools).toHaveLength(6);
  expect(snapshot?.tools[5]).toEqual({ name: 'large_5', aliases: ['old_5'], label: 'Large 5' });
  expect(snapshot?.metadata).toEqual({ large_0: { label: 'A' } });
});

test('tools that are switched off keep their names and old names in the store, and lose them with their labels', async () => {
  const { store } = counting();
  const labels = { one: { label: 'One' } };
  await runOnce(store, [listing([tool('one', { aliases: ['uno'] })])]);
  await runOnce(store, [listing([], { getToolMetadata: () => labels })]);
  await runOnce(store, [listing(['two'], { getToolMetadata: () => labels })]);
  expect((await readSnapshots(store))[0]?.tools).toEqual([tool('two'), { name: 'one', aliases: ['uno'] }]);
  await runOnce(store, [listing(['two'])]);
  expect((await readSnapshots(store))[0]?.tools).toEqual([tool('two')]);
});

test('what was kept of a companion that is configured no more stays, and reserves nothing', async () => {
  const { store } = counting();
  await runOnce(store, [listing(['one'], {}, '@acme/gone'), listing(['two'])]);
  const { catalogue } = await runOnce(store, [listing(['one', 'two'])]);
  expect([...catalogue.tools.values()].map(({ name, owner }) => [name, owner])).toEqual([
    ['one', '@acme/alpha'],
    ['two', '@acme/alpha'],
  ]);
  expect((await store.listSnapshots()).map(({ owner }) => owner)).toEqual(['@acme/alpha', '@acme/gone']);
});

test('a list that is gone from the store is written again, although it is the same', async () => {
  const { store, written } = counting();
  const made = await createTestRegistry({ store, companions: [listing(['one'])] });
  await made.registry.collect();
  await made.clock.advance(250);
  await settle();
  await store.change((writer) => writer.deleteSnapshot('@acme/alpha'));
  await made.companions[0]?.refresh();
  await made.close();
  expect(written()).toEqual(['@acme/alpha', '@acme/alpha']);
  expect(await readSnapshots(store)).toHaveLength(1);
});

test('what another process keeps of switched off tools is kept', async () => {
  const { store } = counting();
  const labels = { one: { label: 'One' } };
  const made = await createTestRegistry({ store, companions: [listing([], { getToolMetadata: () => labels })] });
  await runOnce(store, [listing([tool('one', { aliases: ['uno'] })])]);
  await made.registry.collect();
  await made.close();
  expect((await readSnapshots(store))[0]?.tools).toEqual([{ name: 'one', aliases: ['uno'] }]);
});

test('a companion that changes the ids of its providers from start to start leaves 256 lists behind, the newest', async () => {
  const { store } = counting();
  for (const from of [0, 200]) expect((await runOnce(store, [numbered(from, 200)])).catalogue.tools.size).toBe(200);
  const third = await runOnce(store, [numbered(400, 200)]);
  expect(third.catalogue.tools.size).toBe(200);
  expect(third.log.warnings()).toEqual([expect.stringMatching(/^@acme\/alpha has left too many lists/)]);
  const owners = (await store.listSnapshots()).map(({ owner }) => owner);
  expect(owners).toHaveLength(256);
  for (let id = 400; id < 600; id += 1) expect(owners).toContain(`@acme/alpha/p${id}`);
  expect((await createTestRegistry({ store, companions: [numbered(600, 200)] })).log.warnings()).toEqual([]);
});

test('the lists of one companion take 20 MB together: names and labels from 16 MB on, then as many as fit', async () => {
  const { store } = counting();
  const large = (id: number) => [
    tool(`large_${id}`, { description: 'x'.repeat(900_000), label: `Large ${id}`, aliases: [`old_${id}`] }),
  ];
  const first = await runOnce(store, [numbered(0, 20, large)]);
  const kept = await readSnapshots(store);
  const whole = kept.filter(({ tools }) => JSON.stringify(tools).length > 900_000);
  expect(whole).toHaveLength(17);
  const small = kept.find((one) => !whole.includes(one));
  expect(small?.tools).toEqual([
    { name: expect.any(String), aliases: [expect.any(String)], label: expect.any(String) },
  ]);
  const said =
    /^The lists of @acme\/alpha are too large together: of @acme\/alpha\/p\d+, and of others after it, only /;
  expect(first.log.warnings()).toEqual([expect.stringMatching(said)]);

  const aliases = (id: number) => Array.from({ length: 100 }, (_, index) => `a_${id}_${index}`.padEnd(60, '_'));
  const names = (id: number) =>
    Array.from({ length: 600 }, (_, index) => tool(`n_${id}_${index}`, { aliases: aliases(index) }));
  const second = await runOnce(store, [numbered(20, 6, names)]);
  const saidNow = second.log.entries.filter(({ event }) => event.startsWith('snapshot'));
  expect(saidNow).toMatchObject([{ message: expect.stringMatching(said) }]);
  const bytes = (await store.listSnapshots()).reduce((sum, one) => sum + one.bytes, 0);
  expect(bytes).toBeLessThan(20_100_000);
});

test('one companion with many lists keeps no other from writing its own when the host is closed', async () => {
  const { store, written } = counting();
  const made = await createTestRegistry({
    store,
    companions: [numbered(0, 50), listing(['one'], {}, '@acme/beta'), listing(['two'], {}, '@acme/gamma')],
  });
  await made.registry.collect();
  await made.close();
  expect(written().slice(16, 18)).toEqual(['@acme/beta', '@acme/gamma']);
  expect(written()).toHaveLength(52);
});

test('lists that cannot be read cost no other companion its own, and are read as soon as they can be', async () => {
  const kept = createKeptStore();
  await runOnce(kept, [listing(['one']), listing(['two'], {}, '@acme/beta')]);
  let isBroken = true;
  const store: Store = {
    ...kept,
    getSnapshot: async (owner) => {
      if (isBroken && owner === '@acme/alpha') throw new Error('a page is torn');
      return kept.getSnapshot(owner);
    },
  };
  const off = (id: string): CompanionEntry => ({ id, load: () => Promise.reject(new Error('away')) });
  const thief = listing(['one', 'two'], {}, '@acme/thief');
  const made = await createTestRegistry({ store, companions: [off('@acme/alpha'), off('@acme/beta'), thief] });
  const ownersOf = async (): Promise<readonly (string | undefined)[]> => {
    const { catalogue } = await made.registry.collect();
    return ['one', 'two'].map((name) => catalogue.tools.get(name)?.owner);
  };
  expect(await ownersOf()).toEqual(['@acme/thief', undefined]);
  await made.clock.advance(1_000);
  await settle();
  expect(await ownersOf()).toEqual(['@acme/thief', undefined]);
  isBroken = false;
  await made.clock.advance(2_000);
  await settle();
  expect(await ownersOf()).toEqual([undefined, undefined]);
  const said = made.log.entries.filter(({ event }) => event === 'snapshots-unreadable');
  expect(said).toMatchObject([{ companion: '@acme/alpha', message: expect.stringMatching(/: a page is torn$/) }]);
  expect(made.log.entries).toContainEqual(
    expect.objectContaining({ event: 'snapshots-read', companion: '@acme/alpha' }),
  );
});

test('lists that take too long to read delay the start by 5 s, and count when they are there', async () => {
  const kept = createKeptStore();
  await runOnce(kept, [listing(['one', 'old'])]);
  const gate = createDeferred<void>();
  const store: Store = { ...kept, getSnapshot: (owner) => gate.promise.then(() => kept.getSnapshot(owner)) };
  const clock = createManualClock();
  const log = collectLog();
  const snapshots = new ListSnapshots({ store, clock, logger: log.logger });
  onTestFinished(() => snapshots.close());
  const labels = { one: { label: 'One' }, old: { label: 'Old' } };
  const other = await createTestRegistry({
    store: createKeptStore(),
    companions: [listing(['one'], { getToolMetadata: () => labels })],
  });
  await other.registry.collect();
  const restoring = snapshots.restore(other.companions);
  await clock.advance(5_000);
  await restoring;
  expect(log.warnings()).toEqual([expect.stringMatching(/did not answer within 5000 ms/)]);
  gate.resolve();
  await settle();
  const [slot] = other.companions[0]?.slots ?? [];
  expect(slot?.list?.names).toEqual([expect.objectContaining({ name: 'one' }), { name: 'old', aliases: [] }]);
});

/** Endless by proxy: every property is one more object. */
function endless(): ToolDefinition['schema'] {
  return new Proxy({} as ToolDefinition['schema'], {
    get: (_target, key) => (key === 'type' ? 'object' : endless()),
    ownKeys: () => ['type', 'a', 'b'],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
}

function nest(levels: number): ToolDefinition['schema'] {
  let schema: ToolDefinition['schema'] = { type: 'object' };
  for (let level = 0; level < levels; level += 1) schema = { type: 'object', properties: { inner: schema } };
  return schema;
}

function listing(
  tools: Parameters<typeof createProvider>[0],
  methods: Parameters<typeof createProvider>[1] = {},
  id = '@acme/alpha',
): CompanionEntry {
  const own =
    typeof tools === 'function' || tools.every((one) => typeof one === 'string')
      ? {}
      : { getTools: () => tools as ToolDefinition[] };
  return createCompanion(id, createProvider(tools, { ...own, ...methods }));
}

/** A kept store that counts what snapshots were written; `before` comes before each. */
function counting(before: () => Promise<void> = async () => undefined): {
  readonly store: Store;
  readonly written: () => string[];
} {
  const written: string[] = [];
  const kept = createKeptStore();
  const store: Store = {
    ...kept,
    async change(work) {
      await before();
      return kept.change((writer) =>
        work({
          ...writer,
          putSnapshot(snapshot) {
            written.push(snapshot.owner);
            return writer.putSnapshot(snapshot);
          },
        }),
      );
    },
  };
  return { store, written: () => written };
}

/** One run: companions are loaded, asked, and closed. */
async function runOnce(
  store: Store,
  companions: readonly CompanionEntry[],
): Promise<TestRegistry & Pick<Collected, 'catalogue'>> {
  const made = await createTestRegistry({ store, companions });
  const { catalogue } = await made.registry.collect();
  await made.close();
  return { ...made, catalogue };
}

/** A companion with a provider for each number from `from` on. */
function numbered(
  from: number,
  count: number,
  list: (id: number) => readonly ToolDefinition[] = (id) => [tool(`tool_${id}`)],
): CompanionEntry {
  return createCompanion('@acme/alpha', {
    listener: (event) => {
      for (let id = from; id < from + count; id += 1) {
        event.registerProvider(createProvider([], { getTools: () => list(id) }), { id: `p${id}` });
      }
    },
  });
}
