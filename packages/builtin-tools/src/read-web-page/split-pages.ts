/**
 * Parts of a text that is longer than one answer may be. Nothing is kept between calls: the same text and limit always
 * give the same parts, and all parts together are the text.
 */

/** What stands where content was cut off. */
export const truncationMarker = '[Page content truncated]';

/** The least limit that leaves room for content beside the marker and a fence. */
export const leastPageCharacters = 100;

/** One part: where it is in the text, and how it is shown. */
export interface TextPage {
  readonly start: number;
  readonly end: number;
  /** Never longer than the limit. With the marker where more follows; a code fence that is cut is closed and opened again. */
  readonly text: string;
}

/** A code fence that is open. */
interface Fence {
  readonly opening: string;
  readonly closing: string;
}

const ending = `\n\n${truncationMarker}`;

/**
 * Cuts a text into parts: each at its last blank line, else at its last line break, as long as half of the allowance is
 * kept, else anywhere between two characters. A limit below {@link leastPageCharacters} counts as that.
 */
export function splitPages(text: string, limit: number): readonly TextPage[] {
  const most = Math.max(limit, leastPageCharacters);
  const lines = findFenceLines(text);
  const pages: TextPage[] = [];
  let fence: Fence | undefined;
  let start = 0;
  do {
    const opening = fence === undefined ? '' : `${fence.opening}\n`;
    const rest = most - opening.length;
    if (text.length - start <= rest) {
      pages.push({ start, end: text.length, text: opening + text.slice(start) });
      return pages;
    }
    let end = findCut(text, start, rest - ending.length);
    let open = fenceAt(lines, start, end, fence);
    if (open !== undefined) {
      end = findCut(text, start, rest - ending.length - open.closing.length);
      open = fenceAt(lines, start, end, fence);
    }
    const shown = text.slice(start, end).trimEnd();
    pages.push({ start, end, text: `${opening}${shown}${open?.closing ?? ''}${ending}` });
    fence = open;
    start = end;
  } while (start < text.length);
  return pages;
}

/** Where a part ends that begins at `start`: what separates it from the next one belongs to it. */
function findCut(text: string, start: number, allowance: number): number {
  const head = text.slice(start, start + allowance);
  for (const separator of ['\n\n', '\n']) {
    const at = head.lastIndexOf(separator);
    if (at >= allowance / 2 && head.slice(0, at).trimEnd().length >= allowance / 2)
      return start + at + separator.length;
  }
  // Half of a surrogate pair is no character.
  return start + (/[\ud800-\udbff]$/.test(head) && head.length > 1 ? head.length - 1 : head.length);
}

interface FenceLine {
  readonly at: number;
  readonly mark: string;
  readonly info: string;
  readonly indent: string;
}

function findFenceLines(text: string): readonly FenceLine[] {
  if (!text.includes('```') && !text.includes('~~~')) return [];
  const found = text.matchAll(/^([ \t]{0,12})(`{3,10}|~{3,10})([^`\n]{0,200})$/gm);
  return [...found].map(({ index, 1: indent = '', 2: mark = '', 3: info = '' }) => ({
    at: index,
    mark,
    info: info.trim(),
    indent,
  }));
}

/** The fence that is open at `end`, where `open` was at `start`. */
function fenceAt(lines: readonly FenceLine[], start: number, end: number, open: Fence | undefined): Fence | undefined {
  let fence = open;
  for (let index = firstAt(lines, start); index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined || line.at >= end) break;
    const mark = fence?.closing.trim();
    if (mark === undefined) fence = openFence(line);
    else if (line.mark[0] === mark[0] && line.mark.length >= mark.length && line.info === '') fence = undefined;
  }
  return fence;
}

function openFence({ mark, info, indent }: FenceLine): Fence {
  const language = /^[\w+#.-]{1,20}/.exec(info)?.[0] ?? '';
  return { opening: indent + mark + language, closing: `\n${indent}${mark}` };
}

function firstAt(lines: readonly FenceLine[], start: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.at ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
