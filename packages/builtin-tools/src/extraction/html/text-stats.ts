/** How much text an element holds, and of what sort. Counts are characters without runs of white space. */
export interface TextStats {
  readonly text: number;
  /** The part of `text` that is in links. */
  readonly linkText: number;
  readonly links: number;
  /** Paragraphs of running text: long, and not mostly links. */
  readonly prose: number;
}

/** The stats of an element; all of them are taken in one pass when it is made. */
export type StatsOf = (element: Element) => TextStats;

const none: TextStats = { text: 0, linkText: 0, links: 0, prose: 0 };
const proseLength = 80;
const shortText = 40;
const otherSpaces: ReadonlySet<number> = new Set([
  ...[0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a],
  ...[0x2028, 0x2029, 0x202f, 0x205f, 0x3000],
]);
const proseTags: ReadonlySet<string> = new Set(['P', 'BLOCKQUOTE', 'DD', 'LI', 'PRE', 'DIV', 'TD', 'SECTION']);

/** Measures everything below `root` once. */
export function measureText(root: Element): StatsOf {
  const known = new Map<Element, TextStats>();
  measure(root, known);
  return (element) => known.get(element) ?? none;
}

/** The share of an element's text that is links. */
export function linkDensity({ text, linkText }: TextStats): number {
  return text === 0 ? 0 : linkText / text;
}

// Depth is bounded before a DOM is built, so recursion is too.
function measure(element: Element, known: Map<Element, TextStats>): TextStats {
  let own = 0;
  let text = 0;
  let linkText = 0;
  let links = 0;
  let prose = 0;
  for (let child = element.firstChild; child !== null; child = child.nextSibling) {
    if (child.nodeType === 3) {
      own += countText(child.nodeValue ?? '');
    } else if (child.nodeType === 1) {
      const stats = measure(child as Element, known);
      text += stats.text;
      linkText += stats.linkText;
      links += stats.links;
      prose += stats.prose;
    }
  }
  text += own;
  if (element.nodeName === 'A' && element.hasAttribute('href')) {
    linkText = text;
    links += 1;
    prose = 0;
  }
  const isParagraph = element.nodeName === 'P' || own >= proseLength;
  if (prose === 0 && isParagraph && text >= proseLength && linkText * 2 < text && proseTags.has(element.nodeName)) {
    prose = 1;
  }
  const stats = { text, linkText, links, prose };
  known.set(element, stats);
  return stats;
}

function countText(value: string): number {
  let start = 0;
  let end = value.length;
  while (start < end && isSpace(value.charCodeAt(start))) start += 1;
  while (end > start && isSpace(value.charCodeAt(end - 1))) end -= 1;
  let count = end - start;
  // Of a short text, its length will do.
  if (count < shortText) return count;
  for (let at = start + 1; at < end; at += 1) {
    if (isSpace(value.charCodeAt(at)) && isSpace(value.charCodeAt(at - 1))) count -= 1;
  }
  return count;
}

/** What `\s` is, without asking a pattern: every text of a page is counted several times. */
function isSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code < 0xa0) return false;
  return code === 0xa0 || code === 0xfeff || (code >= 0x1680 && otherSpaces.has(code));
}
