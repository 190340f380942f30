import { removeInvisible } from '../html/visible-text.js';
import { isElement, tagOf, walkNodes } from './elements.js';

// Letters of icon fonts are pictures; the other spaces are spaces.
const icons = /[\ue000-\uf8ff]/g;
const otherSpaces = /[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f]/g;

/** Text as it is read: no characters that nobody sees, plain spaces. White space stays as it was. */
export function seenText(text: string): string {
  return removeInvisible(text).replaceAll(icons, '').replaceAll(otherSpaces, ' ');
}

/** All text below a node in one line, however deep it lies. */
export function collectText(root: Node): string {
  const parts: string[] = [];
  walkNodes(root, (node) => {
    if (node.nodeType === 3) parts.push(node.nodeValue ?? '');
    else if (isElement(node)) {
      if (/^(?:script|style|template|noscript)$/.test(tagOf(node))) return false;
      parts.push(' ');
    }
    return true;
  });
  return toLine(seenText(parts.join('')));
}

/** White space as one space, none at the ends. */
export function toLine(text: string): string {
  return text.replaceAll(/[ \t\n\f\r]+/g, ' ').trim();
}
