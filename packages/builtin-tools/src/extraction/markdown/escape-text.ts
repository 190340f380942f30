/**
 * Text that looks like Markdown is escaped where it would mean something else, and nowhere else: a model reads
 * `snake_case`, `2 * 3` and `[1]` better as they are.
 */
import { firstCharacter, isSpace, isWord, lastCharacter, mayClose, mayOpen } from './flanking.js';

/** What of a line has to be escaped, by all that is in it. */
export interface EscapeNeeds {
  readonly marks: ReadonlySet<string>;
  readonly ticks: boolean;
  readonly angles: boolean;
  readonly links: boolean;
  readonly dollars: boolean;
}

const candidates = /[*_~`$[\]<&\\!]/;
const signs = /\*+|_+|~+|`+|[$[\]<&\\!]/g;

/**
 * Looks at a whole line. `line` is its text with a character for each thing that is no text; `own` are the signs that
 * the line's marks are written with.
 */
export function findEscapeNeeds(line: string, own: ReadonlySet<string>): EscapeNeeds {
  const marks = new Set<string>(own);
  const opened = new Set<string>();
  let ticks = 0;
  if (candidates.test(line)) {
    for (const { 0: run, index } of line.matchAll(/\*+|_+|~+|`+/g)) {
      const sign = run[0] ?? '';
      if (sign === '`') {
        ticks += 1;
        continue;
      }
      const before = characterBefore(line, index);
      const after = firstCharacter(line.slice(index + run.length, index + run.length + 2));
      if (opened.has(sign) && closes(sign, before, after)) marks.add(sign);
      if (opens(sign, before, after)) opened.add(sign);
    }
  }
  return {
    marks,
    ticks: ticks > 1 || own.has('`'),
    angles: line.includes('>'),
    links: line.includes('](') || line.includes(']['),
    dollars: own.has('$'),
  };
}

function opens(sign: string, before: string, after: string): boolean {
  return mayOpen(before, after) && !(sign === '_' && isWord(before));
}

function closes(sign: string, before: string, after: string): boolean {
  return mayClose(before, after) && !(sign === '_' && isWord(after));
}

function characterBefore(text: string, index: number): string {
  return lastCharacter(text.slice(Math.max(0, index - 2), index));
}

/** Where a text stands. */
export interface TextPlace {
  readonly before: string;
  readonly after: string;
  readonly isLineStart: boolean;
  readonly isLineEnd: boolean;
  readonly isInLink: boolean;
}

/** Escapes a text of a line. */
export function escapeText(text: string, place: TextPlace, needs: EscapeNeeds): string {
  const escaped = candidates.test(text) ? escapeSigns(text, place, needs) : text;
  return place.isLineStart ? escapeLineStart(escaped, place.isLineEnd) : escaped;
}

function escapeSigns(text: string, place: TextPlace, needs: EscapeNeeds): string {
  const keepsBrackets = !place.isInLink || isBalanced(text);
  return text.replaceAll(signs, (run, index: number) => {
    const before = index === 0 ? place.before : characterBefore(text, index);
    const end = index + run.length;
    const after = end === text.length ? place.after : firstCharacter(text.slice(end, end + 2));
    switch (run[0]) {
      case '*':
      case '_':
      case '~': {
        const sign = run[0];
        const means = opens(sign, before, after) || closes(sign, before, after);
        return needs.marks.has(sign) && means ? escapeAll(run) : run;
      }
      case '`':
        return needs.ticks ? escapeAll(run) : run;
      case '$':
        return needs.dollars ? '\\$' : run;
      case '[':
        return after === '^' || !keepsBrackets ? '\\[' : run;
      case ']':
        return (needs.links && /[([]/.test(after)) || !keepsBrackets ? '\\]' : run;
      case '<':
        return (needs.angles || place.isLineStart) && /[a-z/!?]/i.test(after) ? '\\<' : run;
      case '&':
        return /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/i.test(text.slice(index, index + 40)) ? '\\&' : run;
      case '!':
        return after === '[' && end === text.length ? '\\!' : run;
      default:
        return /[!-/:-@[-`{-~]/.test(after) || (after === '' && place.after === '') ? '\\\\' : run;
    }
  });
}

function escapeAll(run: string): string {
  return run.replaceAll(/./g, '\\$&');
}

/** Whether a link's text may have its brackets as they are. */
function isBalanced(text: string): boolean {
  let open = 0;
  for (const [sign] of text.matchAll(/[[\]]/g)) {
    open += sign === '[' ? 1 : -1;
    if (open < 0) return false;
  }
  return open === 0 && !isSpace(text);
}

/** What would make another kind of block of a line. */
function escapeLineStart(text: string, isWhole: boolean): string {
  const number = /^(\d{1,9})([.)])(?=\s|$)/.exec(text);
  if (number !== null) return `${number[1]}\\${text.slice(number[1]?.length ?? 0)}`;
  const startsBlock =
    /^(?:#{1,6}|[-+*])(?:\s|$)/.test(text) ||
    /^(?:>|~~~|```)/.test(text) ||
    /^\[[ xX]\](?:\s|$)/.test(text) ||
    /^\[[^\]]{1,200}\]:/.test(text) ||
    (isWhole && /^(?:=+|-+|(?:[-_*] *){3,}|[|:\- ]*-[|:\- ]*)\s*$/.test(text.slice(0, 500)));
  return startsBlock ? `\\${text}` : text;
}
