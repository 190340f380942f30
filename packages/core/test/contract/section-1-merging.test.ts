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
      reason: expect.stringMatching(/"shared" of @acme\/alpha is skipped: builtin .*exposeAs/),
    },
    {
      name: 'alpha',
      owner: '@acme/beta',
      status: 'skipped',
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

test('1.8 an alias resolves to the canonical tool in assignments and calls', async () => {
  const host = await createTestHost({
    ...createBuiltIns({ name: 'read_page', implementation: { aliases: ['fetch_page'] } }),
    companions: [listing('@acme/alpha', tool('course_search', { aliases: ['search_courses', 'find_courses'] }))],
  });
  await host.bots.add({ id: 'bot' });
  expect(await host.assign('bot', ['search_courses', 'fetch_page'])).toEqual(['course_search', 'read_page']);
  const turn = await host.startTurn({ bot: 'bot' });
  expect(turn.offered.map(({ name }) => name)).toEqual(['course_search', 'read_page']);
  for (const name of ['course_search', 'search_courses', 'find_courses']) {
    expect(await turn.call({ name })).toMatchObject({
      tool: 'course_search',
      content: [{ text: '@acme/alpha ran course_search' }],
    });
  }
  expect(await turn.call({ name: 'fetch_page' })).toMatchObject({ tool: 'read_page', status: 'SUCCESS' });
  expect(await host.unassign('bot', ['find_courses'])).toEqual(['course_search']);
});

test('1.8 a tool that was assigned under what is now its alias is the tool', async () => {
  let listed = tool('old_name');
  const host = await createTestHost({
    companions: [
      createCompanion(
        '@acme/alpha',
        createProvider(() => [listed]),
      ),
    ],
  });
  await host.turnWith(['old_name']);
  listed = tool('new_name', { aliases: ['old_name'] });
  await host.refresh();
  const turn = await host.startTurn({ bot: 'bot-1' });
  expect(turn).toMatchObject({ offered: [{ name: 'new_name' }], withheld: [] });
  expect(await textOf(turn, 'old_name')).toBe('provider ran new_name');
});

test('1.8 an alias loses to any listed name, and to an alias that came first', async () => {
  const alpha = listing('@acme/alpha', tool('alpha', { aliases: ['beta', 'both', 'alpha', 'both'] }));
  const beta = listing('@acme/beta', 'beta', tool('gamma', { aliases: ['both'] }));
  const host = await createTestHost({ companions: [alpha, beta] });
  const turn = await host.turnWith(['alpha', 'beta', 'gamma']);
  expect(await textOf(turn, 'beta')).toBe('@acme/beta ran beta');
  expect(await textOf(turn, 'both')).toBe('@acme/alpha ran alpha');
  const { leftOut } = await host.catalogue();
  expect(leftOut).toEqual([
    {
      name: 'beta',
      owner: '@acme/alpha',
      status: 'skipped',
      reason: expect.stringMatching(/alias "beta" of "alpha" \(@acme\/alpha\) .*@acme\/beta/),
    },
    {
      name: 'both',
      owner: '@acme/beta',
      status: 'skipped',
      reason: expect.stringMatching(/alias "both" of "gamma" \(@acme\/beta\) .*@acme\/alpha/),
    },
  ]);
});

test('1.8 a tool that is switched off explains itself under its aliases as well', async () => {
  let isOff = false;
  const provider = createProvider(() => (isOff ? [] : [tool('course_search', { aliases: ['search_courses'] })]), {
    getToolMetadata: () => ({ course_search: { label: 'Search courses' } }),
    providesTool: (name) => name === 'course_search',
    executeTool: () => (isOff ? 'the courses are switched off' : 'found'),
  });
  const host = await createTestHost({ companions: [createCompanion('@acme/alpha', provider)] });
  expect(await textOf(await host.turnWith(['course_search']), 'search_courses')).toBe('found');
  isOff = true;
  await host.refresh();
  const turn = await host.startTurn({ bot: 'bot-1' });
  expect(turn.offered).toEqual([]);
  for (const name of ['course_search', 'search_courses']) {
    expect(await textOf(turn, name)).toBe('the courses are switched off');
  }
});

test('1.8 nobody else answers for a name that is kept for an owner that is off', async () => {
  let isOn = true;
  const provider = createProvider(['ledger'], { mark: 'owner' });
  const owner = createCompanion('@acme/owner', {
    listener: (event) => {
      if (isOn) event.registerProvider(provider);
    },
  });
  const greedy = createProvider([], { mark: 'greedy', providesTool: () => true });
  const host = await createTestHost({ companions: [owner, createCompanion('@acme/greedy', greedy)] });
  expect(await textOf(await host.turnWith(['ledger']), 'ledger')).toBe('owner ran ledger');
  isOn = false;
  const outcome = await (await host.startTurn({ bot: 'bot-1' })).call({ name: 'ledger' });
  expect(outcome).toMatchObject({ status: 'BLOCKED', executed: 'no' });
});

test('1.8 providesTool is asked for assigned names that nobody lists, and for no other', async () => {
  const names: string[] = [];
  const provider = createProvider(['listed'], {
    getToolMetadata: () => ({ old_name: { label: 'Old' }, other_old: {} }),
    providesTool: (name) => {
      names.push(name);
      return name === 'old_name';
    },
  });
  const host = await createTestHost({ companions: [createCompanion('@acme/alpha', provider)] });
  const turn = await host.turnWith(['listed', 'old_name']);
  names.length = 0;
  expect(turn.offered.map(({ name }) => name)).toEqual(['listed']);
  expect(turn.toolsJson).not.toContain('old_name');
  await turn.call({ name: 'listed' });
  await turn.call({ name: 'other_old' });
  await turn.call({ name: 'unknown' });
  expect(names).toEqual([]);
  expect(await textOf(turn, 'old_name')).toBe('provider ran old_name');
  expect(names).toEqual(['old_name']);
});

test('1.8 the first provider that says yes executes the call and gives its own answer', async () => {
  const asked: string[] = [];
  const saying = (mark: string, answer: boolean) =>
    createCompanion(
      `@acme/${mark}`,
      createProvider([], {
        mark,
        providesTool: () => {
          asked.push(mark);
          return answer;
        },
      }),
    );
  const host = await createTestHost({ companions: [saying('no', false), saying('yes', true), saying('also', true)] });
  const turn = await host.turnWith(['old_name']);
  asked.length = 0;
  expect(await textOf(turn, 'old_name')).toBe('yes ran old_name');
  expect(asked).toEqual(['no', 'yes']);
});

test('1.8 a provider that is switched off explains itself', async () => {
  let isOff = false;
  const provider = createProvider(() => (isOff ? [] : ['course_search']), {
    getToolMetadata: () => ({ course_search: { label: 'Courses' } }),
    providesTool: (name) => name === 'course_search',
    executeTool: () => {
      if (!isOff) return 'hits';
      throw Object.assign(new Error('The course catalogue is switched off.'), {
        [Symbol.for('loadout.ToolBlockedError')]: true,
      });
    },
  });
  const host = await createTestHost({ companions: [createCompanion('@acme/alpha', provider)] });
  await host.turnWith(['course_search']);
  isOff = true;
  await host.refresh();
  const turn = await host.startTurn({ bot: 'bot-1' });
  expect(turn).toMatchObject({ offered: [], withheld: [{ name: 'course_search', code: 'absent', label: 'Courses' }] });
  expect(await turn.call({ name: 'course_search' })).toMatchObject({
    status: 'BLOCKED',
    content: [{ text: 'The course catalogue is switched off.' }],
  });
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
