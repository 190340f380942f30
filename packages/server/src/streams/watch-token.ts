import type { Caller } from '../caller.js';
import type { ChangeFeed } from './change-feed.js';

/**
 * Looks again and again whether the token of a long answer would still be taken, and says once that it would not: it
 * was revoked, or has expired. Answers the function that ends it. What cannot be told at present is asked again.
 */
export function watchToken(
  { feed, caller }: { readonly feed: ChangeFeed; readonly caller: Caller },
  onInvalid: () => void,
): () => void {
  let isAsking = false;
  const look = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    try {
      if (await caller.isStillValid()) return;
      stop();
      onInvalid();
    } catch {
      // The store cannot be read: there will be a next time.
    } finally {
      isAsking = false;
    }
  };
  const stop = feed.subscribe({ looked: () => void look() });
  return stop;
}
