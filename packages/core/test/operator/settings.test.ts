import { createMemoryStore } from '@loadout/core';
import { expect, test } from 'vitest';
import { createBuiltIns, definitionFile } from '../builders/built-ins.js';
import { courseTool, openOperatorHost } from '../builders/operator-host.js';
import { tool } from '../builders/provider.js';
import { storeBot } from '../builders/stored-bot.js';

const open = () =>
  openOperatorHost(
    { '@acme/courses': { tools: [courseTool('search', { aliases: ['find'] }), 'plain'], settings: { limit: 5 } } },
    { toolSettings: { search: { limit: 4, region: 'moon' } } },
  );

test('each layer is told, the highest first, with why one does not count', async () => {
  const { host } = await open();
  await host.bots.add({ id: 'bot' });
  await host.assign('bot', ['search'], { settingsOverride: { limit: 2 } });
  await host.settings.set('find', 'limit', 3);
  const { fields, missing, ...rest } = await host.settings.explain('find', { bot: 'bot' });
  expect(rest).toEqual({ tool: 'search', owner: '@acme/courses', bot: 'bot', problems: [] });
  expect(missing).toEqual([]);
  expect(fields[0]).toMatchObject({ field: 'limit', value: 2, layer: 'bot-override', isSecret: false });
  expect(fields[0]?.layers).toEqual([
    { layer: 'bot-override', value: 2 },
    { layer: 'operator', value: 3 },
    { layer: 'configuration', value: 4 },
    { layer: 'companion', value: 5 },
    { layer: 'schema-default', value: 10 },
  ]);
  expect(fields[1]).toMatchObject({ field: 'region', value: null, layer: null });
  expect(fields[1]?.layers).toMatchObject([
    { layer: 'configuration', value: 'moon', problem: expect.stringContaining('"eu", "us"') },
  ]);
  expect((await host.settings.explain('search')).fields[0]).toMatchObject({ value: 3, layer: 'operator' });
  await host.settings.unset('search', 'limit');
  expect((await host.settings.explain('search')).fields[0]).toMatchObject({ value: 4, layer: 'configuration' });
});

test('what is explained is what a turn gets', async () => {
  const { host } = await open();
  await host.bots.add({ id: 'bot' });
  await host.assign('bot', ['search']);
  for (const value of [3, '', 8]) {
    await host.settings.set('search', 'limit', value);
    const turn = await host.startTurn({ bot: 'bot' });
    expect(turn.offered).toHaveLength(1);
    const [field] = (await host.settings.explain('search', { bot: 'bot' })).fields;
    expect(field?.value).toBe(value === '' ? null : value);
  }
});

test('a secret goes to the vault, and one that stands somewhere is shown to nobody', async () => {
  const { host, store } = await openOperatorHost(
    { '@acme/courses': [courseTool('search')] },
    { toolSettings: { search: { apiKey: 'geheim-1' } } },
  );
  await storeBot(store, { id: 'bot' }, [
    { toolName: 'search', owner: '@acme/courses', settingsOverride: { apiKey: 'geheim-2' } },
  ]);
  await host.settings.set('search', 'apiKey', 'geheim-3');
  expect(JSON.stringify([await store.listToolSettings(), await store.listSecrets()])).not.toContain('geheim');
  const explained = await host.settings.explain('search', { bot: 'bot' });
  expect(explained.fields[2]).toMatchObject({ field: 'apiKey', value: '[secret]', layer: 'bot-override' });
  expect(explained.fields[2]?.layers).toHaveLength(3);
  expect(JSON.stringify([explained, await host.audit()])).not.toContain('geheim');
});

test('a field, a value or a tool that there is not is refused with what there is', async () => {
  const { host } = await open();
  const cases: readonly [string, string, unknown, string, string][] = [
    ['search', 'limitt', 3, 'SETTING_UNKNOWN', 'Did you mean "limit"?'],
    ['plain', 'limit', 3, 'SETTING_UNKNOWN', 'declares no settings'],
    ['search', 'limit', 'three', 'TOOL_SETTINGS_INVALID', 'a whole number, but is text'],
    ['search', 'limit', undefined, 'TOOL_SETTINGS_INVALID', 'a whole number'],
    ['search', 'region', 'moon', 'TOOL_SETTINGS_INVALID', '"eu", "us"'],
    ['serch', 'limit', 3, 'TOOL_UNKNOWN', 'Did you mean "search"?'],
  ];
  for (const [name, field, value, code, text] of cases) {
    await expect(host.settings.set(name, field, value as never)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(text),
    });
  }
  expect(await host.audit()).toEqual([]);
});

test('a setting is set once, told once, and taken back also when its tool is gone', async () => {
  const { host, list, actions } = await openOperatorHost({ '@acme/courses': [courseTool('search')] });
  await host.settings.set('search', 'limit', 3);
  await host.settings.set('search', 'limit', 3);
  await host.settings.set('search', 'limit', 4);
  expect((await host.audit())[0]).toMatchObject({
    action: 'setting-set',
    tool: 'search',
    subject: 'limit',
    before: 3,
    after: 4,
  });
  await list({ '@acme/courses': ['other'] });
  await expect(host.settings.unset('serch', 'limit')).rejects.toMatchObject({ code: 'TOOL_UNKNOWN' });
  expect(await host.settings.unset('search', 'limit')).toBe(true);
  expect(await host.settings.unset('@acme/courses#search', 'limit')).toBe(false);
  expect(await actions()).toEqual(['setting-set', 'setting-set', 'setting-unset']);
  expect((await host.audit())[0]).toMatchObject({ before: '[secret]' });
});

test('settings of one owner’s tool are not those of another’s of the same name', async () => {
  const { host, store } = await openOperatorHost({
    '@acme/one': [courseTool('search')],
    '@acme/two': [courseTool('search'), tool('b')],
  });
  await host.settings.set('search', 'limit', 3);
  await host.decisions.set('expose-as', '@acme/two#search', 'search_two');
  await host.settings.set('search_two', 'limit', 8);
  expect((await store.listToolSettings()).map(({ owner, toolName, value }) => [owner, toolName, value])).toEqual([
    ['@acme/one', 'search', 3],
    ['@acme/two', 'search', 8],
  ]);
  expect((await host.settings.explain('search')).fields[0]?.value).toBe(3);
  expect((await host.settings.explain('search_two')).fields[0]?.value).toBe(8);
});

test('of a tool that moved into the built-ins its former settings are explained before the move is written down', async () => {
  const memory = createMemoryStore();
  await storeBot(memory, { id: 'bot' }, [{ toolName: 'word_count', owner: '@acme/old' }]);
  await memory.change(async (writer) => {
    const setting = { owner: '@acme/old', toolName: 'word_count', updatedAt: '' };
    await writer.putToolSetting({ ...setting, field: 'limit', value: 3 });
  });
  const settingsSchema = courseTool('x').settingsSchema ?? {};
  const file = { ...definitionFile('word_count'), settingsSchema };
  const { host } = await openOperatorHost({}, { store: memory, ...createBuiltIns({ name: 'word_count', file }) });
  const limitOf = async (bot?: string) => {
    const { fields } = await host.settings.explain('word_count', bot === undefined ? {} : { bot });
    return fields[0];
  };
  expect(await limitOf('bot')).toMatchObject({ field: 'limit', value: 3, layer: 'operator' });
  expect(await limitOf()).toMatchObject({ field: 'limit', value: 10, layer: 'schema-default' });
});

test('a tool is asked about a setting also while a required one is missing', async () => {
  const properties = { address: { type: 'string' }, language: { type: 'string' }, most: { type: 'integer' } };
  const { host } = await openOperatorHost(
    {},
    createBuiltIns({
      name: 'look',
      file: {
        ...definitionFile('look'),
        settingsSchema: { type: 'object', properties, required: ['address', 'most'] },
      },
      implementation: {
        validateConfiguration: ({ address, language }) => {
          if (language === 'broken') throw new Error('It breaks.');
          return [
            ...(address === undefined
              ? [{ field: 'address', message: 'It is no URL.' }, { message: 'It lacks.' }]
              : []),
            ...(language === '??' ? [{ field: 'language', message: 'It is no language.' }] : []),
          ];
        },
      },
    }),
  );
  await expect(host.settings.set('look', 'language', '??')).rejects.toMatchObject({
    code: 'TOOL_SETTINGS_INVALID',
    message: '"language" of "look": It is no language.',
  });
  await host.settings.set('look', 'language', 'de');
  // What is missing is told once, and not as the tool's own problem.
  expect(await host.settings.explain('look')).toMatchObject({ missing: ['address', 'most'], problems: [] });
  await host.settings.set('look', 'language', 'broken');
  expect(await host.settings.explain('look')).toMatchObject({ problems: [] });
});

test('a tool is asked before a setting is kept, and what it names as a problem of that setting is refused', async () => {
  const properties = {
    url: { type: 'string' },
    least: { type: 'integer' },
    most: { type: 'integer', default: 5 },
    headers: { type: 'string', secret: true },
  };
  const { host, actions } = await openOperatorHost(
    {},
    createBuiltIns({
      name: 'look',
      file: { ...definitionFile('look'), settingsSchema: { type: 'object', properties } },
      implementation: {
        validateConfiguration: ({ url, least, most, headers }) => [
          ...(String(url).includes('@') ? [{ field: 'url', message: 'It has a password.' }] : []),
          ...(headers === 'broken-line' ? [{ field: 'headers', message: 'Line 1 is broken-line.' }] : []),
          ...(Number(least) > Number(most) ? [{ message: 'The least is more than the most.' }] : []),
        ],
      },
    }),
  );
  await host.bots.add({ id: 'bot' });
  await host.assign('bot', ['look']);
  const before = await actions();
  const refused = { code: 'TOOL_SETTINGS_INVALID', message: '"url" of "look": It has a password.' };
  await expect(host.settings.set('look', 'url', 'https://u:p@a.example')).rejects.toMatchObject(refused);
  await expect(host.settings.set('look', 'url', 'https://u:p@a.example', { bot: 'bot' })).rejects.toMatchObject(
    refused,
  );
  await expect(host.settings.set('look', 'headers', 'broken-line')).rejects.toMatchObject({
    message: '"headers" of "look": Line 1 is [secret].',
  });
  expect(await actions()).toEqual(before);
  // What fits only together can be set in any order.
  await host.settings.set('look', 'least', 7);
  expect((await host.settings.explain('look')).problems).toHaveLength(1);
  await host.settings.set('look', 'most', 9);
  await host.settings.set('look', 'url', 'https://a.example');
  expect((await host.settings.explain('look', { bot: 'bot' })).problems).toEqual([]);
  // Where one layer hides another, the value that is set is looked at.
  await host.settings.set('look', 'url', 'https://b.example', { bot: 'bot' });
  await expect(host.settings.set('look', 'url', 'https://u:p@b.example')).rejects.toMatchObject(refused);
});
