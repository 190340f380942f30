import { expect, test } from 'vitest';
import { openReading, textOf } from '../reading.js';

const paragraphs = (count: number, word: string): string =>
  Array.from({ length: count }, (_, index) => `${word} ${index} of the page.`).join('\n\n');

interface Part {
  readonly page: number;
  readonly total_pages: number;
  readonly has_more: boolean;
  readonly status: string;
  readonly metadata: { readonly warnings: readonly string[] };
}

test('parts are counted, and one beyond the last is told how many there are', async () => {
  const { read } = await openReading({ maxContentCharacters: 200 }, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end(paragraphs(20, 'Text'));
  });
  const first = (await read('https://site.example/')).structuredContent as unknown as Part;
  expect(first).toMatchObject({ page: 1, has_more: true, status: 'partial or truncated' });
  const last = await read('https://site.example/', {}, { page: first.total_pages });
  expect(last.structuredContent).toMatchObject({ has_more: false, status: 'partial or truncated' });
  const beyond = await read('https://site.example/', {}, { page: 99 });
  expect(beyond).toMatchObject({ isError: true, status: 'ERROR' });
  expect(textOf(beyond)).toBe(
    `The page https://site.example/ has ${first.total_pages} parts of at most 200 characters; there is no part 99. ` +
      `Ask for "page" 1 to ${first.total_pages}.`,
  );
  for (const page of [0, -1, 1.5]) expect((await read('https://site.example/', {}, { page })).isError).toBe(true);
});

test('a short page has one part', async () => {
  const { read } = await openReading({}, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end('short');
  });
  expect((await read('https://site.example/')).structuredContent).toMatchObject({
    status: 'complete',
    page: 1,
    total_pages: 1,
    has_more: false,
  });
  expect(textOf(await read('https://site.example/', {}, { page: 2 }))).toContain(
    'there is no part 2. Leave "page" out.',
  );
});

test('a page that changes between two parts is told, where one conversation reads them', async () => {
  let version = 0;
  const { read } = await openReading({ maxContentCharacters: 200 }, (_request, response) => {
    version += 1;
    response
      .writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
      .end(paragraphs(20, `v${version}`));
  });
  const warnings = async (page: number, id: string): Promise<readonly string[]> => {
    const { structuredContent } = await read('https://site.example/', { conversation: { id } }, { page });
    return (structuredContent as unknown as Part).metadata.warnings;
  };
  expect(await warnings(1, 'a')).toEqual([]);
  expect(await warnings(2, 'a')).toEqual([
    expect.stringMatching(/^The page has changed since an earlier part of it was read/),
  ]);
  expect(await warnings(2, 'b')).toEqual([]);
});
