/**
 * Fetches pages through the guarded fetch of a call, as politely as a tool can: it says who it is, takes turns at each
 * host, obeys `Retry-After`, and does not ask again for what it may keep.
 */

import type { GuardedResponse } from '@loadout/core/contract';
import { describeSeconds } from '../describe-seconds.js';
import { describeUnreadable, kindOfMediaType, readMediaType } from '../extraction/media-type.js';
import { describeStatus } from './describe-status.js';
import { createHostTurns, type HostTurns, type Politeness } from './host-turns.js';
import { type CacheRequest, createPageCache, type PageCache } from './page-cache.js';
import type { RetrievalRequest } from './retrieval.js';
import { RetrievalError } from './retrieval-error.js';
import { readRetryAfter } from './retry-after.js';
import { processTiming, type Timing, wait } from './timing.js';
import { describeUserAgent, type UserAgentOptions } from './user-agent.js';

/** A page that arrived, as bytes. */
export interface FetchedPage {
  /** After redirects. */
  readonly url: string;
  readonly status: number;
  readonly contentType: string | undefined;
  /** The receiver's own. */
  readonly bytes: Uint8Array;
  /** Whether a host in a private network answered on the way (contract 10.3). */
  readonly isPrivate: boolean;
  /** When it was fetched, or was last said to be the same. */
  readonly retrievedAt: Date;
}

/** See the head of this file. */
export interface PageFetcher {
  /**
   * Rejects with `RetrievalError` for answers that are not read: a status that is no success, a media type that is no
   * text, a host that asks for more time than there is. What the guarded fetch throws passes through.
   */
  fetch(request: RetrievalRequest): Promise<FetchedPage>;
  /** Forgets pages, and hosts where nothing goes on. */
  close(): void;
}

/** How pages are fetched. */
export interface PageFetcherOptions extends UserAgentOptions {
  readonly politeness?: Politeness | undefined;
  readonly now?: (() => Date) | undefined;
  readonly timing?: Timing | undefined;
}

const accept = 'text/html, application/xhtml+xml, text/markdown;q=0.9, text/plain;q=0.9, */*;q=0.5';

// The first request, and two after a pause that the server asked for.
const mostAttempts = 3;

export function createPageFetcher(options: PageFetcherOptions = {}): PageFetcher {
  const { now = () => new Date(), timing = processTiming } = options;
  const parts: FetcherParts = {
    userAgent: describeUserAgent(options),
    turns: createHostTurns(options.politeness, timing),
    cache: createPageCache(now),
    now,
    timing,
  };
  return {
    fetch: (request) => fetchPage(request, parts),
    close: () => {
      parts.turns.clear();
      parts.cache.clear();
    },
  };
}

interface FetcherParts {
  readonly userAgent: string;
  readonly turns: HostTurns;
  readonly cache: PageCache;
  readonly now: () => Date;
  readonly timing: Timing;
}

/** One page that is asked for. */
interface Errand {
  readonly request: RetrievalRequest;
  readonly signal: AbortSignal;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined where nothing of it is kept. */
  readonly cacheKey: string | undefined;
  readonly asked: CacheRequest;
}

async function fetchPage(request: RetrievalRequest, parts: FetcherParts): Promise<FetchedPage> {
  const errand = readErrand(request, parts.userAgent);
  const { turns, cache, timing } = parts;
  const { signal, cacheKey } = errand;
  signal.throwIfAborted();
  const deadlineAt = timing.now() + request.timeoutMs;
  let hit = cacheKey === undefined ? undefined : cache.find(cacheKey, errand.asked);
  if (hit?.kind === 'fresh') return hit.page;
  for (let attempt = 1; ; attempt += 1) {
    const turn = await turns.take(hostOf(request.url), { deadlineAt, signal });
    const isFirst = attempt === 1 && !turn.hasWaited;
    const timeoutMs = isFirst ? request.timeoutMs : Math.max(Math.ceil(deadlineAt - timing.now()), 1);
    let pauseMs: number;
    try {
      const validators = hit?.kind === 'stale' ? hit.headers : {};
      const response = await send(errand, validators, timeoutMs);
      if (response.status === 304 && hit?.kind === 'stale') {
        await response.discard();
        const isSame = response.url === hit.url && cacheKey !== undefined;
        const kept = isSame ? cache.refresh(cacheKey, errand.asked, response, parts.now()) : undefined;
        if (kept !== undefined) return kept;
        // What is the same is not what was kept: it is asked for as if nothing had been.
        hit = undefined;
        continue;
      }
      const asksToWait = response.status === 429 || response.status === 503;
      const pause = asksToWait ? readRetryAfter(response.headers, parts.now()) : undefined;
      if (pause === undefined) return await receive(response, errand, parts);
      await response.discard();
      // What a private host, or one with an account, asks of one bot says nothing to the others.
      if (cacheKey !== undefined && !response.isPrivate) turns.pause(hostOf(response.url), pause);
      const fits = attempt < mostAttempts && timing.now() + pause < deadlineAt;
      if (!fits) throw asksForTime(response, pause);
      pauseMs = pause;
    } finally {
      turn.end();
    }
    await wait(pauseMs, signal, timing);
  }
}

function readErrand(request: RetrievalRequest, userAgent: string): Errand {
  const { url, call, headers: own, allowedPrivateHosts = [] } = request;
  const { bot, locale } = call.context;
  const headers = { accept, 'accept-language': acceptLanguage(locale), 'user-agent': userAgent };
  const signal = request.signal === undefined ? call.signal : AbortSignal.any([call.signal, request.signal]);
  const isKept = own === undefined && URL.canParse(url);
  const page = isKept ? withoutFragment(url) : url;
  // What one bot read, and when, is nothing to another one; nor is what other permissions let it read.
  const cacheKey = isKept ? JSON.stringify([bot.id, [...allowedPrivateHosts].sort(), locale, page]) : undefined;
  return { request, signal, headers: { ...headers, ...own }, cacheKey, asked: { url: page, headers } };
}

function send(
  errand: Errand,
  validators: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<GuardedResponse> {
  const { url, call, signal, allowedPrivateHosts } = errand.request;
  return call.fetch(url, {
    headers: { ...errand.headers, ...validators },
    timeoutMs,
    // Whoever gives a page long may mean a slow one.
    headersTimeoutMs: timeoutMs,
    ...(allowedPrivateHosts === undefined ? {} : { allowedPrivateHosts }),
    ...(signal === undefined ? {} : { signal }),
  });
}

async function receive(response: GuardedResponse, errand: Errand, parts: FetcherParts): Promise<FetchedPage> {
  const { url, status, isPrivate } = response;
  const contentType = response.headers.get('content-type');
  const refusal = describeRefusal(response, readMediaType(contentType));
  if (refusal !== undefined) {
    await response.discard();
    throw new RetrievalError(refusal);
  }
  const bytes = await response.bytes();
  const page = { url, status, contentType, bytes, isPrivate, retrievedAt: parts.now() };
  const { cacheKey, asked } = errand;
  // How long a redirect holds is not known here, so what is behind one is not kept.
  const isDirect = withoutFragment(url) === asked.url;
  if (cacheKey !== undefined && status === 200 && !isPrivate && isDirect) {
    await parts.cache.keep(cacheKey, asked, response, page);
  }
  return page;
}

function describeRefusal({ url, status, ok }: GuardedResponse, mediaType: string | undefined): string | undefined {
  if (status === 304)
    return `The server says that ${url} has not changed (HTTP status 304), although it was not asked that.`;
  if (!ok) return describeStatus(url, status);
  const isEmpty = status === 204 || status === 205;
  if (isEmpty || mediaType === undefined || kindOfMediaType(mediaType) !== undefined) return undefined;
  return describeUnreadable(url, mediaType);
}

function asksForTime({ url, status }: GuardedResponse, pauseMs: number): RetrievalError {
  return new RetrievalError(
    `The server answered ${url} with HTTP status ${status} and asks to wait ${describeSeconds(pauseMs)} before the next ` +
      'request, which is more than the time that was left. Try again after that, or read another page.',
  );
}

/** What cannot be parsed has no host; the guarded fetch refuses it. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

function withoutFragment(url: string): string {
  const parsed = new URL(url);
  parsed.hash = '';
  return parsed.href;
}

function acceptLanguage(locale: string): string {
  return /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i.test(locale) ? `${locale}, en;q=0.7, *;q=0.5` : 'en, *;q=0.5';
}
