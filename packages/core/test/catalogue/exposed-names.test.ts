import { createMemoryStore, type ExposeAs } from '@loadout/core';
import { expect, test } from 'vitest';
import { createBuiltIns } from '../builders/built-ins.js';
import { createCompanion, type TestCompanion } from '../builders/companion.js';
import { createProvider, tool } from '../builders/provider.js';
import { createTestHost, type TestHost } from '../builders/test-host.js';

const x = '@acme/x';
const listing = (id: string, ...names: readonly string[]): TestCompanion =>
  createCompanion(id, createProvider(names, { mark: id }));

/** A host in which `@acme/x` lists `echo` and `say`. */
function hostWith(...exposeAs: readonly ExposeAs[]): Promise<TestHost> {
  return createTestHost({ companions: [listing(x, 'echo', 'say'), listing('@acme/later', 'tell')], exposeAs });
}

const namesOf = async (host: TestHost) => (await host.catalogue()).tools.map(({ name }) => name);
const reasonsOf = async (host: TestHost) => (await host.catalogue()).leftOut.map(({ reason }) => reason);

test('of two rules for one tool the first counts, and the later one is left out', async () => {
  const host = await hostWith({ owner: x, tool: 'echo', as: 'first' }, { owner: x, tool: 'echo', as: 'second' });
  expect(await namesOf(host)).toEqual(['first', 'say', 'tell']);
  expect((await host.catalogue()).leftOut).toEqual([
    {
      name: 'second',
      tool: 'echo',
      owner: x,
      status: 'skipped',
      cause: 'expose-as',
      reason:
        'exposeAs: there are two rules for "echo" of @acme/x; the first one, as "first", counts. Remove the one as "second".',
    },
  ]);
});

test.each<[string, readonly ExposeAs[], string[], RegExp]>([
  [
    'another tool of the same owner',
    [{ owner: x, tool: 'echo', as: 'say' }],
    ['echo', 'say', 'tell'],
    /"echo" of @acme\/x cannot be exposed as "say": that name is taken by another tool of @acme\/x\. Choose another "as"/,
  ],
  [
    'an earlier tool of the same owner',
    [{ owner: x, tool: 'say', as: 'echo' }],
    ['echo', 'say', 'tell'],
    /"say" of @acme\/x cannot be exposed as "echo"/,
  ],
  [
    'an earlier owner',
    [{ owner: '@acme/later', tool: 'tell', as: 'echo' }],
    ['echo', 'say', 'tell'],
    /"tell" of @acme\/later cannot be exposed as "echo": that name is taken by @acme\/x\./,
  ],
  [
    'a tool that got it by a rule',
    [
      { owner: x, tool: 'echo', as: 'speak' },
      { owner: x, tool: 'say', as: 'speak' },
    ],
    ['speak', 'say', 'tell'],
    /"say" of @acme\/x cannot be exposed as "speak"/,
  ],
])('a name taken by %s is said, and the tool keeps its own', async (_what, exposeAs, names, reason) => {
  const host = await hostWith(...exposeAs);
  expect(await namesOf(host)).toEqual(names);
  expect(await reasonsOf(host)).toEqual([expect.stringMatching(reason)]);
});

test('a tool that cannot give its name up keeps another one from taking it', async () => {
  const host = await createTestHost({
    ...createBuiltIns('word_count'),
    companions: [listing(x, 'echo', 'say')],
    exposeAs: [
      { owner: x, tool: 'echo', as: 'say' },
      { owner: x, tool: 'say', as: 'word_count' },
    ],
  });
  expect(await namesOf(host)).toEqual(['word_count', 'echo', 'say']);
  expect(await reasonsOf(host)).toEqual([
    expect.stringMatching(/"say" of @acme\/x cannot be exposed as "word_count": that name is taken by builtin/),
    expect.stringMatching(/"echo" of @acme\/x cannot be exposed as "say"/),
  ]);
});

test('a name that is kept for a tool that is off is taken', async () => {
  let names = ['echo', 'say'];
  const provider = createProvider(() => names, { getToolMetadata: () => ({ say: { label: 'Say' } }) });
  const host = await createTestHost({
    companions: [createCompanion(x, provider)],
    exposeAs: [{ owner: x, tool: 'echo', as: 'say' }],
  });
  expect(await namesOf(host)).toEqual(['echo', 'say']);
  names = ['echo'];
  await host.refresh();
  expect(await namesOf(host)).toEqual(['echo']);
});

test('a tool can be exposed under its own alias, and under its own name', async () => {
  const host = await createTestHost({
    ...createBuiltIns({ name: 'read_page', implementation: { aliases: ['fetch_page'] } }),
    companions: [createCompanion(x, createProvider([tool('echo', { aliases: ['old_echo'] }), 'say']))],
    exposeAs: [
      { owner: 'builtin', tool: 'read_page', as: 'fetch_page' },
      { owner: x, tool: 'echo', as: 'old_echo' },
      { owner: x, tool: 'say', as: 'say' },
    ],
  });
  expect(await namesOf(host)).toEqual(['fetch_page', 'old_echo', 'say']);
  expect(await reasonsOf(host)).toEqual([]);
});

test.each<[string, ExposeAs, string, string | undefined]>([
  [
    'an owner that nobody configured',
    { owner: 'nobody', tool: 'echo', as: 'one' },
    'exposeAs: no configured companion is called "nobody". Configure it, or remove the rule.',
    undefined,
  ],
  [
    'a slip in the owner',
    { owner: '@acme/latr', tool: 'tell', as: 'one' },
    'exposeAs: no configured companion is called "@acme/latr". Did you mean "@acme/later"?',
    undefined,
  ],
  [
    'a provider that is not there',
    { owner: '@acme/x/second', tool: 'echo', as: 'one' },
    'exposeAs: @acme/x has no provider "second" at present. Correct or remove the rule.',
    x,
  ],
  [
    'a slip in the tool',
    { owner: x, tool: 'ehco', as: 'one' },
    'exposeAs: @acme/x lists no tool "ehco" at present. Did you mean "echo"?',
    x,
  ],
  [
    'a tool that is not there',
    { owner: x, tool: 'whistle', as: 'one' },
    'exposeAs: @acme/x lists no tool "whistle" at present. Correct or remove the rule.',
    x,
  ],
])('a rule for %s says so, under the mark of a configured companion alone', async (_what, rule, reason, companion) => {
  const host = await hostWith(rule);
  expect(await reasonsOf(host)).toEqual([reason]);
  expect(host.log.entries).toHaveLength(1);
  expect(host.log.entries[0]).toMatchObject({ level: 'warn', message: reason });
  expect(host.log.entries[0]?.companion).toBe(companion);
});

test('a rule for a tool that is off, broken or not listed yet is none that nobody needs', async () => {
  let mode: 'off' | 'on' = 'on';
  const switchable = createProvider(() => (mode === 'on' ? ['echo'] : []), {
    getToolMetadata: () => ({ echo: { label: 'Echo' } }),
  });
  const failing = createProvider([], {
    getTools: () => {
      throw new Error('away');
    },
  });
  const host = await createTestHost({
    companions: [
      createCompanion(x, switchable),
      createCompanion('@acme/failing', failing),
      createCompanion('@acme/broken', createProvider([tool('broken', { schema: { type: 'array' } })])),
    ],
    exposeAs: [
      { owner: x, tool: 'echo', as: 'one' },
      { owner: '@acme/failing', tool: 'echo', as: 'two' },
      { owner: '@acme/broken', tool: 'broken', as: 'three' },
    ],
  });
  expect(await reasonsOf(host)).toEqual([expect.stringMatching(/"broken"/)]);
  mode = 'off';
  await host.refresh();
  expect(await reasonsOf(host)).toEqual([expect.stringMatching(/"broken"/)]);
});

test('a bot that has the old name of a tool is told the new one', async () => {
  const store = createMemoryStore();
  const before = await createTestHost({ store, companions: [listing(x, 'echo', 'say')] });
  await before.turnWith(['echo', 'say']);
  const host = await createTestHost({
    store,
    companions: [listing(x, 'echo', 'say')],
    exposeAs: [{ owner: x, tool: 'echo', as: 'speak' }],
  });
  const { offered, withheld } = await host.show('bot-1');
  expect(offered.map(({ name }) => name)).toEqual(['say']);
  expect(withheld).toMatchObject([
    {
      name: 'echo',
      code: 'absent',
      reason: 'The operator exposes "echo" of @acme/x as "speak" now. Assign that name, and unassign this one.',
    },
  ]);
});
