import { expect, test } from 'vitest';
import { makeApp } from '../builders/make-app.js';

test("3.5 the operator's own call counts as HIGH, that of a bot's token has the level of the token, default UNKNOWN", async () => {
  const { client, host } = await makeApp();
  await host.assign('other', ['who']);
  const providerOf = async (identity: 'operator' | 'admin' | 'starter' | 'demo' | 'other', bot: string) => {
    const { data } = await client(identity).POST('/api/v1/bots/{bot}/calls', {
      params: { path: { bot } },
      body: { tool: 'who' },
    });
    return data?.structuredContent?.modelProvider;
  };
  for (const identity of ['operator', 'admin', 'starter'] as const) {
    expect(await providerOf(identity, 'demo')).toEqual({ id: 'operator', confidence: 'HIGH' });
  }
  const tokens = await host.tokens.list();
  const idOf = (name: string): string => tokens.find((token) => token.name === name)?.id ?? '';
  expect(await providerOf('demo', 'demo')).toEqual({ id: `token:${idOf('demo')}`, confidence: 'MEDIUM' });
  expect(await providerOf('other', 'other')).toEqual({ id: `token:${idOf('other')}`, confidence: 'UNKNOWN' });
});

test('3.5 each call over HTTP is a turn of its own', async () => {
  const { client, host } = await makeApp();
  for (const tool of ['echo', 'who']) {
    await client('demo').POST('/api/v1/bots/{bot}/calls', { params: { path: { bot: 'demo' } }, body: { tool } });
  }
  const traces = await host.traces.list();
  expect(new Set(traces.map(({ turnId }) => turnId)).size).toBe(2);
  expect(traces.map(({ order }) => order)).toEqual([1, 1]);
});
