import assert from 'node:assert/strict';
import type { JsonObject } from '../../contract/json.js';
import type { StoreCheck } from './store-check.js';
import { check, getOnlyAssignment, listNames, newAssignment } from './store-check.js';

const unusualNames = [
  'never_listed_by_anybody',
  'Search',
  'search',
  'SEARCH',
  '__proto__',
  'constructor',
  'toString',
  'sr-ch_2',
  "'); drop table bots; --",
  'percent % and under_score',
  'with "quotes" and \\ backslash',
  'über-größe',
  '検索',
  '🔎',
  'x'.repeat(500),
];

const override: JsonObject = {
  text: 'Ünïcödé 検索 🔎 \u0000 \u2028 "quoted" \\ back',
  empty: '',
  numbers: [0, -1.5, 1e21, 9007199254740991],
  nothing: null,
  yes: true,
  no: false,
  nested: { list: [[], {}, [{ deep: { deeper: ['x'] } }]] },
  'key with spaces, ü and "quotes"': 1,
  constructor: 'a key like any other',
};

/** What a store promises of names and values: any name, any JSON, nothing changed on the way. */
export const valueChecks: readonly StoreCheck[] = [
  check('any name can be assigned, also one of no tool, and names that differ by case are different', async (store) => {
    await store.addBot({ id: 'demo' });
    await store.assign(
      'demo',
      unusualNames.map((name) => newAssignment(name)),
    );
    assert.deepEqual(await listNames(store, 'demo'), unusualNames);
    for (const { toolName, label } of await store.listAssignments('demo')) assert.equal(label, `Label of ${toolName}`);
    assert.deepEqual(await store.unassign('demo', ['SEARCH', '__proto__', 'SeArCh']), ['SEARCH', '__proto__']);
    assert.deepEqual(
      await listNames(store, 'demo'),
      unusualNames.filter((name) => name !== 'SEARCH' && name !== '__proto__'),
    );
  }),

  check('the same name belongs to each bot separately', async (store) => {
    for (const id of ['one', 'two']) {
      await store.addBot({ id });
      await store.assign(id, [newAssignment('search', { settingsOverride: { bot: id } })]);
    }
    await store.assign('one', [newAssignment('search', { label: 'New' })]);
    assert.deepEqual((await getOnlyAssignment(store, 'one')).settingsOverride, { bot: 'one' });
    assert.equal((await getOnlyAssignment(store, 'two')).label, 'Label of search');
  }),

  check('owners and labels are kept character for character', async (store) => {
    await store.addBot({ id: 'demo' });
    const owner = '@acme/tools/second-provider';
    const label = '  Kurse suchen – “Ü” 検索\n🔎 ';
    await store.assign('demo', [newAssignment('search', { owner, label })]);
    const assignment = await getOnlyAssignment(store, 'demo');
    assert.equal(assignment.owner, owner);
    assert.equal(assignment.label, label);
  }),

  check('an override comes back as it went in: nesting, Unicode, numbers, null', async (store) => {
    await store.addBot({ id: 'demo' });
    await store.assign('demo', [newAssignment('search', { settingsOverride: override })]);
    assert.deepEqual((await getOnlyAssignment(store, 'demo')).settingsOverride, override);
    await store.assign('demo', [newAssignment('search', { label: 'Renewed' })]);
    assert.deepEqual((await getOnlyAssignment(store, 'demo')).settingsOverride, override);
  }),

  check('a key __proto__ in an override does no harm', async (store) => {
    await store.addBot({ id: 'demo' });
    const settingsOverride: JsonObject = JSON.parse(
      '{"__proto__":{"polluted":1},"nested":{"__proto__":{"polluted":1}}}',
    );
    await store.assign('demo', [newAssignment('search', { settingsOverride })]);
    const stored = (await getOnlyAssignment(store, 'demo')).settingsOverride;
    assert.ok(stored !== null && Object.hasOwn(stored, 'nested'));
    for (const value of [{} as JsonObject, stored, stored.nested as JsonObject])
      assert.equal(value.polluted, undefined);
  }),
];
