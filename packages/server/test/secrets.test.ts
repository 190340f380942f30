import { expect, test } from 'vitest';
import { makeApp } from './builders/make-app.js';

const canary = 'a-canary-in-the-server';

test('9.4 a secret setting is written through the API, for all bots or one, and answered by nothing', async () => {
  const made = await makeApp();
  for (const query of ['', '?bot=demo']) {
    const path = `/api/v1/tools/echo/settings/apiKey${query}`;
    const set = await made.send('operator', 'PUT', path, { body: { value: canary } });
    expect([set.status, await set.text()]).toEqual([204, '']);
  }
  const explained = await made.send('viewer', 'GET', '/api/v1/tools/echo/settings?bot=demo');
  const text = await explained.text();
  expect(text).not.toContain(canary);
  expect(text).toContain('[secret]');
  for (const path of [
    '/api/v1/secrets',
    '/api/v1/audit',
    '/api/v1/export',
    '/api/v1/bots/demo/loadout',
    '/api/v1/doctor',
    '/api/v1/findings',
  ]) {
    expect(await (await made.send('admin', 'GET', path)).text(), path).not.toContain(canary);
  }
  const listed = (await (await made.send('admin', 'GET', '/api/v1/secrets')).json()) as { secrets: { name: string }[] };
  expect(listed.secrets.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^bot:demo:.*#echo\.apiKey$/),
      expect.stringMatching(/^tool:.*#echo\.apiKey$/),
    ]),
  );
  const unset = await made.send('operator', 'DELETE', '/api/v1/tools/echo/settings/apiKey?bot=demo');
  expect(await unset.json()).toEqual({ wasSet: true });
});

test("9.4 the host's own secrets are an admin's alone, and write-only", async () => {
  const made = await makeApp();
  const path = '/api/v1/secrets/model-endpoint';
  expect((await made.send('operator', 'PUT', path, { body: { value: canary } })).status).toBe(403);
  expect((await made.send('admin', 'PUT', path, { body: { value: canary } })).status).toBe(204);
  const kept = await made.host.secrets.list();
  expect(kept).toContainEqual(expect.objectContaining({ name: 'model-endpoint', isReadable: true }));
  const list = await made.send('admin', 'GET', '/api/v1/secrets');
  expect(await list.text()).not.toContain(canary);
  expect((await made.send('admin', 'GET', path)).status).toBe(405);
  const unknown = await made.send('admin', 'PUT', '/api/v1/secrets/other', { body: { value: canary } });
  expect(unknown.status).toBe(404);
  expect(await unknown.text()).not.toContain(canary);
  const wrong = await made.send('admin', 'PUT', path, { body: { value: [canary] } });
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).not.toContain(canary);
  expect((await made.send('admin', 'PUT', path, { body: { value: ' ' } })).status).toBe(204);
  const left = await made.host.secrets.list();
  expect(left.map(({ name }) => name)).not.toContain('model-endpoint');
});
