import type { DomDocument } from './dom-document.js';
import type { DomElement } from './dom-element.js';
import type { DomParent } from './dom-parent.js';

/** They have no end tag. */
export const voidTags: ReadonlySet<string> = new Set(['base', 'br', 'hr', 'img', 'input', 'link', 'meta']);

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&gt;': '>', '&lt;': '<', '&quot;': '"' };
const scriptEnd = '</script>';

/**
 * Appends to `parent` what prepared markup holds, and no other: every element is closed, every value quoted, and only four
 * characters are written as entities. So there is nothing to repair, and a text is one node.
 */
export function readMarkup(markup: string, parent: DomParent, document: DomDocument): void {
  let holder = parent;
  let at = 0;
  for (let next = markup.indexOf('<', at); next !== -1; next = markup.indexOf('<', at)) {
    if (next > at) holder.appendChild(document.createTextNode(decode(markup.slice(at, next))));
    const end = markup.indexOf('>', next);
    at = end + 1;
    if (markup[next + 1] === '/') {
      if (holder !== parent) holder = holder.parentNode ?? parent;
      continue;
    }
    const element = readTag(document, markup.slice(next + 1, end));
    holder.appendChild(element);
    if (element.localName === 'script') {
      const close = markup.indexOf(scriptEnd, at);
      element.appendChild(document.createTextNode(markup.slice(at, close)));
      at = close + scriptEnd.length;
    } else if (!voidTags.has(element.localName)) {
      holder = element;
    }
  }
  if (at < markup.length) holder.appendChild(document.createTextNode(decode(markup.slice(at))));
}

function readTag(document: DomDocument, tag: string): DomElement {
  let at = tag.indexOf(' ');
  if (at === -1) return document.createElement(tag);
  const element = document.createElement(tag.slice(0, at));
  while (at !== -1) {
    const opening = tag.indexOf('="', at);
    const closing = tag.indexOf('"', opening + 2);
    if (opening === -1 || closing === -1) break;
    element.setAttribute(tag.slice(at + 1, opening), decode(tag.slice(opening + 2, closing)));
    at = tag.indexOf(' ', closing);
  }
  return element;
}

function decode(text: string): string {
  return text.includes('&') ? text.replaceAll(/&(?:amp|gt|lt|quot);/g, (entity) => entities[entity] ?? entity) : text;
}
