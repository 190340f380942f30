import type { StatsOf } from './text-stats.js';

// A panel holds this much text at least, and a label no more than this.
const leastPanel = 40;
const longestLabel = 80;

/**
 * Whether a button is the label of what stands after it, as in an accordion: the same is built again beside it, and the
 * other button says something else. What each card has says the same on all of them.
 */
export function isPanelLabel(button: Element, statsOf: StatsOf): boolean {
  const text = readLabel(button);
  const panel = button.nextElementSibling;
  if (text === '' || text.length > longestLabel || panel === null || statsOf(panel).text < leastPanel) return false;
  const item = button.parentElement;
  const others = [
    panel.nextElementSibling,
    button.previousElementSibling?.previousElementSibling,
    item?.nextElementSibling?.firstElementChild,
    item?.previousElementSibling?.firstElementChild,
  ];
  return others.some((other) => other?.nodeName === 'BUTTON' && !['', text].includes(readLabel(other)));
}

/** Puts a line in bold in an element's place. */
export function replaceByLine(element: Element, text: string): void {
  const line = element.ownerDocument.createElement('p');
  const strong = element.ownerDocument.createElement('strong');
  strong.appendChild(element.ownerDocument.createTextNode(text));
  line.appendChild(strong);
  element.replaceWith(line);
}

/** What a button says. */
export function readLabel(button: Element): string {
  return (button.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
}
