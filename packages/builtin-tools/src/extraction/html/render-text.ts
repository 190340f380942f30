import { findElementRule } from './element-kinds.js';
import type { Renderer } from './render-html.js';

const breaks: ReadonlyMap<string, string> = new Map([
  ['br', '\n'],
  ['td', ' | '],
  ['th', ' | '],
  ['tr', '\n'],
  ['dd', '\n'],
  ['dt', '\n'],
  ['li', '\n- '],
]);
const headingPattern = /^h[1-6]$/;

/** Writes a tree as its bare text: blocks are paragraphs, cells and items are marked, links are lost. */
export const textRenderer: Renderer = {
  start: (tag, attributes) => {
    if (tag === 'img') return attributes.get('alt') ?? '';
    if (headingPattern.test(tag)) return `\n\n${'#'.repeat(Number(tag[1]))} `;
    return breaks.get(tag) ?? (isInline(tag) ? '' : '\n\n');
  },
  end: (tag) => (breaks.has(tag) || isInline(tag) ? '' : '\n\n'),
  text: (text) => text,
  script: (_attributes, text) => text,
};

function isInline(tag: string): boolean {
  const kind = findElementRule(tag)?.kind;
  return kind === 'inline' || kind === 'void' || tag === 'button';
}

/** Lines without the white space that was left over between them. */
export function tidyBareText(text: string): string {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const tidy = line.replace(/^[\s|]+/, '').trimEnd();
    if (tidy === '-' || /^#+$/.test(tidy)) continue;
    if (tidy !== '' || (lines.at(-1) ?? '') !== '') lines.push(tidy);
  }
  return lines.join('\n').trim();
}
