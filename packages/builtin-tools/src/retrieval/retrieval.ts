/**
 * Pages for both tools: fetched as politely as safely, read apart from the host's thread. One service for each set of
 * built-in tools.
 */
import type { CallScope } from '@loadout/core/contract';
import type { ExtractedPage, Extractor } from '../extraction/extracted-page.js';
import type { PageFetcher } from './fetch-page.js';

/** Which page, for whom, and how far its retrieval may go. */
export interface RetrievalRequest {
  readonly url: string;
  readonly call: CallScope;
  /** For all of it: waiting, redirects, body, reading. */
  readonly timeoutMs: number;
  /** Hosts in private networks that the operator allows (contract 10.3). Default: none. */
  readonly allowedPrivateHosts?: readonly string[];
  /** What the request says beside the usual, such as a key. What is answered to that is kept for nobody. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Beside the call's own. */
  readonly signal?: AbortSignal;
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
  readonly now: () => Date;
}

export function createRetrieval({ extractor, fetcher, now }: RetrievalParts): Retrieval {
  return {
    async retrieve(request) {
      const endsAt = now().getTime() + request.timeoutMs;
      extractor.prepare();
      const { url, status, contentType, bytes, isPrivate, retrievedAt } = await fetcher.fetch(request);
      const page = await extractor.extract(
        { bytes, contentType, url },
        { timeoutMs: Math.max(endsAt - now().getTime(), 1), signal: request.signal ?? request.call.signal },
      );
      return { url, status, retrievedAt, isPrivate, page };
    },
    close: () => {
      fetcher.close();
      return extractor.close();
    },
  };
}
