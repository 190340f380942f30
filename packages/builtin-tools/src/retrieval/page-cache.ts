/**
 * Pages that may be had again without being fetched, as far as their servers allow it (`Cache-Control`, `ETag`,
 * `Last-Modified`, `Vary`). Small, in memory, and never for what is private: who asks decides what may be kept.
 */
import type CachePolicy from 'http-cache-semantics';
import type { FetchedPage } from './fetch-page.js';

/** How much is kept. */
export interface PageCacheLimits {
  readonly maxEntries: number;
  /** Of all bodies together. */
  readonly maxBytes: number;
  readonly maxBytesPerEntry: number;
}

/** A request, as the rules of caching see it: lower-case header names. */
export interface CacheRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer, as the rules of caching see it. */
interface CacheAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
}

/** What a cache knows of a request. */
type CacheHit =
  | { readonly kind: 'none' }
  | { readonly kind: 'fresh'; readonly page: FetchedPage }
  /** To be asked for with these headers. */
  | { readonly kind: 'stale'; readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** See the head of this file. A key says who asks and what for; nothing is shared between keys. */
export interface PageCache {
  find(key: string, request: CacheRequest): CacheHit;
  /** Keeps a page where its headers allow it, and drops what was kept under the key where not. */
  keep(key: string, request: CacheRequest, answer: CacheAnswer, page: FetchedPage): Promise<void>;
  /** The page that was kept, after a 304 for a stale hit; undefined where it is gone or is another one. */
  refresh(key: string, request: CacheRequest, answer: CacheAnswer, retrievedAt: Date): FetchedPage | undefined;
  clear(): void;
  readonly size: number;
  readonly bytes: number;
}

interface Entry {
  readonly policy: CachePolicy;
  readonly page: FetchedPage;
}

// All that the library looks at.
const policyHeaders = [
  'age',
  'cache-control',
  'date',
  'etag',
  'expires',
  'last-modified',
  'pragma',
  'set-cookie',
  'vary',
];
const longestPolicyHeader = 4_096;

const defaultLimits: PageCacheLimits = { maxEntries: 64, maxBytes: 20_000_000, maxBytesPerEntry: 4_000_000 };

/** Makes an empty cache. The library is loaded by the first page that is kept. */
export function createPageCache(now: () => Date, limits: PageCacheLimits = defaultLimits): PageCache {
  // In the order of their last use.
  const entries = new Map<string, Entry>();
  let bytes = 0;
  const drop = (key: string): void => {
    bytes -= entries.get(key)?.page.bytes.byteLength ?? 0;
    entries.delete(key);
  };
  const put = (key: string, entry: Entry): void => {
    drop(key);
    entries.set(key, entry);
    bytes += entry.page.bytes.byteLength;
    for (const oldest of entries.keys()) {
      if (entries.size <= limits.maxEntries && bytes <= limits.maxBytes) return;
      drop(oldest);
    }
  };
  return {
    get size() {
      return entries.size;
    },
    get bytes() {
      return bytes;
    },
    find(key, request) {
      const entry = entries.get(key);
      if (entry === undefined) return { kind: 'none' };
      const asked = toPolicyRequest(request);
      if (entry.policy.satisfiesWithoutRevalidation(asked)) {
        put(key, entry);
        return { kind: 'fresh', page: copyOf(entry.page) };
      }
      const headers = validatorsOf(entry.policy.revalidationHeaders(asked));
      return Object.keys(headers).length === 0 ? { kind: 'none' } : { kind: 'stale', url: entry.page.url, headers };
    },
    async keep(key, request, answer, page) {
      drop(key);
      if (page.bytes.byteLength > limits.maxBytesPerEntry) return;
      const headers = readPolicyHeaders(answer);
      if (headers === undefined) return;
      const policy = await createPolicy(request, { status: answer.status, headers }, now);
      const isUseful = policy.timeToLive() > 0 || answer.headers.has('etag') || answer.headers.has('last-modified');
      if (policy.storable() && isUseful) put(key, { policy, page: copyOf(page) });
    },
    refresh(key, request, answer, retrievedAt) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      drop(key);
      const headers = readPolicyHeaders(answer);
      if (headers === undefined) return undefined;
      const response = { status: answer.status, headers };
      const { policy, matches } = entry.policy.revalidatedPolicy(toPolicyRequest(request), response);
      // A 304 that names another version is about another page; one that names none is about the one that was asked for.
      if (!matches && answer.headers.has('etag')) return undefined;
      const page = { ...entry.page, retrievedAt };
      put(key, { policy: matches ? policy : entry.policy, page });
      return copyOf(page);
    },
    clear() {
      entries.clear();
      bytes = 0;
    },
  };
}

/** The headers that a policy is made of; undefined where one is longer than any that means something. */
function readPolicyHeaders({ headers }: CacheAnswer): CachePolicy.Headers | undefined {
  const read: CachePolicy.Headers = {};
  for (const name of policyHeaders) {
    const value = headers.get(name);
    if (value === undefined) continue;
    if (value.length > longestPolicyHeader) return undefined;
    // The library searches blanks again from each of them.
    read[name] = value.replace(/\s+/g, ' ');
  }
  return read;
}

async function createPolicy(
  request: CacheRequest,
  response: CachePolicy.HttpResponse,
  now: () => Date,
): Promise<CachePolicy> {
  const { default: Policy } = await import('http-cache-semantics');
  // The library reads the time by this method, which its types leave out.
  class ClockedPolicy extends Policy {
    now(): number {
      return now().getTime();
    }
  }
  return new ClockedPolicy(toPolicyRequest(request), response, { shared: true });
}

function toPolicyRequest({ url, headers }: CacheRequest): CachePolicy.HttpRequest {
  return { url, method: 'GET', headers: { ...headers, host: new URL(url).host } };
}

function validatorsOf(headers: CachePolicy.Headers): Record<string, string> {
  const validators: Record<string, string> = {};
  for (const name of ['if-none-match', 'if-modified-since']) {
    const value = headers[name];
    if (typeof value === 'string') validators[name] = value;
  }
  return validators;
}

/** Whoever gets a page may hand its bytes on for good. Not `slice`: a Buffer's is the same memory. */
function copyOf(page: FetchedPage): FetchedPage {
  return { ...page, bytes: new Uint8Array(page.bytes) };
}
