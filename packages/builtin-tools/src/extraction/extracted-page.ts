/** A body that arrived, to be read. Its bytes go to the worker that reads them: the sender has them no more. */
export interface ExtractionJob {
  readonly bytes: Uint8Array;
  /** The `content-type` header. */
  readonly contentType: string | undefined;
  /** Where it came from, after redirects: what links in it are relative to. */
  readonly url: string;
}

/** What a page says. Texts that it does not have are null. */
export interface ExtractedPage {
  /** The media type as which it was read. */
  readonly mediaType: string;
  readonly markdown: string;
  /** Whether the body has more than the Markdown: a warning says what. */
  readonly isPartial?: boolean;
  /** The length of the whole, where the Markdown is only the beginning of it. */
  readonly originalCharacters?: number;
  readonly title: string | null;
  readonly description: string | null;
  readonly authors: readonly string[];
  /** BCP 47 tag, and nothing else. */
  readonly language: string | null;
  /** As the page writes it; a date, and nothing else. */
  readonly publishedTime: string | null;
  readonly modifiedTime: string | null;
  /** What whoever reads the text should know of how it came about, in sentences. */
  readonly warnings: readonly string[];
  /** Kinds of passages in any of its texts that seem to be written to instruct models, in words of ours. */
  readonly instructions: readonly string[];
}

/** A page as the reader of its kind leaves it. */
export type ReadPage = Omit<ExtractedPage, 'instructions'>;

/** Why a body was not read; the message is for the model. */
export class ExtractionError extends Error {
  override readonly name = 'ExtractionError';
}

/** Reads bodies apart from the caller's thread, so that no page holds it. */
export interface Extractor {
  /** Starts a worker where there is none and one may be, while the body that it will read is still on its way. */
  prepare(): void;
  /** Rejects with an `ExtractionError` where nothing can be read in time, with the signal's reason where it aborts. */
  extract(job: ExtractionJob, options: ExtractionOptions): Promise<ExtractedPage>;
  /** Ends what is idle. What runs goes on, and is ended by its own signals; a later job starts anew. */
  close(): Promise<void>;
}

/** How far one extraction may go. */
export interface ExtractionOptions {
  /** What is left of the page's time; waiting for a worker is part of it. */
  readonly timeoutMs: number;
  /** The page's whole time, for whoever reads that it was over. Default: `timeoutMs`. */
  readonly wholeMs?: number;
  /** Who wants to read; workers are shared among all who do. Default: one who has no name. */
  readonly asker?: string;
  readonly signal: AbortSignal;
}
