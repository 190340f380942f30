import { createMemoryStore, isLoadoutError, type OfferedTool, type WithheldTool } from '@loadout/core';
import { expect, test } from 'vitest';
import { createBuiltIns } from '../builders/built-ins.js';
import { createCompanion } from '../builders/companion.js';
import { createManualClock } from '../builders/manual-clock.js';
import { createProvider, tool } from '../builders/provider.js';
import { storeBot } from '../builders/stored-bot.js';
import { openHost, openTurn, readText } from '../builders/turn-builders.js';

const namesOf = (tools: readonly (OfferedTool | WithheldTool)[]): string[] => tools.map(({ name }) => name);

test('4.1 an assignment keeps the name, the owner, the label and the hash of then, the override, its place and its times', async () => {
  const clock = createManualClock();
  const { host } = await openHost({
    clock,
    assign: [],
    companions: [
      createCompanion('@acme/courses', {
        getTools: () => [
          tool('course_search', { label: { en: 'Course search', de: 'Kurssuche' } }),
          tool('course_get'),
        ],
        executeTool: () => 'done',
      }),
    ],
    ...createBuiltIns('word_count'),
  });
  const assignedAt = new Date(clock.now()).toISOString();
  expect(await host.assign('bot-a', ['course_search', 'word_count'])).toEqual(['course_search', 'word_count']);
  await clock.advance(60_000);
  await host.assign('bot-a', ['course_get'], { settingsOverride: { limit: 5 } });
  await host.assign('bot-a', ['course_search']);
  const { assignments, offered } = await host.show('bot-a');
  const hashOf = (name: string) => offered.find((one) => one.name === name)?.definitionHash;
  const later = new Date(clock.now()).toISOString();
  expect(assignments).toEqual([
    {
      toolName: 'course_search',
      owner: '@acme/courses',
      label: 'Course search',
      definitionHash: hashOf('course_search'),
      settingsOverride: null,
      isBuiltIn: false,
      position: 1,
      assignedAt,
      // It was there already: the time is that of the last change.
      updatedAt: assignedAt,
    },
    expect.objectContaining({
      toolName: 'word_count',
      owner: 'builtin',
      label: 'Built-in word_count',
      isBuiltIn: true,
      assignedAt,
    }),
    expect.objectContaining({
      toolName: 'course_get',
      label: 'course_get',
      settingsOverride: { limit: 5 },
      assignedAt: later,
    }),
  ]);
  expect(hashOf('course_search')).toMatch(/^[0-9a-f]{64}$/);
  const positions = assignments.map(({ position }) => position);
  expect(positions).toEqual([...positions].sort((a, b) => a - b));
});

test('4.1 a loadout is offered in its order, not in that of the catalogue', async () => {
  const { host, startTurn } = await openHost({ tools: { a: () => 1, b: () => 2, c: () => 3 }, assign: ['c', 'a'] });
  await host.assign('bot-a', ['b']);
  expect(namesOf((await startTurn()).offered)).toEqual(['c', 'a', 'b']);
});

test('4.1 an alias is assigned under the canonical name, and both at once are one tool', async () => {
  const { host, startTurn } = await openHost({
    assign: [],
    companions: [
      createCompanion('@acme/courses', createProvider([tool('course_search', { aliases: ['find_course'] })])),
    ],
  });
  expect(await host.assign('bot-a', ['find_course'])).toEqual(['course_search']);
  expect(namesOf((await startTurn()).offered)).toEqual(['course_search']);
  expect(await host.unassign('bot-a', ['find_course', 'course_search'])).toEqual(['course_search']);
});

test('4.1 a tool that the bot has under an older name is moved to its name when it is assigned again', async () => {
  let listed = [tool('a'), tool('z')];
  const provider = createProvider(() => listed);
  const { host, startTurn } = await openHost({ companions: [createCompanion('@acme/courses', provider)] });
  const relist = async (...tools: typeof listed) => {
    listed = tools;
    await host.refresh();
  };
  const override = { settingsOverride: { limit: 3 } };
  await host.changeLoadout('bot-a', [{ action: 'override', tool: 'a', ...override }]);
  await relist(tool('b', { aliases: ['a'] }), tool('z'));
  const { undo } = await host.changeLoadout('bot-a', [{ action: 'assign', tool: 'b' }]);
  const rows = async () => (await host.show('bot-a')).assignments;
  expect(await rows()).toMatchObject([{ toolName: 'b', position: 1, ...override }, { toolName: 'z' }]);
  await host.changeLoadout('bot-a', undo);
  expect(await rows()).toMatchObject([{ toolName: 'a', position: 1, ...override }, { toolName: 'z' }]);
  expect(await host.assign('bot-a', ['a'])).toEqual(['b']);
  await relist(tool('c', { aliases: ['b'] }), tool('z'));
  expect(namesOf((await startTurn()).offered)).toEqual(['c', 'z']);
});

test('4.1 names are no foreign keys: a store may hold any, and a new tool of that name needs nothing new', async () => {
  const store = createMemoryStore();
  await storeBot(store, { id: 'bot-x' });
  await storeBot(store, { id: 'bot-x' }, [
    { toolName: 'made_tomorrow', owner: '@acme/tools', label: 'Made tomorrow', definitionHash: null },
  ]);
  const before = await openHost({ store, assign: null });
  expect((await before.host.show('bot-x')).withheld).toMatchObject([
    { name: 'made_tomorrow', code: 'absent', label: 'Made tomorrow' },
  ]);
  const companions = [createCompanion('@acme/tools', createProvider(['made_tomorrow']))];
  const after = await openHost({ store, assign: null, companions });
  expect(namesOf((await after.host.show('bot-x')).offered)).toEqual(['made_tomorrow']);
});

test('4.1 an assignment that cannot be made changes nothing', async () => {
  const { host } = await openHost({ tools: { a: () => 1 }, assign: [] });
  const error: unknown = await host.assign('bot-a', ['a', 'no_such_tool']).catch((reason: unknown) => reason);
  expect(isLoadoutError(error, 'TOOL_UNKNOWN')).toBe(true);
  expect((await host.show('bot-a')).assignments).toEqual([]);
});

test('4.2 an assignment whose tool is absent is inert: not offered, not run, and still there', async () => {
  const store = createMemoryStore();
  await storeBot(store, { id: 'bot-x', displayName: 'X' });
  const hash = 'a'.repeat(64);
  await storeBot(store, { id: 'bot-x' }, [
    {
      toolName: 'gone',
      owner: '@acme/tools',
      label: 'Gone for now',
      definitionHash: hash,
      settingsOverride: { limit: 3 },
    },
    { toolName: 'here', owner: '@acme/tools', label: 'Here', definitionHash: null },
  ]);
  const { host } = await openHost({
    store,
    assign: null,
    companions: [createCompanion('@acme/tools', createProvider(['here']))],
  });
  const turn = await host.startTurn({ bot: 'bot-x' });
  expect(namesOf(turn.offered)).toEqual(['here']);
  expect(turn.toolsJson).not.toContain('gone');
  const outcome = await turn.call({ name: 'gone' });
  expect(outcome).toMatchObject({ status: 'BLOCKED', executed: 'no', isError: true });
  await host.refresh();
  await turn.end();
  const { assignments, withheld } = await host.show('bot-x');
  expect(withheld).toEqual([
    {
      name: 'gone',
      code: 'absent',
      reason: expect.stringContaining('@acme/tools'),
      reasons: [{ code: 'absent', reason: expect.stringContaining('@acme/tools') }],
      owner: '@acme/tools',
      label: 'Gone for now',
    },
  ]);
  expect(assignments[0]).toMatchObject({ toolName: 'gone', definitionHash: hash, settingsOverride: { limit: 3 } });
  expect(await host.unassign('bot-x', ['gone'])).toEqual(['gone']);
  expect((await host.show('bot-x')).assignments.map(({ toolName }) => toolName)).toEqual(['here']);
});

test('4.2 a tool that comes back is offered again, with its override', async () => {
  let names: readonly string[] = ['a', 'b'];
  const provider = createProvider(() => names, { executeTool: (_name, _args, config) => config });
  const companion = createCompanion('@acme/tools', provider);
  const { host, startTurn } = await openHost({ companions: [companion], assign: [] });
  await host.assign('bot-a', ['a', 'b'], { settingsOverride: { limit: 3 } });
  names = ['b'];
  await host.refresh();
  expect(namesOf((await startTurn()).withheld)).toEqual(['a']);
  names = ['a', 'b'];
  await host.refresh();
  const turn = await startTurn();
  expect(namesOf(turn.offered)).toEqual(['a', 'b']);
  expect((await turn.call({ name: 'a' })).structuredContent).toEqual({ limit: 3 });
});

test('4.2 an absent tool is shown with the label that its provider still gives, in the language of the turn', async () => {
  let names: readonly string[] = ['course_search'];
  const provider = createProvider(() => names, {
    getToolMetadata: () => ({ course_search: { label: { en: 'Course search', de: 'Kurssuche' } } }),
  });
  const { host, startTurn } = await openHost({ companions: [createCompanion('@acme/courses', provider)] });
  names = [];
  await host.refresh();
  expect((await startTurn({ locale: 'de-AT' })).withheld).toMatchObject([
    { name: 'course_search', label: 'Kurssuche' },
  ]);
  expect((await host.show('bot-a')).withheld).toMatchObject([{ name: 'course_search', label: 'Course search' }]);
});

test('4.2 a companion that is switched off, or has failed, leaves the assignments of its tools alone', async () => {
  const store = createMemoryStore();
  await storeBot(store, { id: 'bot-x' });
  for (const owner of ['@acme/off', '@acme/failed']) {
    await storeBot(store, { id: 'bot-x' }, [
      { toolName: `tool_of_${owner.slice(6)}`, owner, label: `Tool of ${owner}`, definitionHash: null },
    ]);
  }
  const { host } = await openHost({
    store,
    assign: null,
    companions: [
      createCompanion('@acme/off', createProvider(['tool_of_off']), { enabled: false }),
      createCompanion(
        '@acme/failed',
        createProvider([], {
          getTools: () => {
            throw new Error('the catalogue file is missing');
          },
        }),
      ),
    ],
  });
  const { withheld, assignments } = await host.show('bot-x');
  expect(withheld).toMatchObject([
    {
      name: 'tool_of_off',
      code: 'absent',
      label: 'Tool of @acme/off',
      reason: expect.stringContaining('switched off'),
    },
    {
      name: 'tool_of_failed',
      code: 'companion-failed',
      label: 'Tool of @acme/failed',
      reason: expect.stringContaining('the catalogue file is missing'),
    },
  ]);
  expect(assignments).toHaveLength(2);
});

test('4.2 a bot with 300 assigned tools of which 200 are absent starts a turn and shows all 300', async () => {
  const store = createMemoryStore();
  await storeBot(store, { id: 'bot-x' });
  const assigned = Array.from({ length: 300 }, (_, index) => `tool_${index}`);
  await storeBot(
    store,
    { id: 'bot-x' },
    assigned.map((toolName, index) => ({
      toolName,
      owner: `@acme/part-${index % 3}`,
      label: `Tool ${index}`,
      definitionHash: null,
    })),
  );
  const { host } = await openHost({
    store,
    companions: [createCompanion('@acme/part-0', createProvider(assigned.filter((_, index) => index % 3 === 0)))],
    assign: [],
  });
  const turn = await host.startTurn({ bot: 'bot-x' });
  expect(turn.offered).toHaveLength(100);
  expect(turn.withheld).toHaveLength(200);
  expect((await turn.call({ name: 'tool_0' })).status).toBe('SUCCESS');
  const shown = await host.show('bot-x');
  expect(shown.assignments.map(({ toolName }) => toolName)).toEqual(assigned);
  expect([...shown.offered, ...shown.withheld].map(({ name }) => name).sort()).toEqual([...assigned].sort());
  expect(shown.withheld.every(({ label }) => /^Tool \d+$/.test(label))).toBe(true);
});

test('4.4 unassigned, unknown and other tools are answered in the same words', async () => {
  const asked: string[] = [];
  const { host, addBot, startTurn } = await openHost({
    ...createBuiltIns('word_count'),
    companions: [
      createCompanion('@acme/tools', {
        ...createProvider([
          tool('mine'),
          tool('unassigned', { aliases: ['old_unassigned'] }),
          tool('of_bot_b'),
          tool('broken', { schema: { type: 'object', properties: { x: { type: 'nonsense' } } } }),
        ]),
        providesTool: (name) => {
          asked.push(name);
          return true;
        },
      }),
    ],
    assign: ['mine'],
  });
  await addBot('bot-b', ['of_bot_b']);
  const turn = await startTurn();
  expect(namesOf(turn.offered)).toEqual(['mine']);
  expect(turn.withheld).toEqual([]);
  expect(turn.toolsJson).not.toMatch(/unassigned|of_bot_b|word_count|broken/);

  const names = [
    'no_such_tool',
    'unassigned',
    'old_unassigned',
    'of_bot_b',
    'word_count',
    'broken',
    '__proto__',
    'constructor',
    'not a name',
    '',
  ];
  const answers = new Set<string>();
  for (const name of names) {
    const outcome = await turn.call({ id: 'call', name, arguments: { x: 1 } });
    answers.add(JSON.stringify(outcome).replaceAll(`\\"${name}\\"`, '<name>').replaceAll(`"${name}"`, '<name>'));
  }
  expect([...answers]).toHaveLength(1);
  expect([...answers][0]).toMatch(/"status":"BLOCKED","executed":"no"/);
  expect(asked).toEqual([]);
  const traces = await host.traces.list({ turnId: turn.id });
  expect(traces.map(({ tool: name }) => name)).toEqual([...names].reverse());
  expect(new Set(traces.map(({ owner }) => owner))).toEqual(new Set([undefined]));
});

test('4.4 a tool that is unassigned is gone from the next turn, and the running one keeps it', async () => {
  const { host, startTurn, turn } = await openTurn({ a: () => 'a ran', b: () => 'b ran' });
  expect(await host.unassign('bot-a', ['a', 'never_assigned'])).toEqual(['a']);
  expect(readText(await turn.call({ name: 'a' }))).toBe('a ran');
  const next = await startTurn();
  expect(namesOf(next.offered)).toEqual(['b']);
  expect(await next.call({ name: 'a' })).toMatchObject({ status: 'BLOCKED', executed: 'no' });
});

test('4.4 a bot without tools is offered none, and what it calls is not run', async () => {
  let ran = 0;
  const { addBot, startTurn } = await openHost({ tools: { a: () => void ran++ } });
  await addBot('bot-b', []);
  const turn = await startTurn({ bot: 'bot-b' });
  expect(turn.offered).toEqual([]);
  expect(turn.toolsJson).toBe('[]');
  await turn.call({ name: 'a' });
  expect(ran).toBe(0);
});

test('4.4 an assigned tool that was not selected for the turn is not callable in it', async () => {
  const { startTurn } = await openHost({ tools: { a: () => 'a ran', b: () => 'b ran' } });
  const turn = await startTurn({ select: ['b', 'unknown'] });
  expect(namesOf(turn.offered)).toEqual(['b']);
  expect(turn.withheld).toMatchObject([{ name: 'a', code: 'not-selected' }]);
  expect(await turn.call({ name: 'a' })).toMatchObject({ status: 'BLOCKED', executed: 'no' });
});

test('4.4 an assigned name that nobody lists is not called in a turn that selects others', async () => {
  const store = createMemoryStore();
  await storeBot(store, { id: 'bot-x' });
  const legacy = { toolName: 'legacy', owner: '@acme/tools', label: 'Legacy', definitionHash: null };
  await storeBot(store, { id: 'bot-x' }, [legacy]);
  const provider = createProvider(['a'], { providesTool: (name) => name === 'legacy' });
  const { host } = await openHost({ store, assign: null, companions: [createCompanion('@acme/tools', provider)] });
  const all = await host.startTurn({ bot: 'bot-x' });
  expect(readText(await all.call({ name: 'legacy' }))).toBe('provider ran legacy');
  const restricted = await host.startTurn({ bot: 'bot-x', select: ['a'] });
  expect(await restricted.call({ name: 'legacy' })).toMatchObject({ status: 'BLOCKED', executed: 'no' });
  expect(provider.asked.executeTool).toBe(1);
});
