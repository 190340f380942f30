import { readBaseUrl } from './build-document.js';

const kept = /^(?:https?|mailto|tel):$/;

/** Makes links and images of a page absolute; what leads nowhere from outside the page is no link. */
export function resolveLinks(document: Document, url: string): void {
  const base = readBaseUrl(document, url);
  for (const link of document.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href')?.trim() ?? '';
    const target = href.startsWith('#') || !URL.canParse(href, base) ? undefined : new URL(href, base);
    if (target !== undefined && kept.test(target.protocol)) link.setAttribute('href', target.href);
    else {
      // Notes are found by where their marks lead.
      if (href.startsWith('#')) link.setAttribute('data-fragment', href);
      link.removeAttribute('href');
    }
  }
  for (const image of document.querySelectorAll('img[src]')) {
    const source = image.getAttribute('src') ?? '';
    if (URL.canParse(source, base)) image.setAttribute('src', new URL(source, base).href);
  }
}
