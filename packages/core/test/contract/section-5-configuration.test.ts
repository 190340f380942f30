import {
  type ConfigurationProblem,
  createDefinitionProvider,
  type IToolImplementation,
  type JsonObject,
} from '@loadout/core';
import { expect, test } from 'vitest';
import { createBuiltIns, definitionFile } from '../builders/built-ins.js';
import { createCompanion } from '../builders/companion.js';
import { createManualClock } from '../builders/manual-clock.js';
import { openHost } from '../builders/turn-builders.js';

type Validate = NonNullable<IToolImplementation['validateConfiguration']>;

const settingsSchema = {
  type: 'object',
  properties: {
    url: { type: 'string', maxLength: 20 },
    limit: { type: 'integer', maximum: 5 },
    key: { type: 'string', secret: true },
  },
  required: ['url'],
} satisfies JsonObject;

/** A built-in `look` that judges its settings so. */
function createLook(validateConfiguration?: Validate, name = 'look') {
  const implementation = {
    execute: (_args: unknown, config: JsonObject) => config,
    ...(validateConfiguration === undefined ? {} : { validateConfiguration }),
  };
  return createBuiltIns({ name, file: { ...definitionFile(name), settingsSchema }, implementation });
}

async function openLook(validate?: Validate, settings: JsonObject = { url: 'https://a.example' }) {
  const opened = await openHost({ ...createLook(validate), toolSettings: { look: settings } });
  const reasonOf = async () => {
    const { withheld } = await opened.startTurn();
    return withheld.map(({ code, reason }) => `${code}: ${reason}`)[0];
  };
  return { ...opened, reasonOf };
}

test.each([
  ['missing', {}, '"url" is missing.'],
  ['blank', { url: '  ' }, '"url" is missing.'],
  ['wrong, and nothing is below it,', { url: 7 }, '"url" has to be text, but is a number.'],
])('5.4 a tool whose required setting is %s is not configured', async (_what, settings, message) => {
  let asked = 0;
  const count = () => {
    asked += 1;
    return [];
  };
  const { reasonOf } = await openLook(count, settings as JsonObject);
  expect(await reasonOf()).toBe(`not-configured: It is not configured. ${message}`);
  // The implementation is asked of settings that fit alone.
  expect(asked).toBe(0);
});

test('5.4 an optional setting that does not fit is left out, and the tool is configured', async () => {
  const { startTurn } = await openLook(undefined, { url: 'https://a.example', limit: 9 });
  const turn = await startTurn();
  expect((await turn.call({ name: 'look' })).structuredContent).toEqual({ url: 'https://a.example' });
});

test('5.4 the implementation has the last word on settings that fit', async () => {
  const asked: JsonObject[] = [];
  const judge = (config: JsonObject): ConfigurationProblem[] => {
    asked.push(config);
    return config.url === 'https://b.example'
      ? []
      : [{ field: 'url', message: 'has to be of b.example' }, { message: 'Ask the owner of it.' }];
  };
  const { reasonOf, host, startTurn } = await openLook(judge);
  expect(await reasonOf()).toBe(
    'not-configured: It is not configured. "url": has to be of b.example. Ask the owner of it.',
  );
  expect(await host.settings.explain('look', { bot: 'bot-a' })).toMatchObject({
    missing: [],
    problems: [{ field: 'url', message: 'has to be of b.example' }, { message: 'Ask the owner of it.' }],
  });
  // Its answer for the same settings is remembered.
  expect(asked).toHaveLength(1);
  expect(Object.isFrozen(asked[0])).toBe(true);
  await host.settings.set('look', 'url', 'https://b.example');
  expect((await startTurn()).offered).toHaveLength(1);
  expect((await host.settings.explain('look')).problems).toEqual([]);
  expect(asked).toHaveLength(2);
});

test.each<[string, Validate, string]>([
  [
    'throws',
    () => {
      throw new Error('no route');
    },
    'validateConfiguration of builtin failed: no route.',
  ],
  ['rejects', () => Promise.reject(new Error('no route')), 'validateConfiguration of builtin failed: no route.'],
  ['answers a text', () => 'fine' as never, 'validateConfiguration of builtin has to answer a list of problems'],
  ['answers numbers', async () => [5] as never, 'validateConfiguration of builtin has to answer a list of problems'],
])(
  '5.4 an implementation that %s has no configured tool, and its siblings are offered',
  async (_what, validate, reason) => {
    const look = createLook(validate);
    const other = createLook(() => [], 'other');
    const { startTurn, log } = await openHost({
      definitionFolders: [...(look.definitionFolders ?? []), ...(other.definitionFolders ?? [])],
      implementations: [...(look.implementations ?? []), ...(other.implementations ?? [])],
      toolSettings: { look: { url: 'x' }, other: { url: 'x' } },
    });
    const { offered, withheld } = await startTurn();
    expect(offered.map(({ name }) => name)).toEqual(['other']);
    expect(withheld).toMatchObject([{ name: 'look', code: 'not-configured' }]);
    expect(withheld[0]?.reason).toContain(reason);
    expect(log.some(({ message }) => message.includes('validateConfiguration of builtin'))).toBe(true);
  },
);

test('5.4 an implementation that hangs is waited for a second', async () => {
  const clock = createManualClock();
  const { host } = await openHost({
    ...createLook(() => new Promise(() => undefined)),
    toolSettings: { look: { url: 'x' } },
    clock,
  });
  const showing = host.show('bot-a');
  await clock.untilPending();
  await clock.advance(1_000);
  expect((await showing).withheld).toMatchObject([
    { code: 'not-configured', reason: expect.stringContaining('did not answer within 1000 ms') },
  ]);
});

test('5.4 a failure is not remembered: a while later the implementation is asked again', async () => {
  const clock = createManualClock();
  let isThere = false;
  const { host } = await openHost({
    ...createLook(() => {
      if (!isThere) throw new Error('the server is down');
      return [];
    }),
    toolSettings: { look: { url: 'x' } },
    clock,
  });
  const reasons = async () => (await host.show('bot-a')).withheld.map(({ reason }) => reason);
  expect(await reasons()).toEqual([expect.stringContaining('the server is down')]);
  isThere = true;
  expect(await reasons()).toHaveLength(1);
  await clock.advance(30_000);
  expect(await reasons()).toEqual([]);
});

test('5.4 what an implementation says never has a secret in it', async () => {
  const { reasonOf, host } = await openLook((config) => [{ message: `Nobody knows ${String(config.key)} there.` }], {
    url: 'x',
    key: 'geheim-12345',
  });
  expect(await reasonOf()).toBe('not-configured: It is not configured. Nobody knows [secret] there.');
  expect(JSON.stringify(await host.settings.explain('look'))).not.toContain('geheim-12345');
});

test('5.4 implementations behind the definition files of a companion are asked as well', async () => {
  const { definitionFolders = [], implementations = [] } = createLook(() => [{ message: 'Not here.' }]);
  const provider = await createDefinitionProvider({ folders: definitionFolders, implementations });
  const { startTurn } = await openHost({
    companions: [
      createCompanion('@acme/files', provider),
      createCompanion('@acme/made', () => provider, { enabled: false }),
    ],
    toolSettings: { look: { url: 'x' } },
  });
  expect((await startTurn()).withheld).toMatchObject([
    { code: 'not-configured', owner: '@acme/files', reason: 'It is not configured. Not here.' },
  ]);
});
