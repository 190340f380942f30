import assert from 'node:assert/strict';
import type { Store } from '../roles.js';
import { assertSame, spoil } from './assertions.js';
import { newAssignment, newAssignments, newBot, newDecision, newSetting, timeAt } from './new-records.js';
import type { StoreCheck } from './store-check.js';
import { check } from './store-check.js';

/** What a store promises of assignments. */
export const loadoutChecks: readonly StoreCheck[] = [
  check('an assignment comes back as it was put, field by field', async (store) => {
    const assignments = [
      newAssignment('a', {
        owner: '@acme/tools/second',
        label: '  Kurse suchen – “Ü” 検索\n🔎 ',
        definitionHash: 'c3',
        settingsOverride: { limit: 5, sort: 'asc' },
        position: 3,
        assignedAt: timeAt(1),
        updatedAt: timeAt(2),
      }),
      newAssignment('b', {
        owner: 'builtin',
        definitionHash: null,
        settingsOverride: {},
        isBuiltIn: true,
        position: 4,
      }),
    ];
    await addBots(store, 'demo');
    await store.change(async (writer) => {
      await writer.putAssignments('demo', assignments);
      assertSame(await writer.listAssignments('demo'), assignments);
    });
    assertSame(await store.listAssignments('demo'), assignments);
  }),

  check('assignments are listed in order of their positions, whatever order they came in', async (store) => {
    await addBots(store, 'demo');
    const places = { c: 30, a: 7, d: 2, b: 1000, e: 10 };
    for (const [name, position] of Object.entries(places)) {
      await store.change((writer) => writer.putAssignments('demo', [newAssignment(name, { position })]));
    }
    assertSame(await listNames(store, 'demo'), ['d', 'a', 'e', 'c', 'b']);
    await store.change((writer) => writer.putAssignments('demo', [newAssignment('b', { position: 1 })]));
    assertSame(await listNames(store, 'demo'), ['b', 'd', 'a', 'e', 'c']);
  }),

  check('an assignment is written over the one of the same name, whole, and others stay', async (store) => {
    await addBots(store, 'demo');
    const [first, second] = newAssignments(['a', 'b'], { settingsOverride: { limit: 5 }, updatedAt: timeAt(1) });
    assert.ok(first !== undefined && second !== undefined);
    await store.change((writer) => writer.putAssignments('demo', [first, second]));
    const renewed = newAssignment('a', {
      owner: 'builtin',
      isBuiltIn: true,
      label: 'New',
      definitionHash: null,
      position: 9,
      assignedAt: timeAt(3),
      updatedAt: timeAt(3),
    });
    await store.change((writer) => writer.putAssignments('demo', [renewed]));
    assertSame(await store.listAssignments('demo'), [second, renewed]);
  }),

  check('of a name that is put twice at once, the last one counts', async (store) => {
    await addBots(store, 'demo');
    const list = [newAssignment('a', { label: 'First' }), newAssignment('a', { label: 'Second' })];
    await store.change((writer) => writer.putAssignments('demo', list));
    assertSame(
      (await store.listAssignments('demo')).map(({ label }) => label),
      ['Second'],
    );
  }),

  check('assignments are deleted by name, of this bot alone; names that are not there do no harm', async (store) => {
    await addBots(store, 'demo', 'other');
    await store.change(async (writer) => {
      await writer.putAssignments('demo', newAssignments(['a', 'b', 'c']));
      await writer.putAssignments('other', newAssignments(['a', 'x']));
      await writer.deleteAssignments('demo', ['c', 'x', 'a', 'c', 'nothing']);
      assertSame(
        (await writer.listAssignments('demo')).map(({ toolName }) => toolName),
        ['b'],
      );
    });
    assertSame(await listNames(store, 'demo'), ['b']);
    assertSame(await listNames(store, 'other'), ['a', 'x']);
  }),

  check('the same name belongs to each bot separately', async (store) => {
    await addBots(store, 'one', 'two');
    for (const bot of ['one', 'two']) {
      const assignment = newAssignment('search', { settingsOverride: { bot } });
      await store.change((writer) => writer.putAssignments(bot, [assignment]));
    }
    await store.change((writer) => writer.putAssignments('one', [newAssignment('search', { label: 'New' })]));
    assertSame((await store.listAssignments('two'))[0]?.settingsOverride, { bot: 'two' });
    await store.change((writer) => writer.deleteAssignments('one', ['search']));
    assertSame(await listNames(store, 'two'), ['search']);
  }),

  check('the revision of a loadout grows with its changes, and with nothing else', async (store) => {
    await addBots(store, 'demo', 'other');
    let last = 0;
    const read = async (): Promise<number> => (await store.getBot('demo'))?.loadoutRevision ?? -1;
    const assertGrown = async (what: string): Promise<void> => {
      const revision = await read();
      assert.ok(revision > last, `${what}: expected more than ${last}, got ${revision}`);
      last = revision;
    };
    await store.change((writer) => writer.putAssignments('demo', newAssignments(['a', 'b'])));
    await assertGrown('assignments');
    await store.change((writer) => writer.putAssignments('demo', [newAssignment('a', { label: 'New' })]));
    await assertGrown('an assignment written over');
    await store.change((writer) => writer.deleteAssignments('demo', ['b']));
    await assertGrown('a deletion');
    await store.change(async (writer) => {
      await writer.putAssignments('demo', []);
      await writer.deleteAssignments('demo', ['b', 'nothing']);
      await writer.deleteAssignments('demo', []);
      await writer.renameBot('demo', 'New');
      await writer.putAssignments('other', newAssignments(['a']));
      await writer.putToolSetting(newSetting());
      await writer.putDecision(newDecision());
    });
    assert.equal(await read(), last);
  }),

  check('the writer sees the revision that its own changes made', async (store) => {
    await addBots(store, 'demo');
    const seen = await store.change(async (writer) => {
      await writer.putAssignments('demo', newAssignments(['a']));
      return (await writer.getBot('demo'))?.loadoutRevision;
    });
    assert.ok(seen !== undefined && seen > 0);
    assert.equal((await store.getBot('demo'))?.loadoutRevision, seen);
  }),

  check('assigned tools are counted by name and owner, with the label of the newest', async (store) => {
    await addBots(store, 'one', 'two', 'three');
    const newer = { label: 'Newer', assignedAt: timeAt(5), updatedAt: timeAt(5) };
    await store.change(async (writer) => {
      await writer.putAssignments('one', [newAssignment('search'), newAssignment('get', { position: 2 })]);
      await writer.putAssignments('two', [newAssignment('search', newer)]);
      await writer.putAssignments('three', [
        newAssignment('search', { owner: 'mcp:desk', label: 'Elsewhere' }),
        newAssignment('get', { position: 2 }),
      ]);
    });
    const expected = [
      { toolName: 'get', owner: 'acme-tools', label: 'Label of get', botCount: 2 },
      { toolName: 'search', owner: 'acme-tools', label: 'Newer', botCount: 2 },
      { toolName: 'search', owner: 'mcp:desk', label: 'Elsewhere', botCount: 1 },
    ];
    assertSame(await store.listAssignedTools(), expected);
    await store.change(async (writer) => {
      await writer.deleteAssignments('one', ['get', 'search']);
      assertSame(
        (await writer.listAssignedTools()).map(({ botCount }) => botCount),
        [1, 1, 1],
      );
    });
  }),

  check('the bots that have a tool are found, of any owner or of one, in order', async (store) => {
    await addBots(store, 'b', 'c', 'a', 'd');
    await store.change(async (writer) => {
      for (const id of ['b', 'a']) await writer.putAssignments(id, [newAssignment('search')]);
      await writer.putAssignments('c', [newAssignment('search', { owner: 'mcp:desk' })]);
      await writer.putAssignments('d', [newAssignment('Search'), newAssignment('search_all', { position: 2 })]);
      assertSame(await writer.listBotsWithTool('search'), ['a', 'b', 'c']);
    });
    assertSame(await store.listBotsWithTool('search'), ['a', 'b', 'c']);
    assertSame(await store.listBotsWithTool('search', 'acme-tools'), ['a', 'b']);
    assertSame(await store.listBotsWithTool('search', 'mcp:desk'), ['c']);
    assertSame(await store.listBotsWithTool('search', 'mcp'), []);
    assertSame(await store.listBotsWithTool('nothing'), []);
  }),

  check('a loadout of 5,000 tools is put, written over and deleted at once', async (store) => {
    await addBots(store, 'demo');
    const names = Array.from({ length: 5000 }, (_, index) => `tool_${(index * 7) % 5000}`);
    await store.change((writer) => writer.putAssignments('demo', newAssignments(names)));
    assertSame(await listNames(store, 'demo'), names);
    await store.change((writer) => writer.putAssignments('demo', newAssignments(names, { label: 'New' })));
    const renewed = await store.listAssignments('demo');
    assert.equal(renewed.length, names.length);
    assert.ok(renewed.every(({ label }) => label === 'New'));
    await store.change((writer) => writer.deleteAssignments('demo', names.slice(1)));
    assertSame(await listNames(store, 'demo'), names.slice(0, 1));
  }),

  check('assignments that were handed out are not live, and given ones are copied', async (store) => {
    await addBots(store, 'demo');
    const given = [newAssignment('a', { settingsOverride: { tags: ['x', { deep: ['y'] }] } })];
    const expected = structuredClone(given);
    await store.change(async (writer) => {
      await writer.putAssignments('demo', given);
      spoil(given);
      spoil(await writer.listAssignments('demo'));
    });
    spoil(await store.listAssignments('demo'));
    spoil(await store.listAssignedTools());
    spoil(await store.listBotsWithTool('a'));
    assertSame(await store.listAssignments('demo'), expected);
    assertSame(await store.listBotsWithTool('a'), ['demo']);
  }),
];

async function addBots(store: Store, ...ids: readonly string[]): Promise<void> {
  await store.change(async (writer) => {
    for (const id of ids) await writer.addBot(newBot(id));
  });
}

async function listNames(store: Store, botId: string): Promise<readonly string[]> {
  return (await store.listAssignments(botId)).map(({ toolName }) => toolName);
}
