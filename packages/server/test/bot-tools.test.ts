import {
  createHost,
  createMemoryStore,
  createMemoryTraceRecorder,
  type HostOptions,
  type OrganisationDocument,
} from '@loadout/core';
import { expect, onTestFinished, test } from 'vitest';
import { makeApp } from './builders/make-app.js';
import { makeHost, secretValue } from './builders/make-host.js';

type Row = Readonly<Record<string, unknown>>;

/** A host of its own, with these tools of `@acme/tools`, and bot `demo` that has those named. */
async function makeOwn(tools: readonly object[], assigned: readonly string[], more: HostOptions = {}) {
  const store = createMemoryStore();
  const traces = createMemoryTraceRecorder();
  let listed = tools;
  let changed = (): void => {};
  const host = await createHost({
    store,
    traces,
    logger: () => {},
    companions: [
      {
        id: '@acme/tools',
        load: () => ({
          register: (companion: {
            on(
              event: string,
              listener: (event: { registerProvider(made: object): void; toolsChanged(): void }) => void,
            ): void;
          }) =>
            companion.on('CollectToolProviders', (event) => {
              changed = () => event.toolsChanged();
              event.registerProvider({ getTools: () => listed, executeTool: () => 'done' });
            }),
        }),
      },
    ],
    ...more,
  });
  onTestFinished(() => host.close());
  await host.bots.add({ id: 'demo' });
  await host.bots.add({ id: 'other' });
  await host.assign('demo', assigned);
  const made = await makeApp({}, { host, store, traces, waiting: Promise.resolve(), cancelled: Promise.resolve() });
  const list = async (query = '') => {
    const response = await made.send('viewer', 'GET', `/api/v1/bots/demo/tools${query}`);
    return { status: response.status, etag: response.headers.get('etag'), ...Object(await response.json()) };
  };
  const relist = async (now: readonly object[]): Promise<void> => {
    listed = now;
    changed();
    await host.refresh();
  };
  return { ...made, list, relist };
}

const tool = (name: string, more: object = {}): object => ({
  name,
  description: `Does ${name}.`,
  schema: { type: 'object' },
  ...more,
});

const rowOf = (rows: readonly Row[], name: string): Row => rows.find((row) => row.name === name) ?? {};

test("the rows are the bot's in the order of its loadout, then the others by owner and name", async () => {
  const { send, host } = await makeApp();
  await host.changeLoadout('demo', [{ action: 'move', tool: 'who', position: 0 }]);
  const response = await send('viewer', 'GET', '/api/v1/bots/demo/tools');
  const { bot, counts, rows, tokens } = Object(await response.json());
  expect(response.headers.get('etag')).toBe(`"${bot.loadoutRevision}"`);
  const { assignments } = await host.show('demo');
  expect(rows.map(({ name }: Row) => name)).toEqual([...assignments.map(({ toolName }) => toolName), 'spare', 'left']);
  expect(counts).toEqual({ all: 8, on: 6, offered: 6, withheld: 0, absent: 0 });
  expect(rows.map(({ state }: Row) => state)).toEqual([...Array(6).fill('offered'), 'off', 'off']);
  const offered = rows.filter(({ state }: Row) => state === 'offered');
  expect(tokens).toBe(offered.reduce((sum: number, row: { tokens: number }) => sum + row.tokens, 0));
  expect(rowOf(rows, 'who')).toMatchObject({ position: 0, isAssigned: true, changesData: false, needsApproval: false });
  expect(rowOf(rows, 'wait')).toMatchObject({ changesData: true });
  expect(rowOf(rows, 'asks')).toMatchObject({ needsApproval: true });
  expect(rowOf(rows, 'spare')).toMatchObject({ position: null, isAssigned: false, code: null, reasons: [] });
  expect(JSON.stringify(rows)).not.toContain(secretValue);
});

test('a tool that is not configured names what has to be filled in, by the titles of the language', async () => {
  const settingsSchema = {
    type: 'object',
    properties: {
      region: { type: 'string' },
      apiKey: { type: 'string', title: { en: 'API key', de: 'API-Schlüssel' }, secret: true },
      pages: { type: 'integer' },
    },
    required: ['pages', 'apiKey'],
  };
  const label = { en: 'Records', de: 'Datensätze' };
  const { list, host } = await makeOwn([tool('records', { settingsSchema, label }), tool('plain')], ['records']);
  const { rows, counts } = await list('?locale=de');
  expect(rowOf(rows, 'records')).toMatchObject({
    label: 'Datensätze',
    state: 'withheld',
    code: 'not-configured',
    missingSettings: [
      { field: 'apiKey', title: 'API-Schlüssel' },
      { field: 'pages', title: 'pages' },
    ],
  });
  expect(counts).toEqual({ all: 2, on: 1, offered: 0, withheld: 1, absent: 0 });
  await host.settings.set('records', 'apiKey', 'a-key-of-many-characters');
  expect(rowOf((await list()).rows, 'records').missingSettings).toEqual([{ field: 'pages', title: 'pages' }]);
  await host.settings.set('records', 'pages', 3);
  expect(rowOf((await list()).rows, 'records')).toMatchObject({ state: 'offered', missingSettings: [], reasons: [] });
});

test('an absent tool stays, with its label, and is counted as withheld and as absent', async () => {
  const { list, relist, send } = await makeOwn([tool('gone', { label: 'Gone' }), tool('plain')], ['gone', 'plain']);
  await relist([tool('plain')]);
  const { rows, counts } = await list();
  expect(counts).toEqual({ all: 2, on: 2, offered: 1, withheld: 1, absent: 1 });
  expect(rowOf(rows, 'gone')).toMatchObject({
    label: 'Gone',
    owner: '@acme/tools',
    isAbsent: true,
    code: 'absent',
    tokens: 0,
  });
  expect(Date.parse(String(rowOf(rows, 'gone').listedAt))).toBeLessThanOrEqual(Date.now());
  const summary = Object(await (await send('viewer', 'GET', '/api/v1/bots/demo/summary')).json());
  expect(summary).toMatchObject({ counts, reasons: [{ code: 'absent', count: 1 }], lastTurnAt: null });
});

test('a row says that its definition is not the accepted one, also where it is offered, and that it destroys', async () => {
  const reads = tool('notes', { policy: { readOnly: true } });
  const { list, relist, host } = await makeOwn([reads, tool('plain')], ['notes', 'plain']);
  expect(rowOf((await list()).rows, 'notes')).toMatchObject({ isChanged: false, destroysData: false });
  await relist([tool('notes', { policy: { readOnly: false, destructive: true } }), tool('plain')]);
  const { rows } = await list();
  expect(rowOf(rows, 'notes')).toMatchObject({ state: 'offered', isChanged: true, destroysData: true });
  expect(rowOf(rows, 'plain')).toMatchObject({ isChanged: false });
  await host.changeLoadout('demo', [{ action: 'accept', tool: 'notes' }]);
  expect(rowOf((await list()).rows, 'notes')).toMatchObject({ state: 'offered', isChanged: false });
});

test('a tool whose companion is gone says when that listed it last', async () => {
  const { list, host, store } = await makeOwn([tool('plain')], ['plain']);
  const listedAt = '2026-05-03T12:00:00.000Z';
  await store.change((writer) =>
    writer.putSnapshot({
      owner: '@acme/old',
      companionId: '@acme/old',
      tools: [],
      metadata: {},
      droppedTools: [],
      hash: 'h',
      listedAt,
    }),
  );
  await host.changeLoadout('demo', [{ action: 'assign', tool: 'tickets', owner: '@acme/old', label: 'Old tickets' }]);
  expect(rowOf((await list()).rows, 'tickets')).toMatchObject({
    label: 'Old tickets',
    owner: '@acme/old',
    code: 'absent',
    isAbsent: true,
    listedAt,
  });
});

test('a row is of the context that was asked for; what would withhold a tool that is off is told', async () => {
  const rootUnion = { type: 'object', properties: {}, anyOf: [{ required: ['a'] }, { required: ['b'] }] };
  const tools = [
    tool('anywhere'),
    tool('hidden', { visibleIn: { chat: false } }),
    tool('trusted', { minimumConfidence: 'HIGH' }),
    tool('spare_hidden', { visibleIn: { chat: false } }),
    tool('spare_union', { schema: rootUnion }),
  ];
  const organisation: OrganisationDocument = {
    disabledTools: [{ tool: 'anywhere', reason: 'Data protection', contact: 'it@acme.example' }],
  };
  const { list, host } = await makeOwn(tools, ['hidden', 'trusted'], { organisation });
  const states = async (query: string) => {
    const { rows } = await list(query);
    return Object.fromEntries(rows.map(({ name, state, code }: Row) => [name, code ?? state]));
  };
  expect(await states('')).toEqual({
    hidden: 'not-visible',
    trusted: 'offered',
    anywhere: 'disabled-by-organisation',
    spare_hidden: 'not-visible',
    spare_union: 'off',
  });
  expect(await states('?component=assistant&confidence=LOW&api=responses')).toMatchObject({
    hidden: 'offered',
    trusted: 'below-minimum-confidence',
    spare_hidden: 'off',
  });
  expect((await list('?component=nowhere')).status).toBe(400);
  // One banner says that all are off, not every row.
  await host.decisions.set('tools-off', '', true);
  expect(await states('')).toMatchObject({ hidden: 'tools-off', spare_union: 'off' });
});

test('tokens are those of what the model API gets', async () => {
  const schema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
  const { list, host } = await makeOwn([tool('on', { schema }), tool('off', { schema })], ['on']);
  for (const api of ['chat', 'responses', 'anthropic', 'gemini'] as const) {
    const { rows, tokens } = await list(`?api=${api}`);
    const [first] = (await host.show('demo', { model: { api } })).converted;
    expect(rowOf(rows, 'on').tokens).toBe(Math.ceil(JSON.stringify(first?.wire).length / 4));
    expect(tokens).toBe(rowOf(rows, 'on').tokens);
    expect(Number(rowOf(rows, 'off').tokens)).toBeGreaterThan(0);
  }
  const plain = { name: 'on', description: 'Does on.', inputSchema: schema };
  expect(rowOf((await list()).rows, 'on').tokens).toBe(Math.ceil(JSON.stringify(plain).length / 4));
});

test('a summary tells when the bot was used last', async () => {
  const made = await makeHost();
  const { send, host } = await makeApp({}, made);
  const read = async () => Object(await (await send('viewer', 'GET', '/api/v1/bots/demo/summary')).json());
  expect(await read()).toMatchObject({ counts: { all: 8, on: 6, offered: 6 }, reasons: [], lastTurnAt: null });
  const turn = await host.startTurn({ bot: 'demo' });
  await turn.call({ name: 'echo', arguments: { text: 'x' } });
  await turn.end();
  const [call] = await host.traces.list();
  const began = (await host.traces.listTurns?.())?.[0]?.startedAt ?? 0;
  expect((await read()).lastTurnAt).toBe(new Date(Math.max(call?.startedAt ?? 0, began)).toISOString());

  const { accessTokens } = await read();
  await host.tokens.create({ name: 'app', bot: 'demo' });
  const { token } = await host.tokens.create({ name: 'old', bot: 'demo' });
  await host.tokens.revoke(token.id);
  expect((await read()).accessTokens).toBe(accessTokens + 1);
  expect((await send('viewer', 'GET', '/api/v1/bots/nobody/summary')).status).toBe(404);
});

test('two thousand tools leave others their turns, and a second look is short', async () => {
  const schema = {
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`field_${index}`, { type: 'string' }])),
  };
  const tools = Array.from({ length: 2_000 }, (_, index) => tool(`tool_${index}`, { schema }));
  const { host } = await makeOwn(tools, ['tool_7']);
  await host.listTools('demo');
  let turns = 0;
  const count = (): void => {
    turns += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  const before = process.cpuUsage();
  const { rows } = await host.listTools('demo', { model: { api: 'chat' } });
  const { user, system } = process.cpuUsage(before);
  clearImmediate(timer);
  expect(rows).toHaveLength(2_000);
  // Each slice is some milliseconds of it.
  expect(turns).toBeGreaterThanOrEqual(Math.floor((user + system) / 1000 / 100));
  const again = process.cpuUsage();
  await host.listTools('demo', { model: { api: 'chat' } });
  const second = process.cpuUsage(again);
  expect(second.user + second.system).toBeLessThan(user + system);
});
