import type { ToolDefinition } from '@loadout/core';
import { expect, test } from 'vitest';
import { createBuiltIns } from '../builders/built-ins.js';
import { createCompanion } from '../builders/companion.js';
import { createProvider, tool } from '../builders/provider.js';
import { createTestHost, type TestHost, textOf } from '../builders/test-host.js';

/** A companion with one provider whose answers say whose they are. */
const listing = (id: string, ...names: readonly (string | ToolDefinition)[]) =>
  createCompanion(id, createProvider(names, { mark: id }));

test('1.5 a later definition of a taken name is skipped, with a warning that names both owners, and stays visible', async () => {
  const host = await createTestHost({
    ...createBuiltIns('shared'),
    companions: [listing('@acme/alpha', 'shared', 'alpha'), listing('@acme/beta', 'alpha', 'beta')],
  });
  const expected = [
    {
      name: 'shared',
      owner: '@acme/alpha',
      status: 'skipped',
      cause: 'name-taken',
      holder: 'builtin',
      reason: expect.stringMatching(/"shared" of @acme\/alpha is skipped: builtin .*exposeAs/),
    },
    {
      name: 'alpha',
      owner: '@acme/beta',
      status: 'skipped',
      cause: 'name-taken',
      holder: '@acme/alpha',
      reason: expect.stringMatching(/"alpha" of @acme\/beta is skipped: @acme\/alpha .*exposeAs/),
    },
  ];
  expect((await host.catalogue()).leftOut).toEqual(expected);
  expect(host.log.warnings()).toEqual(expected.map(({ reason }) => reason));
  await host.refresh();
  expect((await host.catalogue()).leftOut).toEqual(expected);
  // Said once, seen for as long as it holds.
  expect(host.log.warnings()).toHaveLength(2);
});

test('1.5 exposeAs brings a skipped tool in, and its provider is called by its own name', async () => {
  const provider = createProvider(['search', 'other'], {
    mark: 'beta',
    executeTool: (name, args) => `beta ran ${name} with ${JSON.stringify(args)}`,
  });
  const host = await createTestHost({
    companions: [listing('@acme/alpha', 'search'), createCompanion('@acme/beta', provider)],
    exposeAs: [{ owner: '@acme/beta', tool: 'search', as: 'beta_search' }],
  });
  const { tools, leftOut } = await host.catalogue();
  expect(tools.map(({ name, owner, originalName }) => [name, owner, originalName])).toEqual([
    ['search', '@acme/alpha', undefined],
    ['beta_search', '@acme/beta', 'search'],
    ['other', '@acme/beta', undefined],
  ]);
  expect(leftOut).toEqual([]);
  const turn = await host.turnWith(['search', 'beta_search']);
  expect(turn.offered.map(({ name }) => name)).toEqual(['search', 'beta_search']);
  expect(await textOf(turn, 'beta_search', { text: 'x' })).toBe('beta ran search with {"text":"x"}');
  expect(await textOf(turn, 'search')).toBe('@acme/alpha ran search');
});

test('1.5 exposeAs names one provider of a companion by its owner', async () => {
  const alpha = createCompanion('@acme/alpha', {
    listener: (event) => {
      event.registerProvider(createProvider(['search'], { mark: 'first' }));
      event.registerProvider(createProvider(['search'], { mark: 'second' }), { id: 'second' });
    },
  });
  const host = await createTestHost({
    companions: [alpha],
    exposeAs: [{ owner: '@acme/alpha/second', tool: 'search', as: 'search_too' }],
  });
  const turn = await host.turnWith(['search', 'search_too']);
  expect(await textOf(turn, 'search')).toBe('first ran search');
  expect(await textOf(turn, 'search_too')).toBe('second ran search');
});

test('1.5 exposeAs can let two tools change names', async () => {
  const host = await createTestHost({
    companions: [listing('@acme/alpha', 'one', 'two')],
    exposeAs: [
      { owner: '@acme/alpha', tool: 'one', as: 'two' },
      { owner: '@acme/alpha', tool: 'two', as: 'one' },
    ],
  });
  const turn = await host.turnWith(['one', 'two']);
  expect(await textOf(turn, 'one')).toBe('@acme/alpha ran two');
  expect(await textOf(turn, 'two')).toBe('@acme/alpha ran one');
});

test('1.5 exposeAs that leads to a taken name, to no name, or from nowhere is said', async () => {
  const host = await createTestHost({
    ...createBuiltIns('some_builtin'),
    companions: [listing('@acme/alpha', 'one', 'two', 'three')],
    exposeAs: [
      { owner: '@acme/alpha', tool: 'one', as: 'some_builtin' },
      { owner: '@acme/alpha', tool: 'two', as: 'not a name' },
      { owner: '@acme/alpha', tool: 'four', as: 'five' },
      { owner: '@acme/nobody', tool: 'one', as: 'six' },
    ],
  });
  const { tools, leftOut } = await host.catalogue();
  expect(tools.map(({ name }) => name)).toEqual(['some_builtin', 'one', 'two', 'three']);
  const reasons = leftOut.map(({ reason }) => reason);
  expect(reasons).toHaveLength(4);
  expect(reasons).toContainEqual(
    expect.stringMatching(/"one" of @acme\/alpha cannot be exposed as "some_builtin": .*builtin/),
  );
  expect(reasons).toContainEqual(expect.stringMatching(/exposeAs.*"not a name".*@acme\/alpha/));
  expect(reasons).toContainEqual(expect.stringMatching(/exposeAs: @acme\/alpha lists no tool "four"/));
  expect(reasons).toContainEqual(expect.stringMatching(/exposeAs: no configured companion is called "@acme\/nobody"/));
});

test('1.10 equal input gives a byte-identical tool array, in the order of the loadout', async () => {
  const make = async (delays: readonly number[]): Promise<TestHost> => {
    const companions = ['@acme/alpha', '@acme/beta'].map((id, index) =>
      createCompanion(
        id,
        createProvider([], {
          getTools: async () => {
            for (let turn = 0; turn < (delays[index] ?? 0); turn += 1) await Promise.resolve();
            return [
              tool(`${id.slice(6)}_one`),
              tool(`${id.slice(6)}_two`, { policy: { readOnly: true }, label: { de: 'Zwei', en: 'Two' } }),
            ];
          },
        }),
      ),
    );
    return createTestHost({ ...createBuiltIns('some_builtin', 'another'), companions });
  };
  const loadout = ['beta_two', 'some_builtin', 'alpha_one', 'beta_one', 'another'];
  const one = await make([0, 50]);
  const turn = await one.turnWith(loadout);
  expect(JSON.parse(turn.toolsJson).map(({ name }: { name: string }) => name)).toEqual(loadout);
  expect(turn.offered.map(({ name }) => name)).toEqual(loadout);

  const sameAgain = await one.startTurn({ bot: 'bot-1', locale: 'de', user: { id: 'u' }, conversation: { id: 'c' } });
  await one.refresh();
  const afterRefresh = await one.startTurn({ bot: 'bot-1' });
  const elsewhere = await (await make([50, 0])).turnWith(loadout);
  for (const other of [sameAgain, afterRefresh, elsewhere]) {
    expect(Buffer.from(other.toolsJson).equals(Buffer.from(turn.toolsJson))).toBe(true);
    expect(other.offered.map(({ definitionHash }) => definitionHash)).toEqual(
      turn.offered.map(({ definitionHash }) => definitionHash),
    );
  }
});

test('1.10 what stays the same keeps its object, so that adapters can keep what they made of it', async () => {
  const host = await createTestHost({ companions: [listing('@acme/alpha', 'one', 'two')] });
  const turn = await host.turnWith(['two', 'one']);
  const next = await host.startTurn({ bot: 'bot-1' });
  expect(next.offered).toBe(turn.offered);
  expect(next.toolsJson).toBe(turn.toolsJson);
});
