import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createMemoryStore, type HostOptions, type JsonObject, type JsonSchema, type Turn } from '@loadout/core';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '../builders/built-ins.js';
import { createCompanion } from '../builders/companion.js';
import { type OpenHost, openHost, provideTools } from '../builders/turn-builders.js';

const settingsSchema: JsonSchema = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1, default: 10 },
    region: { type: 'string' },
    hosts: { type: 'array', items: { type: 'string' } },
    apiKey: { type: 'string', secret: true },
  },
};
const look = { settingsSchema, run: (_args: unknown, config: unknown) => config };

interface Look {
  readonly organisation?: HostOptions['organisation'];
  readonly schema?: JsonSchema;
  readonly settings?: JsonObject;
  readonly toolSettings?: JsonObject;
}

/** A host whose tool `look` of `@acme/look` answers with its settings. */
function openLook({ organisation, schema = settingsSchema, settings = {}, toolSettings }: Look = {}) {
  const tools = provideTools({ look: { ...look, settingsSchema: schema } });
  return openHost({
    companions: [createCompanion('@acme/look', tools, { settings })],
    ...(toolSettings === undefined ? {} : { toolSettings: { look: toolSettings } }),
    ...(organisation === undefined ? {} : { organisation }),
  });
}

async function configOf({ startTurn }: OpenHost): Promise<JsonObject> {
  const turn = await startTurn();
  expect(turn.withheld).toEqual([]);
  return (await turn.call({ name: 'look' })).structuredContent as JsonObject;
}

const withheldOf = ({ withheld }: Turn) => withheld.map(({ code, reason }) => `${code}: ${reason}`);
const lock = (value: unknown, more: JsonObject = {}) =>
  ({ settings: [{ tool: 'look', field: 'limit', value, ...more }] }) as JsonObject;

/** A managed file that a test writes anew, as tools for that do: another file takes its place. */
function createManagedFile(content: unknown) {
  const folder = createTemporaryFolder();
  const path = join(folder, 'organisation.json');
  const write = (next: unknown): void => {
    writeFileSync(`${path}.new`, typeof next === 'string' ? next : JSON.stringify(next));
    renameSync(`${path}.new`, path);
  };
  if (content !== undefined) write(content);
  return { path, write };
}

test('9.1 of the layers the highest that says something counts, down to the default of the schema', async () => {
  const opened = await openLook({
    organisation: { settings: [{ tool: 'look', field: 'limit', value: 1 }] },
    toolSettings: { limit: 4 },
    settings: { limit: 5 },
  });
  const { host } = opened;
  await host.changeLoadout('bot-a', [{ action: 'override', tool: 'look', settingsOverride: { region: 'north' } }]);
  expect(await configOf(opened)).toEqual({ limit: 1, region: 'north' });
  const [field] = (await host.settings.explain('look', { bot: 'bot-a' })).fields;
  expect(field).toMatchObject({ value: 1, layer: 'organisation-locked' });
  expect(field?.layers.map(({ layer, value }) => [layer, value])).toEqual([
    ['organisation-locked', 1],
    ['configuration', 4],
    ['companion', 5],
    ['schema-default', 10],
  ]);
});

test('9.1 the organisation’s editable default goes before the schema’s, and gives way to everybody else', async () => {
  const organisation = {
    settings: [
      { tool: 'look', field: 'limit', value: 7, allowUserOverride: true, reason: 'Costs', contact: 'it@example.org' },
    ],
  };
  const opened = await openLook({ organisation });
  expect(await configOf(opened)).toEqual({ limit: 7 });
  await opened.host.settings.set('look', 'limit', 3);
  expect(await configOf(opened)).toEqual({ limit: 3 });
  await opened.host.changeLoadout('bot-a', [{ action: 'override', tool: 'look', settingsOverride: { limit: 2 } }]);
  expect(await configOf(opened)).toEqual({ limit: 2 });
  const [field] = (await opened.host.settings.explain('look', { bot: 'bot-a' })).fields;
  expect(field?.layers).toEqual([
    { layer: 'bot-override', value: 2 },
    { layer: 'operator', value: 3 },
    { layer: 'organisation-default', value: 7, reason: 'Costs', contact: 'it@example.org' },
    { layer: 'schema-default', value: 10 },
  ]);
  expect(await configOf(await openLook({ organisation, settings: { limit: 5 } }))).toEqual({ limit: 5 });
  expect(await configOf(await openLook({ organisation, toolSettings: { limit: 4 } }))).toEqual({ limit: 4 });
});

test('9.1 a list replaces whole', async () => {
  const opened = await openLook({ settings: { hosts: ['a', 'b', 'c'] } });
  await opened.host.settings.set('look', 'hosts', ['d']);
  expect(await configOf(opened)).toEqual({ limit: 10, hosts: ['d'] });
  const locked = await openLook({
    organisation: { settings: [{ tool: 'look', field: 'hosts', value: [] }] },
    settings: { hosts: ['a', 'b', 'c'] },
  });
  expect(await configOf(locked)).toEqual({ limit: 10, hosts: [] });
});

test('9.1 a blank text hides lower layers and counts as missing, in every layer', async () => {
  const schema = { ...settingsSchema, required: ['region'] };
  const opened = await openLook({ schema, toolSettings: { region: 'north' } });
  expect(await configOf(opened)).toMatchObject({ region: 'north' });
  await opened.host.settings.set('look', 'region', ' ');
  expect(withheldOf(await opened.startTurn())).toEqual([
    expect.stringMatching(/^not-configured: .*"region" is missing/),
  ]);
  const locked = await openLook({
    schema,
    toolSettings: { region: 'north' },
    organisation: { settings: [{ tool: 'look', field: 'region', value: '' }] },
  });
  expect(withheldOf(await locked.startTurn())).toEqual([expect.stringMatching(/^not-configured: /)]);
  expect((await locked.host.settings.explain('look')).missing).toEqual(['region']);
});

test('9.2 what is locked nobody changes: not by a setting, an override, or an import, with reason and contact', async () => {
  const store = createMemoryStore();
  const first = await openHost({
    store,
    companions: [createCompanion('@acme/look', provideTools({ look }))],
  });
  await first.host.settings.set('look', 'limit', 3);
  await first.host.changeLoadout('bot-a', [{ action: 'override', tool: 'look', settingsOverride: { limit: 2 } }]);
  const before = await first.host.export();
  const opened = await openHost({
    store,
    assign: null,
    companions: [createCompanion('@acme/look', provideTools({ look }))],
    organisation: lock(1, { reason: 'Costs', contact: 'it@example.org' }),
  });
  const { host } = opened;
  const refusal = {
    code: 'SETTING_LOCKED',
    message: expect.stringMatching(
      /"limit" of "look" is locked by the organisation .*Reason: Costs\. Ask: it@example\.org/,
    ),
  };
  await expect(host.settings.set('look', 'limit', 4)).rejects.toMatchObject(refusal);
  await expect(host.settings.unset('look', 'limit')).rejects.toMatchObject(refusal);
  const override = (settingsOverride: JsonObject) =>
    host.changeLoadout('bot-a', [{ action: 'override', tool: 'look', settingsOverride }]);
  await expect(override({ limit: 4 })).rejects.toMatchObject(refusal);
  await expect(host.assign('bot-a', ['look'], { settingsOverride: { limit: 4 } })).rejects.toMatchObject(refusal);
  await override({ limit: 2, region: 'north' });

  const setting = { owner: '@acme/look', tool: 'look', field: 'limit', value: 9 };
  await expect(host.import({ ...before, settings: [setting] })).rejects.toMatchObject({
    code: 'IMPORT_INVALID',
    message: expect.stringContaining('/settings/0/value: "limit" of "look" is locked by the organisation'),
  });
  const bots = before.bots.map((bot) => ({
    ...bot,
    tools: bot.tools.map((tool) => ({ ...tool, settingsOverride: { limit: 9 } })),
  }));
  await expect(host.import({ ...before, bots })).rejects.toMatchObject({
    code: 'IMPORT_INVALID',
    message: expect.stringContaining('/bots/0/tools/0/settingsOverride/limit: "limit" of "look" is locked'),
  });
  // What is stored already is no change, and stays stored.
  await host.import(before);
  expect(await configOf(opened)).toEqual({ limit: 1 });
  expect((await host.export()).settings).toEqual(before.settings);
  expect(await configOf(first)).toMatchObject({ limit: 2 });
});

test('9.2 a secret that is locked is set and unset by nobody, and a bot’s own value stays where it is', async () => {
  const settings = [
    { tool: 'look', field: 'apiKey', value: 'k-123456789' },
    { tool: 'look', field: 'limit', value: 1 },
  ];
  const store = createMemoryStore();
  const companions = [createCompanion('@acme/look', provideTools({ look }))];
  const { host: before } = await openHost({ store, companions });
  await before.changeLoadout('bot-a', [{ action: 'override', tool: 'look', settingsOverride: { limit: 2 } }]);
  const { host } = await openHost({ store, assign: null, companions, organisation: { settings } });
  const refusal = { code: 'SETTING_LOCKED' };
  for (const options of [{}, { bot: 'bot-a' }]) {
    await expect(host.settings.set('look', 'apiKey', 'mine-1234567', options)).rejects.toMatchObject(refusal);
    await expect(host.settings.unset('look', 'apiKey', options)).rejects.toMatchObject(refusal);
    await expect(host.settings.set('look', 'limit', 3, options)).rejects.toMatchObject(refusal);
  }
  await expect(host.settings.unset('look', 'limit')).rejects.toMatchObject(refusal);
  expect(await host.secrets.list()).toEqual([]);
  expect((await host.show('bot-a')).assignments[0]?.settingsOverride).toEqual({ limit: 2 });
});

test.each(['yes', 1, null, 'true', {}])(
  '9.2 with allowUserOverride %j a setting is locked',
  async (allowUserOverride) => {
    const opened = await openLook({ organisation: lock(1, { allowUserOverride }), toolSettings: { limit: 4 } });
    expect(await configOf(opened)).toEqual({ limit: 1 });
    await expect(opened.host.settings.set('look', 'limit', 2)).rejects.toMatchObject({ code: 'SETTING_LOCKED' });
    const findings = (await opened.host.examine()).filter(({ area }) => area === 'organisation');
    expect(findings).toMatchObject([
      {
        subject: 'organisation /settings/0/allowUserOverride',
        message: expect.stringContaining('The setting is locked.'),
      },
    ]);
  },
);

test.each([
  ['does not fit', lock('many'), 'has to be a whole number'],
  ['is missing', { settings: [{ tool: 'look', field: 'limit' }] } as JsonObject, 'has to be a whole number'],
  ['is a secret', { settings: [{ tool: 'look', field: 'apiKey', value: 'k-123456789' }] } as JsonObject, 'is a secret'],
])('9.2 a locked value that %s locks to nothing, and the tool is not configured', async (_what, organisation, why) => {
  const opened = await openLook({ organisation, toolSettings: { limit: 4, apiKey: 'a-key-of-the-operator' } });
  const [reason] = withheldOf(await opened.startTurn());
  expect(reason).toMatch(/^not-configured: /);
  expect(reason).toContain(why);
  expect(JSON.stringify(await opened.host.settings.explain('look'))).not.toContain('k-123456789');
  const findings = (await opened.host.examine()).filter(
    ({ area, level }) => area === 'organisation' && level === 'error',
  );
  expect(findings.length).toBeGreaterThan(0);
});

test('9.2 an editable default that is a secret, or does not fit, is given to nobody', async () => {
  const settings = [
    { tool: 'look', field: 'apiKey', value: 'k-123456789', allowUserOverride: true },
    { tool: 'look', field: 'limit', value: 'many', allowUserOverride: true },
  ];
  const opened = await openLook({ organisation: { settings } });
  expect(await configOf(opened)).toEqual({ limit: 10 });
});

test('9.2 removing an entry removes its effect at the next turn, and a new one has it', async () => {
  const { path, write } = createManagedFile(lock(1));
  const opened = await openLook({ organisation: path, toolSettings: { limit: 4 } });
  expect(await configOf(opened)).toEqual({ limit: 1 });
  const revision = opened.host.revision();
  write({ settings: [] });
  // Whoever shows the host reads it again.
  expect(opened.host.revision()).not.toBe(revision);
  expect(await configOf(opened)).toEqual({ limit: 4 });
  write({ disabledTools: [{ tool: 'look', reason: 'Not yet examined', contact: 'Ada' }] });
  expect(withheldOf(await opened.startTurn())).toEqual([
    'disabled-by-organisation: The organisation has switched it off. Reason: Not yet examined. Ask: Ada',
  ]);
  write({});
  expect(await configOf(opened)).toEqual({ limit: 4 });
});

test('9.2 a change that keeps size and time of the file is seen', async () => {
  const { path, write } = createManagedFile(lock(1));
  const opened = await openLook({ organisation: pathToFileURL(path) });
  expect(await configOf(opened)).toEqual({ limit: 1 });
  const then = new Date('2026-01-01T00:00:00Z');
  for (const limit of [2, 3, 4]) {
    write(lock(limit));
    utimesSync(path, then, then);
    expect(await configOf(opened)).toEqual({ limit });
    // In place, without another inode.
    writeFileSync(path, JSON.stringify(lock(limit + 5)));
    utimesSync(path, then, then);
    expect(await configOf(opened)).toEqual({ limit: limit + 5 });
  }
});

test.each([
  ['is no JSON', '{ "settings": [', /organisation\.json:1:16/],
  ['is no object', '[]', /has to be an object/],
  ['has a list that is none', '{ "disabledTools": "look" }', /\/disabledTools: It has to be a list/],
])(
  '9.2 while the file %s, what it said before counts; at start there are no tools then',
  async (_what, text, place) => {
    const { path, write } = createManagedFile(lock(1));
    const opened = await openLook({ organisation: path });
    write(text);
    expect(await configOf(opened)).toEqual({ limit: 1 });
    expect(await opened.host.examine()).toContainEqual(
      expect.objectContaining({
        area: 'organisation',
        level: 'error',
        message: expect.stringContaining('before goes on'),
      }),
    );
    const later = await openLook({ organisation: path });
    const [reason] = withheldOf(await later.startTurn());
    expect(reason).toMatch(/^disabled-by-organisation: What the organisation has decided cannot be read/);
    expect(reason).toMatch(place);
    write({});
    expect(await configOf(later)).toEqual({ limit: 10 });
  },
);

test('9.2 a file that is gone goes on counting, and one that never was there is no tools', async () => {
  const { path } = createManagedFile(lock(1));
  const opened = await openLook({ organisation: path });
  rmSync(path);
  expect(await configOf(opened)).toEqual({ limit: 1 });
  const later = await openLook({ organisation: path });
  expect(withheldOf(await later.startTurn())).toEqual([expect.stringMatching(/^disabled-by-organisation: .*ENOENT/)]);
  expect((await later.host.examine()).filter(({ area }) => area === 'organisation')).toMatchObject([
    { subject: path, remedy: expect.stringMatching(/^Correct the path/) },
  ]);
});

test('9.2 each entry is judged alone', async () => {
  const opened = await openLook({
    organisation: {
      settings: [null, 5, { tool: 7 }, { tool: 'other' }, { tool: 'look', field: 'limit', value: 2, reason: 9 }],
      minimumConfidence: ['x'],
      disabledTools: [{}, { owner: 'builtin' }],
      extra: true,
    } as never,
  });
  expect(await configOf(opened)).toEqual({ limit: 2 });
  const places = (await opened.host.examine())
    .filter(({ area }) => area === 'organisation')
    .map(({ subject }) => subject);
  expect(places).toEqual(expect.arrayContaining(['organisation /settings/0', 'organisation /settings/4/reason']));
  expect(places).toContain('organisation /extra');
});

test('9.2 a broken entry of disabledTools that names a tool switches it off, under any of its names', async () => {
  const entry = { tool: 'look', owner: 5, reason: [], more: 1 } as never;
  const opened = await openHost({
    companions: [createCompanion('@acme/look', provideTools({ look: { ...look, aliases: ['stare'] } }))],
    organisation: { disabledTools: [entry] },
    exposeAs: [{ owner: '@acme/look', tool: 'look', as: 'gaze' }],
  });
  expect(withheldOf(await opened.startTurn())).toEqual([
    'disabled-by-organisation: The organisation has switched it off.',
  ]);
  const others = await openLook({ organisation: { disabledTools: [{ tool: 'look', owner: '@acme/other' }] } });
  expect((await others.startTurn()).offered).toHaveLength(1);
});

test.each(['LOUD', 5, undefined, 'high'])('5.5 a level of the organisation that is %j is HIGH', async (level) => {
  const entry = { tool: 'look', ...(level === undefined ? {} : { level }) } as never;
  const opened = await openLook({ organisation: { minimumConfidence: [entry] } });
  const turnAt = (confidence: 'MEDIUM' | 'HIGH') => opened.startTurn({ modelProvider: { id: 'm', confidence } });
  expect(withheldOf(await turnAt('MEDIUM'))).toEqual([expect.stringMatching(/^below-minimum-confidence: .*HIGH/)]);
  expect((await turnAt('HIGH')).offered).toHaveLength(1);
});

test('5.5 the operator can raise the organisation’s level, and not lower it', async () => {
  const store = createMemoryStore();
  const companions = [createCompanion('@acme/look', provideTools({ look }))];
  const before = await openHost({ store, companions });
  await before.host.decisions.set('minimum-confidence', 'look', 'NONE');
  const organisation = { minimumConfidence: [{ tool: 'look', level: 'MODERATE' as const }] };
  const opened = await openHost({ store, assign: null, companions, organisation });
  const isOffered = async (confidence: 'LOW' | 'MODERATE' | 'HIGH') =>
    (await opened.startTurn({ modelProvider: { id: 'm', confidence } })).offered.length === 1;
  expect([await isOffered('LOW'), await isOffered('MODERATE')]).toEqual([false, true]);
  await opened.host.decisions.set('minimum-confidence', 'look', 'HIGH');
  expect([await isOffered('MODERATE'), await isOffered('HIGH')]).toEqual([false, true]);
});

test('9.3 settings that a companion declares once reach all its tools, and are checked by its schema', async () => {
  const settingsOf = (_args: unknown, config: unknown) => config;
  const schema: JsonSchema = {
    type: 'object',
    properties: { region: { type: 'string', default: 'eu' }, limit: { type: 'integer' } },
  };
  const companion = createCompanion(
    '@acme/two',
    provideTools({ one: settingsOf, two: { settingsSchema, run: settingsOf } }),
    {
      settings: { limit: 5 },
      settingsSchema: schema,
    },
  );
  const opened = await openHost({ companions: [companion] });
  const turn = await opened.startTurn();
  expect((await turn.call({ name: 'one' })).structuredContent).toMatchObject({ region: 'eu', limit: 5 });
  expect((await turn.call({ name: 'two' })).structuredContent).toMatchObject({ region: 'eu', limit: 5 });
  await expect(opened.host.setCompanionSettings('@acme/two', { limit: 'many' })).rejects.toMatchObject({
    code: 'COMPANION_SETTINGS_INVALID',
  });
});
