import type { JsonLdNode } from './json-ld.js';
import { cleanText, firstMeta, type PageMeta } from './read-meta.js';

const separator = /\s+[|–—·•»:/\\-]+\s+/g;
const maxTitleLength = 500;

/** The page's title. The name of the site is cut off where the page says what it is, or where a heading is the rest. */
export function readTitle(document: Document, meta: PageMeta, article: JsonLdNode | undefined): string | null {
  const whole = cleanText(document.title);
  const title =
    firstMeta(meta, 'og:title', 'twitter:title') ??
    cleanText(article?.headline) ??
    firstMeta(meta, 'citation_title', 'dc.title', 'dcterms.title') ??
    whole ??
    cleanText(document.querySelector('h1')?.textContent);
  if (title === null) return null;
  const siteName = firstMeta(meta, 'og:site_name', 'application-name');
  const headings = [...document.querySelectorAll('h1')].slice(0, 3).map(({ textContent }) => cleanText(textContent));
  const stated = [cleanText(article?.headline), whole === title ? firstMeta(meta, 'og:title') : null, ...headings];
  return cutSiteName(
    title.slice(0, maxTitleLength),
    siteName,
    stated.filter((text) => text !== null),
  );
}

function cutSiteName(title: string, siteName: string | null, stated: readonly string[]): string {
  for (const { index, 0: found } of [...title.matchAll(separator)].reverse()) {
    const before = title.slice(0, index);
    const after = title.slice(index + found.length);
    if (siteName !== null && isSame(after, siteName)) return before;
    if (siteName !== null && isSame(before, siteName)) return after;
    if (stated.some((text) => isSame(text, before))) return before;
    if (stated.some((text) => isSame(text, after))) return after;
  }
  return title;
}

function isSame(one: string, other: string): boolean {
  const fold = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
  const folded = fold(one);
  return folded !== '' && folded === fold(other);
}
