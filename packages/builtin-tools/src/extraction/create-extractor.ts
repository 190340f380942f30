import { extractPage } from './extract-page.js';
import type { Extractor } from './extracted-page.js';

/** Makes an {@link Extractor}. */
export function createExtractor(): Extractor {
  return { extract: (job) => extractPage(job), close: async () => {} };
}
