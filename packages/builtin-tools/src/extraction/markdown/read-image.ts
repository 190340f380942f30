import { classOf } from './elements.js';
import { readPictureSource } from './link-target.js';
import type { Reading } from './reading.js';
import { seenText, toLine } from './seen-text.js';

const lazySources = ['data-src', 'data-original', 'data-lazy-src'];
const emoji = /^\p{Extended_Pictographic}(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f){0,10}$/u;
const fileName = /^[\w%.()-]+\.(?:jpe?g|png|gif|webp|svg|avif|bmp)$/i;

/** A picture by what it is said to show; nothing where that is not said. */
export function readImage(image: Element, { base }: Reading): string {
  const alt = readAlt(image);
  if (alt === '') return '';
  if (emoji.test(alt) || /(?:^|\s)(?:emoji|smiley)/i.test(classOf(image))) return alt;
  const sources = ['src', ...lazySources].map((name) => image.getAttribute(name));
  const fromSet = (image.getAttribute('srcset') ?? '').trim().split(/\s+/, 1)[0];
  for (const source of [...sources, fromSet]) {
    const url = source === null || source === undefined || source === '' ? undefined : readPictureSource(source, base);
    if (url !== undefined) return `![${escapeAlt(alt)}](${url})`;
  }
  return escapeAlt(alt);
}

/** What a picture is said to show, in one line. */
export function readAlt(image: Element): string {
  const alt = toLine(seenText(image.getAttribute('alt') ?? ''));
  return fileName.test(alt) ? '' : alt;
}

function escapeAlt(alt: string): string {
  return alt.replaceAll(/[\\[\]`*_<$~]/g, '\\$&');
}
