/** The `structuredContent` of a page that was read; its text part is the same as JSON. */
export interface ReadWebPageResult {
  /** The mark that what follows was written by strangers. */
  readonly untrusted_content_begins: string;
  readonly url: string;
  /** After redirects. */
  readonly final_url: string;
  readonly status: 'complete' | 'partial or truncated' | 'empty response';
  readonly retrieved_at_utc: string;
  /** Which part of a long page, from 1. */
  readonly page: number;
  readonly total_pages: number;
  readonly has_more: boolean;
  readonly content: {
    /** Markdown. */
    readonly text_content: string;
    readonly title: string | null;
    readonly description: string | null;
    readonly authors: readonly string[];
  };
  readonly metadata: {
    /** BCP 47. */
    readonly language: string | null;
    readonly published_time: string | null;
    readonly modified_time: string | null;
    readonly media_type: string;
    /** What whoever reads the content should know of it. */
    readonly warnings: readonly string[];
    readonly original_content_characters: number;
    readonly returned_content_characters: number;
  };
  readonly untrusted_content_ends: string;
}
