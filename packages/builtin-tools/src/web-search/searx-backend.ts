import { type CallScope, type GuardedResponse, isLoadoutError } from '@loadout/core/contract';
import { describeSeconds } from '../describe-seconds.js';
import { readRetryAfter } from '../retrieval/retry-after.js';
import type { SearchAddress } from './base-url.js';
import { parseSearxAnswer } from './parse-searx-answer.js';
import { type SearchAnswer, type SearchBackend, SearchError, type SearchQuery } from './search-backend.js';

// It is parsed in the host's thread. A page of results has a tenth of it.
const maxAnswerBytes = 1_000_000;

/**
 * A SearXNG (or SearX) instance at an address that the operator chose: it may be at any, and no redirect leaves its
 * origin. Asks for JSON; neither categories nor engines, which are the instance's own choice.
 */
export function createSearxBackend(
  { search, origin }: SearchAddress,
  call: CallScope,
  userAgent: string,
): SearchBackend {
  return {
    async search(query) {
      const url = new URL(search);
      url.search = new URLSearchParams(parametersOf(query)).toString();
      const response = await send(url, { call, userAgent, origin, timeoutMs: query.timeoutMs });
      return readAnswer(response, query);
    },
  };
}

function parametersOf({ query, language, timeRange, page, safeSearch }: SearchQuery): Record<string, string> {
  return {
    q: query,
    format: 'json',
    pageno: String(page),
    ...(language === undefined ? {} : { language }),
    ...(timeRange === undefined ? {} : { time_range: timeRange }),
    ...(safeSearch === undefined ? {} : { safesearch: String(safeSearch) }),
  };
}

interface Sending {
  readonly call: CallScope;
  readonly userAgent: string;
  readonly origin: string;
  readonly timeoutMs: number;
}

async function send(url: URL, { call, userAgent, origin, timeoutMs }: Sending): Promise<GuardedResponse> {
  try {
    return await call.fetch(url, {
      operatorOrigin: origin,
      headers: { accept: 'application/json', 'user-agent': userAgent },
      timeoutMs,
      headersTimeoutMs: timeoutMs,
      maxBodyBytes: maxAnswerBytes,
    });
  } catch (error) {
    throw explainNetwork(error, call);
  }
}

async function readAnswer(response: GuardedResponse, { timeoutMs, language }: SearchQuery): Promise<SearchAnswer> {
  if (!response.ok) {
    await response.discard();
    throw new SearchError(explainStatus(response, language));
  }
  let bytes: Uint8Array;
  try {
    bytes = await response.bytes();
  } catch (error) {
    if (isLoadoutError(error, 'NETWORK_BODY_TOO_LARGE')) {
      throw new SearchError(`The search service answered with more than ${maxAnswerBytes} bytes. ${askOperator}`);
    }
    if (isLoadoutError(error, 'NETWORK_TIMED_OUT')) throw new SearchError(explainTimeout(timeoutMs));
    throw new SearchError(`The connection to the search service broke off. ${tryAgain}`);
  }
  return parseSearxAnswer(parseJson(bytes));
}

const askOperator = 'The operator should check the setting "baseUrl" of web_search and the search service.';
const tryAgain = 'Try once more; if it stays so, the operator should look at the search service.';

function explainStatus(response: GuardedResponse, language: string | undefined): string {
  const { status, headers } = response;
  switch (status) {
    case 400:
      return language === undefined
        ? `The search service does not understand the search (HTTP status 400). ${askOperator}`
        : `The search service does not understand the search (HTTP status 400): it may not know the language ${JSON.stringify(language)}. ` +
            'Search with another "language", such as "de" or "en-US", or with "all"; where the search named none, the operator should ' +
            'check the setting "defaultLanguage".';
    case 401:
    case 407:
      return `The search service wants a sign-in (HTTP status ${status}), which is not sent. ${askOperator}`;
    case 403:
      return (
        'The search service refuses JSON (HTTP status 403). The operator should add "json" to "formats" under "search:" in the ' +
        "service's settings.yml, or let this host through where a proxy refuses it."
      );
    case 404:
    case 405:
      return `There is no search at the address that "baseUrl" names (HTTP status ${status}). ${askOperator}`;
    case 429: {
      const pause = readRetryAfter(headers, new Date());
      const when = pause === undefined ? 'in a minute or more' : `in ${describeSeconds(pause)}`;
      return (
        `The search service is rate limited (HTTP status 429): it takes no more searches for now. Search again ${when}. ` +
        'The operator can raise or turn off the limiter of the service for this host.'
      );
    }
    default:
      return status >= 500
        ? `The search service failed (HTTP status ${status}). ${tryAgain}`
        : `The search service answered with HTTP status ${status}. ${askOperator}`;
  }
}

function explainTimeout(timeoutMs: number): string {
  return `The search service did not answer within ${describeSeconds(timeoutMs)}. ${tryAgain}`;
}

/** What is no failure of the search passes through. */
function explainNetwork(error: unknown, call: CallScope): unknown {
  if (call.signal.aborted || !isLoadoutError(error) || !error.code.startsWith('NETWORK_')) return error;
  call.log('warn', error.message, { code: error.code });
  switch (error.code) {
    case 'NETWORK_TIMED_OUT':
      return new SearchError(`The search service did not answer in time. ${tryAgain}`);
    case 'NETWORK_REDIRECT_REFUSED':
    case 'NETWORK_TOO_MANY_REDIRECTS':
      return new SearchError(`The search service redirects to another place, which is not followed. ${askOperator}`);
    case 'NETWORK_URL_INVALID':
    case 'NETWORK_ADDRESS_REFUSED':
      return new SearchError(`The address of the search service cannot be used. ${askOperator}`);
    default:
      return new SearchError(`The search service cannot be reached. ${tryAgain}`);
  }
}

/** JSON is UTF-8, whatever a header says of it. */
function parseJson(bytes: Uint8Array): unknown {
  const text = new TextDecoder().decode(bytes);
  try {
    return JSON.parse(text);
  } catch {
    const what = /^\s*</.test(text) ? 'a page' : 'text';
    throw new SearchError(
      `The search service answered with ${what} instead of JSON. The operator should check that "baseUrl" is the address of ` +
        'a SearXNG instance, and that "json" is among its "formats".',
    );
  }
}
