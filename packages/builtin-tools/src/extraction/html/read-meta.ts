/** What a page's `<meta>` elements say: all values of a name, in their order; names in lower case. */
export type PageMeta = ReadonlyMap<string, readonly string[]>;

/** Reads `property`, `name`, `itemprop` and `http-equiv`. */
export function readMeta(document: Document): PageMeta {
  const meta = new Map<string, string[]>();
  for (const element of document.querySelectorAll('meta[content]')) {
    const content = cleanText(element.getAttribute('content'));
    if (content === null) continue;
    for (const attribute of ['property', 'name', 'itemprop', 'http-equiv']) {
      for (const name of element.getAttribute(attribute)?.toLowerCase().split(/\s+/) ?? []) {
        const values = meta.get(name);
        if (values === undefined) meta.set(name, [content]);
        else values.push(content);
      }
    }
  }
  return meta;
}

/** The first value of the first of these names that the page has. */
export function firstMeta(meta: PageMeta, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = meta.get(name)?.[0];
    if (value !== undefined) return value;
  }
  return null;
}

/** Without runs of white space; null where nothing is left. */
export function cleanText(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const cleaned = text.replaceAll(/\s+/g, ' ').trim();
  return cleaned === '' ? null : cleaned;
}
