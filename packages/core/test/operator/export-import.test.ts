import { createMemoryStore, type ExportDocument } from '@loadout/core';
import { expect, test } from 'vitest';
import { courseTool, openOperatorHost } from '../builders/operator-host.js';
import { tool } from '../builders/provider.js';
import { storeBot } from '../builders/stored-bot.js';

const companions = {
  '@acme/courses': [courseTool('search', { label: 'Search' }), tool('get', { aliases: ['old_get'] })],
  '@acme/other': ['search', 'x'],
};

/** A host with fifty bots, settings and decisions, among them tools that nobody lists. */
async function openFull() {
  const opened = await openOperatorHost(companions);
  const { host, store } = opened;
  for (let index = 0; index < 50; index += 1) {
    const id = `bot-${index}`;
    await host.bots.add({ id, displayName: `Bot ${index}` });
    await host.assign(id, index % 2 === 0 ? ['search', 'x'] : ['x', 'get']);
    await host.changeLoadout(id, [
      { action: 'override', tool: 'x', settingsOverride: { deep: { list: [index, null, 'ä'] } } },
      { action: 'move', tool: 'x', position: index },
      { action: 'assign', tool: 'gone', owner: '@acme/gone', label: 'Gone', settingsOverride: { y: 1 } },
    ]);
  }
  await host.settings.set('search', 'limit', 3);
  await host.decisions.set('expose-as', '@acme/other#search', 'search_other');
  await host.decisions.set('approval', 'get', 'ask');
  await host.decisions.set('component-defaults', 'chat', ['search']);
  await host.decisions.set('tools-off', '', true);
  await store.change((writer) =>
    writer.putToolSetting({ owner: '@acme/gone', toolName: 'gone', field: 'z', value: [1], updatedAt: '' }),
  );
  return opened;
}

test('what is imported into an empty host is exported equally, with the same companions and with none', async () => {
  const { host } = await openFull();
  const document = await host.export();
  expect(document.bots).toHaveLength(50);
  expect(document.leftOut).toEqual([]);
  for (const present of [companions, {}]) {
    const other = await openOperatorHost(present);
    await other.host.import(JSON.parse(JSON.stringify(document)));
    expect(await other.host.export()).toEqual(document);
    const again = await other.host.import(document);
    expect(again.changes).toEqual([]);
  }
  expect((await host.import(document)).changes).toEqual([]);
});

test('a dry run tells exactly the changes that the import then makes, and makes none of them', async () => {
  const { host } = await openFull();
  const document = await host.export();
  const { host: target, store, actions } = await openOperatorHost(companions);
  await target.bots.add({ id: 'bot-1', displayName: 'Another name' });
  await target.assign('bot-1', ['get', 'search'], { settingsOverride: {} });
  await target.bots.add({ id: 'mine' });
  await target.settings.set('search', 'limit', 9);
  await target.decisions.set('approval', 'get', 'deny');
  const before = [await target.export(), store.revision(), await target.audit()];
  const dry = await target.import(document, { dryRun: true });
  expect([await target.export(), store.revision(), await target.audit()]).toEqual(before);
  expect(dry.changes.map(({ action, bot }) => `${action} ${bot}`)).toContain('bot-renamed bot-1');
  expect(dry.remarks).toEqual([expect.stringContaining('"gone" of @acme/gone')]);
  const written = (await actions()).length;
  expect(await target.import(document)).toEqual(dry);
  const log = (await target.audit({ limit: 1000 })).toReversed().slice(written);
  expect(log.map(({ id: _, at: __, actor: ___, ...change }) => change)).toEqual(dry.changes);
  const after = await target.export();
  expect(after.bots.filter(({ id }) => id !== 'mine')).toEqual(document.bots);
  expect(after.bots.map(({ id }) => id)).toContain('mine');
  expect(after.settings).toEqual(document.settings);
});

test('an import has the definitions that bots accept, and keeps places where the order is the same', async () => {
  const { host, store } = await openOperatorHost(companions);
  await host.bots.add({ id: 'bot' });
  await host.assign('bot', ['search', 'get']);
  await host.changeLoadout('bot', [{ action: 'move', tool: 'get', position: 7 }]);
  const document = await host.export();
  const [bot] = document.bots;
  const more = { name: 'x', owner: '@acme/other', label: 'x', definitionHash: null, settingsOverride: null };
  const tools = [...(bot?.tools ?? []), more];
  const { changes } = await host.import({ ...document, bots: [{ ...bot, tools }] });
  expect(changes).toMatchObject([{ action: 'tool-assigned', tool: 'x', after: { position: 8 } }]);
  await host.import({ ...document, bots: [{ ...bot, tools: tools.reverse() }] });
  expect((await store.listAssignments('bot')).map(({ toolName, position }) => [toolName, position])).toEqual([
    ['x', 1],
    ['get', 2],
    ['search', 3],
  ]);
  const other = await openOperatorHost(companions);
  await other.host.import(document);
  const hash = bot?.tools[0]?.definitionHash ?? '';
  expect(await other.host.definition(hash)).toMatchObject({ name: 'search' });
});

const empty = { format: 'loadout-export', version: 1, bots: [], settings: [], decisions: [], leftOut: [] };
const assigned = { name: 'search', owner: '@acme/courses', label: 'S', definitionHash: null, settingsOverride: null };

test('a document of the wrong form is refused by places, with what was expected and what came', async () => {
  const { host } = await openOperatorHost(companions);
  const cases: readonly [unknown, string, string][] = [
    [null, '', 'of type object'],
    ['{}', '', 'of type object'],
    [{ ...empty, format: 'backup' }, '/format', '"loadout-export", but is "backup"'],
    [{ ...empty, version: 2 }, '/version', 'has to be 1, but is 2'],
    [{ ...empty, bots: {} }, '/bots', 'of type array, but is an object'],
    [{ ...empty, bots: [{ id: 'A B', displayName: 'x', tools: [] }] }, '/bots/0/id', '"A B" has the wrong form'],
    [{ ...empty, bots: [{ id: 'a', displayName: ' ', tools: [] }] }, '/bots/0/displayName', 'wrong form'],
    [{ ...empty, bots: [{ id: 'a', tools: [] }] }, '/bots/0/displayName', 'missing'],
    [
      { ...empty, bots: [{ id: 'a', displayName: 'a', tools: [{ ...assigned, name: '-' }] }] },
      '/bots/0/tools/0/name',
      '',
    ],
    [{ ...empty, extra: 1 }, '/extra', 'no such field'],
    [{ ...empty, decisions: [{ kind: 'x', subject: '', value: 1 }] }, '/decisions/0/kind', '"tools-off"'],
    [{ ...empty, bots: [() => 1] }, '/bots/0', 'a function'],
  ];
  for (const [document, pointer, text] of cases) {
    const error = await host.import(document).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'IMPORT_INVALID' });
    // The line above proves it.
    const { problems } = (error as { details: { problems: { pointer: string; message: string }[] } }).details;
    expect(problems[0]).toMatchObject({ pointer, message: expect.stringContaining(text) });
  }
  expect(await host.export()).toEqual(empty);
});

test('what cannot be so is refused with all of it, and nothing is changed', async () => {
  const { host, store, actions } = await openOperatorHost(companions);
  const document = {
    ...empty,
    bots: [
      {
        id: 'a',
        displayName: 'A',
        tools: [
          { ...assigned, settingsOverride: { limit: 0 } },
          { ...assigned, settingsOverride: { apiKey: 'geheim' } },
        ],
      },
      { id: 'a', displayName: '😀'.repeat(150), tools: [] },
    ],
    settings: [
      { owner: '@acme/courses', tool: 'search', field: 'apiKey', value: 'geheim' },
      { owner: '@acme/courses', tool: 'search', field: 'limitt', value: 1 },
      { owner: '@acme/courses', tool: 'search', field: 'limit', value: 'x' },
      { owner: '@acme/unknown', tool: 'anything', field: 'limit', value: 'x' },
      { owner: '@acme/unknown', tool: 'anything', field: 'limit', value: 'y' },
    ],
    decisions: [
      { kind: 'approval', subject: 'search', value: 'ask' },
      { kind: 'component-defaults', subject: 'nowhere', value: [] },
      { kind: 'tools-off', subject: '', value: 'yes' },
    ],
  };
  const revision = store.revision();
  const error = await host.import(document).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'IMPORT_INVALID' });
  const { problems } = (error as { details: { problems: { pointer: string }[] } }).details;
  expect(problems.map(({ pointer }) => pointer)).toEqual([
    '/bots/1/id',
    '/bots/0/tools/1/name',
    '/bots/0/tools/0/settingsOverride/limit',
    '/bots/0/tools/1/settingsOverride/apiKey',
    '/bots/1/displayName',
    '/settings/4/field',
    '/settings/0/value',
    '/settings/1/field',
    '/settings/2/value',
    '/decisions/0/subject',
    '/decisions/1/subject',
    '/decisions/2/value',
  ]);
  expect(String(error)).not.toContain('geheim');
  expect([store.revision(), await actions()]).toEqual([revision, []]);
});

test('more than twenty problems are counted', async () => {
  const { host } = await openOperatorHost();
  const decisions = Array.from({ length: 50 }, () => ({ kind: 'tools-off', subject: 'x', value: true }));
  const error = await host.import({ ...empty, decisions }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ details: { count: 99, problems: { length: 20 } } });
  expect(String(error)).toContain('There are 79 more.');
});

test('the id of a removed bot is refused, also by a dry run, and nothing else of the document is made', async () => {
  const { host, store } = await openOperatorHost(companions);
  await host.bots.add({ id: 'gone' });
  await host.bots.remove('gone');
  const revision = store.revision();
  const bots = ['first', 'gone', 'last'].map((id) => ({ id, displayName: id, tools: [] }));
  for (const dryRun of [true, false]) {
    await expect(host.import({ ...empty, bots }, { dryRun })).rejects.toMatchObject({
      code: 'BOT_ID_RETIRED',
      message: expect.stringContaining('/bots/1/id'),
    });
  }
  expect([await host.bots.list(), store.revision()]).toEqual([[], revision]);
});

test('an export never has a secret, and says which it left out', async () => {
  const store = createMemoryStore();
  await storeBot(store, { id: 'bot' }, [
    { toolName: 'search', owner: '@acme/courses', settingsOverride: { apiKey: 'geheim', limit: 3 } },
  ]);
  await store.change((writer) =>
    writer.putToolSetting({
      owner: '@acme/courses',
      toolName: 'search',
      field: 'apiKey',
      value: 'geheim',
      updatedAt: '',
    }),
  );
  const { host, list } = await openOperatorHost(companions, { store });
  const document: ExportDocument = await host.export();
  expect(document.leftOut).toEqual([
    'The secret "apiKey" in the override of bot "bot" for "search".',
    'The secret setting "apiKey" of "search" of @acme/courses.',
  ]);
  expect(document.bots[0]?.tools[0]?.settingsOverride).toEqual({ limit: 3 });
  expect(JSON.stringify(document)).not.toContain('geheim');
  const target = await openOperatorHost(companions);
  expect((await target.host.import(document)).remarks).toHaveLength(2);
  // A definition that was accepted is known when its companion is gone.
  await host.changeLoadout('bot', [{ action: 'accept', tool: 'search' }]);
  await list({ '@acme/courses': [] });
  expect((await host.export()).bots[0]?.tools[0]?.settingsOverride).toEqual({ limit: 3 });
});
