import { expect, test } from 'vitest';
import { makeApp } from './builders/make-app.js';

test('whoever may read tools is told how they are sent through each model API', async () => {
  const { client } = await makeApp();
  const api = client('viewer');
  const one = await api.GET('/api/v1/tools/{tool}/portability', { params: { path: { tool: 'echo' } } });
  expect(one.data).toMatchObject({ name: 'echo', owner: '@acme/tools' });
  expect(one.data?.apis.map(({ api: name }) => name)).toEqual(['chat', 'responses', 'anthropic', 'gemini', 'gemini']);
  const all = await api.GET('/api/v1/portability', { params: { query: { strict: false } } });
  expect(all.data?.tools.map(({ name }) => name)).toContain('echo');
  expect(all.data?.tools.flatMap(({ apis }) => apis.map(({ mode }) => mode))).not.toContain('strict');
  const missing = await api.GET('/api/v1/tools/{tool}/portability', { params: { path: { tool: 'ecko' } } });
  expect(missing.response.status).toBe(404);
});

test('the tools of a bot are told as one request sends them', async () => {
  const { client, host } = await makeApp();
  const api = client('viewer');
  await host.bots.add({ id: 'reader' });
  await host.assign('reader', ['echo']);
  const { data } = await api.GET('/api/v1/portability', { params: { query: { bot: 'reader', strict: true } } });
  expect(data?.tools.map(({ name }) => name)).toEqual(['echo']);
  const missing = await api.GET('/api/v1/portability', { params: { query: { bot: 'nobody' } } });
  expect(missing.response.status).toBe(404);
});
