import { DOMParser } from 'linkedom';

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&gt;': '>', '&lt;': '<', '&quot;': '"' };
const voidTags: ReadonlySet<string> = new Set(['base', 'br', 'hr', 'img', 'input', 'link', 'meta']);
const attributePattern = / ([\w:-]+)="([^"]*)"/g;
const scriptEnd = '</script>';

/**
 * Builds linkedom's DOM of prepared markup, and of no other: every element is closed, every value quoted, and only four
 * characters are written as entities. So a text is one node, where linkedom's own parser makes a node of each entity: a
 * listing of markup would be hundreds of thousands.
 */
export function buildLinkedom(html: string): Document {
  const document = new DOMParser().parseFromString('', 'text/html') as unknown as Document;
  let parent: Node = document;
  // After the document type.
  let at = html.indexOf('>') + 1;
  for (let next = html.indexOf('<', at); next !== -1; next = html.indexOf('<', at)) {
    if (next > at) parent.appendChild(document.createTextNode(decode(html.slice(at, next))));
    const end = html.indexOf('>', next);
    at = end + 1;
    if (html[next + 1] === '/') {
      parent = parent.parentNode ?? document;
      continue;
    }
    const element = createElement(document, html.slice(next + 1, end));
    parent.appendChild(element);
    if (element.localName === 'script') {
      const close = html.indexOf(scriptEnd, at);
      element.appendChild(document.createTextNode(html.slice(at, close)));
      at = close + scriptEnd.length;
    } else if (!voidTags.has(element.localName)) {
      parent = element;
    }
  }
  return document;
}

function createElement(document: Document, tag: string): Element {
  const space = tag.indexOf(' ');
  if (space === -1) return document.createElement(tag);
  const element = document.createElement(tag.slice(0, space));
  for (const [, name = '', value = ''] of tag.slice(space).matchAll(attributePattern)) {
    element.setAttribute(name, decode(value));
  }
  return element;
}

function decode(text: string): string {
  return text.includes('&') ? text.replaceAll(/&(?:amp|gt|lt|quot);/g, (entity) => entities[entity] ?? entity) : text;
}
