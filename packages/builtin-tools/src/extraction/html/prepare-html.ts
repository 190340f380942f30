import { htmlRenderer } from './render-html.js';
import { textRenderer, tidyBareText } from './render-text.js';
import type { TreeOptions } from './tree-state.js';
import { TreeWriter, type WrittenTree } from './tree-writer.js';
import { walkHtml } from './walk-html.js';

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
  /** Whether it holds a frame with another page. */
  readonly hasFrame: boolean;
  /** What whoever reads the text should know, in sentences. */
  readonly warnings: readonly string[];
}

// Beyond these no DOM is built.
const documentLimits = { characters: 3_000_000, elements: 30_000, depth: 120 };
const textLimits = { characters: 12_000_000, elements: Number.POSITIVE_INFINITY, depth: 120 };

// A page of which next to nothing is shown, and so much hidden, waits for a script that shows it.
const shownTooLittle = 200;
const hiddenMuch = 1_000;
// Of a page that shows something, so many times that is worth a word.
const hiddenMost = 3;

/** Makes a page ready for a DOM, in time linear in its length. */
export function prepareHtml(source: string): PreparedHtml {
  const shown = writeTree(source, { renderer: htmlRenderer, limits: documentLimits, concealed: 'dropped' });
  if (shown.isCut) return prepareBareText(source);
  const { mainCharacters, concealedMainCharacters: hidden } = shown;
  if (hidden < hiddenMuch) return toPrepared(shown, []);
  if (mainCharacters >= shownTooLittle) {
    return toPrepared(shown, hidden < mainCharacters * hiddenMost ? [] : [warnings.unread(hidden)]);
  }
  const whole = writeTree(source, { renderer: htmlRenderer, limits: documentLimits, concealed: 'kept' });
  return whole.isCut ? prepareBareText(source) : toPrepared(whole, [warnings.concealed(hidden)]);
}

const warnings = {
  bareText: 'The page is too large to be read as a document: this is its bare text, without links.',
  cut: 'The page is so large that only its beginning was read.',
  concealed: (characters: number): string =>
    `Nearly all of the page is hidden until a script shows it: ${characters} characters. It was read all the same.`,
  unread: (characters: number): string =>
    `${characters} characters of the page are hidden, which is more than it shows. They were not read.`,
};

function prepareBareText(source: string): PreparedHtml {
  const tree = writeTree(source, { renderer: textRenderer, limits: textLimits, concealed: 'dropped' });
  const said = tree.isCut ? [warnings.bareText, warnings.cut] : [warnings.bareText];
  return {
    ...toPrepared({ ...tree, body: '', elements: 3, depth: 2, children: 0, breaks: 0 }, said),
    bareText: tidyBareText(tree.body),
  };
}

function writeTree(source: string, options: TreeOptions): WrittenTree {
  const writer = new TreeWriter(options);
  walkHtml(source, writer);
  return writer.finish();
}

function toPrepared(tree: WrittenTree, said: readonly string[]): PreparedHtml {
  const { head, body, rootAttributes, bodyAttributes, elements, depth, children, breaks } = tree;
  return {
    html: `<!DOCTYPE html><html${rootAttributes}><head>${head}</head><body${bodyAttributes}>${body}</body></html>`,
    bareText: undefined,
    elements,
    depth,
    children,
    breaks,
    textCharacters: tree.textCharacters,
    hiddenCharacters: tree.concealedCharacters,
    jsonLd: tree.jsonLd,
    noscriptText: tree.noscriptText,
    scripts: tree.scripts,
    hasFrame: tree.hasFrame,
    warnings: said,
  };
}
