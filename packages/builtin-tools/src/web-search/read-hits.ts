/**
 * Reads the pages of hits, a few at once, until all are read or the time for all of them is over. What is finished by
 * then is kept.
 */
import type { CallScope } from '@loadout/core/contract';
import { describeFailure } from '../retrieval/describe-failure.js';
import type { Retrieval, RetrievedPage } from '../retrieval/retrieval.js';
import type { SearchHit } from './search-backend.js';

/** A hit with its page, or with the reason why there is none. */
export interface ReadHit {
  readonly hit: SearchHit;
  readonly retrieved: RetrievedPage | null;
  /** For the model; null where the page was read. */
  readonly failure: string | null;
}

/** How far reading may go. */
export interface ReadingLimits {
  readonly pageTimeoutMs: number;
  readonly allPagesTimeoutMs: number;
}

const pagesAtOnce = 4;

/** Rejects where the call is cancelled, and only then. */
export async function readHits(
  hits: readonly SearchHit[],
  { pageTimeoutMs, allPagesTimeoutMs }: ReadingLimits,
  retrieval: Retrieval,
  call: CallScope,
): Promise<{ readonly pages: readonly ReadHit[]; readonly isTimedOut: boolean }> {
  const pages = new Map<SearchHit, ReadHit>();
  const waiting = [...hits];
  const overall = new AbortController();
  const endsAt = performance.now() + allPagesTimeoutMs;
  const timer = setTimeout(() => overall.abort(new Error('The time for all pages is over.')), allPagesTimeoutMs);
  const readOn = async (): Promise<void> => {
    for (let hit = waiting.shift(); hit !== undefined && !overall.signal.aborted; hit = waiting.shift()) {
      const timeoutMs = Math.max(Math.min(pageTimeoutMs, Math.ceil(endsAt - performance.now())), 1);
      const page = await readHit(hit, { timeoutMs, signal: overall.signal }, retrieval, call);
      if (page !== undefined) pages.set(hit, page);
      call.progress({
        progress: pages.size,
        total: hits.length,
        message: `${pages.size} of ${hits.length} pages read`,
      });
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(pagesAtOnce, hits.length) }, readOn));
  } finally {
    clearTimeout(timer);
  }
  const unread = 'The time for reading all pages was over before this one was read.';
  return {
    pages: hits.map((hit) => pages.get(hit) ?? { hit, retrieved: null, failure: unread }),
    isTimedOut: pages.size < hits.length,
  };
}

/** Undefined where the time for all pages ended it. */
async function readHit(
  hit: SearchHit,
  limits: { readonly timeoutMs: number; readonly signal: AbortSignal },
  retrieval: Retrieval,
  call: CallScope,
): Promise<ReadHit | undefined> {
  try {
    return { hit, retrieved: await retrieval.retrieve({ url: hit.url, call, ...limits }), failure: null };
  } catch (error) {
    if (call.signal.aborted) throw error;
    if (limits.signal.aborted) return undefined;
    return { hit, retrieved: null, failure: describeFailure(error, hit.url, call).message };
  }
}
