import type { Survey } from './survey-tree.js';

/** What is known while a page is read. */
export interface Reading extends Survey {
  /** What addresses are relative to. */
  readonly base: string | undefined;
}

/** Beyond these, what is in an element is read as one line of text. */
export const maxDepth = 250;
