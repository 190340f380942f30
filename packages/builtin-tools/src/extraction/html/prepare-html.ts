import { reduceHtml } from './reduce-html.js';

/** A page that a DOM may be built from. Its markup is balanced, bounded, and free of what is never read. */
export interface PreparedHtml {
  /** A whole document. Where `bareText` is there, it is the head alone: what the page says of itself. */
  readonly html: string;
  /** The text of a page of which no DOM is built, in paragraphs. */
  readonly bareText: string | undefined;
  /** The elements of `html`. */
  readonly elements: number;
  /** The deepest nesting of `html`. */
  readonly depth: number;
  /** The most children of one element, and the most `<br>` among them. */
  readonly children: number;
  readonly breaks: number;
  /** Characters of text in the body that are shown. */
  readonly textCharacters: number;
  /** Characters of text that the page hides; they are not in `html`. */
  readonly hiddenCharacters: number;
  /** The JSON-LD blocks as they stand in the page. They are not in `html`. */
  readonly jsonLd: readonly string[];
  /** What is shown to whoever runs no scripts, as text. It is not in `html`. */
  readonly noscriptText: string;
  /** How many scripts the page has, and their characters. */
  readonly scripts: { readonly count: number; readonly characters: number };
  /** What whoever reads the text should know, in sentences. */
  readonly warnings: readonly string[];
}

// Beyond these no DOM is built.
const domLimits = { characters: 2_000_000, elements: 12_000, depth: 200 };

/** Makes a page ready for a DOM, in time linear in its length. */
export function prepareHtml(source: string): PreparedHtml {
  const reduced = reduceHtml(source);
  const { html, elements, depth } = reduced;
  const fits = html.length <= domLimits.characters && elements <= domLimits.elements && depth <= domLimits.depth;
  const title = /<title>[^<]*<\/title>/.exec(html)?.[0] ?? '';
  return {
    html: fits ? html : title,
    bareText: fits ? undefined : toBareText(html),
    elements,
    depth,
    children: 0,
    breaks: 0,
    textCharacters: 0,
    hiddenCharacters: 0,
    jsonLd: [],
    noscriptText: '',
    scripts: { count: 0, characters: 0 },
    warnings: fits
      ? []
      : ['The page is nested too deeply, or too large, to be read as a document: this is its bare text.'],
  };
}

function toBareText(html: string): string {
  return html
    .slice(0, domLimits.characters)
    .replaceAll(/<(?:script|title)\b[^>]*>[^<]*(?:<\/(?:script|title)>|$)/g, '')
    .replaceAll(/<\/?(?:p|div|li|tr|h[1-6]|section|article|br|ul|ol|table|pre|blockquote|header|main)\b[^>]*>/g, '\n')
    .replaceAll(/<[^>]*(?:>|$)/g, ' ')
    .replaceAll(/[ \t\r\f]+/g, ' ')
    .replaceAll(/ ?\n ?(?:\n ?)*/g, '\n')
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim();
}
