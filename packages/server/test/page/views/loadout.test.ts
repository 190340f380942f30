import { expect, test } from 'vitest';
import { diffDefinitions } from '../../../page/src/parts/definition-diff/diff-definitions.js';
import { diffWords } from '../../../page/src/parts/definition-diff/diff-words.js';
import type { ToolRow } from '../../../page/src/views/bot/changes/loadout-types.js';
import { findPlacements, type Places, placeTools } from '../../../page/src/views/bot/changes/place-tools.js';
import { planCopyOfLoadout } from '../../../page/src/views/bot/plan-copy.js';
import { arrangeRows, closeGroups, countMisplaced, keepPresent } from '../../../page/src/views/loadout/arrange-rows.js';
import { planBulk } from '../../../page/src/views/loadout/bulk/plan-bulk.js';
import { createSimple } from '../builders/page-tools.js';
import { startPageHost } from '../builders/start-page-host.js';

const blank: ToolRow = {
  name: 'a',
  label: 'A',
  summary: '',
  owner: '@acme/crm',
  isBuiltIn: false,
  isStale: false,
  isAbsent: false,
  listedAt: null,
  isAssigned: false,
  position: null,
  hasOverride: false,
  state: 'off',
  code: null,
  reason: null,
  reasons: [],
  missingSettings: [],
  isChanged: false,
  changesData: false,
  destroysData: false,
  needsApproval: false,
  tokens: 1,
  icon: null,
};
const all = { show: 'all', reason: undefined, owner: undefined, words: '' } as const;
const row = (name: string, parts: Partial<ToolRow> = {}): ToolRow => ({ ...blank, name, label: name, ...parts });
const on = (name: string, position: number): ToolRow => row(name, { isAssigned: true, position, state: 'offered' });

test('the page places tools as the host does', async () => {
  const names = Array.from({ length: 8 }, (_, index) => `t${index}`);
  const tools = names.map((name) => ({ name, description: 'Does it.', schema: { type: 'object' } }));
  const { host } = await startPageHost({ companions: { '@acme/t': () => createSimple(tools) } });
  await host.assign('sales', names);
  const readPlaces = async (): Promise<Places> =>
    new Map((await host.show('sales')).assignments.map(({ toolName, position }) => [toolName, position]));
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < 40; round += 1) {
    const before = await readPlaces();
    const order = [...before].sort(([, a], [, b]) => a - b).map(([name]) => name);
    const count = 1 + random(3);
    const moved = order.filter((_, index) => (index + round) % 4 < count).slice(0, count);
    const rest = order.filter((name) => !moved.includes(name));
    const place = random(rest.length + 1);
    const placements = findPlacements(before, moved, rest[place]);
    await host.changeLoadout(
      'sales',
      placements.map(({ tool, position }) => ({ action: 'move', tool, position })),
    );
    const after = await readPlaces();
    expect([...placeTools(before, placements)].sort()).toEqual([...after].sort());
    const now = [...after].sort(([, a], [, b]) => a - b).map(([name]) => name);
    expect(now).toEqual([...rest.slice(0, place), ...moved, ...rest.slice(place)]);
  }
}, 60_000);

test('rows stand in the order of the loadout, then by owner, and are told apart when they would stand elsewhere', () => {
  const rows = [on('b', 2), on('a', 1), row('c'), row('d', { owner: '@acme/mail' }), row('e')];
  const items = arrangeRows(rows, all);
  expect(items.map(({ key }) => key)).toEqual([
    'group on',
    'a',
    'b',
    'group of @acme/crm',
    'c',
    'e',
    'group of @acme/mail',
    'd',
  ]);
  const switched = rows.map((one) => (one.name === 'c' ? on('c', 3) : one));
  expect(countMisplaced(items, arrangeRows(switched, all), new Set(['c']))).toBe(1);
  // Who switches it here knows it.
  expect(countMisplaced(items, arrangeRows(switched, all), new Set())).toBe(0);
  expect(countMisplaced(items, arrangeRows([...rows, row('f')], all), new Set())).toBe(1);
  expect(countMisplaced(items, arrangeRows(rows, all), new Set())).toBe(0);
  const swapped = [on('b', 1), on('a', 2), ...rows.slice(2)];
  expect(countMisplaced(items, arrangeRows(swapped, all), new Set())).toBe(1);
  // The head of a group goes with its last row.
  expect(keepPresent(items, new Set(['a', 'c', 'e'])).map(({ key }) => key)).toEqual([
    'group on',
    'a',
    'group of @acme/crm',
    'c',
    'e',
  ]);
  const closed = closeGroups(items, new Set(['@acme/crm', '@acme/unknown']));
  expect(closed.map(({ key }) => key)).toEqual([
    'group on',
    'a',
    'b',
    'group of @acme/crm',
    'group of @acme/mail',
    'd',
  ]);
  // What is done with all of a group is done with those that are not shown, too.
  expect(closed[3]).toMatchObject({ isClosed: true, names: ['c', 'e'] });
  expect(closed[0]).not.toHaveProperty('isClosed');
  expect(arrangeRows(rows, { ...all, words: 'ACME/mail d' }).map(({ key }) => key)).toContain('d');
  expect(arrangeRows(rows, { ...all, show: 'absent' })).toEqual([]);
});

test('what is done with many is what a single switch would do, and names are read where it can do harm', () => {
  const rows = [on('a', 1), row('b'), row('c', { isAbsent: true, isAssigned: true }), row('d', { changesData: true })];
  const switchedOn = planBulk('on', rows);
  expect(switchedOn.changes).toEqual([
    { action: 'assign', tool: 'b' },
    { action: 'assign', tool: 'd' },
  ]);
  expect(switchedOn.needsList).toBe(true);
  expect(planBulk('on', [row('b')]).needsList).toBe(false);
  expect(
    planBulk(
      'on',
      Array.from({ length: 21 }, (_, index) => row(`t${index}`)),
    ).needsList,
  ).toBe(true);
  const off = planBulk('off', rows);
  expect(off.changes).toEqual([{ action: 'unassign', tool: 'a' }]);
  expect(off.leftOut.map(({ row: { name }, cause }) => [name, cause])).toEqual([
    ['b', 'already'],
    ['c', 'absent'],
    ['d', 'already'],
  ]);
});

test('every change that lets a tool do more is looser, and comes first', () => {
  const before = {
    description: 'x',
    policy: { readOnly: true, destructive: false, approval: 'ask', timeoutMs: 10, maxCallsPerTurn: 3, kind: 'read' },
    schema: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['a'] },
  };
  const after = {
    description: 'y',
    policy: { readOnly: false, destructive: true, approval: 'never', timeoutMs: 5, kind: 'write' },
    schema: { properties: { b: { type: 'string' }, c: {} }, type: 'object' },
  };
  const lines = diffDefinitions(before, after).map(({ part, field, kind }) => `${part} ${field} ${kind}`);
  expect(lines).toEqual([
    'policy readOnly looser',
    'policy destructive looser',
    'policy approval looser',
    'policy maxCallsPerTurn looser',
    'policy timeoutMs stricter',
    'policy kind changed',
    'description description changed',
    'schema a removed',
    'schema c added',
    'schema required removed',
  ]);
  expect(
    diffDefinitions(after, before)
      .filter(({ kind }) => kind === 'looser')
      .map(({ field }) => field),
  ).toEqual(['timeoutMs']);
  expect(diffDefinitions(before, structuredClone(before))).toEqual([]);
  expect(diffDefinitions(before, { ...before, summary: '' })).toEqual([]);
});

test('two texts differ by words', () => {
  expect(diffWords('one two three', 'one 2 three')).toEqual([
    { kind: 'same', text: 'one ' },
    { kind: 'removed', text: 'two ' },
    { kind: 'added', text: '2 ' },
    { kind: 'same', text: 'three' },
  ]);
  const long = 'word '.repeat(700);
  expect(diffWords(long, `${long}more`)).toHaveLength(2);
});

test('a copy takes no secrets along, leaves out what is absent, and removes nothing that is', () => {
  const assignment = (toolName: string, settingsOverride: { [key: string]: unknown } | null = null) => ({
    toolName,
    owner: '@acme/crm',
    label: toolName,
    definitionHash: null,
    settingsOverride,
    isBuiltIn: false,
    position: 1,
    assignedAt: '',
    updatedAt: '',
  });
  const from = [assignment('a', { key: '[secret]', region: 'us' }), assignment('gone'), assignment('b', { n: 1 })];
  const to = [assignment('b'), assignment('c'), assignment('absent')];
  const rows = [row('a'), row('b'), row('c'), row('absent', { isAbsent: true })];
  const plan = planCopyOfLoadout({ from, to, rows, withOverrides: true, withOff: true });
  expect(plan.changes).toEqual([
    { action: 'assign', tool: 'a', settingsOverride: { region: 'us' } },
    { action: 'override', tool: 'b', settingsOverride: { n: 1 } },
    { action: 'unassign', tool: 'c' },
  ]);
  expect(plan.leftOut).toEqual(['gone']);
  const switches = planCopyOfLoadout({ from, to, rows, withOverrides: false, withOff: false });
  expect(switches.changes).toEqual([{ action: 'assign', tool: 'a' }]);
});
