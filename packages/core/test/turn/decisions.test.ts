import { createMemoryStore, type DecisionKind, type JsonValue, type Store } from '@loadout/core';
import { expect, test } from 'vitest';
import { createCompanion } from '../builders/companion.js';
import { createProvider, tool } from '../builders/provider.js';
import { storeBot } from '../builders/stored-bot.js';
import { openHost, readText } from '../builders/turn-builders.js';

const at = '2026-01-01T00:00:00.000Z';

/** What another process decided. */
async function decide(store: Store, kind: DecisionKind, subject: string, value: JsonValue): Promise<void> {
  await store.change((writer) => writer.putDecision({ kind, subject, value, updatedAt: at }));
}

const codesOf = (withheld: readonly { readonly name: string; readonly code: string }[]): string[] =>
  withheld.map(({ name, code }) => `${name} ${code}`);

test('with tools switched off nothing is offered or called, from the next turn on', async () => {
  const store = createMemoryStore();
  const recognising = createProvider(['a'], { providesTool: () => true });
  const { host, startTurn } = await openHost({
    store,
    assign: ['a', 'recognised'],
    companions: [createCompanion('@acme/one', recognising)],
  });
  const before = await startTurn();
  expect((await before.call({ name: 'recognised' })).status).toBe('SUCCESS');
  await decide(store, 'tools-off', '', true);
  const turn = await startTurn();
  expect(turn.offered).toEqual([]);
  expect(turn.toolsJson).toBe('[]');
  expect(codesOf(turn.withheld)).toEqual(['a tools-off', 'recognised tools-off']);
  for (const name of ['a', 'recognised']) expect((await turn.call({ name })).status, name).toBe('BLOCKED');
  // A running turn keeps what it has.
  expect((await before.call({ name: 'a' })).status).toBe('SUCCESS');
  await store.change((writer) => writer.deleteDecision('tools-off', ''));
  expect((await host.show('bot-a')).offered.map(({ name }) => name)).toEqual(['a']);
});

test('every reason that applies is told, in the order of the gates, the first one marked', async () => {
  const store = createMemoryStore();
  const careful = tool('careful', { minimumConfidence: 'HIGH' });
  const { startTurn } = await openHost({
    store,
    assign: null,
    companions: [createCompanion('@acme/two', createProvider([careful]))],
  });
  await storeBot(store, { id: 'bot-a' }, [{ toolName: 'careful', owner: '@acme/one' }]);
  await decide(store, 'tools-off', '', true);
  const { withheld } = await startTurn({ select: ['other'], modelProvider: { id: 'acme', confidence: 'LOW' } });
  expect(withheld[0]?.reasons.map(({ code }) => code)).toEqual([
    'tools-off',
    'owner-changed',
    'not-selected',
    'below-minimum-confidence',
  ]);
  expect(withheld[0]).toMatchObject(withheld[0]?.reasons[0] ?? {});
});

test('a tool needs the confidence that the operator says, or else its definition; a turn that says none is UNKNOWN', async () => {
  const store = createMemoryStore();
  const tools = [tool('open'), tool('careful', { minimumConfidence: 'MEDIUM' })];
  const { host, startTurn } = await openHost({
    store,
    companions: [createCompanion('@acme/one', createProvider(tools))],
  });
  const offeredFor = async (confidence?: 'LOW' | 'MEDIUM' | 'HIGH'): Promise<string[]> => {
    const modelProvider = confidence === undefined ? null : { id: 'acme', confidence };
    return (await startTurn({ modelProvider })).offered.map(({ name }) => name);
  };
  expect(await offeredFor()).toEqual(['open']);
  expect(await offeredFor('LOW')).toEqual(['open']);
  expect(await offeredFor('MEDIUM')).toEqual(['open', 'careful']);
  await decide(store, 'minimum-confidence', '@acme/one#open', 'HIGH');
  await decide(store, 'minimum-confidence', '@acme/one#careful', 'NONE');
  expect(await offeredFor('MEDIUM')).toEqual(['careful']);
  expect(await offeredFor('HIGH')).toEqual(['open', 'careful']);
  // Whoever looks without a model is not asked for its confidence.
  expect((await host.show('bot-a')).offered.map(({ name }) => name)).toEqual(['open', 'careful']);
  expect(codesOf((await host.show('bot-a', { confidence: 'LOW' })).withheld)).toEqual([
    'open below-minimum-confidence',
  ]);
});

test('the approval that the operator decided counts instead of the definition’s', async () => {
  const store = createMemoryStore();
  const tools = [tool('asks', { policy: { approval: 'ask' } }), tool('runs')];
  const { startTurn } = await openHost({
    store,
    companions: [createCompanion('@acme/one', createProvider(tools))],
  });
  const before = await startTurn();
  expect((await before.call({ name: 'asks' })).status).toBe('BLOCKED');
  await decide(store, 'approval', '@acme/one#asks', 'never');
  await decide(store, 'approval', '@acme/one#runs', 'deny');
  const turn = await startTurn();
  expect((await turn.call({ name: 'asks' })).status).toBe('SUCCESS');
  expect(readText(await turn.call({ name: 'runs' }))).toContain('not permitted');
  expect(turn.offered.map(({ policy }) => policy.approval)).toEqual(['never', 'deny']);
  expect(before.offered.map(({ policy }) => policy.approval)).toEqual(['ask', 'never']);
});

test('a changed definition is withheld only where the operator asks for that', async () => {
  const store = createMemoryStore();
  let description = 'Does it.';
  const provider = createProvider(() => [tool('shifty', { description })]);
  const { host, startTurn } = await openHost({ store, companions: [createCompanion('@acme/one', provider)] });
  description = 'Does it, and deletes everything.';
  await host.refresh();
  expect((await startTurn()).offered).toHaveLength(1);
  await decide(store, 'withhold-changed-definitions', '', true);
  expect(codesOf((await startTurn()).withheld)).toEqual(['shifty definition-changed']);
  await host.changeLoadout('bot-a', [{ action: 'accept', tool: 'shifty' }]);
  expect((await startTurn()).offered).toHaveLength(1);
});

test('defaults of a component count where a turn selects nothing', async () => {
  const store = createMemoryStore();
  const { startTurn } = await openHost({ store, tools: { a: () => 1, b: () => 2 } });
  const offeredIn = async (component: string, select?: readonly string[]): Promise<string[]> =>
    (await startTurn({ component, ...(select === undefined ? {} : { select }) })).offered.map(({ name }) => name);
  await decide(store, 'component-defaults', 'chat', ['b']);
  expect(await offeredIn('chat')).toEqual(['b']);
  expect(await offeredIn('assistant')).toEqual(['a', 'b']);
  expect(await offeredIn('chat', ['a'])).toEqual(['a']);
  const reasonIn = async (select?: string[]) =>
    (await startTurn({ component: 'chat', ...(select && { select }) })).withheld[0]?.reason;
  expect(await reasonIn()).toBe('The defaults of component "chat" leave it out. Decide otherwise, or select it.');
  expect(await reasonIn(['b'])).toBe('It is not among the tools that this turn was restricted to.');
  await decide(store, 'component-defaults', 'chat', []);
  expect(await offeredIn('chat')).toEqual([]);
});

test('a name that the operator decided to expose a tool under holds from the next turn on, over the configuration’s', async () => {
  const store = createMemoryStore();
  const { host, startTurn } = await openHost({
    store,
    assign: null,
    companions: [createCompanion('@acme/one', createProvider(['look']))],
    exposeAs: [{ owner: '@acme/one', tool: 'look', as: 'configured' }],
  });
  expect((await host.catalogue()).tools.map(({ name }) => name)).toEqual(['configured']);
  await decide(store, 'expose-as', '@acme/one#look', 'decided');
  await storeBot(store, { id: 'bot-a' }, [{ toolName: 'decided', owner: '@acme/one' }]);
  const turn = await startTurn();
  expect(turn.offered.map(({ name }) => name)).toEqual(['decided']);
  expect((await turn.call({ name: 'decided' })).status).toBe('SUCCESS');
});

test('what the operator set of a tool counts for that owner’s tool alone, under its override and over the configuration', async () => {
  const store = createMemoryStore();
  const settingsSchema = { type: 'object', properties: { limit: { type: 'integer', default: 10 } } };
  const answering = (owner: string) =>
    createCompanion(
      owner,
      createProvider([tool('look', { settingsSchema })], { executeTool: (_name, _args, config) => config }),
    );
  const { host, startTurn } = await openHost({
    store,
    companions: [answering('@acme/one')],
    toolSettings: { look: { limit: 3 } },
  });
  const limitOf = async (): Promise<unknown> =>
    (await (await startTurn()).call({ name: 'look' })).structuredContent?.limit;
  expect(await limitOf()).toBe(3);
  const set = (owner: string, value: number) =>
    store.change((writer) => writer.putToolSetting({ owner, toolName: 'look', field: 'limit', value, updatedAt: at }));
  await set('@acme/other', 4);
  expect(await limitOf()).toBe(3);
  await set('@acme/one', 5);
  expect(await limitOf()).toBe(5);
  await host.assign('bot-a', ['look'], { settingsOverride: { limit: 6 } });
  expect(await limitOf()).toBe(6);
});

test('a change of something else leaves an offer what it is', async () => {
  const store = createMemoryStore();
  const { host, startTurn } = await openHost({ store, tools: { a: () => 1 } });
  const { offered } = await startTurn();
  await host.bots.add({ id: 'other' });
  expect((await startTurn()).offered).toBe(offered);
  await host.bots.rename('bot-a', 'New name');
  const turn = await startTurn();
  expect(turn.offered).toBe(offered);
  expect(turn.bot.displayName).toBe('New name');
});
