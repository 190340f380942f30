/** Entries beyond are not read. */
export const maxEntries = 500;

/** A feed, whatever it was written in. */
export interface Feed {
  readonly title: string | null;
  readonly description: string | null;
  readonly authors: readonly string[];
  readonly language: string | null;
  readonly updated: string | null;
  readonly entries: readonly FeedEntry[];
  /** How many the feed has. */
  readonly entryCount: number;
  /** Whether one of its texts was too long to be read whole. */
  readonly hasCutText?: boolean;
}

/** One of the things that a feed tells of. */
export interface FeedEntry {
  readonly title: string | null;
  readonly link: string | null;
  /** As the feed writes it. */
  readonly date: string | null;
  readonly authors: readonly string[];
  /** Markdown. */
  readonly text: string | null;
}
