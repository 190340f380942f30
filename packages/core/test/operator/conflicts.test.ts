import { expect, test } from 'vitest';
import { courseTool, openOperatorHost } from '../builders/operator-host.js';
import { storeBot } from '../builders/stored-bot.js';

const open = async () => {
  const opened = await openOperatorHost({ '@acme/courses': [courseTool('search', { aliases: ['find'] })] });
  await opened.host.bots.add({ id: 'bot' });
  await opened.host.assign('bot', ['search']);
  const revisionOf = async (field: string, bot?: string) => {
    const { fields } = await opened.host.settings.explain('search', bot === undefined ? {} : { bot });
    return fields.find((one) => one.field === field)?.revision ?? '';
  };
  return { ...opened, revisionOf };
};

test.each([
  ['a value for all bots', 'limit', [3, 4], undefined],
  ['a value of one bot', 'limit', [3, 4], 'bot'],
  ['a secret for all bots', 'apiKey', ['geheim-one', 'geheim-two'], undefined],
  ['a secret of one bot', 'apiKey', ['geheim-one', 'geheim-two'], 'bot'],
] as const)('of two who change %s at the same time one is refused', async (_, field, [one, other], bot) => {
  const { host, revisionOf } = await open();
  const whose = bot === undefined ? {} : { bot };
  expect(await revisionOf(field, bot)).toBe('none');
  const both = await Promise.allSettled([
    host.settings.set('search', field, one, { ...whose, ifRevision: 'none' }),
    host.settings.set('find', field, other, { ...whose, ifRevision: 'none' }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'SETTING_CONFLICT' } });

  // Who took it away on what he saw does not take away what he did not see.
  const seen = await revisionOf(field, bot);
  await host.settings.set('search', field, field === 'limit' ? 5 : 'geheim-three', whose);
  await expect(host.settings.unset('search', field, { ...whose, ifRevision: seen })).rejects.toMatchObject({
    code: 'SETTING_CONFLICT',
  });
  const now = await revisionOf(field, bot);
  expect(await host.settings.unset('find', field, { ...whose, ifRevision: now })).toBe(true);
  expect(await revisionOf(field, bot)).toBe('none');
  await expect(host.settings.unset('search', field, { ...whose, ifRevision: now })).rejects.toMatchObject({
    code: 'SETTING_CONFLICT',
  });
});

test('a blank secret deletes none that was set since', async () => {
  const { host, revisionOf } = await open();
  await host.settings.set('search', 'apiKey', 'geheim-one');
  const seen = await revisionOf('apiKey');
  await host.settings.set('search', 'apiKey', 'geheim-two');
  const blank = host.settings.set('search', 'apiKey', '', { ifRevision: seen });
  await expect(blank).rejects.toMatchObject({ code: 'SETTING_CONFLICT' });
  expect((await host.settings.explain('search')).fields.find(({ field }) => field === 'apiKey')?.value).toBe(
    '[secret]',
  );
});

test('another field, another bot and the rest of the loadout are no conflict', async () => {
  const { host, revisionOf } = await open();
  const [all, own] = [await revisionOf('limit'), await revisionOf('limit', 'bot')];
  await host.settings.set('search', 'region', 'eu');
  await host.settings.set('search', 'region', 'eu', { bot: 'bot' });
  expect(await revisionOf('limit')).toBe(all);
  // Two fields of one override at once: both are kept.
  await Promise.all([
    host.settings.set('search', 'limit', 2, { bot: 'bot', ifRevision: own }),
    host.settings.set('search', 'region', 'us', { bot: 'bot', ifRevision: await revisionOf('region', 'bot') }),
  ]);
  await host.settings.set('search', 'limit', 3, { ifRevision: all });
  const { assignments } = await host.show('bot');
  expect(assignments[0]?.settingsOverride).toEqual({ limit: 2, region: 'us' });
});

test('of two who decide at the same time one is refused', async () => {
  const { host } = await open();
  const decide = (value: string, ifRevision: string) => host.decisions.set('approval', 'search', value, { ifRevision });
  const both = await Promise.allSettled([decide('ask', 'none'), decide('deny', 'none')]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'DECISION_CONFLICT' } });

  const [seen] = await host.decisions.list();
  expect(seen?.revision).not.toBe('none');
  const { revision } = await decide('never', seen?.revision ?? '');
  await expect(decide('ask', seen?.revision ?? '')).rejects.toMatchObject({ code: 'DECISION_CONFLICT' });
  const unset = (ifRevision: string) => host.decisions.unset('approval', 'search', { ifRevision });
  await expect(unset(seen?.revision ?? '')).rejects.toMatchObject({ code: 'DECISION_CONFLICT' });
  expect(await unset(revision)).toBe(true);
  await expect(unset(revision)).rejects.toMatchObject({ code: 'DECISION_CONFLICT' });
});

test('what is accepted is what was looked at', async () => {
  const opened = await openOperatorHost({ '@acme/new': ['search', 'other'] });
  const { host, store } = opened;
  const old = { owner: '@acme/old', definitionHash: 'f'.repeat(64) };
  await storeBot(store, { id: 'bot' }, [
    { toolName: 'search', ...old },
    { toolName: 'other', ...old },
  ]);
  const { tools } = await host.catalogue();
  const [search, other] = ['search', 'other'].map((name) => tools.find((one) => one.name === name)?.definitionHash);
  const accept = (seen: { readonly owner?: string; readonly definitionHash?: string | null }) =>
    host.changeLoadout('bot', [{ action: 'accept', tool: 'search', ...seen }]);
  for (const seen of [{ owner: '@acme/other' }, { definitionHash: 'f'.repeat(64) }, { definitionHash: null }]) {
    await expect(accept(seen)).rejects.toMatchObject({
      code: 'DEFINITION_CONFLICT',
      details: { current: { tool: 'search', owner: '@acme/new', definitionHash: search } },
    });
  }
  const before = (await host.show('bot')).assignments;
  for (const definitions of [{ search: search ?? '' }, { search: search ?? '', other: 'f'.repeat(64) }, {}]) {
    const acceptance = host.owners.accept('@acme/old', '@acme/new', { definitions });
    await expect(acceptance).rejects.toMatchObject({ code: 'DEFINITION_CONFLICT' });
  }
  expect((await host.show('bot')).assignments).toEqual(before);

  expect((await accept({ owner: '@acme/new', definitionHash: search ?? '' })).changed).toEqual(['search']);
  const definitions = { other: other ?? '', search: 'no longer asked' };
  expect((await host.owners.accept('@acme/old', '@acme/new', { definitions })).tools).toEqual(['other']);
});

test('of two who rename a bot at the same time one is refused', async () => {
  const { host } = await open();
  const { displayName: ifDisplayName = '' } = (await host.bots.get('bot')) ?? {};
  const both = await Promise.allSettled([
    host.bots.rename('bot', 'One', { ifDisplayName }),
    host.bots.rename('bot', 'Other', { ifDisplayName }),
  ]);
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(both[1]).toMatchObject({ reason: { code: 'BOT_NAME_CONFLICT', details: { botId: 'bot' } } });
  expect((await host.bots.get('bot'))?.displayName).toBe('One');
});
