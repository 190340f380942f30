const mostKept = 1_000;
const longestKept = 400;
/** By names: the elements of a page share theirs, and each is asked several times. */
const kept = new Map<string, readonly string[]>();

/** The words of an element's `class` and `id`, in lower case: `siteNav main-menu` has site, nav, main and menu. */
export function nameWords(element: Element): readonly string[] {
  const className = element.getAttribute('class') ?? '';
  const id = element.getAttribute('id') ?? '';
  if (className === '' && id === '') return none;
  const names = `${className} ${id}`.slice(0, longestKept);
  const known = kept.get(names);
  if (known !== undefined) return known;
  const words = splitWords(names);
  if (kept.size >= mostKept) kept.clear();
  kept.set(names, words);
  return words;
}

const none: readonly string[] = [];

function splitWords(names: string): readonly string[] {
  return names
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}
