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

export interface ListItem {
  readonly number: number;
  /** Of a task: whether it is done. */
  readonly isDone: boolean | undefined;
  readonly blocks: readonly Block[];
}

export type Alignment = 'left' | 'right' | 'center' | undefined;

/** Every row has as many cells as the header. */
export interface TableBlock {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly alignments: readonly Alignment[];
}
