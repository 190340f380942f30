import { createMemoryStore } from '@loadout/core';
import { expect, test } from 'vitest';
import { createCompanion } from '../builders/companion.js';
import { courseTool, factsOf, openOperatorHost } from '../builders/operator-host.js';
import { createProvider } from '../builders/provider.js';
import { storeBot } from '../builders/stored-bot.js';

test('4.2 nothing but an explicit unassign removes the assignment of an absent tool, whatever else an operator does', async () => {
  const opened = await openOperatorHost({ '@acme/tools': ['a', courseTool('gone')], '@acme/new': ['b'] });
  const { host, list } = opened;
  await host.bots.add({ id: 'bot' });
  await host.assign('bot', ['gone'], { settingsOverride: { limit: 3 } });
  await host.assign('bot', ['a']);
  const [before] = await factsOf(host, 'bot');
  await list({ '@acme/tools': [] });
  await host.assign('bot', ['b']);
  await host.changeLoadout('bot', [
    { action: 'move', tool: 'b', position: 5 },
    { action: 'unassign', tool: 'a' },
  ]);
  await host.bots.rename('bot', 'Another name');
  await host.decisions.set('approval', 'b', 'ask');
  await host.import({ ...(await host.export()), bots: [] });
  await host.refresh();
  await host.examine();
  expect((await factsOf(host, 'bot'))[0]).toEqual(before);
  expect((await host.show('bot')).withheld).toMatchObject([{ name: 'gone', code: 'absent', label: 'gone' }]);
  expect(await host.unassign('bot', ['gone'])).toEqual(['gone']);
  expect((await factsOf(host, 'bot')).map(({ toolName }) => toolName)).toEqual(['b']);
});

test('4.2 an absent tool that was unassigned by mistake comes back as it was, label, override and place included', async () => {
  const { host, list } = await openOperatorHost({ '@acme/tools': ['a', courseTool('gone', { label: 'Going' }), 'z'] });
  await host.bots.add({ id: 'bot' });
  await host.assign('bot', ['a', 'gone', 'z'], { settingsOverride: {} });
  await list({ '@acme/tools': ['a', 'z'] });
  const before = await factsOf(host, 'bot');
  const { undo } = await host.changeLoadout('bot', [{ action: 'unassign', tool: 'gone' }]);
  await host.changeLoadout('bot', undo);
  expect(await factsOf(host, 'bot')).toEqual(before);
  await list({ '@acme/tools': ['a', courseTool('gone', { label: 'Going' }), 'z'] });
  expect((await host.show('bot')).offered.map(({ name }) => name)).toEqual(['a', 'gone', 'z']);
});

test('4.2 settings and decisions about a tool outlive its absence', async () => {
  const { host, list } = await openOperatorHost({ '@acme/tools': [courseTool('search')] });
  await host.settings.set('search', 'limit', 3);
  await host.decisions.set('minimum-confidence', 'search', 'HIGH');
  await list({ '@acme/tools': [] });
  await list({ '@acme/tools': [courseTool('search')] });
  expect((await host.settings.explain('search')).fields[0]).toMatchObject({ value: 3, layer: 'operator' });
  expect(await host.decisions.list()).toMatchObject([{ kind: 'minimum-confidence', value: 'HIGH' }]);
});

test('4.3 an owner that was accepted is accepted for the tools that it lists, for every bot, and for no others', async () => {
  const store = createMemoryStore();
  for (const id of ['one', 'two']) {
    await storeBot(store, { id }, [
      { toolName: 'search', owner: '@acme/old', settingsOverride: { limit: 2 } },
      { toolName: 'not_listed', owner: '@acme/old' },
      { toolName: 'of_third', owner: '@acme/third' },
    ]);
  }
  const { host } = await openOperatorHost({ '@acme/new': [courseTool('search'), 'of_third'] }, { store });
  expect((await host.show('one')).offered).toEqual([]);
  expect(await host.owners.accept('@acme/old', '@acme/new')).toEqual({
    tools: ['search'],
    bots: ['one', 'two'],
    settings: 0,
    decisions: 0,
    isFormerly: false,
  });
  for (const id of ['one', 'two']) {
    const { offered, withheld } = await host.show(id);
    expect(offered.map(({ name }) => name)).toEqual(['search']);
    expect(withheld.map(({ name, code }) => `${name} ${code}`)).toEqual([
      'not_listed absent',
      'of_third owner-changed',
    ]);
  }
  const entries = await host.audit({ action: 'owner-accepted' });
  expect(entries.map(({ bot, tool }) => `${bot} ${tool}`)).toEqual(['two search', 'one search']);
});

test('4.3 a companion that says what it was formerly is accepted once for all its tools, the absent ones and those of its providers included', async () => {
  const store = createMemoryStore();
  await storeBot(store, { id: 'bot' }, [
    { toolName: 'search', owner: '@acme/old', label: 'Old label' },
    { toolName: 'asleep', owner: '@acme/old', label: 'Asleep', settingsOverride: { x: 1 } },
    { toolName: 'more', owner: '@acme/old/extra' },
    { toolName: 'other', owner: '@acme/older' },
  ]);
  await store.change(async (writer) => {
    await writer.putToolSetting({ owner: '@acme/old', toolName: 'asleep', field: 'x', value: 1, updatedAt: '' });
    await writer.putDecision({ kind: 'approval', subject: '@acme/old/extra#more', value: 'deny', updatedAt: '' });
  });
  const companion = createCompanion(
    '@acme/new',
    {
      listener: (event) => {
        event.registerProvider(createProvider(['search']));
        event.registerProvider(createProvider(['more']), { id: 'extra' });
      },
    },
    { formerly: ['@acme/old'] },
  );
  const { host } = await openOperatorHost({}, { store, companions: [companion] });
  expect((await host.show('bot')).offered).toEqual([]);
  expect(await host.owners.accept('@acme/old', '@acme/new')).toEqual({
    tools: ['asleep', 'more', 'search'],
    bots: ['bot'],
    settings: 1,
    decisions: 1,
    isFormerly: true,
  });
  expect(await factsOf(host, 'bot')).toMatchObject([
    { toolName: 'search', owner: '@acme/new', label: 'search' },
    { toolName: 'asleep', owner: '@acme/new', label: 'Asleep', settingsOverride: { x: 1 } },
    { toolName: 'more', owner: '@acme/new/extra' },
    { toolName: 'other', owner: '@acme/older' },
  ]);
  expect(await store.listToolSettings()).toMatchObject([{ owner: '@acme/new', toolName: 'asleep', field: 'x' }]);
  expect(await store.listDecisions()).toMatchObject([{ subject: '@acme/new/extra#more', value: 'deny' }]);
});

test('4.3 one assignment alone is accepted by itself, and the others wait', async () => {
  const store = createMemoryStore();
  await storeBot(store, { id: 'bot' }, [
    { toolName: 'a', owner: '@acme/old' },
    { toolName: 'b', owner: '@acme/old' },
  ]);
  const { host } = await openOperatorHost({ '@acme/new': ['a', 'b'] }, { store });
  await host.changeLoadout('bot', [{ action: 'accept', tool: 'a' }]);
  const { offered, withheld } = await host.show('bot');
  expect(offered.map(({ name }) => name)).toEqual(['a']);
  expect(withheld.map(({ name, code }) => `${name} ${code}`)).toEqual(['b owner-changed']);
});
