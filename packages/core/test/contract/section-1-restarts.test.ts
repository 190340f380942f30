import type { CompanionEntry, HostOptions, Store } from '@loadout/core';
import { expect, test } from 'vitest';
import { createBuiltIns } from '../builders/built-ins.js';
import { createCompanion } from '../builders/companion.js';
import { createKeptStore } from '../builders/kept-store.js';
import { settle } from '../builders/manual-clock.js';
import { createProvider, tool } from '../builders/provider.js';
import { createTestHost, type TestHost, textOf } from '../builders/test-host.js';

// The first run has @acme/alpha with the tool "shared"; in the second it is in trouble, and @acme/later lists the name too.

const troubles: readonly [string, CompanionEntry][] = [
  ['is switched off', { id: '@acme/alpha', enabled: false }],
  [
    'fails at import',
    {
      id: '@acme/alpha',
      load: () => {
        throw new Error('no such file');
      },
    },
  ],
  ['cannot be found', { id: '@acme/alpha', from: '/' }],
  ['registers nothing any more', createCompanion('@acme/alpha', { listener: () => undefined })],
  [
    'fails in its listener',
    createCompanion('@acme/alpha', {
      listener: () => {
        throw new Error('away');
      },
    }),
  ],
  [
    'registers other providers',
    createCompanion('@acme/alpha', { listener: (event) => event.registerProvider(createProvider([]), { id: 'new' }) }),
  ],
];

test.each(troubles)('1.4 after a restart a name stays its companion’s that %s', async (_what, alpha) => {
  const store = await afterRun([listing('@acme/alpha', tool('shared', { label: 'Shared', aliases: ['old_shared'] }))]);
  const host = await createTestHost({ store, companions: [alpha, listing('@acme/later', 'shared', 'own')] });
  expect(await owners(host)).toEqual({ own: '@acme/later' });
  expect((await host.catalogue()).leftOut).toMatchObject([
    {
      name: 'shared',
      owner: '@acme/later',
      status: 'skipped',
      reason: expect.stringMatching(/reserved for @acme\/alpha/),
    },
  ]);
  const turn = await host.startTurn({ bot: 'bot' });
  expect(turn.offered).toEqual([]);
  expect(turn.withheld).toMatchObject([{ name: 'shared', owner: '@acme/alpha', label: 'Shared' }]);
});

test('1.4 the names and labels of such a companion are shown with it', async () => {
  const store = await afterRun([listing('@acme/alpha', 'shared')]);
  const host = await createTestHost({ store, companions: [{ id: '@acme/alpha', enabled: false }] });
  expect((await host.catalogue()).companions).toEqual([
    {
      id: '@acme/alpha',
      state: 'off',
      problems: [],
      providers: [
        {
          owner: '@acme/alpha',
          state: 'off',
          toolCount: 1,
          listedAt: '2023-11-14T22:13:20.000Z',
          restored: true,
          listedInMs: null,
          failures: 0,
          nextTryAt: null,
        },
      ],
    },
  ]);
});

test('1.4 a companion that is back gets its names back', async () => {
  const store = await afterRun([listing('@acme/alpha', 'shared')]);
  const later = listing('@acme/later', 'shared');
  const second = await createTestHost({ store, companions: [{ id: '@acme/alpha', enabled: false }, later] });
  expect(await owners(second)).toEqual({});
  await second.close();
  const third = await createTestHost({ store, companions: [listing('@acme/alpha', 'shared'), later] });
  expect(await owners(third)).toEqual({ shared: '@acme/alpha' });
  expect(await textOf(await third.startTurn({ bot: 'bot' }), 'shared')).toBe('@acme/alpha ran shared');
});

test('1.4 the names of a companion that is configured no more are free', async () => {
  const store = await afterRun([listing('@acme/alpha', 'shared')]);
  const host = await createTestHost({ store, companions: [listing('@acme/later', 'shared')] });
  expect(await owners(host)).toEqual({ shared: '@acme/later' });
});

test('1.4 a name that the companion gave up is free after a restart as well', async () => {
  const store = await afterRun([listing('@acme/alpha', 'shared')]);
  const later = listing('@acme/later', 'shared');
  const second = await createTestHost({ store, companions: [listing('@acme/alpha'), later] });
  await second.catalogue();
  await settle();
  expect(await owners(second)).toEqual({ shared: '@acme/later' });
  await second.close();
  const third = await createTestHost({ store, companions: [{ id: '@acme/alpha', enabled: false }, later] });
  expect(await owners(third)).toEqual({ shared: '@acme/later' });
});

test('1.4 tools that the companion has switched off stay its own over restarts, under their old names too', async () => {
  const labels = { shared: { label: 'Shared' } };
  const alpha = (...tools: Parameters<typeof createProvider>[0] & readonly unknown[]) =>
    createCompanion(
      '@acme/alpha',
      createProvider(tools, {
        getToolMetadata: () => labels,
        providesTool: (name) => name === 'shared',
        mark: '@acme/alpha',
      }),
    );
  const store = await afterRun([alpha(tool('shared', { aliases: ['old_shared'] }))]);
  for (let run = 0; run < 2; run += 1) {
    const host = await createTestHost({ store, companions: [alpha(), listing('@acme/later', 'shared')] });
    await host.catalogue();
    await settle();
    expect(await owners(host)).toEqual({});
    const turn = await host.startTurn({ bot: 'bot' });
    expect(await textOf(turn, 'shared')).toBe('@acme/alpha ran shared');
    expect(await textOf(turn, 'old_shared')).toBe('@acme/alpha ran shared');
    await host.close();
  }
});

test('1.4 the operator’s name for a tool stays its companion’s after a restart', async () => {
  const exposeAs = [{ owner: '@acme/alpha', tool: 'search', as: 'alpha_search' }];
  const store = await afterRun([listing('@acme/alpha', 'search')], { exposeAs });
  const host = await createTestHost({
    store,
    exposeAs,
    companions: [{ id: '@acme/alpha', enabled: false }, listing('@acme/later', 'alpha_search', 'search')],
  });
  expect(await owners(host)).toEqual({ search: '@acme/later' });
  expect((await host.catalogue()).leftOut.map(({ name }) => name)).toEqual(['alpha_search']);
});

test('1.4 a name that moved into the built-ins is the built-in’s, whatever a companion listed before', async () => {
  const store = await afterRun([listing('@acme/alpha', 'shared', 'other')]);
  for (const alpha of [{ id: '@acme/alpha', enabled: false }, listing('@acme/alpha', 'shared', 'other')]) {
    const host = await createTestHost({ store, companions: [alpha], ...createBuiltIns('shared') });
    await host.catalogue();
    await settle();
    expect((await owners(host)).shared).toBe('builtin');
    await host.close();
  }
});

test('1.4 names of a list that was too large to be kept whole stay reserved', async () => {
  const large = Array.from({ length: 6 }, (_, index) =>
    tool(`large_${index}`, { description: 'x'.repeat(900_000), aliases: [`old_${index}`] }),
  );
  const store = await afterRun([listing('@acme/alpha', ...large)]);
  const never = createProvider([], { getTools: () => new Promise(() => undefined) });
  const later = listing('@acme/later', 'large_5');
  for (const alpha of [{ id: '@acme/alpha', enabled: false }, createCompanion('@acme/alpha', never)]) {
    const host = await createTestHost({ store, companions: [alpha, later] });
    const { tools, leftOut } = await host.catalogue();
    expect(tools).toEqual([]);
    expect(leftOut).toMatchObject([{ name: 'large_5', owner: '@acme/later', status: 'skipped' }]);
  }
});

type Listed = Parameters<typeof createProvider>[0];

function listing(id: string, ...tools: Listed & readonly unknown[]): CompanionEntry {
  return createCompanion(id, createProvider(tools, { mark: id }));
}

/** The store as a host leaves it that had these companions, and a bot with the tool "shared" where there is one. */
async function afterRun(companions: NonNullable<HostOptions['companions']>, options: HostOptions = {}): Promise<Store> {
  const store = createKeptStore();
  const host = await createTestHost({ store, companions, ...options });
  await host.bots.add({ id: 'bot' });
  const { tools } = await host.catalogue();
  if (tools.some(({ name }) => name === 'shared')) await host.assign('bot', ['shared']);
  await host.close();
  return store;
}

async function owners(host: TestHost): Promise<Record<string, string>> {
  return Object.fromEntries((await host.catalogue()).tools.map(({ name, owner }) => [name, owner]));
}
