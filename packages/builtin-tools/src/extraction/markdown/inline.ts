/** What a paragraph, a heading or a cell holds, in order. */
export type InlineToken =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'math'; readonly tex: string; readonly isDisplay: boolean }
  /** Written as it is: a picture, the mark of a note. */
  | { readonly type: 'raw'; readonly text: string }
  /** The end of a line; of a paragraph, where there were several. */
  | { readonly type: 'break'; readonly endsParagraph?: boolean }
  | { readonly type: 'open'; readonly mark: Mark }
  | { readonly type: 'close'; readonly mark: Mark };

/** A pair of marks around text. */
export interface Mark {
  readonly kind: 'strong' | 'em' | 'del' | 'highlight' | 'sup' | 'sub' | 'link';
  /** Of a link. */
  readonly href?: string;
}
