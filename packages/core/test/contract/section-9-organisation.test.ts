import { createMemoryStore, type JsonObject, type JsonSchema, type Store } from '@loadout/core';
import { expect, test } from 'vitest';
import { createBuiltIns } from '../builders/built-ins.js';
import { createCompanion } from '../builders/companion.js';
import { createProvider, tool } from '../builders/provider.js';
import { storeBot } from '../builders/stored-bot.js';
import { type OpenHostOptions, openHost } from '../builders/turn-builders.js';

const settingsSchema: JsonSchema = {
  type: 'object',
  properties: { limit: { type: 'integer' }, region: { type: 'string' }, apiKey: { type: 'string', secret: true } },
};

/** A host where `owner` has a tool `look`. */
function openLook(owner: string, rest: Partial<OpenHostOptions> & { readonly formerly?: readonly string[] } = {}) {
  const { formerly, ...options } = rest;
  const provider = createProvider([tool('look', { settingsSchema, aliases: ['peek'] })]);
  const companion = createCompanion(owner, provider, formerly === undefined ? {} : { formerly });
  return openHost({ companions: [companion], ...options });
}

async function storeLook(owner = '@acme/old'): Promise<Store> {
  const store = createMemoryStore();
  await storeBot(store, { id: 'bot-a' }, [{ toolName: 'look', owner }]);
  return store;
}

const codesOf = ({ withheld }: { readonly withheld: readonly { readonly reasons: readonly { code: string }[] }[] }) =>
  withheld.flatMap(({ reasons }) => reasons.map(({ code }) => code));

const about = { tool: 'look', owner: '@acme/old', contact: 'it@acme.example' };
const entries: readonly (readonly [string, JsonObject])[] = [
  ['that switches it off', { disabledTools: [about] }],
  ['with a minimum', { minimumConfidence: [{ ...about, level: 'HIGH' }] }],
  ['that locks a setting', { settings: [{ ...about, field: 'limit', value: 3 }] }],
];

test.each(entries)(
  '9.2 an entry %s is no longer about the old owner alone once somebody says he was that',
  async (_, organisation) => {
    const store = await storeLook();
    const { host, startTurn } = await openLook('@acme/new', {
      formerly: ['@acme/old'],
      store,
      organisation,
      assign: null,
    });
    await host.owners.accept('@acme/old', '@acme/new');
    const turn = await startTurn({ modelProvider: { id: 'model', confidence: 'LOW' } });
    const { fields } = await host.settings.explain('look');
    const isBound =
      codesOf(turn).some((code) => code === 'disabled-by-organisation' || code === 'below-minimum-confidence') ||
      fields.some(({ layer }) => layer === 'organisation-locked');
    expect(isBound).toBe(true);
    expect((await host.examine()).filter(({ area }) => area === 'organisation')).toMatchObject([
      { level: 'note', message: expect.stringContaining('@acme/new says that it was formerly @acme/old') },
    ]);
  },
);

test.each(entries)('9.2 an owner is not accepted who would free a tool of an entry %s', async (_, organisation) => {
  const store = await storeLook();
  const { host } = await openLook('@acme/new', { store, organisation, assign: null });
  const refused = { code: 'SETTING_LOCKED', message: expect.stringContaining('it@acme.example') };
  await expect(host.owners.accept('@acme/old', '@acme/new')).rejects.toMatchObject(refused);
  await expect(host.changeLoadout('bot-a', [{ action: 'accept', tool: 'look' }])).rejects.toMatchObject(refused);
  expect((await host.show('bot-a')).assignments).toMatchObject([{ owner: '@acme/old' }]);
});

test('9.2 an owner is accepted who is bound by what the organisation says of the old one', async () => {
  const organisation = { disabledTools: [about, { ...about, owner: '@acme/new' }] };
  const { host, startTurn } = await openLook('@acme/new', { store: await storeLook(), organisation, assign: null });
  await host.owners.accept('@acme/old', '@acme/new');
  expect(codesOf(await startTurn())).toEqual(['disabled-by-organisation']);
});

test('9.2 what is said of an owner’s tool counts for the built-in that it has become, and is not lost by that', async () => {
  const options = createBuiltIns('look');
  const organisation = { disabledTools: [about] };
  const { host, startTurn } = await openHost({ ...options, store: await storeLook(), organisation, assign: null });
  expect(codesOf(await startTurn())).toEqual(['disabled-by-organisation']);
  await host.refresh();
  expect(codesOf(await startTurn({ locale: 'de' }))).toEqual(['disabled-by-organisation']);
  expect((await host.show('bot-a')).assignments).toMatchObject([{ owner: '@acme/old' }]);
});

const named: readonly (readonly [string, unknown])[] = [
  ['a text', 'look'],
  ['an alias', 'peek'],
  ['owner#name', '@acme/look#look'],
  ['owner#name in an object', { tool: '@acme/look#look' }],
  ['a list', ['look']],
  ['a list of tools', { tool: ['other', 'look'] }],
];

test.each(named)('9.2 an entry of disabledTools that is %s switches the tool off that it names', async (_, entry) => {
  const { host, startTurn } = await openLook('@acme/look', { organisation: { disabledTools: [entry] } as never });
  expect(codesOf(await startTurn())).toEqual(['disabled-by-organisation']);
  const found = (await host.examine()).filter(({ area }) => area === 'organisation');
  if (typeof entry === 'string')
    expect(found).toMatchObject([{ message: expect.stringContaining('The tool is off.') }]);
});

test('9.2 an entry of disabledTools as owner#name is about that owner alone', async () => {
  const { startTurn } = await openLook('@acme/look', {
    organisation: { disabledTools: ['@acme/other#look'] } as never,
  });
  expect(codesOf(await startTurn())).toEqual([]);
});

const ownerless: readonly (readonly [string, JsonObject])[] = [
  ['empty', { owner: '' }],
  ['blank', { owner: '  ' }],
  ['nothing', { owner: null }],
  ['too long', { owner: 'x'.repeat(301) }],
  ['no text, beside another one in the name', { tool: '@acme/other#look', owner: 5 }],
];

test.each(ownerless)(
  '9.2 an entry whose owner is %s is about every owner, and the doctor says so',
  async (_, entry) => {
    const organisation = { disabledTools: [{ tool: 'look', ...entry }] };
    const { host, startTurn } = await openLook('@acme/look', { organisation: organisation as never });
    expect(codesOf(await startTurn())).toEqual(['disabled-by-organisation']);
    expect((await host.examine()).filter(({ area }) => area === 'organisation')).toMatchObject([
      { level: 'error', message: expect.stringContaining('The entry counts for every owner.') },
    ]);
  },
);

test('9.2 an owner that only looks wrong is not said to be every owner', async () => {
  const owner = `@acme/other${' '.repeat(300)}`;
  const { host, startTurn } = await openLook('@acme/look', {
    organisation: { disabledTools: [{ tool: 'look', owner }] },
  });
  expect(codesOf(await startTurn())).toEqual([]);
  const messages = (await host.examine()).filter(({ area }) => area === 'organisation').map(({ message }) => message);
  expect(messages.join()).toContain('The entry counts for @acme/other alone.');
});

test.each(['@acme/look # look', ' @acme/look#look ', '#look'])(
  '9.2 an entry about "%s" is read as it is meant',
  async (tool) => {
    const { startTurn } = await openLook('@acme/look', { organisation: { disabledTools: [{ tool }] } });
    expect(codesOf(await startTurn())).toEqual(['disabled-by-organisation']);
  },
);

test.each(['', '  '])('9.2 a lock of the field "%s" switches the tool off, and the doctor says so', async (field) => {
  const organisation = { settings: [{ tool: 'look', field, value: 1 }] };
  const { host, startTurn } = await openLook('@acme/look', { organisation });
  expect(codesOf(await startTurn())).toEqual(['disabled-by-organisation']);
  const messages = (await host.examine()).filter(({ area }) => area === 'organisation').map(({ message }) => message);
  expect(messages.join()).toContain('so the tool is off');
});

test('9.2 blanks around the name of a field lock it all the same', async () => {
  const { host } = await openLook('@acme/look', {
    organisation: { settings: [{ tool: 'look', field: ' region ', value: 'eu' }] },
  });
  const { fields } = await host.settings.explain('look');
  expect(fields.find(({ field }) => field === 'region')).toMatchObject({ layer: 'organisation-locked' });
});

test('9.2 an entry may name a tool as the operator exposes it, together with its owner', async () => {
  const { host, startTurn } = await openLook('@acme/look', {
    organisation: { disabledTools: [{ tool: 'look_two', owner: '@acme/look' }] },
    assign: null,
  });
  await host.bots.add({ id: 'bot-b' });
  await host.decisions.set('expose-as', '@acme/look#look', 'look_two');
  await host.assign('bot-b', ['look_two']);
  expect(codesOf(await startTurn({ bot: 'bot-b' }))).toEqual(['disabled-by-organisation']);
});

test('9.2 a mere name among the levels is HIGH, and a lock that names no setting switches the tool off', async () => {
  const level = await openLook('@acme/look', { organisation: { minimumConfidence: ['look'] } as never });
  expect(codesOf(await level.startTurn({ modelProvider: { id: 'm', confidence: 'MEDIUM' } }))).toEqual([
    'below-minimum-confidence',
  ]);
  for (const entry of ['look', { tool: 'look', value: 1 }, { tool: 'look', field: ['limit'], value: 1 }]) {
    const { startTurn, host } = await openLook('@acme/look', { organisation: { settings: [entry] } as never });
    const { withheld } = await startTurn();
    expect(withheld).toMatchObject([
      { code: 'disabled-by-organisation', reason: expect.stringContaining('/settings/0') },
    ]);
    const messages = (await host.examine()).filter(({ area }) => area === 'organisation').map(({ message }) => message);
    expect(messages.join()).toContain('so the tool is off');
  }
  const harmless = { settings: [{ tool: 'look', value: 1, allowUserOverride: true }] };
  const { startTurn } = await openLook('@acme/look', { organisation: harmless as never });
  expect(codesOf(await startTurn())).toEqual([]);
});

test('5.1 a disabled tool is not called by an old name either while nobody lists it', async () => {
  const store = createMemoryStore();
  let listed = [tool('look', { aliases: ['peek'] })];
  const provider = createProvider(() => listed, { providesTool: () => true });
  const first = await openHost({ store, companions: [createCompanion('@acme/look', provider)] });
  const [{ definitionHash = null } = {}] = await store.listAssignments('bot-a');
  await first.host.unassign('bot-a', ['look']);
  await storeBot(store, { id: 'bot-a' }, [{ toolName: 'peek', owner: '@acme/look', definitionHash }]);
  await first.host.close();
  listed = [];
  const { startTurn } = await openHost({
    store,
    assign: null,
    organisation: { disabledTools: [{ tool: 'look' }] },
    companions: [createCompanion('@acme/look', provider)],
  });
  const turn = await startTurn();
  expect(codesOf(turn)).toEqual(['absent', 'disabled-by-organisation']);
  expect((await turn.call({ name: 'peek' })).status).toBe('BLOCKED');
});

test('9.2 while the file cannot be read and never could, no setting is changed', async () => {
  const { host } = await openLook('@acme/look', { organisation: '/nowhere/organisation.json' });
  const refused = { code: 'SETTING_LOCKED', message: expect.stringContaining('/nowhere/organisation.json') };
  await expect(host.settings.set('look', 'limit', 11)).rejects.toMatchObject(refused);
  await expect(host.settings.set('look', 'limit', 11, { bot: 'bot-a' })).rejects.toMatchObject(refused);
  await expect(host.settings.unset('look', 'limit')).rejects.toMatchObject(refused);
  await expect(host.settings.unset('look', 'limit', { bot: 'bot-a' })).rejects.toMatchObject(refused);
  await expect(host.assign('bot-a', ['look'], { settingsOverride: { limit: 1 } })).rejects.toMatchObject(refused);
  await expect(host.decisions.set('minimum-confidence', 'look', 'LOW')).rejects.toMatchObject(refused);
  await expect(host.secrets.unset('tool:@acme/look#look.apiKey')).rejects.toMatchObject(refused);
});

test('9.2 a locked secret is not unset by its name', async () => {
  const organisation = { settings: [{ tool: 'look', field: 'apiKey', value: 'x' }] };
  const { host } = await openLook('@acme/look', { organisation });
  await expect(host.secrets.unset('tool:@acme/look#look.apiKey')).rejects.toMatchObject({ code: 'SETTING_LOCKED' });
});

test('9.2 an override of a locked setting may be taken away, and is not lost by the way', async () => {
  const store = await storeLook('@acme/look');
  const [row] = await store.listAssignments('bot-a');
  await store.change(async (writer) => {
    if (row !== undefined)
      await writer.putAssignments('bot-a', [{ ...row, settingsOverride: { limit: 5, region: 'eu' } }]);
  });
  const organisation = { settings: [{ tool: 'look', field: 'limit', value: 3 }] };
  const { host } = await openLook('@acme/look', { organisation, store, assign: null });
  const overrideOf = async () => (await host.show('bot-a')).assignments[0]?.settingsOverride;
  await host.assign('bot-a', ['look'], { settingsOverride: { region: 'us' } });
  expect(await overrideOf()).toEqual({ limit: 5, region: 'us' });
  await host.changeLoadout('bot-a', [{ action: 'override', tool: 'look', settingsOverride: {} }]);
  expect(await overrideOf()).toEqual({ limit: 5 });
  expect(await host.settings.unset('look', 'limit', { bot: 'bot-a' })).toBe(true);
  expect(await overrideOf()).toBe(null);
});

test('5.5 operators raise the organisation’s minimum, and never lower it', async () => {
  const organisation = { minimumConfidence: [{ tool: 'look', level: 'MEDIUM' as const, contact: 'it@acme.example' }] };
  const { host } = await openLook('@acme/look', { organisation });
  const refused = { code: 'SETTING_LOCKED', message: expect.stringMatching(/MEDIUM.*\/minimumConfidence\/0.*it@acme/) };
  await expect(host.decisions.set('minimum-confidence', 'look', 'LOW')).rejects.toMatchObject(refused);
  await host.decisions.set('minimum-confidence', 'look', 'HIGH');
  const exported = await host.export();
  const lowered = exported.decisions.map((one) => ({ ...one, value: 'LOW' }));
  await expect(host.import({ ...exported, decisions: lowered })).rejects.toThrow(/MEDIUM/);
});
