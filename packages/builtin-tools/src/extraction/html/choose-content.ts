/**
 * The part of a cleaned document that is its content, where that is more than one piece of text: what the page marks
 * as its main part, if most of the text is there, else the smallest element that holds nearly all of it.
 */
import { measureText } from './text-stats.js';

// What the page marks as its main part has to hold this much of the text that is left.
const mainShare = 0.55;
// Nothing is lost by going down to a child that holds this much.
const descendShare = 0.97;

/** Finds the element that holds the content. */
export function chooseContent(body: Element): Element {
  const statsOf = measureText(body);
  const total = Math.max(statsOf(body).text, 1);
  let chosen = body;
  const marked = [...body.querySelectorAll('main, [role="main"]')];
  const best = marked.reduce<Element | undefined>(
    (found, element) => (found === undefined || statsOf(element).text > statsOf(found).text ? element : found),
    undefined,
  );
  if (best !== undefined && statsOf(best).text / total >= mainShare) chosen = best;
  for (;;) {
    const { text } = statsOf(chosen);
    let child: Element | undefined;
    for (let next = chosen.firstElementChild; next !== null; next = next.nextElementSibling) {
      if (statsOf(next).text >= text * descendShare && !textTags.has(next.nodeName)) child = next;
    }
    if (child === undefined || text === 0) return chosen;
    chosen = child;
  }
}

/** What holds text instead of parts of a page: what stands beside it is as much content. */
const textTags: ReadonlySet<string> = new Set([
  ...['P', 'PRE', 'BLOCKQUOTE', 'UL', 'OL', 'DL', 'TABLE', 'TBODY', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'SUMMARY'],
  ...['A', 'ABBR', 'B', 'BIG', 'CITE', 'CODE', 'DEL', 'EM', 'FONT', 'I', 'INS', 'KBD', 'LABEL', 'MARK', 'Q', 'S'],
  ...['SAMP', 'SMALL', 'SPAN', 'STRIKE', 'STRONG', 'SUB', 'SUP', 'TT', 'U', 'VAR'],
]);
