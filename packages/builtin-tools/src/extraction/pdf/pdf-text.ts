/**
 * Lines and paragraphs from the pieces of text that a page of PDF puts at places. PDF knows neither: a line ends where
 * the baseline changes, a paragraph where the distance of lines grows or a line stops short.
 */

import { escapeText, findEscapeNeeds } from '../markdown/escape-text.js';

/** A piece of text on a page. */
export interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Size of its letters. */
  readonly size: number;
  /** Whether a line ends here by the reader's own judgement. */
  readonly endsLine: boolean;
}

interface Line {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
}

/** The text of a page as Markdown: paragraphs, and headings where letters are larger than most. */
export function writePdfPage(pieces: readonly PlacedText[], bodySize: number): string {
  const lines = joinLines(pieces);
  const written: Written[] = [];
  let previous: Line | undefined;
  for (const line of lines) {
    const level = headingLevel(line, bodySize);
    const isSameHeading = previous !== undefined && level > 0 && headingLevel(previous, bodySize) === level;
    const last = written.at(-1);
    if (previous === undefined || last === undefined) written.push({ level, text: line.text });
    else if (isSameHeading && isNear(previous, line)) last.text = join(last.text, line.text);
    else if (level > 0 || headingLevel(previous, bodySize) > 0) {
      written.push(blank, { level, text: line.text });
    } else if (!isNear(previous, line)) written.push(blank, { level: 0, text: line.text });
    else if (continues(previous, line, lines)) last.text = join(last.text, line.text);
    else written.push({ level: 0, text: line.text });
    previous = line;
  }
  return written.map(writeLine).join('\n');
}

/** The size that most letters have. */
export function findBodySize(pages: readonly (readonly PlacedText[])[]): number {
  const letters = new Map<number, number>();
  for (const { text, size } of pages.flat()) {
    const rounded = Math.round(size * 2) / 2;
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length);
  }
  return [...letters].reduce((best, next) => (next[1] > best[1] ? next : best), [0, 0] as const)[0];
}

function joinLines(pieces: readonly PlacedText[]): readonly Line[] {
  const lines: Line[] = [];
  let current: PlacedText[] = [];
  const close = (): void => {
    const line = toLine(current);
    if (line.text !== '') lines.push(line);
    current = [];
  };
  for (const piece of pieces) {
    const [first] = current;
    // Superscripts stay in their line.
    if (first !== undefined && Math.abs(piece.y - first.y) > Math.max(first.size, piece.size) * 0.6) close();
    if (piece.text !== '') current.push(piece);
    if (piece.endsLine) close();
  }
  close();
  return lines;
}

function toLine(pieces: readonly PlacedText[]): Line {
  let text = '';
  let right: number | undefined;
  let isSpaced = false;
  for (const piece of pieces) {
    // Gaps come as spaces of their width.
    if (piece.text.trim() === '') {
      isSpaced = true;
      continue;
    }
    const gap = right === undefined ? 0 : piece.x - right;
    // Columns of a table stay apart.
    if (gap > piece.size * 1.5) text = `${text.trimEnd()}   `;
    else if ((isSpaced || gap > piece.size * 0.2) && !/\s$/.test(text) && !/^\s/.test(piece.text)) text += ' ';
    text += piece.text;
    right = piece.x + piece.width;
    isSpaced = false;
  }
  const visible = pieces.filter((piece) => piece.text.trim() !== '');
  return {
    text: text.trim(),
    left: visible[0]?.x ?? 0,
    right: right ?? 0,
    y: visible[0]?.y ?? 0,
    size: visible.reduce((most, { size }) => Math.max(most, size), 0),
  };
}

function headingLevel(line: Line, bodySize: number): number {
  if (bodySize <= 0 || line.text.length > 200 || !/\p{L}/u.test(line.text)) return 0;
  if (line.size >= bodySize * 1.6) return 1;
  return line.size >= bodySize * 1.2 ? 2 : 0;
}

/** A line that is written; it grows while lines of the page go on in it. */
interface Written {
  readonly level: number;
  text: string;
}

const blank: Written = Object.freeze({ level: 0, text: '' });
const item = /^(?:[-•▪◦–—]|\(?\d{1,3}[.)])\s+/;

/** As Markdown that means what stands there: only headings and items of lists mean more. */
function writeLine({ level, text }: Written): string {
  const start = level > 0 ? `${'#'.repeat(level + 1)} ` : (item.exec(text)?.[0] ?? '');
  const rest = level > 0 ? text : text.slice(start.length);
  const place = { before: '', after: '', isLineStart: start === '', isLineEnd: true, isInLink: false };
  return start + escapeText(rest, place, findEscapeNeeds(rest, new Set()));
}

function isNear(previous: Line, line: Line): boolean {
  const distance = previous.y - line.y;
  return distance >= -line.size && distance <= Math.max(previous.size, line.size) * 1.65;
}

/** Whether the line before goes on in this one: it reached the edge of the text, and no item of a list begins here. */
function continues(previous: Line, line: Line, lines: readonly Line[]): boolean {
  if (isDivided(previous.text, line.text)) return true;
  if (/^(?:[•▪◦–—*-]|\(?\d{1,3}[.)]|[a-z]\))\s/.test(line.text)) return false;
  if (line.left > previous.left + line.size * 1.2 && !/^[•▪◦–*-]\s|^\d+[.)]\s/.test(previous.text)) return false;
  const edge = lines
    .filter(({ left }) => Math.abs(left - previous.left) < previous.size * 3)
    .reduce((most, { right }) => Math.max(most, right), 0);
  return previous.right >= previous.left + (edge - previous.left) * 0.75 && !/ {3}/.test(previous.text + line.text);
}

function isDivided(before: string, after: string): boolean {
  return /\p{Ll}[-\u00ad\u2010]$/u.test(before) && /^\p{Ll}/u.test(after);
}

/** A word that was divided at the end of a line is one again. */
function join(before: string, after: string): string {
  if (isDivided(before, after)) return before.slice(0, -1) + after;
  const isSpaceless = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uffef]$/u.test(before);
  return before + (isSpaceless ? '' : ' ') + after;
}
