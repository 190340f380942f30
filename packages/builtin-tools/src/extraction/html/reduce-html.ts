/**
 * Rewrites a page before a DOM is built from it. Building and reading a DOM takes time that grows with the square
 * (and worse) of what a page nests, opens and never closes, and hangs on attributes by the ten thousand. So the DOM
 * never sees the page: it sees the tags of a known vocabulary with the attributes that are read, without scripts,
 * styles and pictures drawn in place, formatting closed before the next block, and a count of all of it.
 *
 * Limits: this is no parser and repairs nothing. Its counts are close to the parser's, and read-html.ts counts
 * again in the DOM.
 */
import { type ScannedTag, scanTag } from './scan-tag.js';
import { attributesRead, createTagWriter } from './tag-writer.js';

/** A page that a DOM may be built from, if its counts allow. */
export interface ReducedHtml {
  readonly html: string;
  /** Start tags. */
  readonly elements: number;
  /** The deepest nesting, without elements that end by themselves. */
  readonly depth: number;
}

const rawTags: ReadonlySet<string> = new Set([
  'iframe',
  'noembed',
  'noframes',
  'script',
  'select',
  'style',
  'svg',
  'template',
  'textarea',
  'title',
]);
// Never closed, these would take the rest of the page along; for the others, that is what the parser does.
const skippedOnlyIfClosed: ReadonlySet<string> = new Set(['select', 'svg', 'template']);
const maxTitleLength = 1_000;
const maxJsonLdLength = 200_000;

/** See the head of this file. Takes time linear in the length of the source. */
export function reduceHtml(source: string): ReducedHtml {
  const writer = createTagWriter();
  const findEnd = createEndFinder(source);
  let title: string | undefined;
  let at = 0;
  while (at < source.length) {
    const next = source.indexOf('<', at);
    if (next === -1) break;
    writer.text(source.slice(at, next));
    const isEnd = source[next + 1] === '/';
    const nameStart = next + (isEnd ? 2 : 1);
    if (/^[a-z]/i.test(source.charAt(nameStart))) {
      const tag = scanTag(source, nameStart, attributesRead);
      at = tag?.end ?? source.length;
      if (tag === undefined) break;
      if (isEnd) {
        writer.end(tag.name);
      } else if (rawTags.has(tag.name)) {
        const isEmpty = tag.name === 'svg' && source[tag.end - 2] === '/';
        const end = isEmpty ? tag.end : findEnd(tag.name, tag.end);
        if (tag.name === 'title') title ??= source.slice(tag.end, Math.min(end, tag.end + maxTitleLength));
        if (isJsonLd(tag) && end - tag.end <= maxJsonLdLength) writer.jsonLd(source.slice(tag.end, end));
        if (end < source.length || !skippedOnlyIfClosed.has(tag.name)) at = end;
      } else {
        writer.start(tag);
      }
    } else if (isEnd || source[next + 1] === '!' || source[next + 1] === '?') {
      at = findCommentEnd(source, next);
    } else {
      writer.text('&lt;');
      at = next + 1;
    }
  }
  writer.text(source.slice(at));
  const head = title === undefined ? '' : `<title>${title.replaceAll('<', '&lt;')}</title>`;
  const { html, elements, depth } = writer.finish();
  return { html: `<!DOCTYPE html>${head}${html}`, elements, depth };
}

/** Finds where an end tag begins; the length of the source where there is none. Looks for each missing one once. */
function createEndFinder(source: string): (name: string, from: number) => number {
  const missing = new Set<string>();
  return (name, from) => {
    if (missing.has(name)) return source.length;
    const pattern = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
    pattern.lastIndex = from;
    const found = pattern.exec(source)?.index;
    if (found === undefined) missing.add(name);
    return found ?? source.length;
  };
}

function findCommentEnd(source: string, start: number): number {
  if (!source.startsWith('<!--', start)) {
    const end = source.indexOf('>', start);
    return end === -1 ? source.length : end + 1;
  }
  const pattern = /--!?>/g;
  // `<!-->` and `<!--->` are comments too.
  pattern.lastIndex = start + 2;
  const found = pattern.exec(source);
  return found === null ? source.length : found.index + found[0].length;
}

function isJsonLd(tag: ScannedTag): boolean {
  return tag.name === 'script' && /^application\/ld\+json/i.test(tag.attributes.get('type') ?? '');
}
