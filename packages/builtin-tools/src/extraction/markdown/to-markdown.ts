import { readBaseUrl } from '../html/build-document.js';
import { readBlocks } from './read-blocks.js';
import { surveyTree } from './survey-tree.js';
import { writeBlocks } from './write-blocks.js';

/** How a page is converted. */
export interface MarkdownOptions {
  /** Where the page came from. What it links to is relative to that, or to the page's own `<base>`. */
  readonly baseUrl?: string;
}

/**
 * Converts a part of a document to Markdown, in time that grows with its size alone. It reads the tree and changes
 * nothing in it; any DOM will do.
 */
export function toMarkdown(root: Element, { baseUrl }: MarkdownOptions = {}): string {
  const base = baseUrl === undefined ? undefined : readBaseUrl(root.ownerDocument, baseUrl);
  const reading = { ...surveyTree(root, base), base };
  return writeBlocks(readBlocks(root, reading, { depth: 0, nesting: 0 }));
}
