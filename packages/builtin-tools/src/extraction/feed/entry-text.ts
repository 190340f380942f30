import { buildDocument } from '../html/build-document.js';
import { prepareHtml } from '../html/prepare-html.js';
import { toMarkdown } from '../markdown/to-markdown.js';
import { readMarkupText } from './markup-text.js';

/** Reads the markup of an entry that links to, or came from, `url`. */
export type ReadEntry = (markup: string, url: string) => string;

// Nobody is given more text than that of one feed.
const mostCharacters = 1_000_000;

/** Makes a reader of a feed's entries as Markdown. What comes after very much markup is read as bare text. */
export function createEntryReader(): ReadEntry {
  let characters = 0;
  return (markup, url) => {
    if (!/<[a-z]/i.test(markup)) return readMarkupText(markup);
    characters += markup.length;
    if (characters > mostCharacters) return readMarkupText(markup);
    const prepared = prepareHtml(markup);
    if (prepared.bareText !== undefined) return prepared.bareText;
    return toMarkdown(buildDocument(prepared, url, { parser: 'ours' }).body, { baseUrl: url });
  };
}
