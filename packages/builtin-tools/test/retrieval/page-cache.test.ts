import { expect, test } from 'vitest';
import type { FetchedPage } from '../../src/retrieval/fetch-page.js';
import { createPageCache, type PageCacheLimits } from '../../src/retrieval/page-cache.js';

const request = { url: 'https://site.example/a', headers: { 'accept-language': 'de' } };

function setUp(limits: Partial<PageCacheLimits> = {}) {
  let now = Date.parse('2026-05-01T10:00:00Z');
  const cache = createPageCache(() => new Date(now), {
    maxEntries: 10,
    maxBytes: 1_000,
    maxBytesPerEntry: 500,
    ...limits,
  });
  const pageOf = (text: string): FetchedPage => ({
    url: request.url,
    status: 200,
    contentType: 'text/plain',
    bytes: Buffer.from(text),
    isPrivate: false,
    retrievedAt: new Date(now),
  });
  const keep = (headers: Readonly<Record<string, string>>, key = 'key', text = 'body') =>
    cache.keep(key, request, { status: 200, headers: new Map(Object.entries(headers)) }, pageOf(text));
  const pass = (seconds: number): void => {
    now += seconds * 1_000;
  };
  return { cache, pageOf, keep, pass, find: (key = 'key', asked = request) => cache.find(key, asked) };
}

test('a page is had again as long as its server says', async () => {
  for (const headers of [
    { 'cache-control': 'max-age=60' },
    { 'cache-control': 'public, max-age=5, s-maxage=60' },
    { date: 'Fri, 01 May 2026 10:00:00 GMT', expires: 'Fri, 01 May 2026 10:01:00 GMT' },
    { 'cache-control': 'max-age=100', age: '40' },
    { date: 'Fri, 01 May 2026 10:00:00 GMT', 'last-modified': 'Fri, 01 May 2026 09:50:00 GMT' },
  ]) {
    const { find, keep, pass } = setUp();
    await keep(headers);
    pass(58);
    expect(find(), JSON.stringify(headers)).toMatchObject({ kind: 'fresh', page: { url: request.url, status: 200 } });
    pass(4);
    expect(find().kind, JSON.stringify(headers)).not.toBe('fresh');
  }
});

test('what a server forbids, or says nothing of, is not kept', async () => {
  for (const headers of [
    {},
    { 'cache-control': 'no-store' },
    { 'cache-control': 'no-store, max-age=60', etag: '"a"' },
    { 'cache-control': 'private, max-age=60' },
    { 'cache-control': 'max-age=0' },
    { expires: '0' },
    { pragma: 'no-cache' },
    { 'content-type': 'text/html' },
  ]) {
    const { cache, keep } = setUp();
    await keep(headers);
    expect(cache.size, JSON.stringify(headers)).toBe(0);
  }
});

test('a page with a validator is asked for again by it, and is the same after a 304', async () => {
  const { cache, find, keep, pass } = setUp();
  await keep({ 'cache-control': 'no-cache', etag: '"a"', 'last-modified': 'Fri, 01 May 2026 09:00:00 GMT' });
  expect(find()).toEqual({
    kind: 'stale',
    url: request.url,
    headers: { 'if-none-match': '"a"', 'if-modified-since': 'Fri, 01 May 2026 09:00:00 GMT' },
  });
  pass(10);
  const at = new Date('2026-05-01T10:00:10Z');
  const answer = {
    status: 304,
    headers: new Map([
      ['etag', '"a"'],
      ['cache-control', 'max-age=60'],
    ] as const),
  };
  expect(cache.refresh('key', request, answer, at)).toMatchObject({
    retrievedAt: at,
    bytes: new TextEncoder().encode('body'),
  });
  expect(find()).toMatchObject({ kind: 'fresh', page: { retrievedAt: at } });
});

test('a 304 for another version of a page says nothing of the one that was kept', async () => {
  const { cache, keep, find } = setUp();
  await keep({ etag: '"a"' });
  const answer = { status: 304, headers: new Map([['etag', '"b"']]) };
  expect(cache.refresh('key', request, answer, new Date())).toBeUndefined();
  expect(find()).toEqual({ kind: 'none' });
  expect(cache.refresh('nobody', request, answer, new Date())).toBeUndefined();
});

test('a page is for those requests that its server tells alike', async () => {
  const { find, keep } = setUp();
  await keep({ 'cache-control': 'max-age=60', vary: 'Accept-Language' });
  expect(find('key', { ...request, headers: { 'accept-language': 'en' } }).kind).toBe('none');
  expect(find('key', { ...request, headers: { 'accept-language': 'de' } }).kind).toBe('fresh');
  await keep({ 'cache-control': 'max-age=60', vary: '*' });
  expect(find().kind).not.toBe('fresh');
  expect(find('another').kind).toBe('none');
});

test('each gets bytes of its own', async () => {
  const { cache, find, pageOf } = setUp();
  const page = pageOf('body');
  const answer = { status: 200, headers: new Map([['cache-control', 'max-age=60']]) };
  await cache.keep('key', request, answer, page);
  page.bytes.fill(0);
  for (let round = 0; round < 3; round += 1) {
    const hit = find();
    if (hit.kind !== 'fresh') throw new Error(`it is ${hit.kind}`);
    expect(Buffer.from(hit.page.bytes).toString()).toBe('body');
    // What a worker is handed is gone for whoever hands it over.
    structuredClone(hit.page.bytes, { transfer: [hit.page.bytes.buffer as ArrayBuffer] });
    expect(hit.page.bytes.byteLength).toBe(0);
  }
});

test('it holds so many pages and bytes, and drops what was not used for longest', async () => {
  const fresh = { 'cache-control': 'max-age=60' };
  const few = setUp({ maxEntries: 2 });
  await few.keep(fresh, '1');
  await few.keep(fresh, '2');
  few.find('1');
  await few.keep(fresh, '3');
  expect(['1', '2', '3'].map((key) => few.find(key).kind)).toEqual(['fresh', 'none', 'fresh']);

  const small = setUp({ maxBytes: 100, maxBytesPerEntry: 60 });
  for (const key of ['1', '2', '3']) await small.keep(fresh, key, 'x'.repeat(50));
  expect([small.cache.size, small.cache.bytes]).toEqual([2, 100]);
  await small.keep(fresh, '3', 'x'.repeat(61));
  expect([small.cache.size, small.cache.bytes, small.find('3').kind]).toEqual([1, 50, 'none']);
  small.cache.clear();
  expect([small.cache.size, small.cache.bytes]).toEqual([0, 0]);
});

test('headers that a server makes long cost nothing: a page with one that says how it is kept is not kept', async () => {
  const long = `accept,${' '.repeat(30_000)}x`;
  for (const name of ['vary', 'cache-control', 'etag', 'expires']) {
    const { cache, keep } = setUp();
    await keep({ 'cache-control': 'max-age=60', etag: '"1"', [name]: long });
    expect(cache.size, name).toBe(0);
  }
  const { cache, find, keep, pageOf } = setUp();
  await keep({
    'cache-control': 'no-cache',
    etag: '"1"',
    vary: 'accept-language  ,\t accept',
    'content-security-policy': long,
  });
  expect(find()).toMatchObject({ kind: 'stale' });
  expect(find('key', { ...request, headers: { 'accept-language': 'en' } })).toEqual({ kind: 'none' });
  const answer = {
    status: 304,
    headers: new Map([
      ['etag', '"1"'],
      ['vary', long],
    ]),
  };
  expect(cache.refresh('key', request, answer, pageOf('').retrievedAt)).toBeUndefined();
  expect(cache.size).toBe(0);
});
