import type { JsonValue } from '../../contract/json.js';
import { assertSame, spoil } from './assertions.js';
import { newDecision, newSetting, timeAt } from './new-records.js';
import type { StoreCheck } from './store-check.js';
import { check } from './store-check.js';

/** JSON that looks like nothing. */
const emptyValues: readonly JsonValue[] = [null, false, 0, '', [], {}];

/** What a store promises of the operator's settings and decisions. */
export const settingChecks: readonly StoreCheck[] = [
  check('a setting is kept by owner, tool and field, and listed in that order', async (store) => {
    const settings = [
      newSetting({ owner: 'acme-tools', toolName: 'get', field: 'limit', value: 1 }),
      newSetting({ owner: 'acme-tools', toolName: 'search', field: 'limit', value: 2 }),
      newSetting({ owner: 'acme-tools', toolName: 'search', field: 'sort', value: 'asc' }),
      newSetting({ owner: 'builtin', toolName: 'search', field: 'limit', value: 3 }),
    ];
    await store.change(async (writer) => {
      for (const setting of [...settings].reverse()) await writer.putToolSetting(setting);
      assertSame(await writer.listToolSettings(), settings);
    });
    assertSame(await store.listToolSettings(), settings);
  }),

  check('a setting is written over the one of the same field, and deleted alone', async (store) => {
    const other = newSetting({ field: 'sort', value: 'asc' });
    await store.change(async (writer) => {
      await writer.putToolSetting(newSetting());
      await writer.putToolSetting(other);
    });
    const renewed = newSetting({ value: { least: 1 }, updatedAt: timeAt(1) });
    await store.change((writer) => writer.putToolSetting(renewed));
    assertSame(await store.listToolSettings(), [renewed, other]);
    await store.change(async (writer) => {
      await writer.deleteToolSetting('acme-tools', 'search', 'nothing');
      await writer.deleteToolSetting('builtin', 'search', 'limit');
      await writer.deleteToolSetting('acme-tools', 'search', 'limit');
      assertSame(await writer.listToolSettings(), [other]);
    });
    assertSame(await store.listToolSettings(), [other]);
  }),

  check('settings that look like nothing are kept: null, false, 0, empty text, list and object', async (store) => {
    const settings = emptyValues.map((value, index) => newSetting({ field: `field_${index}`, value }));
    await store.change(async (writer) => {
      for (const setting of settings) await writer.putToolSetting(setting);
    });
    assertSame(await store.listToolSettings(), settings);
  }),

  check('a decision is kept by kind and subject, and listed in that order', async (store) => {
    const decisions = [
      newDecision({ kind: 'approval', subject: 'acme-tools#get' }),
      newDecision({ kind: 'approval', subject: 'acme-tools#search', value: 'deny' }),
      newDecision({ kind: 'component-defaults', subject: 'chat', value: ['search', 'get'] }),
      newDecision({ kind: 'component-defaults', subject: 'élan 🔎', value: [] }),
      newDecision({ kind: 'expose-as', subject: 'acme-tools#search', value: 'find' }),
      newDecision({ kind: 'tools-off', subject: '', value: true }),
    ];
    await store.change(async (writer) => {
      for (const decision of [...decisions].reverse()) await writer.putDecision(decision);
      assertSame(await writer.listDecisions(), decisions);
    });
    assertSame(await store.listDecisions(), decisions);
  }),

  check('a decision is written over the one of the same kind and subject, and deleted alone', async (store) => {
    const other = newDecision({ kind: 'expose-as', value: 'find' });
    await store.change(async (writer) => {
      await writer.putDecision(newDecision());
      await writer.putDecision(other);
    });
    const renewed = newDecision({ value: 'never', updatedAt: timeAt(1) });
    await store.change((writer) => writer.putDecision(renewed));
    assertSame(await store.listDecisions(), [renewed, other]);
    await store.change(async (writer) => {
      await writer.deleteDecision('tools-off', '');
      await writer.deleteDecision('approval', 'acme-tools#nothing');
      await writer.deleteDecision('approval', 'acme-tools#search');
      assertSame(await writer.listDecisions(), [other]);
    });
    assertSame(await store.listDecisions(), [other]);
  }),

  check('settings and decisions that were handed out are not live, and given ones are copied', async (store) => {
    const setting = newSetting({ value: { tags: ['x'] } });
    const decision = newDecision({ kind: 'component-defaults', subject: 'chat', value: ['search'] });
    const expected = structuredClone({ settings: [setting], decisions: [decision] });
    await store.change(async (writer) => {
      await writer.putToolSetting(setting);
      await writer.putDecision(decision);
      spoil([setting, decision, await writer.listToolSettings(), await writer.listDecisions()]);
    });
    spoil([await store.listToolSettings(), await store.listDecisions()]);
    assertSame({ settings: await store.listToolSettings(), decisions: await store.listDecisions() }, expected);
  }),
];
