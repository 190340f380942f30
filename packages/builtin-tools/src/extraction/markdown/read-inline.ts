import { readCodeText } from './code-text.js';
import { blockTags, droppedTags, isElement, tagOf } from './elements.js';
import { isHidden } from './hidden-elements.js';
import type { InlineToken, Mark } from './inline.js';
import { readLinkTarget } from './link-target.js';
import { readImage } from './read-image.js';
import { type Formula, readFormula, splitFormulas } from './read-math.js';
import { maxDepth, type Reading } from './reading.js';
import { collectText, seenText, toLine } from './seen-text.js';

/** What is around the text that is read. */
export interface InlinePlace {
  readonly depth: number;
  /** Marks that are open: none is opened twice. */
  readonly marks: ReadonlySet<Mark['kind']>;
  readonly quotes: number;
}

/** Around a line of its own. */
export const lineStart: InlinePlace = { depth: 0, marks: new Set(), quotes: 0 };

const markTags: Readonly<Record<string, Mark['kind']>> = {
  b: 'strong',
  del: 'del',
  em: 'em',
  i: 'em',
  mark: 'highlight',
  s: 'del',
  strike: 'del',
  strong: 'strong',
  sub: 'sub',
  sup: 'sup',
  var: 'em',
};
const codeTags = /^(?:code|kbd|samp|tt|pre|listing|xmp)$/;
const ordinals = /^(?:st|nd|rd|th|er|re|e|o|a|º|ª|tm|sm|®|©|™|℠)$/i;
const machineTime = /^\d{4}-\d\d(?:-\d\d(?:[T ][\d:.]{4,15}(?:Z|[+-]\d\d:?\d\d)?)?)?$/;
const quoteMarks = ['“”', '‘’'];
// Longer than any that is written by hand.
const maxTicks = 20;

/** Reads what is in an element into the tokens of a line. */
export function readChildren(parent: Node, reading: Reading, place: InlinePlace, into: InlineToken[]): void {
  for (let child = parent.firstChild; child !== null; child = child.nextSibling) readNode(child, reading, place, into);
}

/** Reads a node into the tokens of a line. Blocks in it become lines. */
export function readNode(node: Node, reading: Reading, place: InlinePlace, into: InlineToken[]): void {
  if (node.nodeType === 3) {
    readText(node.nodeValue ?? '', into);
    return;
  }
  if (!isElement(node)) return;
  const tag = tagOf(node);
  if (tag === 'br') {
    into.push({ type: 'break' });
    return;
  }
  const formula = readFormula(node);
  if (formula === null) return;
  if (formula !== undefined) {
    addFormula(formula, into);
    return;
  }
  if (droppedTags.has(tag) || isHidden(node) || reading.notes.dropped.has(node)) return;
  if (place.depth > maxDepth) {
    addText(collectText(node), into);
    return;
  }
  const inner = { ...place, depth: place.depth + 1 };
  if (blockTags.has(tag) && !codeTags.test(tag)) {
    readBlock(node, tag, reading, inner, into);
    return;
  }
  readElement(node, tag, reading, inner, into);
}

function readElement(node: Element, tag: string, reading: Reading, place: InlinePlace, into: InlineToken[]): void {
  if (tag === 'pre') {
    readLines(node, into);
    return;
  }
  if (codeTags.test(tag)) {
    readCode(node, reading, place, into);
    return;
  }
  switch (tag) {
    case 'a':
      readLink(node, reading, place, into);
      return;
    case 'img':
      addRaw(readImage(node, reading), into);
      return;
    case 'q': {
      const [opening = '', closing = ''] = quoteMarks[place.quotes % 2] ?? '';
      into.push({ type: 'text', text: opening });
      readChildren(node, reading, { ...place, quotes: place.quotes + 1 }, into);
      into.push({ type: 'text', text: closing });
      return;
    }
    case 'rt': {
      const reading_ = collectText(node);
      if (reading_ !== '') into.push({ type: 'text', text: `(${reading_})` });
      return;
    }
    case 'time': {
      const text = collectText(node);
      const stated = node.getAttribute('datetime')?.trim() ?? '';
      if (text === '' && machineTime.test(stated)) {
        addText(stated, into);
        return;
      }
      readChildren(node, reading, place, into);
      return;
    }
  }
  const kind = markTags[tag];
  if (kind === undefined || place.marks.has(kind)) {
    readChildren(node, reading, place, into);
    return;
  }
  if (kind === 'sup' || kind === 'sub') {
    readRaised(node, kind, reading, place, into);
    return;
  }
  wrap({ kind }, node, reading, place, into);
}

function wrap(mark: Mark, node: Element, reading: Reading, place: InlinePlace, into: InlineToken[]): void {
  into.push({ type: 'open', mark });
  readChildren(node, reading, { ...place, marks: new Set([...place.marks, mark.kind]) }, into);
  into.push({ type: 'close', mark });
}

function readLink(node: Element, reading: Reading, place: InlinePlace, into: InlineToken[]): void {
  const label = reading.notes.references.get(node);
  if (label !== undefined) {
    addRaw(`[^${label}]`, into);
    return;
  }
  const href = place.marks.has('link') ? undefined : readLinkTarget(node.getAttribute('href') ?? '', reading.base);
  if (href === undefined) {
    readChildren(node, reading, place, into);
    return;
  }
  wrap({ kind: 'link', href }, node, reading, place, into);
}

/** Marks of notes are no superscript, and neither are the ends of ordinal numbers. */
function readRaised(
  node: Element,
  kind: 'sup' | 'sub',
  reading: Reading,
  place: InlinePlace,
  into: InlineToken[],
): void {
  const text = collectText(node);
  if (ordinals.test(text) || /^\[.{1,12}\]$/.test(text) || holdsReference(node, reading)) {
    readChildren(node, reading, place, into);
    return;
  }
  if (text === '') {
    readChildren(node, reading, place, into);
    return;
  }
  wrap({ kind }, node, reading, place, into);
}

function holdsReference(node: Element, { notes }: Reading): boolean {
  if (notes.references.size === 0) return false;
  if (node.parentElement !== null && notes.references.has(node.parentElement)) return true;
  return Array.from(node.querySelectorAll('a')).some((link) => notes.references.has(link));
}

function readCode(node: Element, reading: Reading, place: InlinePlace, into: InlineToken[]): void {
  const text = collectCode(node);
  if (text === '') {
    readChildren(node, reading, place, into);
    return;
  }
  const longest = Math.max(0, ...Array.from(text.matchAll(/`{2,}/g), ([ticks]) => ticks.length).slice(0, 1_000));
  if (longest > maxTicks) {
    addText(text, into);
    return;
  }
  // Names in documentation are code and lead to what they name.
  const link = node.querySelector('a[href]');
  const isLinked = link !== null && !place.marks.has('link') && collectCode(link) === text;
  const href = isLinked ? readLinkTarget(link.getAttribute('href') ?? '', reading.base) : undefined;
  const mark: Mark | undefined = href === undefined ? undefined : { kind: 'link', href };
  if (mark !== undefined) into.push({ type: 'open', mark });
  into.push({ type: 'code', text });
  if (mark !== undefined) into.push({ type: 'close', mark });
}

/** A listing within a line, as in a cell: a piece of code for each of its lines. */
function readLines(node: Element, into: InlineToken[]): void {
  for (const line of readCodeText(node).split('\n')) {
    const text = toLine(line);
    into.push({ type: 'break' });
    if (text !== '') into.push(text.includes('``') ? { type: 'text', text } : { type: 'code', text });
  }
  into.push({ type: 'break' });
}

function collectCode(node: Element): string {
  const parts: string[] = [];
  collectCodeParts(node, parts, 0);
  return toLine(seenText(parts.join('')));
}

function collectCodeParts(parent: Node, parts: string[], depth: number): void {
  for (let child = parent.firstChild; child !== null; child = child.nextSibling) {
    if (child.nodeType === 3) parts.push(child.nodeValue ?? '');
    else if (isElement(child)) {
      const tag = tagOf(child);
      if (tag === 'br' || blockTags.has(tag)) parts.push(' ');
      if (tag === 'button' || droppedTags.has(tag) || isHidden(child)) continue;
      if (depth > maxDepth) parts.push(collectText(child));
      else collectCodeParts(child, parts, depth + 1);
    }
  }
}

/** A block within a line: in a cell, a heading, a link. */
function readBlock(node: Element, tag: string, reading: Reading, place: InlinePlace, into: InlineToken[]): void {
  if (tag === 'hr') {
    into.push({ type: 'break' });
    return;
  }
  if (tag === 'td' || tag === 'th') {
    if (node.previousElementSibling !== null) into.push({ type: 'text', text: ' / ' });
    readChildren(node, reading, place, into);
    return;
  }
  into.push({ type: 'break' });
  if (tag === 'li') into.push({ type: 'text', text: '- ' });
  readChildren(node, reading, place, into);
  into.push(tag === 'dt' ? { type: 'text', text: ': ' } : { type: 'break' });
}

function readText(source: string, into: InlineToken[]): void {
  for (const part of splitFormulas(seenText(source))) {
    if (typeof part === 'string') addText(part, into);
    else addFormula(part, into);
  }
}

function addText(text: string, into: InlineToken[]): void {
  if (text !== '') into.push({ type: 'text', text });
}

function addRaw(text: string, into: InlineToken[]): void {
  if (text !== '') into.push({ type: 'raw', text });
}

function addFormula({ tex, isDisplay }: Formula, into: InlineToken[]): void {
  into.push({ type: 'math', tex, isDisplay });
}
