import type { TokenUses } from './token-uses.js';

const MINUTE_MS = 60_000;

/** Remembers the last use of each token as long as the process lives. */
export function createMemoryTokenUses(): TokenUses {
  /** Minutes since 1970, by the id of the token. */
  const minutes = new Map<string, number>();

  return {
    record(tokenId, at) {
      const minute = Math.floor(at / MINUTE_MS);
      // A clock that was set back makes no use undone.
      if (minute > (minutes.get(tokenId) ?? Number.NEGATIVE_INFINITY)) minutes.set(tokenId, minute);
    },

    async list() {
      return new Map([...minutes].map(([tokenId, minute]) => [tokenId, new Date(minute * MINUTE_MS).toISOString()]));
    },
  };
}
