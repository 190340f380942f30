import { escapeAttribute, escapeText, removeInvisible } from './visible-text.js';
import type { Attributes } from './walk-html.js';

/** How the tree of a page is written down. */
export interface Renderer {
  start(tag: string, attributes: Attributes): string;
  end(tag: string): string;
  text(text: string): string;
  /** A script that is read: a formula. */
  script(attributes: Attributes, text: string): string;
}

const maxLengths: Readonly<Record<string, number>> = {
  alt: 2_000,
  alttext: 10_000,
  class: 500,
  content: 10_000,
  datetime: 100,
  href: 4_000,
  id: 200,
  src: 4_000,
  title: 2_000,
  value: 500,
};
const maxLength = 300;
/** Cut in the middle, these would mean something else. */
const wholeOnly: ReadonlySet<string> = new Set(['href', 'id', 'src']);
const textAttributes: ReadonlySet<string> = new Set(['alt', 'aria-label', 'content', 'title']);
/** Read here, or by nobody in the tree. */
const notWritten: ReadonlySet<string> = new Set([
  'aria-controls',
  'aria-expanded',
  'aria-haspopup',
  'aria-labelledby',
  'bgcolor',
  'color',
  'data-lazy-src',
  'data-original',
  'data-src',
  'data-srcset',
  'hidden',
  'open',
  'popover',
  'shadowrootmode',
  'srcset',
  'style',
]);

/** Writes a tree as markup that every parser reads the same. */
export const htmlRenderer: Renderer = {
  start: (tag, attributes) => (attributes.size === 0 ? `<${tag}>` : `<${tag}${writeAttributes(attributes)}>`),
  end: (tag) => `</${tag}>`,
  text: escapeText,
  script: (attributes, text) => `<script${writeAttributes(attributes)}>${text}</script>`,
};

/** The attributes of a tag as they are written. */
export function writeAttributes(attributes: Attributes): string {
  let written = '';
  for (const [name, value] of attributes) {
    if (notWritten.has(name) || (name === 'aria-hidden' && value !== 'true')) continue;
    const longest = maxLengths[name] ?? maxLength;
    if (value.length > longest && wholeOnly.has(name)) continue;
    if ((name === 'href' || name === 'src') && /^\s*data:/i.test(value)) continue;
    const cut = value.length > longest ? value.slice(0, longest) : value;
    written += ` ${name}="${escapeAttribute(textAttributes.has(name) ? removeInvisible(cut) : removeNul(cut))}"`;
  }
  return written;
}

function removeNul(value: string): string {
  return value.includes('\0') ? value.replaceAll('\0', '') : value;
}

const standIn =
  /(?:^|[/_.-])(?:placeholder|preload(?:er)?|blank|lazy(?:load)?|spacer|transparent|pixel|1x1|loading)[\w-]*\.(?:gif|png|svg|jpe?g|webp)(?:[?#]|$)/i;

/** Where the picture of an `<img>` is; pages that load pictures late say it elsewhere, and show another until then. */
export function findImageSource(attributes: Attributes): string | undefined {
  const late = ['data-src', 'data-original', 'data-lazy-src'].map((name) => attributes.get(name));
  const sets = ['data-srcset', 'srcset'].map((name) => (attributes.get(name) ?? '').trim().split(/,?\s+/, 1)[0]);
  const src = attributes.get('src');
  const places = src !== undefined && standIn.test(src) ? [...late, ...sets, src] : [...late, src, ...sets];
  return places.find((source) => source !== undefined && isPicture(source))?.trim();
}

function isPicture(source: string): boolean {
  return source.trim() !== '' && source.length <= 4_000 && !/^\s*(?:data|blob|about|javascript):/i.test(source);
}
