import { expect, test } from 'vitest';
import { makeApp } from './builders/make-app.js';

test('whoever may read tools is told how they are sent through each model API', async () => {
  const { client } = await makeApp();
  const api = client('viewer');
  const one = await api.GET('/api/v1/tools/{tool}/portability', { params: { path: { tool: 'echo' } } });
  expect(one.data).toMatchObject({ name: 'echo', owner: '@acme/tools' });
  expect(one.data?.apis.map(({ api: name }) => name)).toEqual(['chat', 'responses', 'anthropic', 'gemini']);
  const all = await api.GET('/api/v1/portability', { params: { query: { strict: false } } });
  expect(all.data?.tools.map(({ name }) => name)).toContain('echo');
  expect(all.data?.tools.flatMap(({ apis }) => apis.map(({ mode }) => mode))).not.toContain('strict');
  const missing = await api.GET('/api/v1/tools/{tool}/portability', { params: { path: { tool: 'ecko' } } });
  expect(missing.response.status).toBe(404);
});
