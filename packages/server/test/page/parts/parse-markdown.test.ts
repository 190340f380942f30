import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A worker that answers some texts, and never the others. */
class FakeWorker {
  static readonly all: FakeWorker[] = [];
  onmessage: ((event: { data: unknown }) => void) | undefined;
  readonly asked: string[] = [];
  isEnded = false;

  constructor() {
    FakeWorker.all.push(this);
    queueMicrotask(() => this.onmessage?.({ data: 'ready' }));
  }

  postMessage(text: string): void {
    this.asked.push(text);
    if (!text.startsWith('slow')) queueMicrotask(() => this.onmessage?.({ data: [text] }));
  }

  terminate(): void {
    this.isEnded = true;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Worker', FakeWorker);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a text that takes its parser too long has no tree; the next one has', async () => {
  const { parseMarkdown } = await import('../../../page/src/parts/result/parse-markdown.js');
  const { signal } = new AbortController();
  const left = new AbortController();
  const first = parseMarkdown('a', signal);
  const slow = parseMarkdown('slow', signal);
  const unwanted = parseMarkdown('b', left.signal);
  const next = parseMarkdown('c', signal);
  left.abort();

  await expect(first).resolves.toEqual(['a']);
  await vi.advanceTimersByTimeAsync(5_000);
  await expect(slow).resolves.toBeNull();
  await expect(unwanted).resolves.toBeNull();
  await expect(next).resolves.toEqual(['c']);
  expect(FakeWorker.all.map(({ asked, isEnded }) => ({ asked, isEnded }))).toEqual([
    { asked: ['a', 'slow'], isEnded: true },
    { asked: ['c'], isEnded: false },
  ]);
});
