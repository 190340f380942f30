/**
 * Takes out text that a page holds twice: one copy for each size of screen, the clones that a slider adds at both of
 * its ends, a panel that repeats what stands beside it. Only long texts that are the same from the first word to the
 * last go, and the first of them stays; short ones repeat for good reasons.
 */
import { measureText } from './text-stats.js';

const shortest = 80;
const shortestParagraph = 200;
const longest = 5_000;

/** Leaves the first of blocks below `content` that say the same. */
export function removeRepeats(content: Element): void {
  const statsOf = measureText(content);
  const seen = new Map<string, Element>();
  const visit = (parent: Element): void => {
    let next: Element | null;
    for (let element = parent.firstElementChild; element !== null; element = next) {
      next = element.nextElementSibling;
      const { text } = statsOf(element);
      if (text < (element.nodeName === 'P' ? shortestParagraph : shortest) || keptTags.has(element.nodeName)) continue;
      if (text <= longest) {
        const key = (element.textContent ?? '').replaceAll(/\s+/g, '');
        const first = seen.get(key);
        if (first === undefined) seen.set(key, element);
        // An element and its only child say the same.
        else if (!first.contains(element)) {
          element.remove();
          continue;
        }
      }
      visit(element);
    }
  };
  visit(content);
}

/** Rows and code repeat themselves, and what stands within a line is part of a sentence. */
const keptTags: ReadonlySet<string> = new Set([
  ...['TABLE', 'DL', 'LI', 'PRE', 'CODE', 'MATH', 'A', 'B', 'EM', 'I', 'SPAN', 'STRONG', 'SUP', 'SUB', 'FIGURE'],
]);
