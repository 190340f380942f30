/** The `structuredContent` of a search; its text part is the same as JSON. */
export interface WebSearchResult {
  /** The mark that what follows was written by strangers. */
  readonly untrusted_content_begins: string;
  /** Different pages among the hits. */
  readonly candidate_count: number;
  /** Those that were read. */
  readonly result_count: number;
  /** Whether the time for reading pages was over before all were read. */
  readonly retrieval_timed_out: boolean;
  readonly results: readonly FoundPage[];
  /** Answers, corrections and suggestions of the search service, where it has some. */
  readonly service_remarks?: readonly string[];
  /** What whoever reads the results should know of them. */
  readonly notes: readonly string[];
  readonly untrusted_content_ends: string;
}

/** A hit, with its page or its snippet. */
interface FoundPage {
  readonly requested_url: string;
  readonly search_metadata: {
    /** From 1. */
    readonly rank: number;
    /** After redirects; null where the page was not read. */
    readonly final_url: string | null;
    readonly published_date: string | null;
  };
  readonly page: {
    readonly status: 'complete' | 'partial or truncated' | 'snippet only';
    /** Why it is not complete. */
    readonly reason: string | null;
    readonly title: string | null;
    readonly description: string | null;
    readonly authors: readonly string[];
    /** Markdown, or the snippet. */
    readonly content: string;
  };
}
