import { readFileSync } from 'node:fs';
import { builtinTools } from '@loadout/builtin-tools';
import { createHost, type Host, type Turn } from '@loadout/core';
import { expect, onTestFinished, test } from 'vitest';
import { servePage, type TestSite } from './call.js';

const article = readFileSync(new URL('./fixtures/article.html', import.meta.url));

async function openTurn(site: TestSite): Promise<{ readonly host: Host; readonly turn: Turn }> {
  const host = await createHost({
    ...builtinTools(),
    fetch: site.call.fetch,
    toolSettings: { read_web_page: { maxContentCharacters: 500 } },
    logger: () => undefined,
  });
  onTestFinished(() => host.close());
  await host.bots.add({ id: 'demo' });
  await host.assign('demo', ['read_web_page']);
  return { host, turn: await host.startTurn({ bot: 'demo' }) };
}

test('10.1 a bot reads a saved page from a server, by resolver and connector of the test', async () => {
  const site = await servePage(article, 'text/html; charset=utf-8');
  const { turn } = await openTurn(site);
  expect(turn.offered.map(({ name, owner }) => [name, owner])).toEqual([['read_web_page', 'builtin']]);
  const outcome = await turn.call({ name: 'read_web_page', arguments: '{"url":"https://site.example/moor"}' });
  expect(outcome).toMatchObject({
    status: 'SUCCESS',
    structuredContent: {
      status: 'partial or truncated',
      content: { title: 'Warum Moore mehr Kohlenstoff speichern als Wälder' },
      metadata: { returned_content_characters: expect.any(Number) },
    },
    _meta: { 'loadout/sources': [{ url: 'https://site.example/moor' }] },
  });
  expect(site.targets).toMatchObject([{ address: '93.184.215.14', hostname: 'site.example' }]);
});

test('10.1 a page in a private network is blocked, and the model is told', async () => {
  const site = await servePage(article, 'text/html');
  const { turn } = await openTurn(site);
  for (const url of [
    'http://127.0.0.1/',
    'http://wiki.private.example/',
    'http://[::ffff:10.0.0.1]/',
    'file:///etc/passwd',
  ]) {
    const outcome = await turn.call({ name: 'read_web_page', arguments: { url } });
    expect(outcome, url).toMatchObject({ status: 'BLOCKED', isError: true });
  }
  expect(site.targets).toEqual([]);
});

test('the guarded fetch is loaded by the first request of a host that was given none', async () => {
  const host = await createHost({ ...builtinTools(), logger: () => undefined });
  onTestFinished(() => host.close());
  await host.bots.add({ id: 'demo' });
  await host.assign('demo', ['read_web_page']);
  const turn = await host.startTurn({ bot: 'demo' });
  const outcome = await turn.call({ name: 'read_web_page', arguments: { url: 'http://127.0.0.1:9/' } });
  expect(outcome).toMatchObject({ status: 'BLOCKED', isError: true });
});
