import type { CompanionEntry, HostOptions, ToolDefinition } from '@loadout/core';
import { expect, test } from 'vitest';
import { createBuiltIns, definitionFile } from '../builders/built-ins.js';
import { createCompanion } from '../builders/companion.js';
import { createDeferred } from '../builders/deferred.js';
import { createProvider, tool } from '../builders/provider.js';
import { createTestHost, type TestHost, textOf } from '../builders/test-host.js';

/** A companion with one provider whose answers say whose they are. */
const listing = (id: string, ...names: readonly (string | ToolDefinition)[]) =>
  createCompanion(id, createProvider(names, { mark: id }));

test('1.4 the order is built-ins, companions as configured, then as registered', async () => {
  const alpha = createCompanion('@acme/alpha', {
    listener: (event) => {
      event.registerProvider(createProvider(['alpha_2']), { id: 'z' });
      event.registerProvider(createProvider(['alpha_1', 'alpha_0']), { id: 'a' });
    },
  });
  const zulu = listing('@acme/zulu', 'zulu');
  const host = await createTestHost({ ...createBuiltIns('some_builtin'), companions: [zulu, alpha] });
  expect(await owners(host)).toEqual({
    some_builtin: 'builtin',
    zulu: '@acme/zulu',
    alpha_2: '@acme/alpha/z',
    alpha_1: '@acme/alpha/a',
    alpha_0: '@acme/alpha/a',
  });
  expect(Object.keys(await owners(host))).toEqual(['some_builtin', 'zulu', 'alpha_2', 'alpha_1', 'alpha_0']);
});

test('1.4 the order is the configuration’s, whoever is loaded or answers first', async () => {
  const loading = createDeferred<void>();
  const answering = createDeferred<void>();
  const slow = createProvider(['shared'], {
    mark: 'slow',
    getTools: async () => {
      await answering.promise;
      return [tool('shared')];
    },
  });
  const slowEntry: CompanionEntry = {
    id: '@acme/slow',
    load: async () => {
      await loading.promise;
      return {
        register: (host: { on: CallableFunction }) =>
          host.on('CollectToolProviders', (event: { registerProvider: CallableFunction }) =>
            event.registerProvider(slow),
          ),
      };
    },
  };
  const fast = createCompanion('@acme/fast', {
    listener: (event) => {
      event.registerProvider(createProvider(['shared', 'fast']));
      answering.resolve();
    },
  });
  const creating = createTestHost({ companions: [slowEntry, fast] });
  loading.resolve();
  const host = await creating;
  expect(await owners(host)).toEqual({ shared: '@acme/slow', fast: '@acme/fast' });
});

test('1.4 the first definition of a name wins, and calls go to its owner alone', async () => {
  const alpha = createCompanion('@acme/alpha', {
    listener: (event) => {
      event.registerProvider(createProvider(['shared', 'own'], { mark: 'first' }));
      event.registerProvider(createProvider(['shared', 'own'], { mark: 'second' }), { id: 'second' });
    },
  });
  const host = await createTestHost({ companions: [alpha, listing('@acme/beta', 'shared')] });
  expect(await owners(host)).toEqual({ shared: '@acme/alpha', own: '@acme/alpha' });
  const turn = await host.turnWith(['shared', 'own']);
  expect(await textOf(turn, 'shared')).toBe('first ran shared');
  expect(await textOf(turn, 'own')).toBe('first ran own');
});

test('1.4 a name that one provider lists twice belongs to the first definition', async () => {
  const alpha = listing(
    '@acme/alpha',
    tool('twice', { description: 'First.' }),
    tool('twice', { description: 'Second.' }),
  );
  const host = await createTestHost({ companions: [alpha] });
  expect(await host.catalogue()).toMatchObject({
    tools: [{ name: 'twice', description: 'First.' }],
    leftOut: [{ name: 'twice', status: 'skipped', reason: expect.stringContaining('listed twice') }],
  });
});

test.each<[string, () => Pick<HostOptions, 'definitionFolders' | 'implementations'>, string]>([
  ['the name of a built-in', () => createBuiltIns('taken'), 'taken'],
  ['the alias of a built-in', () => createBuiltIns({ name: 'other', implementation: { aliases: ['taken'] } }), 'taken'],
  [
    'the name of a built-in without implementation',
    () => createBuiltIns({ name: 'taken', implementation: null }),
    'taken',
  ],
  [
    'the name of a built-in whose implementation cannot be used',
    () =>
      createBuiltIns({
        name: 'taken',
        implementation: {
          displayName: () => {
            throw new Error('no');
          },
        },
      }),
    'taken',
  ],
  [
    'the alias of a built-in whose file is invalid',
    () =>
      createBuiltIns({
        name: 'other',
        file: { ...definitionFile('other'), visibleIn: { chat: 'maybe' } },
        implementation: { aliases: ['taken'] },
      }),
    'taken',
  ],
  [
    'the name of a built-in whose file has an invalid field',
    () => createBuiltIns({ name: 'file', file: { ...definitionFile('taken'), schemaVersion: 7 } }),
    'taken',
  ],
  ['the name of a built-in’s file that is no JSON', () => createBuiltIns({ name: 'taken', file: '{ "oh": ' }), 'taken'],
  [
    'the name of a built-in whose schema is broken',
    () => {
      const file = definitionFile('taken');
      return createBuiltIns({
        name: 'taken',
        file: {
          ...file,
          function: {
            ...(file.function as object),
            parameters: { type: 'object', properties: { a: { type: 'strng' } } },
          },
        },
      });
    },
    'taken',
  ],
  [
    'the key of an implementation without a file',
    () => ({ implementations: createBuiltIns('taken').implementations ?? [] }),
    'taken',
  ],
])('1.4 %s can never be taken', async (_what, makeBuiltIns, name) => {
  const alpha = listing('@acme/alpha', name, 'sibling', tool('aliased', { aliases: [name] }));
  const exposeAs = [{ owner: '@acme/alpha', tool: 'renamed', as: name }];
  const beta = listing('@acme/beta', 'renamed');
  const host = await createTestHost({
    ...makeBuiltIns(),
    companions: [alpha, beta],
    exposeAs: [...exposeAs, { owner: '@acme/beta', tool: 'renamed', as: name }],
  });
  const { tools, leftOut } = await host.catalogue();
  const others = tools.filter(({ owner }) => owner !== 'builtin').map((one) => one.name);
  expect(others).toEqual(['sibling', 'aliased', 'renamed']);
  const skipped = leftOut.filter(({ status, owner }) => status === 'skipped' && owner === '@acme/alpha');
  expect(skipped.map(({ reason }) => reason)).toContainEqual(
    expect.stringMatching(/^"taken" of @acme\/alpha .*builtin/),
  );
  expect(skipped.map(({ reason }) => reason)).toContainEqual(
    expect.stringMatching(/alias "taken" of "aliased" \(@acme\/alpha\).*builtin/),
  );
  expect(leftOut).toContainEqual(
    expect.objectContaining({
      owner: '@acme/beta',
      status: 'skipped',
      reason: expect.stringMatching(/"renamed" of @acme\/beta cannot be exposed as "taken": .*builtin/),
    }),
  );
  // Nobody but the built-in answers to the name: assigning it finds no companion's tool.
  await host.bots.add({ id: 'bot' });
  await host.assign('bot', [name]).catch(() => undefined);
  const { offered } = await host.show('bot');
  expect(offered.filter(({ owner }) => owner !== 'builtin')).toEqual([]);
});

test.each<[string, Switchable['mode']]>([
  ['its listener throws', 'throws'],
  ['it registers nothing', 'silent'],
  ['it lists nothing and still has labels', 'switched-off'],
  ['its lists fail', 'fails'],
])('1.4 a name stays its companion’s while %s', async (_what, mode) => {
  const alpha = switchable('@acme/alpha', 'shared');
  const later = listing('@acme/later', 'shared', 'own');
  const host = await createTestHost({ companions: [alpha.entry, later] });
  expect(await owners(host)).toEqual({ shared: '@acme/alpha', own: '@acme/later' });

  alpha.mode = mode;
  await host.refresh();
  const { tools, leftOut } = await host.catalogue();
  expect(tools.filter(({ owner }) => owner === '@acme/later').map(({ name }) => name)).toEqual(['own']);
  expect(leftOut).toMatchObject([
    {
      name: 'shared',
      owner: '@acme/later',
      status: 'skipped',
      reason: expect.stringMatching(/@acme\/later.*@acme\/alpha/),
    },
  ]);

  alpha.mode = 'works';
  await host.refresh();
  expect(await owners(host)).toEqual({ shared: '@acme/alpha', own: '@acme/later' });
});

test('1.4 a name that its companion gave up is free for the next', async () => {
  const alpha = switchable('@acme/alpha', 'shared');
  const host = await createTestHost({ companions: [alpha.entry, listing('@acme/later', 'shared')] });
  expect(await owners(host)).toEqual({ shared: '@acme/alpha' });
  alpha.mode = 'lists-nothing';
  await host.refresh();
  expect(await owners(host)).toEqual({ shared: '@acme/later' });
});

test('1.4 the operator’s name for a tool stays its companion’s as well', async () => {
  const alpha = switchable('@acme/alpha', 'search');
  const later = listing('@acme/later', 'alpha_search', 'search');
  const host = await createTestHost({
    companions: [alpha.entry, later],
    exposeAs: [{ owner: '@acme/alpha', tool: 'search', as: 'alpha_search' }],
  });
  expect(await owners(host)).toEqual({ alpha_search: '@acme/alpha', search: '@acme/later' });
  for (const mode of ['silent', 'throws', 'switched-off'] as const) {
    alpha.mode = mode;
    await host.refresh();
    expect(await owners(host), mode).toEqual({ search: '@acme/later' });
  }
});

test('1.4 a provider that is not registered for a turn offers nothing in it', async () => {
  const alpha = switchable('@acme/alpha', 'shared');
  const host = await createTestHost({ companions: [alpha.entry] });
  const turn = await host.turnWith(['shared']);
  alpha.mode = 'silent';
  const next = await host.startTurn({ bot: 'bot-1' });
  expect(next.offered).toEqual([]);
  expect(next.withheld).toMatchObject([{ name: 'shared', code: 'absent', owner: '@acme/alpha' }]);
  expect(await textOf(turn, 'shared')).toBe('@acme/alpha ran shared');
  expect(await next.call({ name: 'shared' })).toMatchObject({ isError: true, executed: 'no' });
});

interface Switchable {
  mode: 'works' | 'throws' | 'silent' | 'switched-off' | 'lists-nothing' | 'fails';
  readonly entry: CompanionEntry;
}

/** A companion with one tool that can be brought into every state. */
function switchable(id: string, name: string): Switchable {
  const provider = createProvider(
    () => {
      if (state.mode === 'fails') throw new Error('no lists today');
      return state.mode === 'works' ? [name] : [];
    },
    { mark: id, getToolMetadata: () => (state.mode === 'lists-nothing' ? {} : { [name]: { label: name } }) },
  );
  const entry = createCompanion(id, {
    listener: (event) => {
      if (state.mode === 'throws') throw new Error('no dispatch today');
      if (state.mode !== 'silent') event.registerProvider(provider);
    },
  });
  const state: Switchable = { mode: 'works', entry };
  return state;
}

/** Owners by the names of tools, in order. */
async function owners(host: TestHost): Promise<Record<string, string>> {
  return Object.fromEntries((await host.catalogue()).tools.map(({ name, owner }) => [name, owner]));
}
