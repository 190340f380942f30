import { type EscapeNeeds, escapeText, findEscapeNeeds } from './escape-text.js';
import { firstCharacter, isWord, lastCharacter, mayClose, mayOpen } from './flanking.js';
import type { InlineToken, Mark } from './inline.js';

/** How the tokens of a line are written. */
export interface InlineStyle {
  /** Between its lines. */
  readonly lineEnd: string;
  /** Whether other blocks could begin with its lines. */
  readonly startsLine: boolean;
}

const signs: Readonly<Record<Exclude<Mark['kind'], 'link'>, readonly [string, string]>> = {
  strong: ['**', '**'],
  em: ['*', '*'],
  del: ['~~', '~~'],
  highlight: ['==', '=='],
  sup: ['<sup>', '</sup>'],
  sub: ['<sub>', '</sub>'],
};
const maxRounds = 6;
const emphasis: ReadonlySet<Mark['kind']> = new Set(['strong', 'em', 'del']);

/** Writes tidy tokens as Markdown. */
export function writeInline(tidy: readonly InlineToken[], { lineEnd, startsLine }: InlineStyle): string {
  const { tokens, underlined } = chooseMarks(tidy);
  const needs = needsOf(tokens, underlined);
  const parts: string[] = [];
  let links = 0;
  let linkAt = 0;
  let before = '';
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    let written = '';
    switch (token.type) {
      case 'text':
        written = escapeText(
          token.text,
          {
            before,
            after: firstOf(next),
            isLineStart: startsLine && before === '',
            isLineEnd: next === undefined || next.type === 'break',
            isInLink: links > 0,
          },
          needs,
        );
        break;
      case 'break':
        written = lineEnd;
        break;
      case 'code':
        written = writeCode(token.text);
        break;
      case 'math':
        written = token.isDisplay ? `$$${oneLine(token.tex)}$$` : `$${oneLine(token.tex)}$`;
        break;
      case 'raw':
        written = token.text;
        break;
      case 'open':
        if (token.mark.kind === 'link') {
          links += 1;
          linkAt = parts.length;
        }
        written = writeOpening(token.mark, underlined);
        break;
      case 'close':
        if (token.mark.kind === 'link') {
          links -= 1;
          const text = parts.slice(linkAt + 1).join('');
          if (isSame(text, token.mark.href ?? '')) {
            parts.length = linkAt;
            written = `<${token.mark.href ?? ''}>`;
            break;
          }
        }
        written = writeClosing(token.mark, underlined);
        break;
    }
    parts.push(written);
    before = token.type === 'break' ? '' : lastCharacter(written) || before;
  }
  return parts.join('');
}

function writeOpening(mark: Mark, underlined: ReadonlySet<Mark>): string {
  if (mark.kind === 'link') return '[';
  return underlined.has(mark) ? '_' : signs[mark.kind][0];
}

function writeClosing(mark: Mark, underlined: ReadonlySet<Mark>): string {
  if (mark.kind === 'link') return `](${mark.href ?? ''})`;
  return underlined.has(mark) ? '_' : signs[mark.kind][1];
}

/** A link whose text is its address. */
function isSame(text: string, href: string): boolean {
  if (!/^(?:https?:\/\/|mailto:)/.test(href) || text.length < 5 || text.length > href.length) return false;
  const plain = text.replaceAll('\\', '');
  return plain === href || `${plain}/` === href || `mailto:${plain}` === href;
}

function needsOf(tokens: readonly InlineToken[], underlined: ReadonlySet<Mark>): EscapeNeeds {
  const own = new Set<string>();
  const line: string[] = [];
  for (const token of tokens) {
    if (token.type === 'text') line.push(token.text);
    else line.push(token.type === 'break' ? '\n' : '.');
    if (token.type === 'code') own.add('`');
    if (token.type === 'math') own.add('$');
    if (token.type === 'open' && emphasis.has(token.mark.kind)) {
      own.add(token.mark.kind === 'del' ? '~' : underlined.has(token.mark) ? '_' : '*');
    }
  }
  return findEscapeNeeds(line.join(''), own);
}

/**
 * Marks that would not be read as such, because of what is beside them, are left out: `**"so"**it` is no emphasis.
 * Without them, others may be read in another way, so all are looked at again.
 */
function chooseMarks(tidy: readonly InlineToken[]): {
  readonly tokens: readonly InlineToken[];
  readonly underlined: ReadonlySet<Mark>;
} {
  let tokens = tidy;
  for (let round = 0; round < maxRounds; round += 1) {
    const { left, underlined } = judgeMarks(tokens);
    if (left.size === 0) return { tokens, underlined };
    tokens = joinCode(tokens.filter((token) => !isMarkOf(token, left)));
  }
  const all = new Set(tokens.flatMap((token) => (token.type === 'open' ? [token.mark] : [])));
  const plain = tokens.filter((token) => !(isEmphasis(token) && isMarkOf(token, all)));
  return { tokens: joinCode(plain), underlined: new Set() };
}

/** Which marks would not be read, and which slanted text beside bold gets the other sign: `***` is read in two ways. */
function judgeMarks(tokens: readonly InlineToken[]): { readonly left: Set<Mark>; readonly underlined: Set<Mark> } {
  const openAt = new Map<Mark, number>();
  const left = new Set<Mark>();
  const underlined = new Set<Mark>();
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'open' && emphasis.has(token.mark.kind)) openAt.set(token.mark, index);
    if (token.type !== 'close' || !emphasis.has(token.mark.kind)) continue;
    const opening = openAt.get(token.mark) ?? 0;
    const before = lastOf(tokens[opening - 1]);
    const after = firstOf(tokens[index + 1]);
    const isRead = mayOpen(before, firstOf(tokens[opening + 1])) && mayClose(lastOf(tokens[index - 1]), after);
    const touches = [opening - 1, opening + 1, index - 1, index + 1].some((at) => isEmphasis(tokens[at]));
    openAt.delete(token.mark);
    // Beside letters or other signs, and within other marks: renderers do not agree on it.
    const isFree =
      (/^[\s([{"'“‘]?$/.test(before) || isEmphasis(tokens[opening - 1])) &&
      (/^[\s)\]}"'”’.,:;!?]?$/.test(after) || isEmphasis(tokens[index + 1]));
    const isInside = openAt.size > 0 && !isFree;
    if (!isRead || isInside) left.add(token.mark);
    else if (token.mark.kind === 'em' && touches) {
      if (isWord(before) || isWord(after)) left.add(token.mark);
      else underlined.add(token.mark);
    }
  }
  return { left, underlined };
}

/** Two pieces of code in a row would be read as one that is broken. */
function joinCode(tokens: readonly InlineToken[]): readonly InlineToken[] {
  const joined: InlineToken[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    if (token.type === 'code' && last?.type === 'code')
      joined[joined.length - 1] = { type: 'code', text: last.text + token.text };
    else joined.push(token);
  }
  return joined;
}

function isMarkOf(token: InlineToken, marks: ReadonlySet<Mark>): boolean {
  return (token.type === 'open' || token.type === 'close') && marks.has(token.mark);
}

function isEmphasis(token: InlineToken | undefined): boolean {
  return (token?.type === 'open' || token?.type === 'close') && emphasis.has(token.mark.kind);
}

function firstOf(token: InlineToken | undefined): string {
  switch (token?.type) {
    case undefined:
    case 'break':
      return '';
    case 'text':
    case 'raw':
      return firstCharacter(token.text);
    case 'code':
      return '`';
    case 'math':
      return '$';
    case 'open':
      return token.mark.kind === 'link' ? '[' : signs[token.mark.kind][0].slice(0, 1);
    case 'close':
      return token.mark.kind === 'link' ? ']' : signs[token.mark.kind][1].slice(0, 1);
  }
}

function lastOf(token: InlineToken | undefined): string {
  switch (token?.type) {
    case 'text':
    case 'raw':
      return lastCharacter(token.text);
    case 'open':
      return token.mark.kind === 'link' ? '[' : signs[token.mark.kind][0].slice(-1);
    case 'close':
      return token.mark.kind === 'link' ? ')' : signs[token.mark.kind][1].slice(-1);
    default:
      return firstOf(token);
  }
}

/** Code between as many ticks as it needs. */
function writeCode(text: string): string {
  const used = new Set(Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length));
  let ticks = 1;
  while (used.has(ticks)) ticks += 1;
  const mark = '`'.repeat(ticks);
  const needsSpace = text.startsWith('`') || text.endsWith('`');
  return needsSpace ? `${mark} ${text} ${mark}` : `${mark}${text}${mark}`;
}

function oneLine(tex: string): string {
  return tex.replaceAll(/\s+/g, ' ');
}
