import { createMemoryStore, type JsonSchema, type LoadoutChange } from '@loadout/core';
import { expect, test } from 'vitest';
import { createBuiltIns, definitionFile } from '../builders/built-ins.js';
import { createCompanion } from '../builders/companion.js';
import { courseTool, openOperatorHost } from '../builders/operator-host.js';
import { createProvider, tool } from '../builders/provider.js';
import { storeBot } from '../builders/stored-bot.js';

/* What is a secret never gets into the database, and what became one is shown to nobody, and found. */

const [old, now] = ['@acme/old', '@acme/new'];
const hash = 'a'.repeat(64);
const secret = { code: 'SETTING_SECRET' };

const plainSettings: JsonSchema = {
  type: 'object',
  properties: { apiKey: { type: 'string' }, limit: { type: 'integer' } },
};

test('an override for a stated owner has no secret of whoever has the name now', async () => {
  const { host, store } = await openOperatorHost({ [now]: [courseTool('search')] });
  await host.bots.add({ id: 'bot' });
  const stated = { action: 'assign', tool: 'search', owner: old, settingsOverride: { apiKey: 'geheim' } } as const;
  await expect(host.changeLoadout('bot', [stated])).rejects.toMatchObject(secret);
  await expect(host.changeLoadout('bot', [stated, { action: 'accept', tool: 'search' }])).rejects.toMatchObject(secret);
  await host.changeLoadout('bot', [{ ...stated, settingsOverride: { limit: 2 } }]);
  const override = { action: 'override', tool: 'search', settingsOverride: { apiKey: 'geheim' } } as const;
  await expect(host.changeLoadout('bot', [override])).rejects.toMatchObject(secret);
  expect(JSON.stringify([await store.listAssignments('bot'), await host.audit()])).not.toContain('geheim');
});

test('an override for a stated owner has no secret of the definition that was accepted, or that is skipped', async () => {
  const { host, store } = await openOperatorHost({ '@acme/first': ['search'], [now]: [courseTool('search')] });
  await host.bots.add({ id: 'bot' });
  await store.change((writer) =>
    writer.putDefinition(hash, {
      settingsSchema: { type: 'object', properties: { pin: { type: 'string', secret: true } } },
    }),
  );
  const assign = { action: 'assign', tool: 'search', owner: old, definitionHash: hash } as const;
  const pin = { ...assign, settingsOverride: { pin: 'geheim' } };
  await expect(host.changeLoadout('bot', [pin])).rejects.toMatchObject(secret);
  const skipped = { ...assign, owner: now, definitionHash: null, settingsOverride: { apiKey: 'geheim' } };
  await expect(host.changeLoadout('bot', [skipped])).rejects.toMatchObject(secret);
});

test('a document has no secret of whoever has the name now, in overrides and in settings', async () => {
  const { host } = await openOperatorHost({ [now]: [courseTool('search')] });
  const apiKey = 'geheim';
  const bots = [
    {
      id: 'bot',
      displayName: 'bot',
      tools: [{ name: 'search', owner: old, label: 'x', definitionHash: null, settingsOverride: { apiKey } }],
    },
  ];
  const settings = [{ owner: old, tool: 'search', field: 'apiKey', value: apiKey }];
  const document = { ...(await host.export()), bots, settings };
  const error = await host.import(document).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'IMPORT_INVALID', details: { count: 2 } });
  expect(String(error)).not.toContain('geheim');
});

test('what nobody could know to be a secret is not given to an owner for whom it is one', async () => {
  const { host, store, list } = await openOperatorHost({ [now]: [] });
  await host.bots.add({ id: 'bot' });
  await host.changeLoadout('bot', [
    { action: 'assign', tool: 'search', owner: old, settingsOverride: { apiKey: 'geheim', limit: 2 } },
  ]);
  await list({ [now]: [courseTool('search')] });
  const accept: LoadoutChange = { action: 'accept', tool: 'search' };
  for (const changing of [host.changeLoadout('bot', [accept]), host.owners.accept(old, now)]) {
    const error = await changing.catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      ...secret,
      message: expect.stringMatching(/bot "bot".*"search".*"apiKey".*settings set search apiKey --bot bot/s),
    });
    expect(String(error)).not.toContain('geheim');
  }
  expect(await store.listAssignments('bot')).toMatchObject([{ owner: old }]);
  const [finding] = (await host.examine()).filter(({ area }) => area === 'settings');
  expect(finding).toMatchObject({ level: 'warning', subject: 'search', remedy: 'loadout unassign bot search' });

  const without: LoadoutChange = { action: 'override', tool: 'search', settingsOverride: { limit: 2 } };
  await host.changeLoadout('bot', [without, accept]);
  expect(await store.listAssignments('bot')).toMatchObject([{ owner: now, settingsOverride: { limit: 2 } }]);
});

test('a setting of the old owner that is a secret of the new one is refused by name', async () => {
  const { host, store, write } = await openOperatorHost({ [now]: [courseTool('search')] });
  await storeBot(store, { id: 'bot' }, [{ toolName: 'search', owner: old }]);
  await write((writer) =>
    writer.putToolSetting({ owner: old, toolName: 'search', field: 'apiKey', value: 'geheim', updatedAt: '' }),
  );
  await expect(host.owners.accept(old, now)).rejects.toMatchObject({
    ...secret,
    message: expect.stringContaining(`loadout settings unset ${old}#search apiKey`),
  });
  expect(await host.settings.unset(`${old}#search`, 'apiKey')).toBe(true);
  expect(await host.owners.accept(old, now)).toMatchObject({ tools: ['search'] });
});

test('a field that became a secret later keeps its value, which is found with the command that removes it', async () => {
  const { host, store, list } = await openOperatorHost({
    [now]: [tool('search', { settingsSchema: plainSettings })],
  });
  await host.bots.add({ id: 'bot' });
  await host.assign('bot', ['search'], { settingsOverride: { apiKey: "ge'heim", limit: 2 } });
  await host.settings.set('search', 'apiKey', "ge'heim");
  await list({ [now]: [courseTool('search')] });
  await host.changeLoadout('bot', [{ action: 'accept', tool: 'search' }]);
  await host.assign('bot', ['search']);
  expect((await store.listAssignments('bot'))[0]?.settingsOverride).toEqual({ apiKey: "ge'heim", limit: 2 });
  const findings = (await host.examine()).filter(({ area }) => area === 'settings');
  expect(findings.map(({ level, remedy }) => [level, remedy])).toEqual([
    ['warning', 'loadout settings unset search apiKey, then set it again.'],
    [
      'warning',
      `loadout assign bot search --settings '{"limit":2}', then loadout settings set search apiKey --bot bot`,
    ],
  ]);
  await host.assign('bot', ['search'], { settingsOverride: { limit: 2 } });
  await host.settings.unset('search', 'apiKey');
  expect(await host.examine()).toEqual([]);
});

test('a companion under its new name, and a tool that moved into the built-ins, keep what became a secret', async () => {
  const store = createMemoryStore();
  await storeBot(store, { id: 'bot' }, [
    { toolName: 'search', owner: old, settingsOverride: { apiKey: 'geheim' } },
    { toolName: 'word_count', owner: old, settingsOverride: { apiKey: 'geheim' } },
  ]);
  const companion = createCompanion(now, createProvider([courseTool('search')]), { formerly: [old] });
  const settingsSchema = courseTool('x').settingsSchema ?? {};
  const { host } = await openOperatorHost(
    {},
    {
      store,
      companions: [companion],
      ...createBuiltIns({ name: 'word_count', file: { ...definitionFile('word_count'), settingsSchema } }),
    },
  );
  await host.show('bot');
  await host.owners.accept(old, now);
  expect((await host.examine()).filter(({ level }) => level === 'warning').map(({ subject }) => subject)).toEqual([
    'search',
    'word_count',
  ]);
  await host.close();
  expect(await store.listAssignments('bot')).toMatchObject([
    { owner: now, settingsOverride: { apiKey: 'geheim' } },
    { owner: 'builtin', settingsOverride: { apiKey: 'geheim' } },
  ]);
});

test('a field that became a secret is masked wherever an override or a change is shown, and stays what it is', async () => {
  const { host, store, list } = await openOperatorHost({ [now]: [tool('search', { settingsSchema: plainSettings })] });
  await host.bots.add({ id: 'bot' });
  await host.assign('bot', ['search'], { settingsOverride: { apiKey: 'geheim', limit: 2 } });
  await host.settings.set('search', 'apiKey', 'geheim');
  await host.settings.unset('search', 'apiKey');
  await host.unassign('bot', ['search']);
  await host.assign('bot', ['search'], { settingsOverride: { apiKey: 'geheim', limit: 2 } });
  expect(JSON.stringify(await host.audit())).toContain('geheim');
  await list({ [now]: [courseTool('search')] });
  const { assignments } = await host.show('bot');
  expect(assignments[0]?.settingsOverride).toEqual({ apiKey: '[secret]', limit: 2 });
  const log = await host.audit();
  expect(JSON.stringify(log)).not.toContain('geheim');
  expect(log.map(({ before, after }) => [before, after])).toMatchObject([
    [null, { settingsOverride: { apiKey: '[secret]', limit: 2 } }],
    [{ settingsOverride: { apiKey: '[secret]', limit: 2 } }, null],
    ['[secret]', null],
    [null, '[secret]'],
    [null, {}],
    [null, {}],
  ]);
  const copied = await host.bots.copy('bot', { id: 'copied' });
  const override = { action: 'override', tool: 'search', settingsOverride: assignments[0]?.settingsOverride ?? null };
  await host.changeLoadout('bot', [override as LoadoutChange]);
  for (const id of ['bot', copied.id]) {
    expect((await store.listAssignments(id))[0]?.settingsOverride).toEqual({ apiKey: 'geheim', limit: 2 });
  }
});

test('a secret of an absent tool is masked by the definition that was accepted', async () => {
  const { host, store, list } = await openOperatorHost({ [now]: [courseTool('search')] });
  await host.bots.add({ id: 'bot' });
  await host.assign('bot', ['search']);
  const [row] = await store.listAssignments('bot');
  if (row === undefined) throw new Error('it was assigned');
  await store.change((writer) =>
    writer.putAssignments('bot', [{ ...row, settingsOverride: { apiKey: 'geheim', limit: 2 } }]),
  );
  await list({ [now]: [] });
  expect((await host.show('bot')).assignments[0]?.settingsOverride).toEqual({ apiKey: '[secret]', limit: 2 });
});

test('a mask with nothing behind it changes nothing, and writes nothing down', async () => {
  const { host, actions } = await openOperatorHost({ '@acme/tools': [courseTool('search')] });
  await host.bots.add({ id: 'bot' });
  await host.assign('bot', ['search']);
  const before = await actions();
  await host.assign('bot', ['search'], { settingsOverride: { apiKey: '[secret]' } });
  expect((await host.show('bot')).assignments).toMatchObject([{ settingsOverride: null }]);
  expect(await actions()).toEqual(before);
});

test('what a definition gives up as a secret is shown to nobody until that definition is accepted', async () => {
  const toolSettings = { search: { apiKey: 'k-123' } };
  const { host, list } = await openOperatorHost({ '@acme/tools': [courseTool('search')] }, { toolSettings });
  await host.bots.add({ id: 'bot' });
  await host.assign('bot', ['search']);
  const settingsSchema = { type: 'object', properties: { apiKey: { type: 'string' } } };
  await list({ '@acme/tools': [courseTool('search', { settingsSchema })] });
  for (const options of [{}, { bot: 'bot' }]) {
    const explained = await host.settings.explain('search', options);
    expect(explained.fields).toMatchObject([{ field: 'apiKey', value: '[secret]', isSecret: true }]);
    expect(JSON.stringify(explained)).not.toContain('k-123');
  }
  await host.changeLoadout('bot', [{ action: 'accept', tool: 'search' }]);
  expect((await host.settings.explain('search')).fields).toMatchObject([{ value: 'k-123', isSecret: false }]);
});

test('a secret stays one while its tool goes by a name that another owner has, or that no rule gives any more', async () => {
  const store = createMemoryStore();
  const aliased = { ...courseTool('new_search'), aliases: ['search'] };
  await storeBot(store, { id: 'bot' }, [
    { toolName: 'search', owner: now, settingsOverride: { apiKey: 'geheim' } },
    { toolName: 'ruled', owner: now, settingsOverride: { apiKey: 'geheim' } },
  ]);
  await store.change(async (writer) => {
    const updatedAt = '2026-01-01T00:00:00.000Z';
    await writer.putToolSetting({ owner: now, toolName: 'search', field: 'apiKey', value: 'geheim', updatedAt });
    const change = { action: 'setting-set', bot: null, subject: 'apiKey', before: null, after: 'geheim' } as const;
    await writer.addAudit(updatedAt, { name: 'ana', via: 'cli' }, [
      { ...change, tool: 'search' },
      { ...change, tool: 'ruled' },
    ]);
  });
  const { host } = await openOperatorHost({ '@acme/first': ['search'], [now]: [aliased] }, { store });
  const shown = JSON.stringify([await host.show('bot'), await host.audit(), await host.export()]);
  expect(shown).not.toContain('geheim');
  for (const name of ['search', 'ruled', 'any_other']) {
    const stated = {
      action: 'assign',
      tool: name,
      owner: now,
      label: 'x',
      settingsOverride: { apiKey: 'mine' },
    } as const;
    await expect(host.changeLoadout('bot', [stated]), name).rejects.toMatchObject(secret);
  }
});
