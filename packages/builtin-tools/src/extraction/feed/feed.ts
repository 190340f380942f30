/** A feed, whatever it was written in. */
export interface Feed {
  readonly title: string | null;
  readonly description: string | null;
  readonly authors: readonly string[];
  readonly language: string | null;
  readonly updated: string | null;
  readonly entries: readonly FeedEntry[];
}

export interface FeedEntry {
  readonly title: string | null;
  readonly link: string | null;
  /** As the feed writes it. */
  readonly date: string | null;
  readonly authors: readonly string[];
  /** Plain text in paragraphs. */
  readonly text: string | null;
}
