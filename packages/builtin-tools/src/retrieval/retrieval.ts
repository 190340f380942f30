/**
 * Pages for both tools: fetched as politely as safely, read apart from the host's thread. One service for each set of
 * built-in tools.
 */
import type { CallScope, GuardedFetchOptions } from '@loadout/core/contract';
import { showUrl } from '@loadout/core/hosts';
import { type ExtractedPage, ExtractionError, type Extractor } from '../extraction/extracted-page.js';
import type { PageFetcher } from './fetch-page.js';
import { RetrievalError } from './retrieval-error.js';
import { processTiming, type Timing } from './timing.js';

/** Which page, for whom, and how far its retrieval may go. */
export interface RetrievalRequest {
  readonly url: string;
  readonly call: CallScope;
  /** For all of it: waiting, redirects, body, reading. */
  readonly timeoutMs: number;
  /** Hosts in private networks that the operator allows (contract 10.3). Default: none. */
  readonly allowedPrivateHosts?: readonly string[];
  /** What a request to one of them says beside the usual, such as a key. */
  readonly privateHeaders?: GuardedFetchOptions['privateHeaders'];
  /** Beside the call's own. */
  readonly signal?: AbortSignal;
}

/** A request on its way. */
export interface RetrievalErrand extends RetrievalRequest {
  /** When its time is over, by the clock of {@link Timing}. */
  readonly deadlineAt: number;
  /** The call's and the request's own. */
  readonly signal: AbortSignal;
  /** Called when a body that will be read begins to arrive. */
  readonly onBody: () => void;
}

/** A page that was read. */
export interface RetrievedPage {
  /** After redirects. */
  readonly url: string;
  readonly status: number;
  readonly retrievedAt: Date;
  /** Whether a host in a private network answered: the page is for HIGH confidence only (contract 10.3). */
  readonly isPrivate: boolean;
  readonly page: ExtractedPage;
}

/** See the head of this file. */
export interface Retrieval {
  /**
   * Rejects with `RetrievalError` or `ExtractionError` for a page that is not to be had, in words for the model; what
   * the guarded fetch throws passes through.
   */
  retrieve(request: RetrievalRequest): Promise<RetrievedPage>;
  /** Ends what is idle and forgets what is kept. What goes on is ended by the signals of its calls. */
  close(): Promise<void>;
}

/** What a retrieval is made of. */
export interface RetrievalParts {
  readonly extractor: Extractor;
  readonly fetcher: PageFetcher;
  readonly timing?: Timing;
}

/** Makes a {@link Retrieval}. */
export function createRetrieval({ extractor, fetcher, timing = processTiming }: RetrievalParts): Retrieval {
  return {
    async retrieve(request) {
      const { call, timeoutMs: wholeMs, signal: own } = request;
      const deadlineAt = timing.now() + wholeMs;
      const signal = own === undefined ? call.signal : AbortSignal.any([call.signal, own]);
      const errand = { ...request, deadlineAt, signal, onBody: extractor.prepare };
      const { url, status, contentType, bytes, isPrivate, retrievedAt } = await fetcher.fetch(errand);
      const timeoutMs = Math.max(deadlineAt - timing.now(), 1);
      try {
        const page = await extractor.extract(
          { bytes, contentType, url },
          { timeoutMs, wholeMs, asker: call.context.bot.id, signal },
        );
        return { url, status, retrievedAt, isPrivate, page };
      } catch (error) {
        throw isPrivate && error instanceof ExtractionError ? unreadable(request.url, error) : error;
      }
    },
    close: () => {
      fetcher.close();
      return extractor.close();
    },
  };
}

/** What of the page it was may be said where it is not private. */
function unreadable(url: string, cause: ExtractionError): RetrievalError {
  return new RetrievalError(`The page ${showUrl(url)} could not be read.`, { cause, isPrivate: true });
}
