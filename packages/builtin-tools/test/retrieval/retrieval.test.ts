import { expect, test } from 'vitest';
import type { ExtractedPage, ExtractionOptions, Extractor } from '../../src/extraction/extracted-page.js';
import type { FetchedPage, PageFetcher } from '../../src/retrieval/fetch-page.js';
import { createRetrieval } from '../../src/retrieval/retrieval.js';
import { createCall } from '../call.js';
import { createManualTiming } from './manual-timing.js';

const url = 'https://site.example/a';

function setUp() {
  const timing = createManualTiming();
  const begun: ExtractionOptions[] = [];
  let prepared = 0;
  const extractor: Extractor = {
    prepare() {
      prepared += 1;
    },
    extract: (_job, options) =>
      new Promise<ExtractedPage>((_resolve, reject) => {
        begun.push(options);
        options.signal.addEventListener('abort', () => reject(options.signal.reason));
      }),
    close: async () => {},
  };
  const page: FetchedPage = {
    url,
    status: 200,
    contentType: 'text/html',
    bytes: new Uint8Array(),
    isPrivate: false,
    retrievedAt: new Date(0),
  };
  const fetcher: PageFetcher = {
    async fetch({ onBody }) {
      await timing.pass(700);
      if (prepared === 0) onBody();
      return page;
    },
    close: () => {},
  };
  const canceller = new AbortController();
  const call = createCall(() => Promise.reject(new Error('no network')), canceller.signal);
  return {
    retrieval: createRetrieval({ extractor, fetcher, timing }),
    begun,
    call,
    canceller,
    prepared: () => prepared,
  };
}

test('reading ends with the call and with the request, whichever is first', async () => {
  const { retrieval, begun, call, canceller } = setUp();
  const own = new AbortController();
  const first = retrieval.retrieve({ url, call, timeoutMs: 1_000, signal: own.signal });
  const second = retrieval.retrieve({ url, call, timeoutMs: 1_000, signal: new AbortController().signal });
  const third = retrieval.retrieve({ url, call, timeoutMs: 1_000 });
  await expect.poll(() => begun.length).toBe(3);
  own.abort(new Error('the time for all pages is over'));
  await expect(first).rejects.toThrow('the time for all pages is over');
  canceller.abort(new Error('cancelled'));
  await expect(second).rejects.toThrow('cancelled');
  await expect(third).rejects.toThrow('cancelled');
});

test('one clock counts fetching and reading; the reader knows the whole time, and who asks', async () => {
  const { retrieval, begun, call, canceller, prepared } = setUp();
  const reading = retrieval.retrieve({ url, call, timeoutMs: 1_000 });
  expect(prepared()).toBe(0);
  await expect.poll(() => begun.length).toBe(1);
  expect(begun[0]).toMatchObject({ timeoutMs: 300, wholeMs: 1_000, asker: 'demo' });
  expect(prepared()).toBe(1);
  canceller.abort(new Error('cancelled'));
  await expect(reading).rejects.toThrow('cancelled');
});
