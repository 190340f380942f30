import { createRequire } from 'node:module';
import { buildLinkedom } from './build-linkedom.js';
import type { PreparedHtml } from './prepare-html.js';

/** Which DOM. */
export interface DocumentOptions {
  readonly parser: 'linkedom' | 'jsdom';
}

/**
 * Builds the DOM of a page that came from `url`. Nothing of the page runs and nothing is loaded. Both parsers make the
 * same tree; jsdom is the reference, for what linkedom cannot do with it. In linkedom's, what a link resolves to is not known (`link.href` is as the page writes it): resolve with `readBaseUrl`.
 */
export function buildDocument(prepared: PreparedHtml, url: string, { parser }: DocumentOptions): Document {
  if (parser === 'linkedom') return buildLinkedom(prepared.html);
  const { JSDOM, VirtualConsole } = loadJsdom();
  // A console that nobody listens to: what a page gets wrong is not ours to report.
  return new JSDOM(prepared.html, { url, virtualConsole: new VirtualConsole() }).window.document;
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
