/** What a search service is asked. */
export interface SearchQuery {
  readonly query: string;
  /** As the service names languages: `de`, `en-US`, `all`. */
  readonly language: string | undefined;
  readonly timeRange: 'day' | 'month' | 'year' | undefined;
  /** From 1. */
  readonly page: number;
  /** 0 none, 1 moderate, 2 strict; undefined: what the service does by itself. */
  readonly safeSearch: number | undefined;
  readonly timeoutMs: number;
}

/** One hit, as the service has it. Its texts are plain and bounded. */
export interface SearchHit {
  /** From 1. */
  readonly rank: number;
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
  readonly publishedDate: string | null;
}

/** An engine that gave nothing to this search: its name as a token, and why in words of ours. */
export interface FailedEngine {
  readonly engine: string;
  readonly reason: string;
}

/** What a search service answered. */
export interface SearchAnswer {
  /** In the order of their ranks. */
  readonly hits: readonly SearchHit[];
  readonly failedEngines: readonly FailedEngine[];
  /** What else it says, such as a direct answer, in sentences. */
  readonly remarks: readonly string[];
}

/** Why a search was not answered; the message is for the model, and says what the operator can do. */
export class SearchError extends Error {
  override readonly name = 'SearchError';
}

/** A search service. */
export interface SearchBackend {
  /** Rejects with a `SearchError` where the service does not answer as it should. */
  search(query: SearchQuery): Promise<SearchAnswer>;
}
