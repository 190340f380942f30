import {
  createMemoryStore,
  type Host,
  isLoadoutError,
  type OfferedTool,
  type Store,
  type WithheldTool,
} from '@loadout/core';
import { expect, test } from 'vitest';
import { createCompanion } from '../builders/companion.js';
import { createProvider, tool } from '../builders/provider.js';
import { storeBot } from '../builders/stored-bot.js';
import { createTestHost } from '../builders/test-host.js';
import { openHost, provideTools, readText } from '../builders/turn-builders.js';

const namesOf = (tools: readonly (OfferedTool | WithheldTool)[]): string[] => tools.map(({ name }) => name);

/** A store that counts how often its loadouts are read. */
function createCountingStore(): { store: Store; readonly reads: () => number } {
  const inner = createMemoryStore();
  let reads = 0;
  const store: Store = {
    ...inner,
    listAssignments: (botId) => {
      reads += 1;
      return inner.listAssignments(botId);
    },
  };
  return { store, reads: () => reads };
}

test('an offered tool is frozen, says what the model and people see, and nothing else', async () => {
  const { startTurn } = await openHost({
    companions: [
      createCompanion('@acme/tools', createProvider([tool('a', { label: { en: 'Tool A', de: 'Werkzeug A' } })])),
    ],
  });
  const turn = await startTurn({ locale: 'de-CH' });
  expect(turn.offered).toEqual([
    {
      name: 'a',
      description: 'Does a.',
      schema: { type: 'object', properties: { text: { type: 'string' } } },
      owner: '@acme/tools',
      label: 'Werkzeug A',
      policy: expect.objectContaining({ kind: 'unknown' }),
      definitionHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ]);
  expect(Object.isFrozen(turn.offered)).toBe(true);
  expect(Object.isFrozen(turn.offered[0])).toBe(true);
  expect(Object.isFrozen(turn.offered[0]?.schema.properties)).toBe(true);
  expect(JSON.parse(turn.toolsJson)).toEqual([
    { name: 'a', description: 'Does a.', inputSchema: { type: 'object', properties: { text: { type: 'string' } } } },
  ]);
});

test('a turn with the input of an earlier one is given the same offer, and the loadout is not read again', async () => {
  const { store, reads } = createCountingStore();
  const { startTurn } = await openHost({ store, tools: { a: () => 1, b: () => 2 } });
  const first = await startTurn();
  const before = reads();
  const second = await startTurn({ user: { id: 'u-2' }, conversation: { id: 'room-2' } });
  expect(second.offered).toBe(first.offered);
  expect(second.toolsJson).toBe(first.toolsJson);
  expect(reads()).toBe(before);
});

test('an offered tool stays the same object when the loadout around it changes', async () => {
  const { host, startTurn } = await openHost({ tools: { a: () => 1, b: () => 2 }, assign: ['a'] });
  const first = await startTurn();
  await host.assign('bot-a', ['b']);
  const second = await startTurn();
  expect(namesOf(second.offered)).toEqual(['a', 'b']);
  expect(second.offered[0]).toBe(first.offered[0]);
  const german = await startTurn({ locale: 'de' });
  expect(german.offered[0]).toEqual(first.offered[0]);
});

/** Something that changes what is offered. */
const changes: readonly (readonly [
  what: string,
  change: (host: Host, lists: { names: string[] }) => Promise<unknown>,
  offered: string[],
])[] = [
  ['a tool is assigned', (host) => host.assign('bot-a', ['c']), ['a', 'b', 'c']],
  ['a tool is unassigned', (host) => host.unassign('bot-a', ['a']), ['b']],
  [
    'a list has changed',
    (host, lists) => {
      lists.names = ['b'];
      return host.refresh();
    },
    ['b'],
  ],
];

test.each(changes)('the next turn sees that %s, and the running one does not', async (_what, change, offered) => {
  const lists = { names: ['a', 'b', 'c'] };
  const { host, startTurn } = await openHost({
    companions: [
      createCompanion(
        '@acme/tools',
        createProvider(() => lists.names),
      ),
    ],
    assign: ['a', 'b'],
  });
  const running = await startTurn();
  await change(host, lists);
  expect(namesOf((await startTurn()).offered)).toEqual(offered);
  expect(namesOf(running.offered)).toEqual(['a', 'b']);
  for (const name of ['a', 'b']) expect(readText(await running.call({ name }))).toBe(`provider ran ${name}`);
});

test('an override that is changed counts from the next turn on', async () => {
  const { host, startTurn } = await openHost({ tools: { a: (_args, config) => config } });
  const running = await startTurn();
  await host.assign('bot-a', ['a'], { settingsOverride: { limit: 1 } });
  expect((await (await startTurn()).call({ name: 'a' })).structuredContent).toEqual({ limit: 1 });
  await host.assign('bot-a', ['a'], { settingsOverride: { limit: 2 } });
  expect((await (await startTurn()).call({ name: 'a' })).structuredContent).toEqual({ limit: 2 });
  expect((await running.call({ name: 'a' })).structuredContent).toEqual({});
});

test('a change that is made while an offer is worked out is in the next one', async () => {
  const inner = createMemoryStore();
  let onRead: (() => Promise<void>) | undefined;
  const store: Store = {
    ...inner,
    listAssignments: async (botId) => {
      const assignments = await inner.listAssignments(botId);
      await onRead?.();
      return assignments;
    },
  };
  const { startTurn } = await openHost({ store, tools: { a: () => 1, b: () => 2 }, assign: ['a'] });
  onRead = async () => {
    onRead = undefined;
    await storeBot(inner, { id: 'bot-a' }, [{ toolName: 'b', owner: '@acme/tools' }]);
  };
  await startTurn();
  expect(namesOf((await startTurn()).offered)).toEqual(['a', 'b']);
});

test('a selection restricts, in the order of the loadout; its aliases count, its unknown names do not', async () => {
  const { startTurn } = await openHost({
    companions: [createCompanion('@acme/tools', createProvider(['a', tool('b', { aliases: ['old_b'] }), 'c', 'd']))],
    assign: ['d', 'c', 'b'],
  });
  const turn = await startTurn({ select: ['old_b', 'd', 'nobody', 'a'] });
  expect(namesOf(turn.offered)).toEqual(['d', 'b']);
  expect(turn.withheld).toMatchObject([
    { name: 'c', code: 'not-selected' },
    { name: 'a', code: 'not-assigned' },
  ]);
  expect((await startTurn({ select: [] })).offered).toEqual([]);
  await expect(startTurn({ select: 'b' as never })).rejects.toMatchObject({ code: 'CONFIGURATION_INVALID' });
});

test('the first reason that applies is given, and each names what is to blame', async () => {
  const store = createMemoryStore();
  const owners = {
    of_failed: '@acme/failed',
    broken: '@acme/fine',
    gone: '@acme/fine',
    of_off: '@acme/off',
    fine: '@acme/fine',
  };
  await storeBot(
    store,
    { id: 'bot-x' },
    Object.entries(owners).map(([toolName, owner]) => ({ toolName, owner })),
  );
  const failing = createProvider([], {
    getTools: () => {
      throw new Error('the data file is missing');
    },
  });
  const { startTurn } = await openHost({
    store,
    assign: null,
    companions: [
      createCompanion('@acme/failed', failing),
      createCompanion(
        '@acme/fine',
        createProvider(['fine', tool('broken', { schema: { type: 'object', properties: { x: { type: 'odd' } } } })]),
      ),
      createCompanion('@acme/off', createProvider(['of_off']), { enabled: false }),
    ],
  });
  const { withheld, offered } = await startTurn({ bot: 'bot-x', select: ['fine'] });
  expect(namesOf(offered)).toEqual(['fine']);
  expect(withheld.map(({ name, code }) => `${name} ${code}`)).toEqual([
    'of_failed companion-failed',
    'broken quarantined',
    'gone absent',
    'of_off absent',
  ]);
  const reasons = withheld.map(({ reason }) => reason);
  expect(reasons[0]).toContain('the data file is missing');
  expect(reasons[1]).toContain('/properties/x/type');
  expect(reasons[2]).toContain('@acme/fine');
  expect(reasons[3]).toContain('switched off');
});

const wrongAssignments: readonly (readonly [what: string, name: unknown, code: string, hint: RegExp])[] = [
  ['a name that nobody knows', 'curse_search', 'TOOL_UNKNOWN', /course_search/],
  ['a name that is far from all', 'xyz', 'TOOL_UNKNOWN', /List the tools/],
  ['a name with blanks', 'course search', 'TOOL_NAME_INVALID', /course search/],
  ['an empty name', '', 'TOOL_NAME_INVALID', /letters/],
  ['a number', 5, 'TOOL_NAME_INVALID', /5/],
];

test.each(wrongAssignments)('%s cannot be assigned, and the message helps', async (_what, name, code, hint) => {
  const { host } = await openHost({ tools: { course_search: () => 1 } });
  const error: unknown = await host.assign('bot-a', [name as string]).catch((reason: unknown) => reason);
  expect(isLoadoutError(error)).toBe(true);
  expect(error).toMatchObject({ code, message: expect.stringMatching(hint) });
});

test('an override has to be plain JSON and to fit the settings that the tool declares', async () => {
  const settingsSchema = {
    type: 'object',
    properties: { limit: { type: 'integer', minimum: 1 } },
    required: ['limit'],
  };
  const provider = provideTools({ declared: { settingsSchema, run: (_args, config) => config }, free: () => 1 });
  const { host } = await openHost({ companions: [createCompanion('@acme/tools', provider)] });
  const refused: readonly (readonly [tool: string, override: unknown])[] = [
    ['declared', { limit: 'many' }],
    ['declared', { limit: 0 }],
    ['declared', { limits: 5 }],
    ['declared', []],
    ['declared', 'limit'],
    ['free', { when: new Date() }],
    ['free', { f: () => 1 }],
  ];
  for (const [name, settingsOverride] of refused) {
    const assigning = host.assign('bot-a', [name], { settingsOverride: settingsOverride as never });
    await expect(assigning, JSON.stringify(settingsOverride)).rejects.toMatchObject({ code: 'TOOL_SETTINGS_INVALID' });
  }
  expect((await host.show('bot-a')).assignments.map((one) => one.settingsOverride)).toEqual([null, null]);
  // What an override leaves out comes from lower layers.
  await host.assign('bot-a', ['declared'], { settingsOverride: {} });
});

test('what is asked of a bot that does not exist is refused', async () => {
  const { host, startTurn } = await openHost({ tools: { a: () => 1 } });
  for (const asking of [
    startTurn({ bot: 'nobody' }),
    host.show('nobody'),
    host.assign('nobody', ['a']),
    host.unassign('nobody', ['a']),
  ]) {
    await expect(asking).rejects.toMatchObject({ code: 'BOT_UNKNOWN' });
  }
});

test('a bot that was removed starts no turn, also when its offer was kept', async () => {
  const { host, startTurn } = await openHost({ tools: { a: () => 1 } });
  await startTurn();
  await host.bots.remove('bot-a');
  await expect(startTurn()).rejects.toMatchObject({ code: 'BOT_UNKNOWN' });
});

test('a host that was closed starts no turn', async () => {
  const { host, startTurn } = await openHost({ tools: { a: () => 1 } });
  await host.close();
  await expect(startTurn()).rejects.toMatchObject({ code: 'HOST_CLOSED' });
});

test('as many offers are kept as tools fit: equal turns share one, and old ones go', async () => {
  const names = Array.from({ length: 300 }, (_, index) => `tool_${index}`);
  const host = await createTestHost({ companions: [createCompanion('@acme/many', createProvider(names))] });
  await host.turnWith(names);
  const offerOf = async (locale: string): Promise<unknown> => (await host.startTurn({ bot: 'bot-1', locale })).offered;
  const first = await offerOf('de-x-a0');
  expect(await offerOf('de-x-a0')).toBe(first);
  for (let count = 1; count <= 70; count += 1) await offerOf(`de-x-a${count}`);
  expect(await offerOf('de-x-a0')).not.toBe(first);
  expect(await offerOf('de-x-a70')).toBe(await offerOf('de-x-a70'));
});

test('what show answers is nobody else’s: a change to it is refused', async () => {
  const host = await createTestHost({ companions: [createCompanion('@acme/one', createProvider(['one']))] });
  await host.turnWith(['one']);
  const { assignments } = await host.show('bot-1');
  expect(() => (assignments as unknown[]).pop()).toThrow();
  expect((await host.show('bot-1')).assignments).toHaveLength(1);
});
