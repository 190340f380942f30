import { isNode, type JsonLdNode, toList } from './json-ld.js';
import { cleanText, type PageMeta } from './read-meta.js';

const metaNames = [
  'author',
  'citation_author',
  'dc.creator',
  'dcterms.creator',
  'parsely-author',
  'sailthru.author',
  'article:author',
  'byl',
];
const marks = '[itemprop~="author"], [rel~="author"], .author-name, .byline-name, .byline, .author';
const maxNameLength = 60;
const maxAuthors = 20;

/** The names of who wrote a page: of its article's JSON-LD, else of its meta elements, else of its marked bylines. */
export function readAuthors(
  document: Document,
  meta: PageMeta,
  article: JsonLdNode | undefined,
  nodes: readonly JsonLdNode[],
): readonly string[] {
  const stated = toNames(toList(article?.author ?? article?.creator).flatMap((author) => nameOf(author, nodes)));
  if (stated.length > 0) return stated;
  for (const name of metaNames) {
    const names = toNames(meta.get(name) ?? []);
    if (names.length > 0) return names;
  }
  for (const element of document.querySelectorAll(marks)) {
    const named = element.querySelector('[itemprop~="name"]') ?? element;
    const text = cleanText(named.textContent);
    if (text === null || text.length > 2 * maxNameLength || named.closest('.comment, .comments, aside') !== null)
      continue;
    const names = toNames([text]);
    if (names.length > 0) return names;
  }
  return [];
}

/** A string, a node, or a reference to a node elsewhere in the graph. */
function nameOf(author: unknown, nodes: readonly JsonLdNode[]): readonly string[] {
  if (typeof author === 'string') return [author];
  if (!isNode(author)) return [];
  const id = author['@id'];
  const named = author.name ?? nodes.find((node) => node['@id'] === id && node.name !== undefined)?.name;
  return toList(named).filter((name) => typeof name === 'string');
}

function toNames(values: readonly string[]): readonly string[] {
  const names = values
    .flatMap(splitNames)
    .filter((name) => !/^(?:admin|administrator|unknown|null|undefined)$/i.test(name));
  return [...new Set(names)].slice(0, maxAuthors);
}

/** "By Ann Lee, Bob Ray and Cy Young" are three. A comma before "Jr." or a degree does not part names. */
function splitNames(value: string): readonly string[] {
  const text = cleanText(value)?.replace(/^(?:(?:written|posted|reported) )?by:?\s+/i, '') ?? '';
  return text
    .split(/\s*[;|•·]\s*|\s+(?:and|&|und|et|y)\s+|,(?!\s*(?:Jr|Sr|Ph\.?D|M\.?D|I{1,3}|Inc|LLC|Ltd)\b)\s*(?:and\s+)?/)
    .map((name) => name.replace(/\s*\([^)]*\)$|^@/g, '').trim())
    .filter(
      (name) =>
        name.length > 1 &&
        name.length <= maxNameLength &&
        /\p{L}/u.test(name) &&
        !/https?:|www\.|@|\.com\b|\d{4}/.test(name),
    );
}
