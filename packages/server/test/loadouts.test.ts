import { expect, test } from 'vitest';
import { makeApp } from './builders/make-app.js';

const demo = { params: { path: { bot: 'demo' } } };

test('a loadout has its revision as ETag, and a change that is tied to it is made once', async () => {
  const { client } = await makeApp();
  const api = client('operator');
  const read = await api.GET('/api/v1/bots/{bot}/loadout', demo);
  const etag = read.response.headers.get('etag') ?? '';
  expect(etag).toBe(`"${read.data?.bot.loadoutRevision}"`);
  const change = (tag: string, tool: string) =>
    api.PATCH('/api/v1/bots/{bot}/loadout', {
      params: { path: { bot: 'demo' }, header: { 'If-Match': tag } },
      body: { changes: [{ action: 'unassign', tool }] },
    });

  const first = await change(etag, 'fail');
  expect(first.data).toMatchObject({ changed: ['fail'], undo: [{ action: 'assign', tool: 'fail' }] });
  expect(first.response.headers.get('etag')).toBe(`"${first.data?.revision}"`);
  expect(first.response.headers.get('etag')).not.toBe(etag);

  const second = await change(etag, 'echo');
  expect(second.response.status).toBe(412);
  expect(second.error).toMatchObject({ code: 'LOADOUT_CONFLICT', revision: first.data?.revision });
  expect(second.response.headers.get('etag')).toBe(`"${first.data?.revision}"`);
  expect((await change(`"x", "${first.data?.revision}"`, 'echo')).response.status).toBe(200);
  expect((await change(`W/"${first.data?.revision}"`, 'who')).response.status).toBe(412);
  // Tags are texts: another spelling of the number is another tag.
  expect((await change(`"00${first.data?.revision}"`, 'who')).response.status).toBe(412);
  expect((await change('nonsense', 'who')).response.status).toBe(400);
  expect((await change('*', 'who')).response.status).toBe(200);
});

test('what a change answers as its undo brings back what was there', async () => {
  const { client, host } = await makeApp();
  const api = client('operator');
  await host.changeLoadout('demo', [{ action: 'override', tool: 'echo', settingsOverride: { region: 'us' } }]);
  const before = (await host.export()).bots;
  const { data } = await api.PATCH('/api/v1/bots/{bot}/loadout', {
    ...demo,
    body: {
      changes: [
        { action: 'unassign', tool: 'echo' },
        { action: 'move', tool: 'who', position: 0 },
        { action: 'override', tool: 'fail', settingsOverride: { pages: 3 } },
      ],
    },
  });
  expect((await host.export()).bots).not.toEqual(before);
  const undone = await api.PATCH('/api/v1/bots/{bot}/loadout', { ...demo, body: { changes: data?.undo ?? [] } });
  expect(undone.response.status).toBe(200);
  expect((await host.export()).bots).toEqual(before);
});

test('one tool is given and taken by its name', async () => {
  const { client, send } = await makeApp();
  const api = client('operator');
  const one = { params: { path: { bot: 'other', tool: 'echo_old' } } };
  expect((await api.PUT('/api/v1/bots/{bot}/loadout/{tool}', one)).data).toMatchObject({ changed: ['echo'] });
  const withOverride = await api.PUT('/api/v1/bots/{bot}/loadout/{tool}', {
    params: { path: { bot: 'other', tool: 'who' } },
    body: { settingsOverride: { region: 'us' }, position: 0 },
  });
  expect(withOverride.data).toMatchObject({ changed: ['who'] });
  const { data } = await api.GET('/api/v1/bots/{bot}/loadout', { params: { path: { bot: 'other' } } });
  expect(data?.assignments.map(({ toolName, settingsOverride }) => [toolName, settingsOverride])).toEqual([
    ['who', { region: 'us' }],
    ['echo', null],
  ]);
  expect((await api.DELETE('/api/v1/bots/{bot}/loadout/{tool}', one)).data).toMatchObject({ changed: ['echo'] });
  const unknown = await send('operator', 'PUT', '/api/v1/bots/other/loadout/nothing');
  expect([unknown.status, await unknown.json()]).toEqual([404, expect.objectContaining({ code: 'TOOL_UNKNOWN' })]);
});

test('a loadout is shown for a component and a confidence, with every reason', async () => {
  const { client, host, send } = await makeApp();
  await host.decisions.set('minimum-confidence', '@acme/tools#echo', 'HIGH');
  await host.decisions.set('tools-off', '', true);
  const { data } = await client('viewer').GET('/api/v1/bots/{bot}/loadout', {
    params: { path: { bot: 'demo' }, query: { confidence: 'LOW', component: 'assistant', locale: 'de' } },
  });
  const echo = data?.withheld.find(({ name }) => name === 'echo');
  expect(echo?.code).toBe('tools-off');
  expect(echo?.reasons.map(({ code }) => code)).toEqual(['tools-off', 'below-minimum-confidence']);
  const wrong = await send('viewer', 'GET', '/api/v1/bots/demo/loadout?confidence=VERY');
  expect([wrong.status, await wrong.json()]).toEqual([
    400,
    expect.objectContaining({
      errors: [{ pointer: '/confidence', expected: expect.stringContaining('HIGH'), got: '"VERY"', keyword: 'enum' }],
    }),
  ]);
});

test('a loadout is shown as a model API takes it', async () => {
  const { client, send } = await makeApp();
  const show = async (query: { api?: 'chat' | 'gemini' } = {}) => {
    const params = { path: { bot: 'demo' }, query };
    return (await client('viewer').GET('/api/v1/bots/{bot}/loadout', { params })).data;
  };
  const plain = await show();
  const [first] = JSON.parse(plain?.toolsJson ?? '[]') as readonly { readonly inputSchema: unknown }[];
  expect(first?.inputSchema).toMatchObject({ type: 'object' });
  expect(plain).toMatchObject({ converted: [], instructions: '' });
  const chat = await show({ api: 'chat' });
  expect(JSON.parse(chat?.toolsJson ?? '[]')[0]).toMatchObject({
    type: 'function',
    function: { name: expect.any(String) },
  });
  expect(chat?.converted.map(({ name }) => name)).toEqual(chat?.offered.map(({ name }) => name));
  expect(chat?.converted[0]).not.toHaveProperty('wire');
  expect((await send('viewer', 'GET', '/api/v1/bots/demo/loadout?api=cobol')).status).toBe(400);
});

test("a bot's own token sees its loadout with the level of the token, unless it asks for another", async () => {
  const { client, host } = await makeApp();
  await host.decisions.set('minimum-confidence', '@acme/tools#echo', 'HIGH');
  const isOffered = async (identity: 'demo' | 'viewer', query: { confidence?: 'HIGH' } = {}) => {
    const { data } = await client(identity).GET('/api/v1/bots/{bot}/loadout', {
      params: { path: { bot: 'demo' }, query },
    });
    const withheld = data?.withheld.find(({ name }) => name === 'echo');
    return withheld?.code ?? data?.offered.some(({ name }) => name === 'echo');
  };
  expect(await isOffered('demo')).toBe('below-minimum-confidence');
  expect(await isOffered('demo', { confidence: 'HIGH' })).toBe(true);
  expect(await isOffered('viewer')).toBe(true);
});

test('a wrong change is refused with its place, what was expected and what came', async () => {
  const { send, host } = await makeApp();
  const before = await host.export();
  const patch = async (body: unknown): Promise<unknown> => {
    const response = await send('operator', 'PATCH', '/api/v1/bots/demo/loadout', { body });
    expect(response.status).toBe(400);
    return ((await response.json()) as { errors: unknown }).errors;
  };
  expect(await patch({ changes: [{ action: 'unassign', tool: 'echo', owner: 'x' }] })).toMatchObject([
    { pointer: '/changes/0/owner', expected: 'one of the keys action, tool', got: 'an unknown key' },
  ]);
  expect(await patch({ changes: [{ action: 'move', tool: 'echo', position: '1' }] })).toMatchObject([
    { pointer: '/changes/0/position', expected: 'a whole number', got: '"1"', keyword: 'type' },
  ]);
  expect(await patch({ changes: [{ action: 'destroy', tool: 'echo' }] })).toMatchObject([
    { pointer: '/changes/0/action', expected: 'assign, unassign, override, move or accept', got: '"destroy"' },
  ]);
  expect(await patch({ changes: [], why: 1 })).toHaveLength(2);
  expect(await host.export()).toEqual(before);
});

test('changes are in the audit log under the name of the token and its id', async () => {
  const { client, host } = await makeApp();
  await client('operator').PUT('/api/v1/bots/{bot}/loadout/{tool}', {
    params: { path: { bot: 'other', tool: 'echo' } },
  });
  const token = (await host.tokens.list()).find(({ name }) => name === 'operator')?.id;
  expect(token).toBeTypeOf('string');
  await client('starter').POST('/api/v1/bots', { body: { id: 'new' } });
  const { data } = await client('viewer').GET('/api/v1/audit', { params: { query: { limit: 2 } } });
  expect(data?.entries.map(({ action, actor }) => [action, actor])).toEqual([
    ['bot-added', { name: 'access token', via: 'http', token: 'access-token' }],
    ['tool-assigned', { name: 'operator', via: 'http', token }],
  ]);
  const next = await client('viewer').GET('/api/v1/audit', {
    params: { query: { limit: 2, cursor: data?.next ?? '' } },
  });
  expect(next.data?.entries.map(({ id }) => id)).toEqual([1, 2].map((back) => (data?.entries[1]?.id ?? 0) - back));
});
