/**
 * Fetches pages through the guarded fetch of a call, as politely as a tool can: it says who it is, takes turns at each
 * host, obeys `Retry-After`, and does not ask again for what it may keep.
 */

import { type GuardedResponse, isLoadoutError } from '@loadout/core/contract';
import { showUrl } from '@loadout/core/hosts';
import { describeSeconds } from '../describe-seconds.js';
import { describeUnreadable, kindOfMediaType, readMediaType } from '../extraction/media-type.js';
import { describeStatus } from './describe-status.js';
import { createHostTurns, type HostTurns, isLate, type Politeness } from './host-turns.js';
import { type CacheRequest, createPageCache, type PageCache } from './page-cache.js';
import type { RetrievalErrand } from './retrieval.js';
import { RetrievalError } from './retrieval-error.js';
import { readRetryAfter } from './retry-after.js';
import { processTiming, type Timing, wait } from './timing.js';
import { describeUserAgent, type UserAgentOptions } from './user-agent.js';
import { hostOf, type Visit, visitHosts } from './visit-hosts.js';

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
  fetch(errand: RetrievalErrand): Promise<FetchedPage>;
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

// How far the clocks of two timers may be apart.
const clockSlackMs = 50;

/** Makes a {@link PageFetcher}, with turns and a cache of its own. */
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

/** How one page is asked for. */
interface Question {
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined where nothing of it is kept. */
  readonly cacheKey: string | undefined;
  readonly asked: CacheRequest;
}

async function fetchPage(errand: RetrievalErrand, parts: FetcherParts): Promise<FetchedPage> {
  const question = ask(errand, parts.userAgent);
  const { turns, cache, timing } = parts;
  const { cacheKey, asked } = question;
  const { signal, deadlineAt } = errand;
  signal.throwIfAborted();
  let hit = cacheKey === undefined ? undefined : cache.find(cacheKey, asked);
  if (hit?.kind === 'fresh') return hit.page;
  for (let attempt = 1; ; attempt += 1) {
    const visit = await visitHosts(errand, parts);
    let pauseMs: number;
    try {
      const validators = hit?.kind === 'stale' ? hit.headers : {};
      const timeoutMs = Math.max(Math.ceil(deadlineAt - timing.now()), 1);
      const response = await send(errand, { ...question.headers, ...validators }, timeoutMs, visit.goOn);
      visit.hasAnswered();
      if (response.status === 304 && hit?.kind === 'stale') {
        await response.discard();
        const isSame = response.url === hit.url && cacheKey !== undefined;
        const kept = isSame ? cache.refresh(cacheKey, asked, response, parts.now()) : undefined;
        if (kept !== undefined) return kept;
        // What is the same is not what was kept: it is asked for as if nothing had been.
        hit = undefined;
        continue;
      }
      const asksToWait = response.status === 429 || response.status === 503;
      const pause = asksToWait ? readRetryAfter(response.headers, parts.now()) : undefined;
      if (pause === undefined) return await receive(response, errand, question, parts);
      await response.discard();
      // What a private host asks of one bot says nothing to the others.
      if (cacheKey !== undefined && !response.isPrivate) turns.pause(hostOf(response.url), pause);
      const isTooLong = timing.now() + pause >= deadlineAt;
      if (isTooLong || attempt >= mostAttempts) throw asksForTime(response, errand.url, { pauseMs: pause, isTooLong });
      pauseMs = pause;
    } catch (error) {
      throw explain(error, errand, visit, timing);
    } finally {
      visit.end();
    }
    await wait(pauseMs, signal, timing);
  }
}

/** What of a failure is better said with what is known here. Nothing of a private host is. */
function explain(error: unknown, errand: RetrievalErrand, visit: Visit, timing: Timing): unknown {
  if (!isLoadoutError(error) || error.details.isPrivate === true) return error;
  if (error.cause instanceof RetrievalError) return error.cause;
  const isOver = error.code === 'NETWORK_TIMED_OUT' && timing.now() >= errand.deadlineAt - clockSlackMs;
  if (!isOver) return error;
  // The time of the wait and that of the request end together; which is told first is chance.
  return visit.waitsFor === undefined ? isTooSlow(errand, visit.waitedMs, error) : isLate(visit.waitsFor);
}

function ask(errand: RetrievalErrand, userAgent: string): Question {
  const { url, call, allowedPrivateHosts = [] } = errand;
  const { bot, locale } = call.context;
  const headers = { accept, 'accept-language': acceptLanguage(locale), 'user-agent': userAgent };
  const isKept = URL.canParse(url);
  const page = isKept ? withoutFragment(url) : url;
  // What one bot read, and when, is nothing to another one; nor is what other permissions let it read.
  const cacheKey = isKept ? JSON.stringify([bot.id, [...allowedPrivateHosts].sort(), locale, page]) : undefined;
  return { headers, cacheKey, asked: { url: page, headers } };
}

function send(
  { url, call, signal, allowedPrivateHosts, privateHeaders }: RetrievalErrand,
  headers: Readonly<Record<string, string>>,
  timeoutMs: number,
  beforeRedirect: (to: URL) => Promise<void>,
): Promise<GuardedResponse> {
  return call.fetch(url, {
    headers,
    timeoutMs,
    // Whoever gives a page long may mean a slow one.
    headersTimeoutMs: timeoutMs,
    ...(allowedPrivateHosts === undefined ? {} : { allowedPrivateHosts }),
    ...(privateHeaders === undefined ? {} : { privateHeaders }),
    beforeRedirect,
    signal,
  });
}

async function receive(
  response: GuardedResponse,
  errand: RetrievalErrand,
  { cacheKey, asked }: Question,
  parts: FetcherParts,
): Promise<FetchedPage> {
  const { url, status, isPrivate } = response;
  const contentType = response.headers.get('content-type');
  const refusal = describeRefusal(response, errand.url, readMediaType(contentType));
  if (refusal !== undefined) {
    await response.discard();
    throw new RetrievalError(refusal, { isPrivate });
  }
  errand.onBody();
  const bytes = await response.bytes();
  const page = { url, status, contentType, bytes, isPrivate, retrievedAt: parts.now() };
  // How long a redirect holds is not known here, so what is behind one is not kept.
  const isDirect = withoutFragment(url) === asked.url;
  if (cacheKey !== undefined && status === 200 && !isPrivate && isDirect) {
    await parts.cache.keep(cacheKey, asked, response, page);
  }
  return page;
}

/** Of a private host, the status is all that is told. */
function describeRefusal(
  { url, status, ok, isPrivate }: GuardedResponse,
  askedUrl: string,
  mediaType: string | undefined,
): string | undefined {
  const shownUrl = isPrivate ? askedUrl : url;
  if (status === 304)
    return `The server says that ${showUrl(shownUrl)} has not changed (HTTP status 304), although it was not asked that.`;
  if (!ok) return describeStatus(shownUrl, status);
  const isEmpty = status === 204 || status === 205;
  if (isEmpty || mediaType === undefined || kindOfMediaType(mediaType) !== undefined) return undefined;
  return describeUnreadable(shownUrl, isPrivate ? undefined : mediaType);
}

function isTooSlow({ url, timeoutMs }: RetrievalErrand, waitedMs: number, cause: unknown): RetrievalError {
  // Whole ones: part of the time is never more than all of it.
  const waitedSeconds = Math.floor(Math.min(waitedMs, timeoutMs) / 1_000);
  const waited =
    waitedSeconds < 1
      ? ''
      : `; ${describeSeconds(waitedSeconds * 1_000)} of them went by in waiting for other requests to it`;
  return new RetrievalError(
    `The server did not send ${showUrl(url)} within the ${describeSeconds(timeoutMs)} that there are for it${waited}. It may ` +
      'be slow for now: try once more, or read another page.',
    { cause },
  );
}

function asksForTime(
  { url, status, isPrivate }: GuardedResponse,
  askedUrl: string,
  { pauseMs, isTooLong }: { readonly pauseMs: number; readonly isTooLong: boolean },
): RetrievalError {
  const why = isTooLong ? 'which is more than the time that was left' : `as it did each of ${mostAttempts} times`;
  return new RetrievalError(
    `The server answered ${showUrl(isPrivate ? askedUrl : url)} with HTTP status ${status} and asks to wait ${describeSeconds(pauseMs)} before the next ` +
      `request, ${why}. Try again after that, or read another page.`,
    { isPrivate },
  );
}

function withoutFragment(url: string): string {
  const parsed = new URL(url);
  parsed.hash = '';
  return parsed.href;
}

function acceptLanguage(locale: string): string {
  return /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i.test(locale) ? `${locale}, en;q=0.7, *;q=0.5` : 'en, *;q=0.5';
}
