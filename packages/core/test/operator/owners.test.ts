import { expect, test } from 'vitest';
import { createCompanion } from '../builders/companion.js';
import { courseTool, factsOf, openOperatorHost } from '../builders/operator-host.js';
import { createProvider } from '../builders/provider.js';
import { storeBot } from '../builders/stored-bot.js';

const [old, now] = ['@acme/old', '@acme/new'];

test('the tools that the new owner lists move with label, hash, settings and decisions, for all bots', async () => {
  const { host, store } = await openOperatorHost({ [now]: [courseTool('search', { label: 'Search' }), 'other'] });
  for (let index = 0; index < 120; index += 1) {
    await storeBot(store, { id: `bot-${index}` }, [
      { toolName: 'search', owner: old, settingsOverride: { limit: index + 1 } },
      { toolName: 'gone', owner: old },
    ]);
  }
  await store.change(async (writer) => {
    await writer.putToolSetting({ owner: old, toolName: 'search', field: 'limit', value: 7, updatedAt: '' });
    await writer.putToolSetting({ owner: old, toolName: 'search', field: 'region', value: 'eu', updatedAt: '' });
    await writer.putToolSetting({ owner: now, toolName: 'search', field: 'region', value: 'us', updatedAt: '' });
    await writer.putDecision({ kind: 'approval', subject: `${old}#search`, value: 'ask', updatedAt: '' });
    await writer.putDecision({ kind: 'approval', subject: `${old}#gone`, value: 'deny', updatedAt: '' });
  });
  const accepted = await host.owners.accept(old, now);
  expect(accepted).toMatchObject({ tools: ['search'], isFormerly: false });
  expect(accepted.bots).toHaveLength(120);
  const [search, gone] = await factsOf(host, 'bot-3');
  expect(search).toMatchObject({ owner: now, label: 'Search', settingsOverride: { limit: 4 }, position: 1 });
  expect(await host.definition(search?.definitionHash ?? '')).toMatchObject({ name: 'search' });
  expect(gone).toMatchObject({ owner: old });
  expect((await store.listToolSettings()).map(({ owner, field, value }) => [owner, field, value])).toEqual([
    [now, 'limit', 7],
    [now, 'region', 'us'],
  ]);
  expect((await store.listDecisions()).map(({ subject, value }) => [subject, value])).toEqual([
    [`${now}#search`, 'ask'],
    [`${old}#gone`, 'deny'],
  ]);
  const log = await host.audit({ action: 'owner-accepted', limit: 1000 });
  expect(log).toHaveLength(120);
  expect(log[0]).toMatchObject({ tool: 'search', before: { owner: old }, after: { owner: now } });
});

test('an owner that nobody has, or that lists nothing, is refused with the nearest one', async () => {
  const { host, store } = await openOperatorHost({ [now]: ['search'] });
  await storeBot(store, { id: 'bot' }, [{ toolName: 'search', owner: old }]);
  await expect(host.owners.accept('@acme/olt', now)).rejects.toMatchObject({
    code: 'OWNER_UNKNOWN',
    message: expect.stringContaining('"@acme/old"'),
  });
  await expect(host.owners.accept(old, '@acme/newer')).rejects.toMatchObject({
    code: 'OWNER_UNKNOWN',
    message: expect.stringContaining('"@acme/new"'),
  });
  expect((await host.audit()).length).toBe(0);
});

test('accepting an owner a second time changes nothing', async () => {
  const { host, store } = await openOperatorHost({ [now]: ['search'] });
  await storeBot(store, { id: 'bot' }, [
    { toolName: 'search', owner: old },
    { toolName: 'gone', owner: old },
  ]);
  await host.owners.accept(old, now);
  const revision = store.revision();
  expect(await host.owners.accept(old, now)).toEqual({
    tools: [],
    bots: [],
    settings: 0,
    decisions: 0,
    isFormerly: false,
  });
  expect(store.revision()).toBe(revision);
});

test('tools that bots have under the name of a decision move in one go, with that decision', async () => {
  // The name that the new owner gives its tool is another one's: that is why the old one's was exposed under another.
  const { host, store } = await openOperatorHost({ '@acme/first': ['search'], [now]: [courseTool('search'), 'write'] });
  await storeBot(store, { id: 'bot' }, [
    { toolName: 'course_search', owner: old },
    { toolName: 'note', owner: old },
  ]);
  await store.change(async (writer) => {
    await writer.putDecision({ kind: 'expose-as', subject: `${old}#search`, value: 'course_search', updatedAt: '' });
    await writer.putDecision({ kind: 'expose-as', subject: `${old}#write`, value: 'note', updatedAt: '' });
    await writer.putToolSetting({ owner: old, toolName: 'search', field: 'limit', value: 7, updatedAt: '' });
  });
  expect(await host.owners.accept(old, now)).toEqual({
    tools: ['course_search', 'note'],
    bots: ['bot'],
    settings: 1,
    decisions: 2,
    isFormerly: false,
  });
  expect((await host.show('bot')).offered.map(({ name, owner }) => [name, owner])).toEqual([
    ['course_search', now],
    ['note', now],
  ]);
  expect(await host.settings.explain('course_search')).toMatchObject({
    fields: [{ field: 'limit', value: 7 }, {}, {}],
  });
  expect((await host.audit({ tool: 'course_search' })).map(({ action }) => action)).toContain('owner-accepted');
});

test('that the instructions of an owner are allowed goes along with its name, and with no other owner', async () => {
  const companion = createCompanion(now, createProvider(['search']), { formerly: [old] });
  const { host } = await openOperatorHost({ '@acme/other': ['search'] }, { companions: [companion] });
  await host.decisions.set('instructions-allowed', old, true);
  const subjects = async () => (await host.decisions.list()).map(({ subject }) => subject);
  await expect(host.owners.accept(old, '@acme/other')).rejects.toMatchObject({ code: 'OWNER_UNKNOWN' });
  expect(await subjects()).toEqual([old]);
  expect(await host.owners.accept(old, now)).toMatchObject({ decisions: 1, isFormerly: true });
  expect(await subjects()).toEqual([now]);
  expect(await host.audit({ action: 'decision-set' })).toMatchObject([
    { subject: `instructions-allowed ${now}` },
    { subject: `instructions-allowed ${old}` },
  ]);
});

test('an assignment under an alias of a tool that the bot has already stays where it can be seen', async () => {
  const { host, store } = await openOperatorHost({ [now]: [{ ...courseTool('search'), aliases: ['old_search'] }] });
  await storeBot(store, { id: 'bot' }, [
    { toolName: 'search', owner: now },
    { toolName: 'old_search', owner: old, settingsOverride: { limit: 2 } },
  ]);
  await host.owners.accept(old, now);
  const { offered, withheld } = await host.show('bot');
  expect([...offered, ...withheld].map(({ name }) => name)).toEqual(['search', 'old_search']);
});
