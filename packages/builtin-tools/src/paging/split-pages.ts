/**
 * Parts of a text that is longer than one answer may be. Nothing is kept between calls: the same text and limit always
 * give the same parts, and all parts together are the text.
 */
import { findEnd } from '../cut-text.js';

/** What stands where content was cut off. */
export const truncationMarker = '[Page content truncated]';

/** The least limit that leaves room for content beside the marker and a fence. */
const leastPageCharacters = 100;

/** One part: where it is in the text, and how it is shown. */
export interface TextPage {
  readonly start: number;
  readonly end: number;
  /** Never longer than the limit. With the marker where more follows; a code fence that is cut is closed and opened again. */
  readonly text: string;
}

/** What is known of a text. */
export interface SplitOptions {
  /** Whether it is itself the beginning of a longer one, so that its last part has the marker too. */
  readonly isCut?: boolean | undefined;
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
export function splitPages(text: string, limit: number, { isCut = false }: SplitOptions = {}): readonly TextPage[] {
  const most = Math.max(limit, leastPageCharacters);
  const lines = findFenceLines(text);
  const pages: TextPage[] = [];
  let fence: Fence | undefined;
  let start = 0;
  do {
    const opening = fence === undefined ? '' : `${fence.opening}\n`;
    const rest = most - opening.length;
    const last = isCut ? `${fenceAt(lines, start, text.length, fence)?.closing ?? ''}${ending}` : '';
    if (text.length - start <= rest - last.length) {
      pages.push({ start, end: text.length, text: opening + text.slice(start) + last });
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

/** The first part alone; what follows is not looked at. */
export function firstPage(text: string, limit: number): string {
  const head = text.slice(0, Math.max(limit, leastPageCharacters) + 1_000);
  return splitPages(head, limit)[0]?.text ?? '';
}

/** Where a part ends that begins at `start`: what separates it from the next one belongs to it. */
function findCut(text: string, start: number, allowance: number): number {
  const least = start + Math.ceil(allowance / 2);
  const end = start + allowance;
  // No more of the text is looked at: it may be long, and has many parts.
  const half = text.slice(least, end);
  for (const separator of ['\n\n', '\n']) {
    const at = half.lastIndexOf(separator);
    if (at !== -1 && keepsMost(text, least + at, least)) return least + at + separator.length;
  }
  return allowance > 1 ? findEnd(text, end) : end;
}

/** Whether what is in front of `at` is still half of the allowance without the white space at its end. */
function keepsMost(text: string, at: number, least: number): boolean {
  let end = at;
  while (end >= least && end > 0 && text.charCodeAt(end - 1) <= 32) end -= 1;
  return end >= least;
}

const fenceLine = /^([ \t]{0,12})(`{3,10}|~{3,10})([^`]*)$/;

interface FenceLine {
  readonly at: number;
  readonly mark: string;
  readonly info: string;
  readonly indent: string;
}

// A page of more is no page for people; the rest is cut as other text is.
const mostFenceLines = 20_000;

/** Found by searching, which is faster than looking at each line. */
function findFenceLines(text: string): readonly FenceLine[] {
  const lines: FenceLine[] = [];
  for (const mark of ['```', '~~~']) {
    let at = text.indexOf(mark);
    for (let looked = 0; at !== -1 && looked < mostFenceLines; looked += 1) {
      const start = text.lastIndexOf('\n', at) + 1;
      const lineEnd = text.indexOf('\n', at);
      const end = lineEnd === -1 ? text.length : lineEnd;
      const line = end - start <= 300 ? fenceLine.exec(text.slice(start, end)) : null;
      if (line !== null) {
        const [, indent = '', marks = '', info = ''] = line;
        lines.push({ at: start, mark: marks, info: info.trim(), indent });
      }
      at = text.indexOf(mark, end);
    }
  }
  return lines.sort((a, b) => a.at - b.at);
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
