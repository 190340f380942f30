import type { InlineToken } from './inline.js';

/** A part of a page as Markdown knows them. None is empty. */
export type Block =
  | { readonly type: 'paragraph'; readonly tokens: readonly InlineToken[] }
  | { readonly type: 'heading'; readonly level: number; readonly tokens: readonly InlineToken[] }
  | { readonly type: 'code'; readonly language: string; readonly text: string }
  | { readonly type: 'math'; readonly tex: string }
  | { readonly type: 'rule' }
  | { readonly type: 'quote'; readonly blocks: readonly Block[] }
  | { readonly type: 'list'; readonly isOrdered: boolean; readonly items: ListItem[] }
  | { readonly type: 'table'; readonly table: TableBlock }
  | { readonly type: 'note'; readonly label: string; readonly blocks: readonly Block[] };

/** An item of a list, with its number where the list is ordered. */
export interface ListItem {
  readonly number: number;
  /** Of a task: whether it is done. */
  readonly isDone: boolean | undefined;
  readonly blocks: readonly Block[];
}

/** How a column is set; undefined where the page does not say. */
export type Alignment = 'left' | 'right' | 'center' | undefined;

/** Every row has as many cells as the header. */
export interface TableBlock {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly alignments: readonly Alignment[];
}
