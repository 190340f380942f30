import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../contract/json.js';
import type { Store } from '../roles.js';
import { assertSame } from './assertions.js';
import {
  newAssignment,
  newAssignments,
  newBot,
  newChange,
  newDecision,
  newSetting,
  newSnapshot,
  timeAt,
} from './new-records.js';
import type { StoreCheck } from './store-check.js';
import { check } from './store-check.js';

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
  'u\u0308ber-gro\u0308ße',
  '検索',
  '🔎',
  'x'.repeat(500),
];

const unusualObject: JsonObject = {
  text: 'Ünïcödé 検索 🔎 \u0000 \u2028 "quoted" \\ back \ud800 half',
  empty: '',
  numbers: [0, -1.5, 1e21, 5e-324, 9007199254740991],
  nothing: null,
  yes: true,
  no: false,
  nested: { list: [[], {}, [{ deep: { deeper: ['x'] } }]] },
  'key with spaces, ü, \u0000 and "quotes"': 1,
  constructor: 'a key like any other',
};

// Written as text: in a literal the key would set the prototype.
const polluting: JsonObject = JSON.parse('{"__proto__":{"polluted":1},"nested":{"__proto__":{"polluted":1}}}');

/** What a store promises of names and values: any text, any JSON, nothing changed on the way. */
export const valueChecks: readonly StoreCheck[] = [
  check('any name can be assigned, and names that differ by case or by normal form are different', async (store) => {
    await store.change((writer) => writer.addBot(newBot('demo')));
    await store.change((writer) => writer.putAssignments('demo', newAssignments(unusualNames)));
    const assignments = await store.listAssignments('demo');
    assertSame(
      assignments.map(({ toolName, label }) => [toolName, label]),
      unusualNames.map((name) => [name, `Label of ${name}`]),
    );
    for (const name of unusualNames) assertSame(await store.listBotsWithTool(name), ['demo'], name);
    await store.change((writer) => writer.deleteAssignments('demo', ['SEARCH', '__proto__', 'SeArCh']));
    assertSame(
      (await store.listAssignments('demo')).map(({ toolName }) => toolName),
      unusualNames.filter((name) => name !== 'SEARCH' && name !== '__proto__'),
    );
  }),

  check('texts are kept character for character, NUL included', async (store) => {
    const text = '  Ü “検索”\n\t🔎 \u0000 after NUL \u2028 %s \\ \' " ';
    await store.change(async (writer) => {
      await writer.addBot(newBot('demo', text));
      await writer.putAssignments('demo', [newAssignment('search', { owner: text, label: text })]);
    });
    assert.equal((await store.getBot('demo'))?.displayName, text);
    const [assignment] = await store.listAssignments('demo');
    assertSame([assignment?.owner, assignment?.label], [text, text]);
  }),

  check('JSON comes back as it went in wherever it is kept: nesting, Unicode, NUL, numbers, null', async (store) => {
    await assertKept(store, unusualObject);
  }),

  check('a key __proto__ in JSON is a key like any other, and does no harm', async (store) => {
    for (const kept of await assertKept(store, polluting)) {
      assert.ok(typeof kept === 'object' && kept !== null && Object.hasOwn(kept, 'nested'));
      assert.equal((kept as JsonObject).polluted, undefined);
    }
    assert.equal(({} as JsonObject).polluted, undefined);
  }),

  check('a megabyte of JSON, and a hundred levels of it, are kept', async (store) => {
    let deep: JsonValue = 'bottom';
    for (let level = 0; level < 100; level += 1) deep = level % 2 === 0 ? [deep] : { deep };
    await assertKept(store, { text: 'Ü🔎x'.repeat(250_000), deep });
  }),
];

/** Puts `value` wherever a store takes JSON, holds it to come back, and answers what came back. */
async function assertKept(store: Store, value: JsonObject): Promise<readonly unknown[]> {
  await store.change(async (writer) => {
    await writer.addBot(newBot('demo'));
    await writer.putAssignments('demo', [newAssignment('search', { settingsOverride: value })]);
    await writer.putToolSetting(newSetting({ value }));
    await writer.putDecision(newDecision({ value }));
    await writer.putSnapshot(newSnapshot('acme-tools', { tools: [value], droppedTools: [value] }));
    await writer.putDefinition('a1', value);
    await writer.addAudit(timeAt(0), { name: 'anna', via: 'code' }, [newChange({ before: value, after: value })]);
  });
  const [assignment] = await store.listAssignments('demo');
  const [setting] = await store.listToolSettings();
  const [decision] = await store.listDecisions();
  const snapshot = await store.getSnapshot('acme-tools');
  const [entry] = await store.listAudit();
  const kept = {
    override: assignment?.settingsOverride,
    setting: setting?.value,
    decision: decision?.value,
    tool: snapshot?.tools?.[0],
    dropped: snapshot?.droppedTools?.[0],
    definition: await store.getDefinition('a1'),
    before: entry?.before,
    after: entry?.after,
  };
  for (const [place, found] of Object.entries(kept)) assertSame(found, value, place);
  return Object.values(kept);
}
