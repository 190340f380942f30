import { createRequire } from 'node:module';
import { DomDocument } from '../dom/dom-document.js';
import { readMarkup } from '../dom/read-markup.js';
import type { PreparedHtml } from './prepare-html.js';

/** Which tree: ours, or the reference's. */
export interface DocumentOptions {
  readonly parser: 'ours' | 'jsdom';
}

/**
 * Builds the tree of a page that came from `url`. Nothing of the page runs and nothing is loaded. Both make the same tree;
 * jsdom is the reference, for what cannot be done with ours. In ours, what a link resolves to is not known: resolve with
 * `readBaseUrl`.
 */
export function buildDocument(prepared: PreparedHtml, url: string, { parser }: DocumentOptions): Document {
  if (parser === 'ours') return buildOurs(prepared);
  const { JSDOM, VirtualConsole } = loadJsdom();
  // A console that nobody listens to: what a page gets wrong is not ours to report.
  return new JSDOM(prepared.html, { url, virtualConsole: new VirtualConsole() }).window.document;
}

function buildOurs({ html }: PreparedHtml): Document {
  const document = new DomDocument();
  // After the document type.
  readMarkup(html.slice(html.indexOf('>') + 1), document, document);
  // It has what is asked of a document here. What asks for more throws, and the page is read with jsdom's.
  return document as unknown as Document;
}

/** Only when it is wanted, as it takes a quarter of a second to load. It is written for `require`. */
function loadJsdom(): typeof import('jsdom') {
  return createRequire(import.meta.url)('jsdom') as typeof import('jsdom');
}

/** What the addresses of a page are relative to: its `<base>`, where that is one for the web, else its own URL. */
export function readBaseUrl(document: Document, url: string): string {
  const href = document.querySelector('base[href]')?.getAttribute('href') ?? '';
  if (!URL.canParse(href, url)) return url;
  const base = new URL(href, url);
  return /^https?:$/.test(base.protocol) ? base.href : url;
}
