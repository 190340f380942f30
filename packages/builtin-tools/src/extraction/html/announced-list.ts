import type { StatsOf } from './text-stats.js';

// Siblings that are looked at on a side.
const mostBeside = 200;

/**
 * Whether a list of links is announced by what stands before it: a sentence that ends with a colon, or a heading of the
 * text that the list lies in. What sites add has an element of its own, or stands at the end and leads to their own
 * pages; `host` is the page's.
 */
export function isAnnounced(list: Element, statsOf: StatsOf, host: string): boolean {
  const before = list.previousElementSibling;
  if (before === null) return false;
  if (before.nodeName === 'P') return /[:：]\s*$/.test(before.textContent ?? '');
  if (!/^H[2-6]$/.test(before.nodeName) || !hasParagraph(before, 'previousElementSibling', statsOf)) return false;
  return hasParagraph(list, 'nextElementSibling', statsOf) || leadsAway(list, host);
}

/** Whether a paragraph of running text stands beside an element, on one side of it. */
function hasParagraph(
  element: Element,
  side: 'nextElementSibling' | 'previousElementSibling',
  statsOf: StatsOf,
): boolean {
  let seen = 0;
  for (let beside = element[side]; beside !== null && seen < mostBeside; beside = beside[side]) {
    seen += 1;
    if (beside.nodeName === 'P' && statsOf(beside).prose > 0) return true;
  }
  return false;
}

function leadsAway(list: Element, host: string): boolean {
  const links = [...list.querySelectorAll('a[href]')];
  const away = links.filter((link) => {
    const target = link.getAttribute('href') ?? '';
    return URL.canParse(target) && new URL(target).host !== host;
  });
  return away.length * 2 > links.length;
}
