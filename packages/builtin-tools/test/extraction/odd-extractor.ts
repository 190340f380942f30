import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { createExtractor, type ExtractorOptions } from '../../src/extraction/create-extractor.js';
import type { Extractor } from '../../src/extraction/extracted-page.js';

/** What the workers run. */
export const workerFile = fileURLToPath(new URL('../fixtures/workers/odd-worker.mjs', import.meta.url));
/** Where all pages of these tests come from. */
export const url = 'https://site.example/a';

/** An extractor whose workers do what the body of a page says, see fixtures/workers/odd-worker.mjs. */
export function makeExtractor(options: ExtractorOptions = {}): Extractor {
  const extractor = createExtractor({ workerFile, workers: 1, ...options });
  onTestFinished(() => extractor.close());
  return extractor;
}

/** What becomes of a page that says `task`. */
export async function run(
  extractor: Extractor,
  task: string,
  timeoutMs = 20_000,
  signal = new AbortController().signal,
  asker = 'demo',
): Promise<string> {
  const bytes = new TextEncoder().encode(task);
  return (await extractor.extract({ bytes, contentType: undefined, url }, { timeoutMs, signal, asker })).markdown;
}

/** Which worker reads the next page. */
export async function workerOf(extractor: Extractor, task = 'who'): Promise<string> {
  return JSON.parse(await run(extractor, task)).worker;
}

/** Both kinds of workers, and what the bodies for them begin with. */
export const kinds = [
  ['thread', ''],
  ['process', '%PDF-1.7 '],
] as const;
