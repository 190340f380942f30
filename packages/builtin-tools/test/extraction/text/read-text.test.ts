import { expect, test } from 'vitest';
import { extractPage } from '../../../src/extraction/extract-page.js';
import type { ExtractedPage } from '../../../src/extraction/extracted-page.js';

function read(body: string, contentType: string): Promise<ExtractedPage> {
  return extractPage({ bytes: new TextEncoder().encode(body), contentType, url: 'https://site.example/a' });
}

test('plain text, CSV and lines of JSON come as they are', async () => {
  for (const [contentType, body, expected = body] of [
    ['text/plain', 'a < b\n\n  c'],
    ['text/plain', '\r\n\n    indented\n  less  \n\n', '    indented\n  less'],
    ['text/csv', 'name;value\n"Moor; hoch";1.450'],
    ['text/tab-separated-values', 'a\tb\n1\t2'],
    ['application/x-ndjson', '{"a":1}\n{"a":2}'],
  ] as const) {
    expect(await read(body, contentType)).toMatchObject({ markdown: expected, title: null, warnings: [] });
  }
});

test('the front matter of Markdown becomes what is known of the page', async () => {
  const yaml = `---
title: "Moore: ein Überblick"
description: 'Kurz gesagt'   
authors:
  - Jürgen Weiß
  - name: Ada Moss
    url: https://site.example/ada
date: 2024-03-14 # a comment
lastmod: 2024-04-02
lang: de
tags: [a, b]
---

# Another title

Text.
`;
  expect(await read(yaml, 'text/markdown')).toMatchObject({
    title: 'Moore: ein Überblick',
    description: 'Kurz gesagt',
    authors: ['Jürgen Weiß', 'Ada Moss'],
    publishedTime: '2024-03-14',
    modifiedTime: '2024-04-02',
    language: 'de',
    markdown: '# Another title\n\nText.',
  });
  expect(await read('+++\ntitle = "T"\nauthors = ["A", "B"]\n+++\nText.', 'text/markdown')).toMatchObject({
    title: 'T',
    authors: ['A', 'B'],
    markdown: 'Text.',
  });
});

test('Markdown without front matter has its first heading as title, and a rule at its top stays', async () => {
  expect(await read('intro\n\n# Title #\n\n* item', 'text/markdown')).toMatchObject({
    title: 'Title',
    markdown: 'intro\n\n# Title #\n\n* item',
  });
  for (const body of ['---\n\nText\n\n---\n\nMore', '---\ntitle: never closed\n\nText']) {
    expect(await read(body, 'text/markdown')).toMatchObject({ title: null, markdown: body });
  }
});

test('JSON in one line is broken into lines without changing any of it', async () => {
  const source = '{"a":[1,2,{"b":"c, {d}: \\"e\\""}],"n":12345678901234567890.10,"a":[],"o":{ }}';
  const { markdown } = await read(source, 'application/json');
  expect(markdown).toBe(
    '{\n  "a": [\n    1,\n    2,\n    {\n      "b": "c, {d}: \\"e\\""\n    }\n  ],\n  "n": 12345678901234567890.10,\n  "a": [],\n  "o": {}\n}',
  );
});

test('JSON that has lines, or is long, comes as it is; what is none is told', async () => {
  for (const body of ['{\n"a":1}', `[${'1,'.repeat(40_000)}1]`]) {
    expect(await read(body, 'application/json')).toMatchObject({ markdown: body, warnings: [] });
  }
  expect(await read('{"a":', 'application/json')).toMatchObject({ warnings: ['The page is no valid JSON.'] });
  expect(await read('{"a":1}\n{"a":2}\n', 'application/json')).toMatchObject({
    markdown: '{"a":1}\n{"a":2}',
    warnings: [],
  });
});

test('a JSON Feed becomes a list of its entries', async () => {
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Moor',
    home_page_url: 'https://site.example/',
    language: 'de',
    authors: [{ name: 'Jürgen Weiß' }],
    items: [
      { id: '1', url: '/a', title: 'A', content_html: '<p>x <b>y</b></p>', date_published: '2024-03-14T08:30:00Z' },
      { id: '2', url: 'javascript:x()', content_text: 'Only text', author: { name: 'B' } },
      null,
      7,
    ],
  };
  expect(await read(JSON.stringify(feed), 'application/feed+json')).toMatchObject({
    title: 'Moor',
    authors: ['Jürgen Weiß'],
    language: 'de',
    markdown: '## [A](https://site.example/a)\n\n2024-03-14T08:30:00Z\n\nx **y**\n\nB\n\nOnly text',
  });
});

test('a JSON Feed of more entries than are read says so', async () => {
  const items = Array.from({ length: 501 }, (_, index) => ({ id: String(index), title: 'A' }));
  const feed = JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', items });
  expect(await read(feed, 'application/feed+json')).toMatchObject({
    isPartial: true,
    warnings: ['The feed has 501 entries: these are the first 500.'],
  });
});

test('a body that is nothing to read is refused with its media type', async () => {
  await expect(read('x', 'image/png')).rejects.toThrow('has the media type "image/png", which cannot be read');
  await expect(read('\x01\0\x02', 'application/octet-stream')).rejects.toMatchObject({ name: 'ExtractionError' });
});

test('10 MB of blank lines, of broken characters and of small values are read', async () => {
  expect((await read('\n'.repeat(10_000_000), 'text/plain')).markdown).toBe('');
  expect((await read(`${' \n'.repeat(5_000_000)}  a\n`, 'text/plain')).markdown).toBe('  a');
  expect((await read(`${'\n'.repeat(9_000_000)}# a`, 'text/markdown')).markdown).toBe('# a');
  const values = `[${'{},'.repeat(3_000_000)}0]`;
  expect((await read(values, 'application/json')).markdown).toBe(values.slice(0, 1_000_000));
  const bytes = new Uint8Array(10_000_000).fill(0xff);
  const contentType = 'text/plain; charset=utf-8';
  const page = await extractPage({ bytes, contentType, url: 'https://site.example/a' });
  expect(page.markdown.length).toBe(1_000_000);
});

test('of a text of more than a million characters the first are kept, whole lines where there are some', async () => {
  const lines = 'a line of text\n'.repeat(100_000);
  const page = await read(lines, 'text/plain');
  expect(page.markdown).toBe(lines.slice(0, 999_989));
  expect(page).toMatchObject({ isPartial: true });
  expect(page.warnings).toEqual(['The page has 1499999 characters: only the first 999989 were kept.']);
  const smile = `a${'\u{1F600}'.repeat(600_000)}`;
  expect((await read(smile, 'text/plain')).markdown).toBe(smile.slice(0, 999_999));
});

test('what a page says of itself is bounded', async () => {
  const long = 'x'.repeat(9_000);
  const feed = { version: 'https://jsonfeed.org/version/1', title: long, description: long, authors: [{ name: long }] };
  const page = await read(JSON.stringify({ ...feed, items: [] }), 'application/json');
  expect([page.title?.length, page.description?.length, page.authors[0]?.length]).toEqual([1_000, 5_000, 200]);
});

test('deep and long JSON is read in time that grows with its length alone', async () => {
  for (const body of [
    '['.repeat(24_000) + ']'.repeat(24_000),
    `"${'\\"'.repeat(24_000)}"`,
    `[${' '.repeat(49_000)}]`,
  ]) {
    const startedAt = process.cpuUsage();
    await read(body, 'application/json');
    expect(process.cpuUsage(startedAt).user).toBeLessThan(2_000_000);
  }
});
