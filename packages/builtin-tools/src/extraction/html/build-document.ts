import { JSDOM, VirtualConsole } from 'jsdom';
import { DOMParser } from 'linkedom';
import type { PreparedHtml } from './prepare-html.js';

/** Which DOM. */
export interface DocumentOptions {
  readonly parser: 'linkedom' | 'jsdom';
}

/**
 * Builds the DOM of a page that came from `url`. Nothing of the page runs and nothing is loaded. In linkedom's, what a
 * link resolves to is not known (`link.href` is as the page writes it): resolve with `readBaseUrl`.
 */
export function buildDocument(prepared: PreparedHtml, url: string, { parser }: DocumentOptions): Document {
  if (parser === 'linkedom') return new DOMParser().parseFromString(prepared.html, 'text/html') as unknown as Document;
  // A console that nobody listens to: what a page gets wrong is not ours to report.
  return new JSDOM(prepared.html, { url, virtualConsole: new VirtualConsole() }).window.document;
}

/** What the addresses of a page are relative to: its `<base>`, where that is one for the web, else its own URL. */
export function readBaseUrl(document: Document, url: string): string {
  const href = document.querySelector('base[href]')?.getAttribute('href') ?? '';
  if (!URL.canParse(href, url)) return url;
  const base = new URL(href, url);
  return /^https?:$/.test(base.protocol) ? base.href : url;
}
