/** What a page says of itself in its head, bounded: a page may have a hundred thousand `<meta>`. */
import { htmlRenderer } from './render-html.js';
import { collapseSpace, escapeText, removeInvisible } from './visible-text.js';
import type { Attributes } from './walk-html.js';

const mostTags = 400;
const longestTitle = 1_000;
const longestJsonLd = 500_000;
const linksRead = /(?:^|\s)author(?:\s|$)/i;

/** Collects the head. */
export interface HeadWriter {
  meta(name: string, attributes: Attributes): void;
  title(text: string): void;
  jsonLd(text: string): void;
  /** Whether a style sheet of the page was not read. */
  hasStyleSheet(): boolean;
  finish(): { readonly html: string; readonly elements: number; readonly jsonLd: readonly string[] };
}

/** Makes a {@link HeadWriter} of an empty head. */
export function createHeadWriter(): HeadWriter {
  const parts: string[] = [];
  const jsonLd: string[] = [];
  let jsonLdCharacters = 0;
  let title: string | undefined;
  let hasBase = false;
  let hasStyleSheet = false;

  const isRead = (name: string, attributes: Attributes): boolean => {
    switch (name) {
      case 'base':
        return attributes.has('href') && !hasBase;
      case 'link':
        return attributes.has('itemprop') || linksRead.test(attributes.get('rel') ?? '');
      default:
        return attributes.has('content') || attributes.has('charset');
    }
  };
  return {
    meta(name, attributes) {
      if (name === 'link' && /stylesheet/i.test(attributes.get('rel') ?? '')) hasStyleSheet = true;
      if (!isRead(name, attributes) || (parts.length >= mostTags && name !== 'base')) return;
      if (name === 'base') hasBase = true;
      parts.push(htmlRenderer.start(name, attributes));
    },
    title(text) {
      if (title === undefined && text.trim() !== '') title = collapseSpace(text.slice(0, longestTitle), false);
    },
    jsonLd(text) {
      if (jsonLdCharacters + text.length > longestJsonLd) return;
      jsonLdCharacters += text.length;
      jsonLd.push(text);
    },
    hasStyleSheet: () => hasStyleSheet,
    finish: () => ({
      html: (title === undefined ? '' : `<title>${escapeText(removeInvisible(title))}</title>`) + parts.join(''),
      elements: parts.length + (title === undefined ? 0 : 1),
      jsonLd,
    }),
  };
}
