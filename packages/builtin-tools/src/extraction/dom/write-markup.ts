import { escapeAttribute, escapeText } from '../html/visible-text.js';
import { asElement } from './dom-node.js';
import type { DomParent } from './dom-parent.js';
import { voidTags } from './read-markup.js';

/** What is in a node, as `readMarkup` reads it. */
export function writeMarkup(parent: DomParent): string {
  let markup = '';
  for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
    const element = asElement(node);
    if (element === null) {
      const text = node.nodeValue ?? '';
      markup += parent.nodeName === 'SCRIPT' ? text : escapeText(text);
      continue;
    }
    const { localName } = element;
    markup += `<${localName}`;
    for (const { name, value } of element.attributes) markup += ` ${name}="${escapeAttribute(value)}"`;
    markup += voidTags.has(localName) ? '>' : `>${writeMarkup(element)}</${localName}>`;
  }
  return markup;
}
