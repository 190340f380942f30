import { normaliseUrl } from '../urls/normalise-url.js';
import { withoutTracking } from '../urls/without-tracking.js';
import type { SearchHit } from './search-backend.js';

/**
 * What two hits have in common that lead to the same page: the address without fragment, default port and parameters
 * that only follow a visitor. Scheme, `www.` and a slash at the end may lead elsewhere, so they count; where they do not,
 * the server redirects, and the final URLs are the same.
 */
export function pageKey(url: string): string {
  const normal = normaliseUrl(url);
  return normal === undefined ? url : withoutTracking(normal);
}

/** The hits without those that lead to the same page as a better one. */
export function deduplicateHits(hits: readonly SearchHit[]): readonly SearchHit[] {
  const seen = new Set<string>();
  return hits.filter(({ url }) => {
    const key = pageKey(url);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
