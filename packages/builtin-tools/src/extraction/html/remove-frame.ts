/**
 * Takes out what lies around the main part of a page, where the page has such a part: then its frame goes however long
 * it is, the policy that lies in a footer, the menu of all pages.
 */
import { isFrameElement, isNamedFrame } from './boilerplate.js';
import { linkDensity, type StatsOf, type TextStats } from './text-stats.js';
import { isContentRoot, keptTags, visitElements } from './visit-elements.js';

// So much text in the main part is a page.
const leastMain = 200;
const menuLinks = 10;
const menuDensity = 0.8;
const menuEntry = 24;

/** Takes out what lies around the main part and is marked, named or built as a frame, where the page has such a part. */
export function removeFrame(body: Element, holders: ReadonlySet<Element>, statsOf: StatsOf): void {
  const main = [...body.querySelectorAll('main, [role="main"]')].reduce(
    (most, element) => Math.max(most, statsOf(element).text),
    0,
  );
  const hasMain = main >= leastMain;
  if (!hasMain && holders.size === 0) return;
  const total = statsOf(body).text;
  visitElements(body, (element, isInside) => {
    if (holders.has(element)) return isContentRoot(element);
    if (isInside || keptTags.has(element.nodeName)) return false;
    const stats = statsOf(element);
    // Names lie more often than tags do.
    const isFrame = isFrameElement(element) || (hasMain && (isMenu(stats) || isNamedFrame(element)));
    if (!isFrame || (!hasMain && total - stats.text < leastMain)) return false;
    element.remove();
    return true;
  });
}

/** Nothing but links of a few words. The items of a list are longer. */
function isMenu(stats: TextStats): boolean {
  return stats.links >= menuLinks && linkDensity(stats) >= menuDensity && stats.linkText < stats.links * menuEntry;
}
