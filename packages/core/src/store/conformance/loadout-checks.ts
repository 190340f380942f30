import assert from 'node:assert/strict';
import type { NewAssignment } from '../roles.js';
import type { StoreCheck } from './store-check.js';
import {
  assertTimestamp,
  check,
  getOnlyAssignment,
  listNames,
  newAssignment,
  passMillisecond,
  tryToChange,
} from './store-check.js';

/** What a store promises of loadouts: order, renewal, removal, wholeness. */
export const loadoutChecks: readonly StoreCheck[] = [
  check('an assignment remembers owner, label, hash, override and times', async (store) => {
    await store.addBot({ id: 'demo' });
    await store.assign('demo', [newAssignment('search', { settingsOverride: { limit: 5 } })]);
    const { position, assignedAt, updatedAt, ...rest } = await getOnlyAssignment(store, 'demo');
    assert.deepEqual(rest, {
      toolName: 'search',
      owner: 'acme-tools',
      label: 'Label of search',
      definitionHash: 'a1',
      settingsOverride: { limit: 5 },
      isBuiltIn: false,
    });
    assert.ok(Number.isSafeInteger(position), `position ${position} is no whole number`);
    assertTimestamp(assignedAt);
    assert.equal(updatedAt, assignedAt);
  }),

  check('a hash may be null, and without an override there is none', async (store) => {
    await store.addBot({ id: 'demo' });
    await store.assign('demo', [newAssignment('search', { definitionHash: null })]);
    const assignment = await getOnlyAssignment(store, 'demo');
    assert.equal(assignment.definitionHash, null);
    assert.equal(assignment.settingsOverride, null);
  }),

  check('isBuiltIn follows from the owner, also when the owner changes', async (store) => {
    await store.addBot({ id: 'demo' });
    for (const [owner, isBuiltIn] of [
      ['builtin', true],
      ['acme-tools', false],
      ['@acme/builtin', false],
      ['builtin/second', false],
      ['mcp:builtin', false],
      ['builtin', true],
    ] as const) {
      await store.assign('demo', [newAssignment('search', { owner })]);
      assert.equal((await getOnlyAssignment(store, 'demo')).isBuiltIn, isBuiltIn, owner);
    }
  }),

  check('tools are listed in the order of their assignment, with ascending positions', async (store) => {
    await store.addBot({ id: 'demo' });
    await store.assign('demo', [newAssignment('z'), newAssignment('a')]);
    await store.assign('demo', [newAssignment('m')]);
    assert.deepEqual(await listNames(store, 'demo'), ['z', 'a', 'm']);
    const positions = (await store.listAssignments('demo')).map(({ position }) => position);
    assert.deepEqual(
      positions,
      [...new Set(positions)].sort((a, b) => a - b),
    );
  }),

  check('a tool that is assigned again after it was removed comes last', async (store) => {
    await store.addBot({ id: 'demo' });
    await store.assign(
      'demo',
      ['a', 'b', 'c'].map((name) => newAssignment(name)),
    );
    await store.unassign('demo', ['a']);
    await store.assign('demo', [newAssignment('d')]);
    await store.assign('demo', [newAssignment('a')]);
    assert.deepEqual(await listNames(store, 'demo'), ['b', 'c', 'd', 'a']);
  }),

  check('assigning again keeps place, time of assignment and override, and renews the rest', async (store) => {
    await store.addBot({ id: 'demo' });
    await store.assign('demo', [newAssignment('a', { settingsOverride: { limit: 5 } }), newAssignment('b')]);
    const [before] = await store.listAssignments('demo');
    await passMillisecond();
    await store.assign('demo', [
      newAssignment('c'),
      newAssignment('a', { owner: 'builtin', label: 'New', definitionHash: 'b2' }),
    ]);
    assert.deepEqual(await listNames(store, 'demo'), ['a', 'b', 'c']);
    const [after] = await store.listAssignments('demo');
    assert.ok(before !== undefined && after !== undefined);
    assert.deepEqual(
      { ...after },
      { ...before, owner: 'builtin', isBuiltIn: true, label: 'New', definitionHash: 'b2', updatedAt: after.updatedAt },
    );
    assertTimestamp(after.updatedAt);
    assert.ok(after.updatedAt >= before.updatedAt);
  }),

  check('an override that is given replaces the one before; null removes it', async (store) => {
    await store.addBot({ id: 'demo' });
    await store.assign('demo', [newAssignment('a', { settingsOverride: { limit: 5, sort: 'asc' } })]);
    await store.assign('demo', [newAssignment('a', { settingsOverride: { limit: 6 } })]);
    assert.deepEqual((await getOnlyAssignment(store, 'demo')).settingsOverride, { limit: 6 });
    await store.assign('demo', [newAssignment('a', { settingsOverride: {} })]);
    assert.deepEqual((await getOnlyAssignment(store, 'demo')).settingsOverride, {});
    await store.assign('demo', [newAssignment('a', { settingsOverride: null })]);
    assert.equal((await getOnlyAssignment(store, 'demo')).settingsOverride, null);
  }),

  check('a name that occurs twice in one assignment is assigned once, as if one after the other', async (store) => {
    await store.addBot({ id: 'demo' });
    await store.assign('demo', [
      newAssignment('a', { label: 'First', settingsOverride: { limit: 5 } }),
      newAssignment('b'),
      newAssignment('a', { label: 'Second' }),
    ]);
    const assignments = await store.listAssignments('demo');
    assert.deepEqual(
      assignments.map(({ toolName, label, settingsOverride }) => [toolName, label, settingsOverride]),
      [
        ['a', 'Second', { limit: 5 }],
        ['b', 'Label of b', null],
      ],
    );
  }),

  check('an assignment that fails changes nothing', async (store) => {
    await store.addBot({ id: 'demo' });
    await store.assign('demo', [newAssignment('a')]);
    const before = await store.listAssignments('demo');
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    const broken = newAssignment('c', { settingsOverride: cycle as NonNullable<NewAssignment['settingsOverride']> });
    await assert.rejects(store.assign('demo', [newAssignment('a', { label: 'New' }), newAssignment('b'), broken]));
    assert.deepEqual(await store.listAssignments('demo'), before);
    await store.assign('demo', [newAssignment('d')]);
    assert.deepEqual(await listNames(store, 'demo'), ['a', 'd']);
  }),

  check('unassign answers the names that were there, in the order asked, each once', async (store) => {
    await store.addBot({ id: 'demo' });
    await store.addBot({ id: 'other' });
    await store.assign(
      'demo',
      ['a', 'b', 'c'].map((name) => newAssignment(name)),
    );
    await store.assign(
      'other',
      ['a', 'x'].map((name) => newAssignment(name)),
    );
    assert.deepEqual(await store.unassign('demo', ['c', 'x', 'a', 'c', 'nothing']), ['c', 'a']);
    assert.deepEqual(await store.unassign('demo', ['a']), []);
    assert.deepEqual(await store.unassign('demo', []), []);
    assert.deepEqual(await listNames(store, 'demo'), ['b']);
    assert.deepEqual(await listNames(store, 'other'), ['a', 'x']);
  }),

  check('concurrent changes lose nothing', async (store) => {
    await store.addBot({ id: 'demo' });
    await store.assign('demo', [newAssignment('old')]);
    const names = Array.from({ length: 50 }, (_, index) => `tool_${index}`);
    await Promise.all([
      ...names.map((name) => store.assign('demo', [newAssignment(name)])),
      store.unassign('demo', ['old']),
      ...names.slice(0, 10).map((name) => store.assign('demo', [newAssignment(name, { label: 'Again' })])),
      ...names.map((_, index) => store.addBot({ id: `bot-${index}` })),
    ]);
    const assignments = await store.listAssignments('demo');
    assert.deepEqual(assignments.map(({ toolName }) => toolName).sort(), [...names].sort());
    assert.equal(new Set(assignments.map(({ position }) => position)).size, names.length);
    assert.equal((await store.listBots()).length, 51);
  }),

  check('a loadout of 300 tools is assigned, renewed and removed at once', async (store) => {
    await store.addBot({ id: 'demo' });
    const names = Array.from({ length: 300 }, (_, index) => `tool_${(index * 7) % 300}`);
    await store.assign(
      'demo',
      names.map((name) => newAssignment(name)),
    );
    assert.deepEqual(await listNames(store, 'demo'), names);
    await store.assign(
      'demo',
      [...names].reverse().map((name) => newAssignment(name, { label: 'New' })),
    );
    const renewed = await store.listAssignments('demo');
    assert.deepEqual(
      renewed.map(({ toolName, label }) => [toolName, label]),
      names.map((name) => [name, 'New']),
    );
    assert.deepEqual(await store.unassign('demo', names.slice(1)), names.slice(1));
    assert.deepEqual(await listNames(store, 'demo'), names.slice(0, 1));
  }),

  check('assignments that were handed out are not live, and given ones are copied', async (store) => {
    await store.addBot({ id: 'demo' });
    const given = {
      toolName: 'a',
      owner: 'acme-tools',
      label: 'A',
      definitionHash: null,
      settingsOverride: { tags: ['x'] },
    };
    await store.assign('demo', [given]);
    given.label = 'changed';
    given.settingsOverride.tags.push('changed');
    const list = await store.listAssignments('demo');
    tryToChange(() => Object.assign(list[0] as object, { label: 'changed', position: -1 }));
    const settings = list[0]?.settingsOverride;
    tryToChange(() => (settings?.tags as string[] | undefined)?.push('changed'));
    tryToChange(() => Object.assign(settings as object, { more: 'changed' }));
    tryToChange(() => (list as unknown[]).push('changed'));
    const assignment = await getOnlyAssignment(store, 'demo');
    assert.equal(assignment.label, 'A');
    assert.deepEqual(assignment.settingsOverride, { tags: ['x'] });
    assert.notEqual(assignment.position, -1);
  }),
];
