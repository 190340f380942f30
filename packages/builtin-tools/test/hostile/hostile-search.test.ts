import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { hostilePages, seen } from '../extraction/html/hostile-pages.js';
import { articleOf, contentOf, startSearch } from '../web-search/search-site.js';

const html = { 'content-type': 'text/html' };
const bomb = gzipSync(Buffer.alloc(50_000_000));

/** What a hit leads to, and why its page is not there; undefined where it is. */
const hits: Readonly<Record<string, readonly [(response: ServerResponse) => unknown, reason: string | undefined]>> = {
  bomb: [(response) => response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(bomb), 'larger than'],
  loop: [(response) => response.writeHead(302, { location: '/' }).end(), 'redirects more than'],
  inside: [(response) => response.writeHead(302, { location: 'http://127.0.0.1/' }).end(), 'not one of the public web'],
  metadata: [(response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(), 'public web'],
  reset: [(response) => response.writeHead(200, html).write('<p>', () => response.socket?.resetAndDestroy()), 'closed'],
  silent: [() => undefined, 'did not send'],
  picture: [(response) => response.writeHead(200, { 'content-type': 'image/png' }).write('a'), 'media type'],
  gone: [(response) => response.writeHead(410).end(), 'gone for good'],
  busy: [(response) => response.writeHead(429, { 'retry-after': '3600' }).end(), 'asks to wait'],
  deep: [(response) => response.writeHead(200, html).end(hostilePages['nesting, 100,000 div']?.()), undefined],
  attributes: [
    (response) => response.writeHead(200, html).end(hostilePages['200,000 attributes on one element']?.()),
    undefined,
  ],
  good: [(response) => response.writeHead(200, html).end(articleOf('Good', 2_000)), undefined],
};
const urlOf = (name: string): string => `http://${name}.example/`;

test('hits that lead to hostile servers stay as snippets with the reason, beside those that are read', {
  timeout: 60_000,
}, async () => {
  const names = Object.keys(hits);
  const results = names.map((name) => ({ url: urlOf(name), title: name, content: `the snippet of ${name}` }));
  const pages = Object.fromEntries(
    names.map((name) => [
      `${name}.example/`,
      (_request: unknown, response: ServerResponse) => hits[name]?.[0](response),
    ]),
  );
  const { search } = await startSearch({ results }, pages);
  const found = contentOf(await search({ query: 'herons', limit: 12 }, { pageTimeoutSeconds: 4, maxResults: 12 }));
  expect(found.candidate_count).toBe(names.length);
  expect(found.results).toHaveLength(names.length);
  expect(found.result_count).toBe(3);
  for (const { requested_url: url, page } of found.results) {
    const name = new URL(url).hostname.replace('.example', '');
    const reason = hits[name]?.[1];
    if (reason === undefined) {
      expect(page.status, name).not.toBe('snippet only');
      expect(page.content, name).toContain(name === 'good' ? 'Good is what this sentence is about' : seen);
    } else {
      expect(page, name).toMatchObject({ status: 'snippet only', content: `the snippet of ${name}` });
      expect(page.reason, name).toContain(reason);
    }
  }
});
