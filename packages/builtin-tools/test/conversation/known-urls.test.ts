import type { IToolImplementation } from '@loadout/core/contract';
import { expect, test } from 'vitest';
import { createConversationMemory, findUrls } from '../../src/conversation/conversation-memory.js';
import { rememberResults } from '../../src/conversation/remember-results.js';
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

test('a mistyped urlSource opens nothing: the tool is withheld', async () => {
  const { read, site } = await openReading({ urlSource: 'KNOWN' }, (_request, response) => response.end('x'));
  const refused = await read('https://site.example/');
  expect(refused.isError).toBe(true);
  expect(textOf(refused)).toMatch(/not available in this turn/);
  expect(site.requests).toEqual([]);
});

test('a failed call teaches nothing', async () => {
  const { read } = await openReading({ urlSource: 'known' }, (request, response) => {
    if (request.url === '/') response.writeHead(302, { location: '/missing' }).end();
    else response.writeHead(404).end();
  });
  const conversation = { id: 'room' };
  const failed = await read('https://site.example/', { conversation, knownUrls: ['https://site.example/'] });
  expect(textOf(failed)).toContain('https://site.example/missing');
  expect((await read('https://site.example/missing', { conversation })).status).toBe('BLOCKED');
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
  const memory = createConversationMemory({ conversations: 2, urlsEach: 3, urlsOfResult: 10 });
  const room = (id: string) => ({ ...context, conversation: { id } });
  const urls = [1, 2, 3, 4].map((number) => `https://site.example/${number}`);
  memory.learn(room('a'), urls);
  expect(urls.map((url) => memory.knows(room('a'), url))).toEqual([false, true, true, true]);
  memory.learn(room('b'), urls);
  memory.learn(room('c'), urls);
  expect(memory.knows(room('a'), 'https://site.example/4')).toBe(false);
});

test('what was asked is not known by its answer', async () => {
  const memory = createConversationMemory();
  const text = 'See https://made.example/?up=1 and https://found.example/.';
  memory.learn(context, [text], ['look for https://made.example/?up=1']);
  expect(memory.knows(context, 'https://made.example/?up=1')).toBe(false);
  expect(memory.knows(context, 'https://found.example/')).toBe(true);
  // Nor forgotten by it.
  memory.learn(context, [text], ['https://found.example/']);
  expect(memory.knows(context, 'https://found.example/')).toBe(true);
});

test('a page of many links takes the place of a share, and of nothing that the context named', () => {
  const memory = createConversationMemory({ conversations: 2, urlsEach: 30, urlsOfResult: 10 });
  const room = { ...context, conversation: { id: 'room' } };
  const links = (site: string) =>
    Array.from({ length: 100 }, (_, index) => `[${index}](https://${site}.example/${index})`).join(' ');
  memory.learn({ ...room, knownUrls: ['https://given.example/'] }, ['https://early.example/']);
  memory.learn(room, [links('one')]);
  expect(memory.knows(room, 'https://early.example/')).toBe(true);
  expect(memory.knows(room, 'https://one.example/9')).toBe(true);
  expect(memory.knows(room, 'https://one.example/10')).toBe(false);
  for (const site of ['two', 'three', 'four']) memory.learn(room, [links(site)]);
  expect(memory.knows(room, 'https://early.example/')).toBe(false);
  expect(memory.knows(room, 'https://given.example/')).toBe(true);
});

test('what a result is about is known before the links of its pages', async () => {
  const memory = createConversationMemory();
  const links = Array.from({ length: 250 }, (_, index) => `https://list.example/${index}`).join(' ');
  const results = [1, 2, 3].map((rank) => ({
    requested_url: `https://hit${rank}.example/`,
    search_metadata: { rank, final_url: `https://moved${rank}.example/` },
    page: { content: links },
  }));
  const structuredContent = { results };
  const content = [{ type: 'text', text: JSON.stringify(structuredContent) }] as const;
  const tool: IToolImplementation = {
    implementationKey: 'search',
    displayName: () => 'Search',
    description: () => 'Searches.',
    execute: () => ({ content, structuredContent }),
  };
  const call = createCall(() => Promise.reject(new Error('no network')));
  await rememberResults(tool, memory).execute({ query: 'x' }, {}, call);
  for (const { requested_url, search_metadata } of results) {
    expect(memory.knows(context, requested_url)).toBe(true);
    expect(memory.knows(context, search_metadata.final_url)).toBe(true);
  }
  expect(memory.knows(context, 'https://list.example/0')).toBe(true);
  expect(memory.knows(context, 'https://list.example/249')).toBe(false);
});
