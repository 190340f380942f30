import { expect, test } from 'vitest';
import { createConversationMemory, findUrls } from '../../src/retrieval/conversation-memory.js';
import { normaliseUrl } from '../../src/urls/normalise-url.js';
import { createCall } from '../call.js';
import { openReading, textOf } from '../reading.js';

const { context } = createCall(() => Promise.reject(new Error('no network')));

test('with "known", URLs of the context and of earlier results are read, and no others', async () => {
  const { read, site } = await openReading({ urlSource: 'known' }, (_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<main><p>See <a href="/next?a=1&b=2">the next page</a>.</p></main>');
  });
  const conversation = { id: 'room' };
  const refused = await read('https://site.example/next?a=1&b=2', { conversation });
  expect(refused).toMatchObject({ status: 'BLOCKED', isError: true });
  expect(textOf(refused)).toMatch(/Read one that the user gave or that an earlier result holds, copied exactly/);
  expect(site.requests).toEqual([]);

  const first = await read('https://SITE.example#top', { conversation, knownUrls: ['https://site.example/'] });
  expect(first.status).toBe('SUCCESS');
  expect((await read('https://site.example/next?a=1&b=2', { conversation })).status).toBe('SUCCESS');
  expect((await read('https://site.example/next?a=1&b=3', { conversation })).status).toBe('BLOCKED');
  expect((await read('https://site.example/next?a=1&b=2', { conversation: { id: 'other' } })).status).toBe('BLOCKED');
  expect((await read('https://site.example/next?a=1&b=2')).status).toBe('BLOCKED');
  expect(site.requests).toEqual(['GET /', 'GET /next?a=1&b=2']);
});

test('a failed call teaches nothing', async () => {
  const { read } = await openReading({ urlSource: 'known' }, (_request, response) => response.writeHead(404).end());
  const conversation = { id: 'room' };
  await read('https://site.example/', { conversation, knownUrls: ['https://site.example/'] });
  expect((await read('https://site.example/', { conversation })).status).toBe('BLOCKED');
});

test('URLs are compared by what they mean', () => {
  for (const [a, b] of [
    ['https://Site.example', 'https://site.example/#x'],
    ['https://site.example:443/', 'https://site.example./'],
    ['https://site.example/%7Euser/%c3%a4', 'https://site.example/~user/%C3%A4'],
    ['https://site.example/a/../b', 'https://site.example/b'],
  ]) {
    expect(normaliseUrl(a ?? '')).toBe(normaliseUrl(b ?? ''));
  }
  for (const other of ['http://site.example/', 'https://site.example/?', 'https://site.example/A']) {
    expect(normaliseUrl(other)).not.toBe(normaliseUrl('https://site.example/'));
  }
  expect(normaliseUrl('javascript:alert(1)')).toBeUndefined();
});

test('URLs are found in prose, Markdown and JSON', () => {
  const text =
    'See https://a.example/x. Or [this](https://b.example/y_(z)), <https://c.example/>, "https://d.example/q?r=1", (https://e.example/w).';
  for (const url of [
    'https://a.example/x',
    'https://b.example/y_(z)',
    'https://c.example/',
    'https://d.example/q?r=1',
    'https://e.example/w',
  ]) {
    expect(findUrls(text), url).toContain(url);
    expect(findUrls(JSON.stringify({ text })), url).toContain(url);
  }
});

test('memory has bounds: of conversations, and of URLs in each', () => {
  const memory = createConversationMemory({ conversations: 2, urlsEach: 3 });
  const room = (id: string) => ({ ...context, conversation: { id } });
  const urls = [1, 2, 3, 4].map((number) => `https://site.example/${number}`);
  memory.learn(room('a'), urls);
  expect(urls.map((url) => memory.knows(room('a'), url))).toEqual([false, true, true, true]);
  memory.learn(room('b'), urls);
  memory.learn(room('c'), urls);
  expect(memory.knows(room('a'), 'https://site.example/4')).toBe(false);
});
