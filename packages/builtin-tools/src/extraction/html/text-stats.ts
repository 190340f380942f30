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
  const trimmed = value.trim();
  return trimmed.length < 40 ? trimmed.length : trimmed.replaceAll(/\s{2,}/g, ' ').length;
}
