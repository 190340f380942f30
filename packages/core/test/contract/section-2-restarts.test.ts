import type { CompanionEntry, HostOptions, Store, ToolDefinition } from '@loadout/core';
import { expect, test } from 'vitest';
import { createCompanion } from '../builders/companion.js';
import { createAnswers } from '../builders/deferred.js';
import { createKeptStore } from '../builders/kept-store.js';
import { settle } from '../builders/manual-clock.js';
import { createProvider, tool } from '../builders/provider.js';
import { readSnapshots } from '../builders/read-snapshots.js';
import { createTestHost, type TestHost, textOf } from '../builders/test-host.js';

// Two hosts, one after the other, on one store: what the second knows of lists before anybody has answered it.

test('2.2 a provider that hangs is served at once from the list of the last run, marked stale, and can be called', async () => {
  const store = await afterRun([listing('@acme/alpha', 'alpha')], ['alpha']);
  const host = await createTestHost({ store, companions: [hanging('@acme/alpha').entry] });
  const turn = await host.startTurn({ bot: 'bot' });
  expect(turn.offered).toMatchObject([{ name: 'alpha', owner: '@acme/alpha', description: 'Does alpha.' }]);
  expect(await textOf(turn, 'alpha')).toBe('second run ran alpha');
  expect(await look(host)).toMatchObject({
    tools: [{ name: 'alpha', state: 'stale' }],
    companion: { state: 'loading', problems: [], providers: [{ state: 'loading', toolCount: 1, restored: true }] },
  });

  await host.clock.advance(5_000);
  expect(await look(host)).toMatchObject({
    tools: [{ name: 'alpha', state: 'stale' }],
    companion: {
      state: 'stale',
      problems: [{ code: 'COMPANION_TIMED_OUT' }],
      providers: [
        { state: 'stale', restored: true, listedAt: '2023-11-14T22:13:20.000Z', nextTryAt: '2023-11-14T22:13:26.000Z' },
      ],
    },
  });
});

test('2.2 the definitions of the last run have the hashes that they had', async () => {
  const rich = tool('rich', {
    outputSchema: { type: 'object' },
    policy: { readOnly: true },
    label: { en: 'Rich', de: 'Reich' },
    visibleIn: { chat: true },
    settingsSchema: { type: 'object', properties: { limit: { type: 'integer', default: 3 } } },
    sensitiveArguments: ['text'],
  });
  const store = createKeptStore();
  const first = await createTestHost({ store, companions: [listing('@acme/alpha', rich)] });
  const before = await look(first);
  await first.close();
  const host = await createTestHost({ store, companions: [hanging('@acme/alpha').entry] });
  const after = await look(host);
  expect(after.tools).toEqual(before.tools.map((one) => ({ ...one, state: 'stale' })));
});

test('2.2 the list of the provider replaces the one of the last run as soon as it is there', async () => {
  const store = await afterRun([listing('@acme/alpha', 'kept', 'dropped')]);
  const { entry, answers } = hanging('@acme/alpha');
  const host = await createTestHost({ store, companions: [entry] });
  expect((await look(host)).tools.map(({ name }) => name)).toEqual(['kept', 'dropped']);
  answers.asked[0]?.resolve([tool('kept'), tool('added')]);
  await settle();
  expect(await look(host)).toMatchObject({
    tools: [
      { name: 'kept', state: 'ready' },
      { name: 'added', state: 'ready' },
    ],
    companion: { state: 'ready', providers: [{ state: 'ready', restored: false, nextTryAt: null }] },
  });
});

test('2.2 a failing provider is asked again although its list of the last run is served', async () => {
  const store = await afterRun([listing('@acme/alpha', 'alpha')]);
  let isMended = false;
  const provider = createProvider([], {
    getTools: () => {
      if (!isMended) throw new Error('the database is away');
      return [tool('beta')];
    },
  });
  const host = await createTestHost({ store, companions: [createCompanion('@acme/alpha', provider)] });
  await host.catalogue();
  await settle();
  expect(await look(host)).toMatchObject({ tools: [{ name: 'alpha' }], companion: { state: 'stale' } });
  isMended = true;
  await host.clock.advance(1_000);
  expect(await look(host)).toMatchObject({ tools: [{ name: 'beta' }], companion: { state: 'ready' } });
});

test('2.2 a turn waits for such a provider as long as the embedder says', async () => {
  const store = await afterRun([listing('@acme/alpha', 'old')]);
  const { entry, answers } = hanging('@acme/alpha');
  const host = await createTestHost({ store, companions: [entry], limits: { restoredListWaitMs: 500 } });
  let tools: string[] | undefined;
  const looking = look(host).then((found) => {
    tools = found.tools.map(({ name }) => name);
  });
  await host.clock.advance(499);
  expect(tools).toBeUndefined();
  answers.asked[0]?.resolve([tool('new')]);
  await looking;
  expect(tools).toEqual(['new']);
});

test('2.2 where it does not answer in that time, the list of the last run is served, and no turn waits again', async () => {
  const store = await afterRun([listing('@acme/alpha', 'old')]);
  const companions = [hanging('@acme/alpha').entry, listing('@acme/other', 'other')];
  const host = await createTestHost({ store, companions, limits: { restoredListWaitMs: 500 } });
  const looking = look(host);
  await host.clock.advance(500);
  expect((await looking).tools).toMatchObject([{ name: 'old', state: 'stale' }, { name: 'other' }]);
  await host.setCompanionSettings('@acme/other', { changed: true });
  expect((await look(host)).tools).toHaveLength(2);
});

test('2.2 a list of an earlier run keeps nobody from waiting for a list that was never seen', async () => {
  const store = await afterRun([listing('@acme/alpha', 'old')]);
  const slow = hanging('@acme/slow');
  const host = await createTestHost({ store, companions: [hanging('@acme/alpha').entry, slow.entry] });
  const looking = look(host);
  await settle();
  slow.answers.asked[0]?.resolve([tool('slow')]);
  expect((await looking).tools.map(({ name }) => name)).toEqual(['old', 'slow']);
});

test('2.2 several providers of one companion find each its own list', async () => {
  const two = (make: (name: string) => ReturnType<typeof createProvider>) =>
    createCompanion('@acme/alpha', {
      listener: (event) => {
        event.registerProvider(make('one'));
        event.registerProvider(make('two'), { id: 'second' });
      },
    });
  const store = await afterRun([two((name) => createProvider([name]))]);
  const never = createProvider([], { getTools: () => new Promise(() => undefined) });
  const host = await createTestHost({ store, companions: [two(() => never)] });
  expect((await look(host)).tools).toMatchObject([
    { name: 'one', owner: '@acme/alpha' },
    { name: 'two', owner: '@acme/alpha/second' },
  ]);
});

test('2.2 a turn that began with the list of the last run keeps it', async () => {
  const store = await afterRun([listing('@acme/alpha', 'old')], ['old']);
  const { entry, answers } = hanging('@acme/alpha');
  const host = await createTestHost({ store, companions: [entry] });
  const turn = await host.startTurn({ bot: 'bot' });
  answers.asked[0]?.resolve([tool('new')]);
  await settle();
  expect(await textOf(turn, 'old')).toBe('second run ran old');
  expect((await host.startTurn({ bot: 'bot' })).offered).toEqual([]);
});

test.each<[string, (store: Store) => Promise<unknown>]>([
  ['has neither tools nor labels', (store) => spoil(store, { tools: 'none', metadata: null })],
  ['names another owner', (store) => spoil(store, { owner: '@acme/alpha', companionId: '@acme/beta' })],
  [
    'is too large',
    (store) =>
      spoil(store, { tools: Array.from({ length: 12 }, () => tool('x', { description: 'y'.repeat(900_000) })) }),
  ],
])('2.2 a snapshot that %s is left out alone, said in the log, and replaced', async (_what, damage) => {
  const store = await afterRun([listing('@acme/alpha', 'alpha'), listing('@acme/beta', 'beta')]);
  await damage(store);
  const { host, answers } = await restart(store);
  expect((await host.catalogue()).tools.map(({ name }) => name)).toEqual(['beta']);
  await replace(store, { host, answers });
});

test.each<[string, Record<string, unknown>, readonly string[]]>([
  ['tools are null', { tools: null }, []],
  ['tools are an object', { tools: {} }, []],
  ['metadata is null', { metadata: null }, ['alpha']],
  ['metadata is a list', { metadata: [] }, ['alpha']],
  ['dropped tools are null', { droppedTools: null }, ['alpha']],
  ['dropped tools are an object', { droppedTools: { 0: tool('gone') } }, ['alpha']],
  ['time is none', { listedAt: 'yesterday' }, ['alpha']],
  ['time is a number', { listedAt: 7 }, ['alpha']],
])(
  '2.2 a snapshot whose %s keeps the names that can be read, which is said in the log, and is replaced',
  async (_what, damage, served) => {
    const labelled = createCompanion(
      '@acme/alpha',
      createProvider(['alpha'], { getToolMetadata: () => ({ alpha: { label: 'Alpha' } }) }),
    );
    const store = await afterRun([labelled, listing('@acme/beta', 'beta')]);
    await spoil(store, damage);
    const { host, answers } = await restart(store, [listing('@acme/thief', 'alpha', 'own')]);
    const { tools } = await host.catalogue();
    const found = tools.map(({ name, owner }) => [name, owner]);
    expect(found).toEqual([
      ...served.map((name) => [name, '@acme/alpha']),
      ['beta', '@acme/beta'],
      ['own', '@acme/thief'],
    ]);
    await replace(store, { host, answers });
  },
);

test('2.2 a store that cannot read its snapshots keeps no host from starting', async () => {
  const store = createKeptStore({ listSnapshots: () => Promise.reject(new Error('a page is torn')) });
  const host = await createTestHost({ store, companions: [listing('@acme/alpha', 'alpha')] });
  expect((await look(host)).tools).toMatchObject([{ name: 'alpha', state: 'ready' }]);
  expect(host.log.entries).toMatchObject([
    {
      event: 'snapshots-unreadable',
      companion: '@acme/alpha',
      message: expect.stringMatching(/cannot be read.*: a page is torn$/),
    },
  ]);
});

test('2.2 refreshing a host leaves the lists of companions that only another process has', async () => {
  const store = await afterRun([listing('@acme/alpha', 'alpha')]);
  const other = await createTestHost({ store, companions: [listing('@acme/beta', 'beta')] });
  await other.refresh();
  await other.close();
  expect((await store.listSnapshots()).map(({ owner }) => owner)).toEqual(['@acme/alpha', '@acme/beta']);
});

test('2.2 a store that lives as long as the process is given no snapshots', async () => {
  const store = createKeptStore({ isDurable: false });
  const host = await createTestHost({ store, companions: [listing('@acme/alpha', 'alpha')] });
  await host.catalogue();
  await host.close();
  expect(await store.listSnapshots()).toEqual([]);
});

test('2.2 the log says what was loaded, how lists change, and that a provider answers again', async () => {
  const store = await afterRun([listing('@acme/alpha', 'one', 'two')]);
  let names: string[] | undefined;
  const provider = createProvider(() => {
    if (names === undefined) throw new Error('away');
    return names;
  });
  const host = await createTestHost({ store, companions: [createCompanion('@acme/alpha', provider)] });
  await host.catalogue();
  await settle();
  names = ['one', 'two', 'three'];
  await host.refresh();
  names = ['two', 'three', 'four'];
  await host.refresh();
  expect(host.log.routine).toMatchObject([
    { level: 'info', event: 'companion-loaded', companion: '@acme/alpha' },
    { level: 'info', event: 'companion-recovered', message: '@acme/alpha answers again.' },
    {
      level: 'info',
      event: 'list-changed',
      message: '@acme/alpha lists 3 tools; before it was 2.',
      data: { owner: '@acme/alpha', before: 2, now: 3 },
    },
  ]);
  expect(host.log.routine).toHaveLength(3);
});

const listing = (id: string, ...tools: readonly (string | ToolDefinition)[]): CompanionEntry =>
  createCompanion(id, createProvider(tools, { mark: 'first run' }));

/** A companion whose lists the test answers, one by one. */
function hanging(id: string) {
  const answers = createAnswers<readonly ToolDefinition[]>();
  return { entry: createCompanion(id, createProvider([], { getTools: answers.next, mark: 'second run' })), answers };
}

/** The store as a host leaves it that had these companions, and a bot with these tools. */
async function afterRun(
  companions: NonNullable<HostOptions['companions']>,
  assigned: readonly string[] = [],
): Promise<Store> {
  const store = createKeptStore();
  const host = await createTestHost({ store, companions });
  await host.bots.add({ id: 'bot' });
  if (assigned.length > 0) await host.assign('bot', assigned);
  await host.catalogue();
  await host.close();
  return store;
}

/** Two companions that hang, as they are after `damage`, and others; the first waits for an answer of the test. */
async function restart(store: Store, more: readonly CompanionEntry[] = []) {
  const { entry, answers } = hanging('@acme/alpha');
  const host = await createTestHost({
    store,
    companions: [entry, hanging('@acme/beta').entry, ...more],
    limits: { firstListWaitMs: 0 },
  });
  const looking = host.catalogue();
  await host.clock.advance(0);
  await looking;
  return { host, answers };
}

/** What was broken was said once, and a new list takes its place. */
async function replace(store: Store, { host, answers }: Awaited<ReturnType<typeof restart>>): Promise<void> {
  const said = host.log.entries.filter(({ event }) => event.startsWith('snapshot'));
  expect(said).toMatchObject([
    { level: 'warn', companion: expect.any(String), message: expect.stringContaining('@acme/alpha') },
  ]);
  answers.asked[0]?.resolve([tool('alpha')]);
  await settle();
  await host.close();
  expect(await readSnapshots(store)).toContainEqual(
    expect.objectContaining({ owner: '@acme/alpha', companionId: '@acme/alpha', tools: [tool('alpha')] }),
  );
}

/** As somebody leaves it who changes the database by hand. */
async function spoil(store: Store, fields: Record<string, unknown>): Promise<void> {
  const [snapshot] = await readSnapshots(store);
  if (snapshot === undefined) throw new Error('nothing was kept');
  await store.change((writer) => writer.putSnapshot({ ...snapshot, ...fields }));
}

async function look(host: TestHost) {
  const { tools, leftOut, companions } = await host.catalogue();
  return { tools, leftOut, companion: companions[0] };
}
