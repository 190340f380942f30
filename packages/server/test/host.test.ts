import type { Host } from '@loadout/core';
import { expect, test } from 'vitest';
import { makeApp } from './builders/make-app.js';
import { makeHost, secretValue } from './builders/make-host.js';

test('settings are explained, set and removed; a secret is set and never shown', async () => {
  const { client, send } = await makeApp();
  const api = client('operator');
  const field = (name: string) => ({ params: { path: { tool: 'echo', field: name } } });
  expect(
    (await api.PUT('/api/v1/tools/{tool}/settings/{field}', { ...field('region'), body: { value: 'us' } })).response
      .status,
  ).toBe(204);
  const explained = await api.GET('/api/v1/tools/{tool}/settings', { params: { path: { tool: 'echo' } } });
  const region = explained.data?.fields.find(({ field: name }) => name === 'region');
  expect(region).toMatchObject({ value: 'us', layer: 'operator' });
  const key = explained.data?.fields.find(({ isSecret }) => isSecret);
  expect(key).toMatchObject({ field: 'apiKey', value: '[secret]' });
  expect(JSON.stringify(explained.data)).not.toContain(secretValue);
  expect((await api.DELETE('/api/v1/tools/{tool}/settings/{field}', field('region'))).data).toEqual({ wasSet: true });
  expect((await api.DELETE('/api/v1/tools/{tool}/settings/{field}', field('region'))).data).toEqual({ wasSet: false });

  const secret = await send('operator', 'PUT', '/api/v1/tools/echo/settings/apiKey', { body: { value: 'mine-alone' } });
  expect([secret.status, await secret.text()]).toEqual([204, '']);
  const after = await api.GET('/api/v1/tools/{tool}/settings', { params: { path: { tool: 'echo' } } });
  expect(after.data?.fields).toContainEqual(expect.objectContaining({ field: 'apiKey', layer: 'operator' }));
  expect(JSON.stringify(after.data)).not.toContain('mine-alone');
});

test('decisions have a kind, and a subject where the kind has one', async () => {
  const { client, host } = await makeApp();
  const api = client('operator');
  const about = { params: { path: { kind: 'minimum-confidence', subject: '@acme/tools#echo' } } } as const;
  expect(
    (await api.PUT('/api/v1/decisions/{kind}/{subject}', { ...about, body: { value: 'HIGH' } })).data,
  ).toMatchObject({
    kind: 'minimum-confidence',
    subject: '@acme/tools#echo',
    value: 'HIGH',
  });
  const off = { params: { path: { kind: 'tools-off' } } } as const;
  expect((await api.PUT('/api/v1/decisions/{kind}', { ...off, body: { value: true } })).data).toMatchObject({
    subject: '',
  });
  expect((await api.GET('/api/v1/decisions')).data?.decisions.map(({ kind }) => kind).sort()).toEqual([
    'minimum-confidence',
    'tools-off',
  ]);
  expect((await api.DELETE('/api/v1/decisions/{kind}', off)).data).toEqual({ wasSet: true });
  expect((await api.DELETE('/api/v1/decisions/{kind}/{subject}', about)).data).toEqual({ wasSet: true });
  expect(await host.decisions.list()).toEqual([]);
});

test('the secret of a token is answered once; a revoked token is refused', async () => {
  const { client, send, app } = await makeApp();
  const api = client('admin');
  const made = await api.POST('/api/v1/tokens', { body: { name: 'page', role: 'viewer' } });
  const secret = made.data?.secret ?? '';
  const ask = async () => (await app.request('/api/v1', { headers: { authorization: `Bearer ${secret}` } })).status;
  expect(await ask()).toBe(200);
  const list = await send('admin', 'GET', '/api/v1/tokens');
  expect(await list.text()).not.toContain(secret);
  const path = { params: { path: { token: made.data?.token.id ?? '' } } };
  expect((await api.DELETE('/api/v1/tokens/{token}', path)).data).toEqual({ wasValid: true });
  expect(await ask()).toBe(401);
});

test('an export imports into an empty host; a rehearsal changes nothing', async () => {
  const { client, host } = await makeApp();
  const { data: document } = await client('viewer').GET('/api/v1/export');
  const { createApp } = await import('../src/index.js');
  const empty = await makeHost();
  for (const bot of await empty.host.bots.list())
    await empty.host.unassign(bot.id, ['echo', 'fail', 'steps', 'who', 'wait']);
  const accessToken = 'the-token-of-the-starter-of-this-server';
  const app = createApp({ host: empty.host, accessToken });
  const send = (query: string) =>
    app.request(`/api/v1/import${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(document),
    });
  const before = await empty.host.export();
  const rehearsal = (await (await send('?dryRun=true')).json()) as { changes: unknown[] };
  expect(rehearsal.changes.length).toBeGreaterThan(0);
  expect(await empty.host.export()).toEqual(before);
  expect(((await (await send('')).json()) as { changes: unknown[] }).changes).toEqual(rehearsal.changes);
  expect((await empty.host.export()).bots).toEqual((await host.export()).bots);
});

test('an import tells a thousand changes, and how many there are', async () => {
  const { client, host } = await makeApp();
  const tools = Array.from({ length: 60 }, (_, index) => ({
    name: `tool_${index}`,
    owner: '@acme/other',
    label: '',
    definitionHash: null,
    settingsOverride: null,
  }));
  const bots = Array.from({ length: 20 }, (_, index) => ({ id: `bot-${index}`, displayName: `Bot ${index}`, tools }));
  const body = { format: 'loadout-export', version: 1, bots, settings: [], decisions: [] };
  const { data } = await client('admin').POST('/api/v1/import', { body, params: { query: { dryRun: true } } });
  expect(data?.count).toBe((await host.import(body)).changes.length);
  expect(data?.count).toBeGreaterThan(1_000);
  expect(data?.changes.length).toBe(1_000);
});

test('findings leave out what holds the process while the database is read', async () => {
  const made = await makeHost();
  const given: unknown[] = [];
  const examine: Host['examine'] = async (options) => {
    given.push(options);
    return made.host.examine(options);
  };
  const { client } = await makeApp({}, { ...made, host: { ...made.host, as: () => ({ ...made.host, examine }) } });
  expect((await client('operator').GET('/api/v1/findings')).response.status).toBe(200);
  expect(given).toEqual([{ database: false, signal: expect.any(AbortSignal) }]);
});

test('traces come in pages, filtered', async () => {
  const { client, send } = await makeApp();
  const api = client('operator');
  for (const tool of ['echo', 'fail', 'echo', 'echo', 'who']) {
    await api.POST('/api/v1/bots/{bot}/calls', { params: { path: { bot: 'demo' } }, body: { tool } });
  }
  const seen: string[] = [];
  let cursor: string | null | undefined;
  do {
    const query = { limit: 2, ...(cursor ? { cursor } : {}) };
    const { data } = await api.GET('/api/v1/traces', { params: { query } });
    seen.push(...(data?.traces.map(({ tool }) => tool) ?? []));
    cursor = data?.next;
  } while (cursor);
  expect(seen).toEqual(['who', 'echo', 'echo', 'fail', 'echo']);
  const errors = await api.GET('/api/v1/traces', { params: { query: { status: 'ERROR', bot: 'demo' } } });
  expect(errors.data?.traces.map(({ tool }) => tool)).toEqual(['fail']);
  const later = await api.GET('/api/v1/traces', { params: { query: { since: '2100-01-01T00:00:00Z' } } });
  expect(later.data).toEqual({ traces: [], next: null });
  for (const day of ['2030-02-31T25:00:00Z', '2026-02-30', '2026-02-29T00:00:00Z', '2026-04-31T12:00:00%2B02:00']) {
    const response = await send('viewer', 'GET', `/api/v1/traces?since=${day}`);
    expect([day, response.status, await response.json()]).toEqual([
      day,
      400,
      expect.objectContaining({ errors: [expect.objectContaining({ pointer: '/since' })] }),
    ]);
  }
  expect((await send('viewer', 'GET', '/api/v1/traces?since=2028-02-29')).status).toBe(200);
});

test('who asks is told who he is', async () => {
  const { client } = await makeApp();
  expect((await client('demo').GET('/api/v1')).data).toMatchObject({
    name: 'Loadout',
    version: '1.2.3',
    you: { name: 'demo', role: null, bot: 'demo', confidence: 'MEDIUM' },
  });
  expect((await client('starter').GET('/api/v1')).data?.you).toMatchObject({ token: 'access-token', role: 'admin' });
});

test('a companion is refreshed by its id, slash included', async () => {
  const { client } = await makeApp();
  const refresh = (companion: string) =>
    client('operator').POST('/api/v1/companions/{companion}/refresh', { params: { path: { companion } } });
  const [refreshed] = (await refresh('@acme/tools')).data?.companions ?? [];
  expect(refreshed).toMatchObject({ id: '@acme/tools', state: 'ready' });
  expect((await refresh('@acme/nothing')).error).toMatchObject({ status: 404, code: 'COMPANION_UNKNOWN' });
});
