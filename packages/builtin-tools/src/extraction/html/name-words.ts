const mostKept = 1_000;
const longestKept = 400;
const headingTag = /^H[1-6]$/;
// How far down a section's heading lies in what wraps it.
const deepestHeading = 3;
/** By names: the elements of a page share theirs, and each is asked several times. */
const kept = new Map<string, readonly string[]>();

/**
 * The words of an element's `class` and `id`, in lower case: `siteNav main-menu` has site, nav, main and menu. The `id`
 * of a heading is what links to it say, and no name.
 */
export function nameWords(element: Element): readonly string[] {
  const className = element.getAttribute('class') ?? '';
  const id = headingTag.test(element.nodeName) ? '' : (element.getAttribute('id') ?? '');
  if (className === '' && id === '') return none;
  return wordsOf(`${className} ${id}`.slice(0, longestKept));
}

/** The same without an `id` that is made of a heading. */
export function nameWordsBesideHeading(element: Element): readonly string[] {
  return hasHeadingId(element)
    ? wordsOf((element.getAttribute('class') ?? '').slice(0, longestKept))
    : nameWords(element);
}

/**
 * Whether the `id` of an element is made of its heading: a chapter on cookies is called `cookies` and is no notice. Only
 * what holds a text and nothing to fill in is such a chapter.
 */
export function hasHeadingId(element: Element): boolean {
  const id = element.getAttribute('id') ?? '';
  if (id === '') return false;
  if (headingTag.test(element.nodeName)) return true;
  if (element.nodeName !== 'SECTION' && !nameWords(element).includes('section')) return false;
  const heading = findHeading(element);
  if (heading === undefined || !` ${joinWords(heading.textContent ?? '')} `.includes(` ${joinWords(id)} `))
    return false;
  return element.querySelector('p, pre, dl, table') !== null && element.querySelector('form, input') === null;
}

function findHeading(element: Element): Element | undefined {
  let first = element.firstElementChild;
  for (let depth = 0; first !== null && depth < deepestHeading; depth += 1) {
    if (headingTag.test(first.nodeName)) return first;
    first = first.firstElementChild ?? first.nextElementSibling;
  }
  return undefined;
}

function wordsOf(names: string): readonly string[] {
  const known = kept.get(names);
  if (known !== undefined) return known;
  const words = splitWords(names);
  if (kept.size >= mostKept) kept.clear();
  kept.set(names, words);
  return words;
}

const none: readonly string[] = [];

function joinWords(text: string): string {
  return splitWords(text).join(' ');
}

function splitWords(names: string): readonly string[] {
  return names
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}
