/**
 * A page of cards: many elements that are built alike and each lead to another page, as lists of articles and of
 * recipes are. Their teasers are running text, so that the page looks like an article.
 */
import type { StatsOf } from './text-stats.js';

const leastCards = 6;
const leastText = 40;
const mostText = 1_000;

/** How much text and how many paragraphs of running text lie in cards below `body`. */
export function measureCards(body: Element, statsOf: StatsOf): { readonly text: number; readonly prose: number } {
  let text = 0;
  let prose = 0;
  const visit = (parent: Element): void => {
    const cards = findCards(parent, statsOf);
    for (const card of cards) {
      text += statsOf(card).text;
      prose += statsOf(card).prose;
    }
    for (let child = parent.firstElementChild; child !== null; child = child.nextElementSibling) {
      if (!cards.includes(child) && statsOf(child).text >= leastText) visit(child);
    }
  };
  visit(body);
  return { text, prose };
}

function findCards(parent: Element, statsOf: StatsOf): readonly Element[] {
  const groups = new Map<string, Element[]>();
  for (let child = parent.firstElementChild; child !== null; child = child.nextElementSibling) {
    const { text, links } = statsOf(child);
    if (text < leastText || text > mostText || links === 0) continue;
    const key = `${child.nodeName}.${(child.getAttribute('class') ?? '').split(/\s+/, 1)[0] ?? ''}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [child]);
    else group.push(child);
  }
  return [...groups.values()].filter((group) => group.length >= leastCards && group.every(isCard)).flat();
}

function isCard(element: Element): boolean {
  return element.querySelector('h1 a, h2 a, h3 a, h4 a, h5 a, a h2, a h3, a h4, a h5, a img') !== null;
}
