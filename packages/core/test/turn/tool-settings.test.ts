import { createMemoryStore, type JsonObject, type JsonSchema } from '@loadout/core';
import { expect, test } from 'vitest';
import { createBuiltIns, definitionFile } from '../builders/built-ins.js';
import { createCompanion } from '../builders/companion.js';
import { createProvider, tool } from '../builders/provider.js';
import { storeBot } from '../builders/stored-bot.js';
import { type OpenHost, openHost, provideTools } from '../builders/turn-builders.js';

const settingsSchema: JsonSchema = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1, default: 10 },
    region: { type: 'string', enum: ['eu', 'us'] },
    apiKey: { type: 'string', secret: true, minLength: 8 },
  },
};

/** A host whose tool `look` of `@acme/look` answers with its settings. */
function openLook(
  toolSettings: Readonly<Record<string, JsonObject>>,
  { schema = settingsSchema, settings = {} }: { schema?: JsonSchema; settings?: JsonObject } = {},
): Promise<OpenHost> {
  const look = { settingsSchema: schema, run: (_args: unknown, config: unknown) => config };
  const companion = createCompanion('@acme/look', provideTools({ look }), { settings });
  return openHost({ companions: [companion], toolSettings });
}

async function configOf({ startTurn }: OpenHost, name = 'look'): Promise<unknown> {
  return (await (await startTurn()).call({ name })).structuredContent;
}

const problemsOf = async ({ host }: OpenHost) =>
  ((await host.catalogue()).companions[0]?.problems ?? []).map(({ code, message }) => `${code} ${message}`);

test('an invalid setting of the operator is left out alone, told once, and the default counts', async () => {
  const opened = await openLook({ look: { limit: 0, region: 'eu', apiKey: 'secret' } });
  expect(await configOf(opened)).toEqual({ limit: 10, region: 'eu' });
  await opened.startTurn({ locale: 'de' });
  await opened.addBot('bot-b', ['look']);
  await opened.startTurn({ bot: 'bot-b' });
  const problems = [
    'toolSettings.look: "limit" has to be 1 or more. It is left out.',
    'toolSettings.look: "apiKey" needs 8 characters or more. It is left out.',
  ];
  expect(await problemsOf(opened)).toEqual(problems.map((message) => `TOOL_SETTINGS_INVALID ${message}`));
  expect(opened.log.map(({ companion, message }) => [companion, message])).toEqual(
    problems.map((message) => ['@acme/look', message]),
  );
  expect(JSON.stringify(opened.log.map(({ error: _, ...entry }) => entry))).not.toContain('secret');
  expect(opened.log[0]?.error).toMatchObject({
    code: 'TOOL_SETTINGS_INVALID',
    details: { tool: 'look', field: 'limit' },
  });
});

test('what is wrong with the operator’s settings is in the catalogue before any bot has the tool', async () => {
  const opened = await openHost({
    companions: [createCompanion('@acme/look', createProvider([tool('look', { settingsSchema })]))],
    toolSettings: { look: { regoin: 'eu' } },
    assign: null,
  });
  expect(await problemsOf(opened)).toEqual([
    'TOOL_SETTINGS_INVALID toolSettings.look: There is no setting "regoin". Did you mean "region"? It is left out.',
  ]);
});

test('a wrong setting of one bot is told with the bot, and the operator’s counts', async () => {
  const store = createMemoryStore();
  // Written by somebody who did not ask the host, or under an earlier schema of the tool.
  const settingsOverride = { limit: 'many', colour: 'red' };
  await storeBot(store, { id: 'bot-x' }, [{ toolName: 'look', owner: '@acme/look', settingsOverride }]);
  const opened = await openHost({
    store,
    assign: null,
    companions: [
      createCompanion(
        '@acme/look',
        provideTools({ look: { settingsSchema, run: (_args: unknown, config: unknown) => config } }),
      ),
    ],
    toolSettings: { look: { limit: 3 } },
  });
  const turn = await opened.startTurn({ bot: 'bot-x' });
  expect((await turn.call({ name: 'look' })).structuredContent).toEqual({ limit: 3 });
  expect(await problemsOf(opened)).toEqual([
    'TOOL_SETTINGS_INVALID The override of bot "bot-x" for "look": "limit" has to be a whole number, but is text. It is left out.',
    expect.stringContaining('The override of bot "bot-x" for "look": There is no setting "colour".'),
  ]);
});

test('settings of the companion that other tools use are no problem, and wrong ones of the tool’s own are', async () => {
  const opened = await openLook({}, { settings: { branch: 'north', region: 'asia' } });
  expect(await configOf(opened)).toEqual({ limit: 10, branch: 'north' });
  expect(await problemsOf(opened)).toEqual([
    'TOOL_SETTINGS_INVALID The settings of @acme/look for "look": "region" has to be one of "eu", "us". It is left out.',
  ]);
});

test('a required setting that is missing is told once for all bots', async () => {
  const opened = await openLook({}, { schema: { ...settingsSchema, required: ['apiKey', 'region'] } });
  await opened.addBot('bot-b', ['look']);
  for (const bot of ['bot-a', 'bot-b']) await opened.startTurn({ bot });
  expect(await problemsOf(opened)).toEqual([
    'TOOL_SETTINGS_INVALID Settings of "look": "region" is missing. Set it in toolSettings.look.',
    'TOOL_SETTINGS_INVALID Settings of "look": "apiKey" is missing. It is a secret: "loadout settings set look apiKey" asks for it.',
  ]);
});

test('what is wrong with settings of a built-in is in the log, under no mark of a companion', async () => {
  const file = { ...definitionFile('word_count'), settingsSchema };
  const { log, host, startTurn } = await openHost({
    ...createBuiltIns({ name: 'word_count', file }),
    toolSettings: { word_count: { limit: 1.5 } },
  });
  await startTurn();
  await startTurn({ locale: 'de' });
  await host.catalogue();
  expect(log).toHaveLength(1);
  expect(log[0]).toMatchObject({
    level: 'warn',
    message: expect.stringContaining('toolSettings.word_count: "limit" has to be a whole number'),
  });
  expect(log[0]).not.toHaveProperty('companion');
});

test.each<[string, string, RegExp]>([
  ['a slip', 'curse_search', /no tool is called "curse_search" at present.* Did you mean "course_search"\?$/],
  ['a name far from all', 'xyz', /no tool is called "xyz" at present.*may have failed\.$/],
  ['an old name', 'find_course', /only an old name of a tool is "find_course".* Did you mean "course_search"\?$/],
  ['a name of Object.prototype', 'constructor', /no tool is called "constructor"/],
])('settings under %s are said once, in the log', async (_what, name, message) => {
  const provider = createProvider([tool('course_search', { aliases: ['find_course'] })]);
  const { log, host, startTurn } = await openHost({
    companions: [createCompanion('@acme/courses', provider)],
    toolSettings: { [name]: { limit: 1 } },
  });
  await startTurn();
  await host.refresh();
  await startTurn();
  expect(log).toMatchObject([
    { level: 'warn', event: 'tool-settings-unknown', message: expect.stringMatching(message) },
  ]);
  expect(log[0]).not.toHaveProperty('companion');
});

test('settings of a tool that is off, broken or not listed yet are no mistake', async () => {
  let listed: (() => void) | undefined;
  const slow = createProvider([], {
    getTools: () => new Promise((resolve) => (listed = () => resolve([tool('late'), tool('other')]))),
  });
  const { log, host } = await openHost({
    companions: [
      createCompanion('@acme/off', createProvider([], { getToolMetadata: () => ({ off: { label: 'Off' } }) })),
      createCompanion('@acme/broken', createProvider([tool('broken', { schema: { type: 'array' } })])),
      createCompanion('@acme/slow', slow),
    ],
    limits: { firstListWaitMs: 1 },
    toolSettings: { off: {}, broken: {}, late: {}, othr: {} },
    assign: null,
  });
  const settingsLines = () => log.filter(({ event }) => event === 'tool-settings-unknown');
  await host.catalogue();
  expect(settingsLines()).toEqual([]);
  listed?.();
  await host.refresh();
  await host.catalogue();
  expect(settingsLines()).toMatchObject([{ message: expect.stringContaining('Did you mean "other"?') }]);
});

const exposeAs = [{ owner: '@acme/look', tool: 'look', as: 'acme_look' }];

test('a tool under another name has the settings under that name, and below them those under its own', async () => {
  const free = (_args: unknown, config: unknown) => config;
  const companion = createCompanion('@acme/look', provideTools({ look: { settingsSchema, run: free } }));
  const opened = await openHost({
    companions: [companion],
    exposeAs,
    toolSettings: { acme_look: { limit: 3 }, look: { limit: 4, region: 'us', colour: 'red' } },
  });
  expect(await configOf(opened, 'acme_look')).toEqual({ limit: 3, region: 'us' });
  expect(await problemsOf(opened)).toEqual([
    expect.stringContaining('toolSettings.look: There is no setting "colour".'),
  ]);
  const unnamed = await openHost({ companions: [companion], exposeAs, toolSettings: { look: { limit: 4 } } });
  expect(await configOf(unnamed, 'acme_look')).toEqual({ limit: 4 });
  expect(unnamed.log).toEqual([]);
});

test('the own name of a tool under another name is known', async () => {
  const companion = createCompanion('@acme/look', createProvider(['look']));
  const { host, log } = await openHost({
    companions: [companion],
    exposeAs,
    toolSettings: { loook: {} },
    assign: null,
  });
  await host.catalogue();
  expect(log).toMatchObject([{ message: expect.stringContaining('Did you mean "look"?') }]);
});

test('settings under a name that another tool has reach that tool alone', async () => {
  const answer = (_args: unknown, config: unknown) => config;
  const { startTurn } = await openHost({
    companions: [
      createCompanion('@acme/first', provideTools({ look: answer })),
      createCompanion('@acme/look', provideTools({ look: answer })),
    ],
    exposeAs,
    toolSettings: { look: { key: 'of-the-first' } },
  });
  const turn = await startTurn();
  expect((await turn.call({ name: 'look' })).structuredContent).toEqual({ key: 'of-the-first' });
  expect((await turn.call({ name: 'acme_look' })).structuredContent).toEqual({});
});
