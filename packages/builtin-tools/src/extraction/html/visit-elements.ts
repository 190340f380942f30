/** How those walk through a page that take parts out of it, and what they never take. */

/** Visits elements from the outside; where `visit` says so, not what is within. */
export function visitElements(body: Element, visit: (element: Element, isInside: boolean) => boolean): void {
  const walk = (parent: Element, isInside: boolean): void => {
    let next: Element | null;
    for (let element = parent.firstElementChild; element !== null; element = next) {
      next = element.nextElementSibling;
      if (!visit(element, isInside) && element.firstElementChild !== null) {
        walk(element, isInside || isContentRoot(element));
      }
    }
  };
  walk(body, false);
}

/** What is part of a text, or holds the page. */
export const keptTags: ReadonlySet<string> = new Set([
  'BODY',
  'MAIN',
  'ARTICLE',
  'H1',
  'TABLE',
  'TBODY',
  'THEAD',
  'TR',
  'TD',
  'TH',
  'PRE',
  'CODE',
  'P',
  'EM',
  'STRONG',
  'A',
  'BR',
  'IMG',
  'DL',
  'DT',
  'DD',
]);

/** The main heading and what marks the content lie in these; the body itself is left out. */
export function findHolders(body: Element): ReadonlySet<Element> {
  const holders = new Set<Element>();
  const headings = [...body.querySelectorAll('h1')];
  const heading = headings.find((element) => element.closest('header, nav, footer') === null) ?? headings[0];
  const marked = [...body.querySelectorAll('main, [role="main"], [itemprop="articleBody"]')];
  if (heading !== undefined) marked.push(heading);
  for (const start of marked) {
    for (let element: Element | null = start; element !== null && element !== body; element = element.parentElement) {
      if (holders.has(element)) break;
      holders.add(element);
    }
  }
  return holders;
}

/** Whether an element marks its content as the page's. */
export function isContentRoot({ nodeName }: Element): boolean {
  return nodeName === 'MAIN' || nodeName === 'ARTICLE';
}
