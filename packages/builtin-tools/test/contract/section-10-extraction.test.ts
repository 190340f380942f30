/** What no page that arrived can do to the host. The workers of most of these tests do what the page says. */
import { deflateSync } from 'node:zlib';
import { PDFDocument } from 'pdf-lib';
import { expect, onTestFinished, test } from 'vitest';
import { createExtractor } from '../../src/extraction/create-extractor.js';
import { extractPage } from '../../src/extraction/extract-page.js';
import { ExtractionError } from '../../src/extraction/extracted-page.js';
import { kinds, makeExtractor, run, url, workerOf } from '../extraction/odd-extractor.js';
import { rawPdf } from '../extraction/pdf/raw-pdf.js';

test.each(kinds)(
  '10.4 a deadline ends a %s that is stuck in a loop, and the next job gets a new one',
  async (_kind, prefix) => {
    const extractor = makeExtractor();
    const before = await workerOf(extractor, `${prefix}who`);
    const stuck = run(extractor, `${prefix}loop`, 300);
    const after = workerOf(extractor, `${prefix}who`);
    await expect(stuck).rejects.toThrow(ExtractionError);
    await expect(stuck).rejects.toThrow(`The page ${url} was fetched, but could not be read to its end within`);
    expect(await after).not.toBe(before);
  },
);

test.each(kinds)(
  '10.4 a %s reads a page for a short time only, however much time the page has',
  async (_kind, prefix) => {
    const extractor = makeExtractor({ readingMs: 300 });
    await expect(run(extractor, `${prefix}loop`)).rejects.toThrow(
      `The page ${url} takes too long to read: it was not done after 1 second.`,
    );
    expect(await workerOf(extractor, `${prefix}who`)).toBeTruthy();
  },
);

test('10.4 pages of one bot that take long do not keep the others from being read', async () => {
  const extractor = makeExtractor({ readingMs: 300 });
  const ended: string[] = [];
  const note = (name: string) => () => void ended.push(name);
  const greedy = Array.from({ length: 8 }, () =>
    run(extractor, 'loop', 20_000, undefined, 'greedy').catch(note('loop')),
  );
  await run(extractor, 'who', 20_000, undefined, 'modest').then(note('who'));
  // One was being read, and one waited for longer.
  expect(ended.length).toBeLessThanOrEqual(3);
  await Promise.all(greedy);
});

test.each(kinds)('10.4 a %s that takes too much memory fails its job alone', async (_kind, prefix) => {
  const extractor = makeExtractor({ workers: 2, heapMegabytes: 128 });
  const [greedy, other] = await Promise.allSettled([
    run(extractor, `${prefix}strings`),
    run(extractor, `${prefix}wait`),
  ]);
  expect(greedy).toMatchObject({
    reason: new ExtractionError(
      `The page ${url} could not be read: that takes more memory than the 128 MB that reading a page may take.`,
    ),
  });
  expect(greedy).toMatchObject({ reason: { name: 'ExtractionError' } });
  expect(other).toMatchObject({ value: 'waited' });
  expect(await workerOf(extractor, `${prefix}who`)).toBeTruthy();
});

test.each(['map', 'buffers'])(
  '10.4 PDF: memory that V8 does not bound, as a %s takes it, ends its process alone',
  async (task) => {
    const extractor = makeExtractor({ heapMegabytes: 256 });
    await expect(run(extractor, `%PDF-1.7 ${task}`)).rejects.toThrow('that takes more memory than the 256 MB');
    expect(await workerOf(extractor, '%PDF-1.7 who')).toBeTruthy();
  },
);

test('10.4 PDF: a stream that unpacks to gigabytes ends its worker, and the next page is read', async () => {
  const bomb = deflateSync(Buffer.alloc(300_000_000, ' '));
  const packed = deflateSync(bomb);
  const stream = (length: number, filters: string): string => `<</Length ${length}/Filter[${filters}]>>stream\n`;
  const bytes = rawPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents[4 0 R 4 0 R 4 0 R 4 0 R]>>',
    Buffer.concat([Buffer.from(stream(packed.length, '/FlateDecode/FlateDecode')), packed, Buffer.from('\nendstream')]),
  ]);
  const extractor = createExtractor({ workers: 1, heapMegabytes: 192 });
  onTestFinished(() => extractor.close());
  const options = { timeoutMs: 15_000, signal: new AbortController().signal };
  const hostile = extractor.extract({ bytes, contentType: 'application/pdf', url }, options);
  await expect(hostile).rejects.toMatchObject({
    name: 'ExtractionError',
    message: expect.stringMatching(/memory|within/),
  });
  const document = await PDFDocument.create();
  document.addPage().drawText('Calm');
  const calm = await document.save();
  expect((await extractor.extract({ bytes: calm, contentType: 'application/pdf', url }, options)).markdown).toBe(
    'Calm',
  );
});

test('10.1 entities of XML load nothing and do not multiply', async () => {
  const laughs = Array.from({ length: 20 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');
  const body = `<!DOCTYPE rss [<!ENTITY l0 "ha"><!ENTITY x SYSTEM "file:///etc/passwd">${laughs}]><rss><channel><title>&l20;&x;</title><item><title>T</title></item></channel></rss>`;
  const page = await extractPage({ bytes: new TextEncoder().encode(body), contentType: 'text/xml', url });
  expect(page.markdown).toContain('## T');
  expect(JSON.stringify(page)).not.toContain('root:');
  expect(JSON.stringify(page).length).toBeLessThan(5_000);
});
