// A real SearX: Debian's package, on loopback, whose engines ask a server of this test or a file.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtinTools } from '@loadout/builtin-tools';
import { createHost, type Host, type Turn } from '@loadout/core';
import { createGuardedFetch } from '@loadout/core/network';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { articleOf, contentOf } from './search-site.js';
import { hasSearx, type Searx, startSearx } from './start-searx.js';

const reason = hasSearx ? '' : " (skipped: Debian's package searx is not installed)";

describe.skipIf(!hasSearx)(`with a real SearX${reason}`, () => {
  let searx: Searx;
  let host: Host;
  let turn: Turn;
  const shelf = join(tmpdir(), `loadout-searx-shelf-${process.pid}.txt`);
  const web = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://web.example');
    if (url.pathname === '/limited') return response.writeHead(429).end();
    if (url.pathname === '/broken') return response.writeHead(500).end();
    if (url.pathname === '/engine') {
      const isFound = url.searchParams.get('q') === 'peat';
      const results = isFound ? [{ url: 'https://a.example/peat', title: 'Peat', content: 'All on <b>peat</b>.' }] : [];
      return response.end(JSON.stringify({ results }));
    }
    return response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(articleOf(`Page ${request.headers.host}`, 2_000));
  });

  beforeAll(async () => {
    web.listen(0, '127.0.0.1');
    await once(web, 'listening');
    const { port } = web.address() as AddressInfo;
    writeFileSync(shelf, 'https://b.example/peat Peat on the shelf\n');
    const json = (name: string, shortcut: string, path: string) => ({
      name,
      shortcut,
      engine: 'json_engine',
      enable_http: true,
      search_url: `http://127.0.0.1:${port}${path}?q={query}`,
      results_query: 'results',
      url_query: 'url',
      title_query: 'title',
      content_query: 'content',
      content_html_to_text: true,
    });
    searx = await startSearx([
      json('library', 'li', '/engine'),
      json('broken', 'br', '/broken'),
      json('limited', 'lm', '/limited'),
      {
        name: 'shelf',
        shortcut: 'sh',
        engine: 'command',
        command: ['grep', '-i', '{{QUERY}}', shelf],
        delimiter: { chars: ' ', keys: ['url', 'title'] },
      },
    ]);
    const fetch = createGuardedFetch({
      resolveHost: async () => [{ address: '93.184.215.14', family: 4 }],
      connect: async (target, signal) => {
        const isSearx = target.address === '127.0.0.1';
        const socket = connect({ host: '127.0.0.1', port: isSearx ? target.port : port, signal });
        await once(socket, 'connect');
        return socket;
      },
    });
    host = await createHost({
      ...builtinTools({ politeness: { spacingMs: 0 } }),
      fetch,
      toolSettings: { web_search: { baseUrl: searx.baseUrl } },
      logger: () => undefined,
    });
    await host.bots.add({ id: 'demo' });
    await host.assign('demo', ['web_search']);
    turn = await host.startTurn({ bot: 'demo' });
  }, 90_000);

  afterAll(async () => {
    await host?.close();
    await searx?.stop();
    web.closeAllConnections();
    web.close();
  });

  const search = (query: string) => turn.call({ name: 'web_search', arguments: { query } });

  // First: an engine that failed is suspended, and this SearX says nothing of engines that it did not ask.
  test('an engine that fails, and one that is rate limited, are not nothing found', async () => {
    for (const [query, engine] of [
      ['!br peat', 'broken'],
      ['!lm peat', 'limited'],
    ]) {
      const outcome = await search(query ?? '');
      expect(outcome.status).toBe('ERROR');
      expect(outcome.content).toMatchObject([
        {
          type: 'text',
          text: expect.stringMatching(new RegExp(`found nothing, and engines failed: ${engine} \\(.+\\)`)),
        },
      ]);
    }
  });

  test('results of an engine of the network and of one without', async () => {
    const fromJson = await search('!li peat');
    expect(fromJson.status).toBe('SUCCESS');
    expect(contentOf(fromJson)).toMatchObject({
      candidate_count: 1,
      result_count: 1,
      results: [{ requested_url: 'https://a.example/peat', page: { status: 'complete', title: 'Page a.example' } }],
      notes: [],
    });
    expect(contentOf(await search('!sh peat'))).toMatchObject({
      result_count: 1,
      results: [{ requested_url: 'https://b.example/peat', page: { status: 'complete' } }],
    });
  });

  test('results although engines failed, with a note of it', async () => {
    const { results, notes } = contentOf(await search('peat'));
    expect(results.map(({ requested_url }) => requested_url).sort()).toEqual([
      'https://a.example/peat',
      'https://b.example/peat',
    ]);
    expect(notes[0]).toMatch(/^Some engines gave no results, so some may be missing: /);
    expect(notes[0]).toContain('broken');
  });

  test('nothing found', async () => {
    const outcome = await search('!li nowhere');
    expect(outcome.status).toBe('SUCCESS');
    expect(contentOf(outcome)).toMatchObject({
      candidate_count: 0,
      result_count: 0,
      notes: ['The search found nothing. Try other words, fewer of them, or another language.'],
    });
  });
});
