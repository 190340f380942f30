import { expect, test } from 'vitest';
import { makeApp } from './builders/make-app.js';

const path = { tool: 'echo', field: 'region' };
const header = (revision: string | undefined) => ({ 'If-Match': `"${revision}"` });

test('a setting is written on the condition of what was read, and a refusal says what stands there now', async () => {
  const { client } = await makeApp();
  const [ana, ben] = [client('operator'), client('admin')];
  const read = async (bot?: string) => {
    const query = bot === undefined ? {} : { bot };
    const { data } = await ben.GET('/api/v1/tools/{tool}/settings', { params: { path: { tool: 'echo' }, query } });
    return data?.fields.find(({ field }) => field === 'region');
  };
  for (const query of [{}, { bot: 'demo' }]) {
    const seen = (await read(query.bot))?.revision;
    const put = (api: typeof ana, value: string, revision: string | undefined) =>
      api.PUT('/api/v1/tools/{tool}/settings/{field}', {
        params: { path, query, header: header(revision) },
        body: { value },
      });
    expect((await put(ana, 'us', seen)).response.status).toBe(204);
    const late = await put(ben, 'eu', seen);
    expect(late.response.status).toBe(412);
    const now = await read(query.bot);
    expect(late.error).toMatchObject({ code: 'SETTING_CONFLICT', current: { field: 'region', value: 'us' } });
    expect(late.error?.current).toEqual(now);
    expect(late.response.headers.get('etag')).toBe(`"${now?.revision}"`);
    expect((await put(ben, 'eu', now?.revision)).response.status).toBe(204);

    const remove = (revision: string | undefined) =>
      ana.DELETE('/api/v1/tools/{tool}/settings/{field}', { params: { path, query, header: header(revision) } });
    expect((await remove(now?.revision)).response.status).toBe(412);
    expect((await remove((await read(query.bot))?.revision)).data).toEqual({ wasSet: true });
  }
  // Without a condition it is written, as it always was.
  const free = { params: { path }, body: { value: 'us' } };
  expect((await ana.PUT('/api/v1/tools/{tool}/settings/{field}', free)).response.status).toBe(204);
});

test('a decision is made on the condition of what was read, and a refusal says what is decided now', async () => {
  const { client } = await makeApp();
  const [ana, ben] = [client('operator'), client('admin')];
  const subject = { kind: 'approval', subject: 'echo' } as const;
  const decide = (api: typeof ana, value: string, revision: string) =>
    api.PUT('/api/v1/decisions/{kind}/{subject}', {
      params: { path: subject, header: header(revision) },
      body: { value },
    });
  const first = await decide(ana, 'ask', 'none');
  expect(first.response.status).toBe(200);
  const late = await decide(ben, 'deny', 'none');
  expect(late.response.status).toBe(412);
  expect(late.error).toMatchObject({ code: 'DECISION_CONFLICT', current: { kind: 'approval', value: 'ask' } });
  expect(late.response.headers.get('etag')).toBe(`"${first.data?.revision}"`);
  const unset = (revision: string) =>
    ben.DELETE('/api/v1/decisions/{kind}/{subject}', { params: { path: subject, header: header(revision) } });
  expect((await unset('none')).response.status).toBe(412);
  expect((await unset(first.data?.revision ?? '')).data).toEqual({ wasSet: true });
  const gone = await unset(first.data?.revision ?? '');
  expect(gone.error).toMatchObject({ code: 'DECISION_CONFLICT', current: null });
  expect(gone.response.headers.get('etag')).toBe('"none"');

  // The whole host's have no subject.
  const whole = (revision: string) =>
    ana.PUT('/api/v1/decisions/{kind}', {
      params: { path: { kind: 'tools-off' }, header: header(revision) },
      body: { value: true },
    });
  expect((await whole('none')).response.status).toBe(200);
  expect((await whole('none')).response.status).toBe(412);
});

test('a condition is one revision, and changes nothing of who may write', async () => {
  const { client, send } = await makeApp();
  const put = (tag: string) =>
    send('operator', 'PUT', '/api/v1/tools/echo/settings/region', {
      headers: { 'if-match': tag },
      body: { value: 'eu' },
    });
  expect((await put('nonsense')).status).toBe(400);
  expect((await put('"one", "two"')).status).toBe(400);
  expect((await put('W/"none"')).status).toBe(412);
  const late = { params: { path, header: header('none') }, body: { value: 'eu' } };
  const refused = await client('viewer').PUT('/api/v1/tools/{tool}/settings/{field}', late);
  expect(refused.response.status).toBe(403);
  expect(refused.error).not.toHaveProperty('current');
  expect((await put('"none"')).status).toBe(204);
  expect((await put('*')).status).toBe(204);
});

test('what is accepted is what was looked at, of one bot and of all', async () => {
  const { client, host } = await makeApp();
  const api = client('operator');
  const echo = (await host.catalogue()).tools.find(({ name }) => name === 'echo');
  const accept = (definitionHash: string) =>
    api.PATCH('/api/v1/bots/{bot}/loadout', {
      params: { path: { bot: 'demo' } },
      body: { changes: [{ action: 'accept', tool: 'echo', owner: echo?.owner ?? '', definitionHash }] },
    });
  const late = await accept('f'.repeat(64));
  expect(late.response.status).toBe(412);
  expect(late.error).toMatchObject({
    code: 'DEFINITION_CONFLICT',
    current: { tool: 'echo', owner: echo?.owner, definitionHash: echo?.definitionHash },
  });
  expect((await accept(echo?.definitionHash ?? '')).response.status).toBe(200);

  await host.changeLoadout('demo', [{ action: 'assign', tool: 'echo', owner: '@acme/old', label: 'Echo' }]);
  const acceptAll = (who: 'operator' | 'viewer', hash: string) =>
    client(who).POST('/api/v1/owners/accept', {
      body: { oldOwner: '@acme/old', newOwner: echo?.owner ?? '', definitions: { echo: hash } },
    });
  expect((await acceptAll('viewer', '')).response.status).toBe(403);
  const refused = await acceptAll('operator', 'f'.repeat(64));
  expect(refused.response.status).toBe(412);
  expect(refused.error).toMatchObject({ current: { tool: 'echo', definitionHash: echo?.definitionHash } });
  expect((await acceptAll('operator', echo?.definitionHash ?? '')).data).toMatchObject({ tools: ['echo'] });
});

test('a bot is renamed on the condition of the name that was read', async () => {
  const { client, host } = await makeApp();
  const rename = (displayName: string, ifDisplayName?: string) =>
    client('operator').PATCH('/api/v1/bots/{bot}', {
      params: { path: { bot: 'demo' } },
      body: { displayName, ...(ifDisplayName === undefined ? {} : { ifDisplayName }) },
    });
  const before = (await host.bots.get('demo'))?.displayName;
  expect((await rename('Ana’s', before)).data?.displayName).toBe('Ana’s');
  const late = await rename('Ben’s', before);
  expect(late.response.status).toBe(412);
  expect(late.error).toMatchObject({ code: 'BOT_NAME_CONFLICT', current: { id: 'demo', displayName: 'Ana’s' } });
  expect((await host.bots.get('demo'))?.displayName).toBe('Ana’s');
  // What it is called already is nobody's loss.
  expect((await rename('Ana’s', before)).response.status).toBe(200);
  expect((await rename('Free')).response.status).toBe(200);
});

test('a condition that nothing reads is refused, and nothing is written', async () => {
  const { send } = await makeApp();
  const refused = async (method: string, path: string, name: string, body?: object) => {
    const response = await send('admin', method, path, { headers: { [name]: '"99"' }, ...(body && { body }) });
    expect([method, path, response.status]).toEqual([method, path, 400]);
    expect(await response.text()).toContain(`does not look at ${name}`);
  };
  await refused('DELETE', '/api/v1/bots/demo', 'If-Match');
  await refused('PATCH', '/api/v1/bots/demo', 'If-Match', { displayName: 'New' });
  await refused('PUT', '/api/v1/tools/echo/settings/region', 'If-None-Match', { value: 'us' });
  await refused('PATCH', '/api/v1/bots/demo/loadout', 'If-Unmodified-Since', { changes: [] });
  const bot = await send('admin', 'GET', '/api/v1/bots/demo', { headers: { 'If-Match': '"99"' } });
  expect(await bot.json()).not.toMatchObject({ displayName: 'New' });
});

test('a setting that is not there is named by the path: no pointer leads into the body', async () => {
  const { send } = await makeApp();
  const response = await send('operator', 'PUT', '/api/v1/tools/echo/settings/nope', { body: { value: 1 } });
  expect(response.status).toBe(404);
  expect(await response.json()).not.toHaveProperty('errors');
});
