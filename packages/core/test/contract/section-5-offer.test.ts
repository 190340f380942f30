import { createMemoryStore, type IToolImplementation, type ToolVisibility, type Turn } from '@loadout/core';
import { expect, test } from 'vitest';
import { isVisibleIn } from '../../src/turn/visibility.js';
import { createBuiltIns, definitionFile } from '../builders/built-ins.js';
import { createCompanion } from '../builders/companion.js';
import { createProvider, tool } from '../builders/provider.js';
import { createTestHost } from '../builders/test-host.js';
import { openHost } from '../builders/turn-builders.js';

const components = ['chat', 'assistant', 'kiosk'];

/** The components in which a tool is visible. */
const visibilities: readonly (readonly [what: string, visibleIn: ToolVisibility | undefined, visible: string[]])[] = [
  ['nothing said', undefined, components],
  ['nothing said in it', {}, components],
  ['chat off', { chat: false }, ['assistant', 'kiosk']],
  ['assistants off', { assistants: false }, ['chat']],
  ['both off', { chat: false, assistants: false }, []],
  ['empty lists', { assistants: false, allowedComponents: [], deniedComponents: [] }, ['chat']],
  ['an allow list', { allowedComponents: ['kiosk'] }, ['kiosk']],
  [
    'an allow list over the flags',
    { chat: false, assistants: false, allowedComponents: ['chat', 'kiosk'] },
    ['chat', 'kiosk'],
  ],
  ['a deny list', { deniedComponents: ['kiosk'] }, ['chat', 'assistant']],
  [
    'a deny list that ignores the flags',
    { chat: false, assistants: false, deniedComponents: ['kiosk'] },
    ['chat', 'assistant'],
  ],
  ['both lists', { allowedComponents: ['chat', 'kiosk'], deniedComponents: ['kiosk'] }, ['chat']],
  ['an allow list of another host', { allowedComponents: ['billboard'] }, []],
];

test.each(visibilities)('5.2 a tool with %s is visible where that says', async (_what, visibleIn, visible) => {
  expect(components.filter((component) => isVisibleIn(visibleIn, component))).toEqual(visible);
  const provider = createProvider([tool('look', visibleIn === undefined ? {} : { visibleIn })]);
  const { startTurn } = await openHost({ components, companions: [createCompanion('@acme/one', provider)] });
  const offeredIn: string[] = [];
  for (const component of components) {
    const turn = await startTurn({ component });
    if (turn.offered.length === 1) offeredIn.push(component);
    else expect(turn.withheld).toMatchObject([{ name: 'look', code: 'not-visible' }]);
  }
  expect(offeredIn).toEqual(visible);
  // Who says no component is in chat.
  expect((await startTurn()).offered).toHaveLength(visible.includes('chat') ? 1 : 0);
});

test('5.2 a tool for components of other hosts says so', async () => {
  const provider = createProvider([tool('look', { visibleIn: { allowedComponents: ['billboard'] } })]);
  const { startTurn } = await openHost({ companions: [createCompanion('@acme/one', provider)] });
  expect((await startTurn()).withheld[0]?.reason).toContain('billboard');
  expect((await startTurn()).withheld[0]?.reason).toContain('no such component');
});

test('5.2 a component that a companion misspells is told once, and one of another host is not', async () => {
  const visibleIn = { deniedComponents: ['chta', 'billboard'] };
  const { startTurn, log } = await openHost({
    companions: [createCompanion('@acme/one', createProvider([tool('look', { visibleIn })]))],
  });
  await startTurn();
  await startTurn({ component: 'assistant' });
  expect(log.map(({ message }) => message)).toEqual([
    '"look" of @acme/one names the component "chta" in visibleIn.deniedComponents, and there is none. Did you mean "chat"?',
  ]);
});

test('5.2 an unknown component makes a definition file invalid, and a turn in one is refused', async () => {
  const file = { ...definitionFile('look'), visibleIn: { deniedComponents: ['chta'] } };
  const { host, startTurn } = await openHost({ ...createBuiltIns({ name: 'look', file }) });
  const { tools, leftOut } = await host.catalogue();
  expect(tools).toEqual([]);
  expect(leftOut).toMatchObject([{ name: 'look', cause: 'file', reason: expect.stringMatching(/chta.*chat/) }]);
  await expect(startTurn({ component: 'chta' })).rejects.toMatchObject({ code: 'CONFIGURATION_INVALID' });
});

test('5.3 no selection and no defaults for the component mean every assigned tool; unknown names are ignored', async () => {
  const { host, startTurn } = await openHost({
    tools: { a: () => 1, b: () => 2, c: () => 3 },
    assign: ['a', 'b', 'c'],
  });
  const offeredIn = async (component: string, select?: readonly string[]): Promise<string[]> =>
    (await startTurn({ component, ...(select && { select }) })).offered.map(({ name }) => name);
  expect(await offeredIn('chat')).toEqual(['a', 'b', 'c']);
  expect(await offeredIn('chat', ['c', 'nobody', 'a'])).toEqual(['a', 'c']);
  expect(await offeredIn('chat', ['nobody'])).toEqual([]);
  await host.decisions.set('component-defaults', 'assistant', ['b', 'nobody']);
  expect(await offeredIn('chat')).toEqual(['a', 'b', 'c']);
  expect(await offeredIn('assistant')).toEqual(['b']);
  expect(await offeredIn('assistant', ['a'])).toEqual(['a']);
  const { withheld } = await startTurn({ select: ['nobody'] });
  expect(withheld.map(({ name, code }) => `${name} ${code}`)).toEqual(
    ['a', 'b', 'c'].map((name) => `${name} not-selected`),
  );
});

const settingsSchema = {
  type: 'object',
  properties: { region: { type: 'string' }, limit: { type: 'integer', minimum: 1, default: 10 } },
  required: ['region'],
};

test('5.4 a tool is configured once its required settings are there and not blank', async () => {
  const provider = createProvider([tool('look', { settingsSchema })]);
  const { host, startTurn } = await openHost({ companions: [createCompanion('@acme/one', provider)] });
  const codes = async () => (await startTurn()).withheld.flatMap(({ reasons }) => reasons.map(({ code }) => code));
  expect(await codes()).toEqual(['not-configured']);
  await host.settings.set('look', 'region', 'eu');
  expect(await codes()).toEqual([]);
  await host.settings.set('look', 'region', ' ');
  expect(await codes()).toEqual(['not-configured']);
  await host.assign('bot-a', ['look'], { settingsOverride: { region: 'us' } });
  expect(await codes()).toEqual([]);
});

function openBuiltIn(validateConfiguration: NonNullable<IToolImplementation['validateConfiguration']>, rest = {}) {
  const file = { ...definitionFile('look'), settingsSchema };
  return openHost({ ...createBuiltIns({ name: 'look', file, implementation: { validateConfiguration } }), ...rest });
}

test('5.4 then the implementation has its say, of settings that fit', async () => {
  const asked: unknown[] = [];
  const { host, startTurn } = await openBuiltIn((config) => {
    asked.push(config);
    return config.region === 'eu' ? [] : [{ message: `There is no region ${config.region}` }];
  });
  expect((await startTurn()).withheld[0]?.code).toBe('not-configured');
  expect(asked).toEqual([]);
  await host.settings.set('look', 'region', 'mars');
  const [entry] = (await startTurn()).withheld;
  expect(entry?.code).toBe('not-configured');
  expect(entry?.reason).toMatch(/There is no region mars/);
  await host.settings.set('look', 'region', 'eu');
  expect((await startTurn()).offered.map(({ name }) => name)).toEqual(['look']);
  expect(asked).toEqual([
    { region: 'mars', limit: 10 },
    { region: 'eu', limit: 10 },
  ]);
});

test('5.4 the implementation is not asked of a tool that something else withholds', async () => {
  const asked: unknown[] = [];
  const { startTurn } = await openBuiltIn(
    (config) => {
      asked.push(config);
      return [];
    },
    { toolSettings: { look: { region: 'venus' } } },
  );
  expect((await startTurn({ select: [] })).withheld[0]?.reasons.map(({ code }) => code)).toEqual(['not-selected']);
  expect(asked).toEqual([]);
  expect((await startTurn()).offered).toHaveLength(1);
  expect(asked).toEqual([{ region: 'venus', limit: 10 }]);
});

test.each([
  [
    'throws',
    () => {
      throw new Error('no database');
    },
  ],
  ['rejects', () => Promise.reject(new Error('no database'))],
])('5.4 an implementation that %s leaves its tool not configured, and touches no other', async (_what, validate) => {
  const file = { ...definitionFile('look') };
  const { startTurn } = await openHost({
    ...createBuiltIns({ name: 'look', file, implementation: { validateConfiguration: validate as never } }, 'other'),
  });
  const turn = await startTurn();
  expect(turn.offered.map(({ name }) => name)).toEqual(['other']);
  expect(turn.withheld).toMatchObject([{ name: 'look', code: 'not-configured' }]);
});

test('5.4 an implementation that hangs is waited for a second at most, and asked again later', async () => {
  let answer: ((problems: []) => void) | undefined;
  let asked = 0;
  const validateConfiguration = () => {
    asked += 1;
    return new Promise<[]>((resolve) => (answer = resolve));
  };
  const host = await createTestHost(
    createBuiltIns({ name: 'look', implementation: { validateConfiguration } }, 'other'),
  );
  await host.bots.add({ id: 'bot-a' });
  await host.assign('bot-a', ['look', 'other']);
  const startTurn = () => host.startTurn({ bot: 'bot-a' });
  const offeredIn = (turn: Turn): string[] => turn.offered.map(({ name }) => name);
  const starting = startTurn();
  while (asked === 0) await new Promise((resolve) => setImmediate(resolve));
  await host.clock.advance(1_000);
  expect(offeredIn(await starting)).toEqual(['other']);
  // Until then nobody waits again.
  expect(offeredIn(await startTurn())).toEqual(['other']);
  expect(asked).toBe(1);
  await host.clock.advance(10_000);
  const again = startTurn();
  while (asked === 1) await new Promise((resolve) => setImmediate(resolve));
  answer?.([]);
  answer = undefined;
  expect(offeredIn(await again)).toEqual(['look', 'other']);
  await host.clock.advance(60_000);
  expect(offeredIn(await startTurn())).toEqual(['look', 'other']);
  expect(asked).toBe(2);
});

test('5.4 settings of another owner’s tool are shown to nobody', async () => {
  const seen: unknown[] = [];
  const store = createMemoryStore();
  const first = await openHost({
    store,
    companions: [createCompanion('@acme/one', createProvider([tool('look', { settingsSchema })]))],
  });
  await first.host.assign('bot-a', ['look'], { settingsOverride: { region: 'mine' } });
  const file = definitionFile('other');
  const { startTurn } = await openHost({
    store,
    assign: null,
    ...createBuiltIns({ name: 'other', file }),
    companions: [
      createCompanion(
        '@acme/two',
        createProvider([tool('look', { settingsSchema })], { executeTool: (_n, _a, config) => seen.push(config) }),
      ),
    ],
  });
  const turn = await startTurn();
  expect(turn.withheld).toMatchObject([{ name: 'look', code: 'owner-changed' }]);
  expect(turn.withheld[0]?.reasons).toHaveLength(1);
  expect(seen).toEqual([]);
});
