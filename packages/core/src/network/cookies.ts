import type { CookieJar } from 'tough-cookie';

/** The cookies of one retrieval: what its servers set on the way, for its next hops, and for nobody afterwards. */
export interface RetrievalCookies {
  /** Keeps what an answer sets, as far as its host may set it. */
  keep(url: URL, cookies: readonly string[], network: CookieNetwork): Promise<void>;
  /** What the next request carries beside the caller's own; undefined for nothing. */
  headerFor(url: URL, network: CookieNetwork): string | undefined;
}

/** Cookies of a private network never go out of it, also where a domain has hosts on both sides. */
export type CookieNetwork = 'public' | 'private';

const maxCookies = 50;
const maxCookieCharacters = 4_096;
const maxHeaderCharacters = 16_384;

/** Makes an empty set of cookies. The library, with its list of public suffixes, is loaded by the first cookie. */
export function createRetrievalCookies(): RetrievalCookies {
  const jars = new Map<CookieNetwork, CookieJar>();
  let kept = 0;
  return {
    async keep(url, cookies, network) {
      if (cookies.length === 0) return;
      let jar = jars.get(network);
      if (jar === undefined) {
        const { CookieJar } = await import('tough-cookie');
        jar = new CookieJar();
        jars.set(network, jar);
      }
      for (const cookie of cookies) {
        if (kept >= maxCookies) return;
        if (cookie.length > maxCookieCharacters) continue;
        kept += 1;
        // Also where it may not be set: for a public suffix, for another domain, as secure without TLS.
        jar.setCookieSync(cookie, url.href, { ignoreError: true });
      }
    },
    headerFor(url, network) {
      const header = jars.get(network)?.getCookieStringSync(url.href);
      return header === undefined || header === '' || header.length > maxHeaderCharacters ? undefined : header;
    },
  };
}
