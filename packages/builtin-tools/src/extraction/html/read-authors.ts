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
const placeholder =
  /^(?:admin|administrator|unknown|null|undefined|none|n\/a|author|author name|anonymous|guest|user|by|written by|your name)$/i;
const month = String.raw`(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)\p{L}*\.?`;
const datePatterns = [
  new RegExp(String.raw`${month}\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}`, 'giu'),
  new RegExp(String.raw`\d{1,2}(?:st|nd|rd|th)?\.?\s+${month},?\s+\d{4}`, 'giu'),
  /\d{4}-\d{2}-\d{2}(?:T[\d:.Z+-]*)?|\d{1,2}[./]\d{1,2}[./]\d{4}/g,
];
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
    const text = cleanText(spacedText(named));
    if (text === null || text.length > 3 * maxNameLength || named.closest('.comment, .comments, aside') !== null)
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

/** The text of an element; what elements of it hold are words of their own. */
function spacedText(element: Node): string {
  let text = '';
  for (let child = element.firstChild; child !== null; child = child.nextSibling) {
    text += child.nodeType === 1 ? ` ${spacedText(child)} ` : (child.nodeValue ?? '');
  }
  return text;
}

/** The names in texts that should be names, each once. */
export function toNames(values: readonly string[]): readonly string[] {
  const names = values.flatMap(splitNames).filter((name) => !placeholder.test(name));
  return [...new Set(names)].slice(0, maxAuthors);
}

/** "By Ann Lee, Bob Ray and Cy Young" are three. A comma before "Jr." or a degree does not part names. */
function splitNames(value: string): readonly string[] {
  return (
    withoutDates(cleanText(value) ?? '')
      .replace(/^(?:(?:written|posted|reported|published) ?)?by(?::\s*|\s+)/i, '')
      // Glued to the name, where the page sets them apart by its looks alone.
      .replace(/^(?:(?:Written|Posted) ?)?By(?=\p{Lu}\p{Ll})/u, '')
      .replace(/^(?:Von|Par)\s+(?=\S+\s+\S)/i, (particle) => (/^[vp]/.test(particle) ? particle : ''))
      .split(/\s*[;|•·]\s*|\s+(?:and|&|und|et|y)\s+|,(?!\s*(?:Jr|Sr|Ph\.?D|M\.?D|I{1,3}|Inc|LLC|Ltd)\b)\s*(?:and\s+)?/)
      .map((name) => name.replace(/\s*\([^)]*\)$|^@/g, '').trim())
      .filter(
        (name) =>
          name.length > 1 &&
          name.length <= maxNameLength &&
          /\p{L}/u.test(name) &&
          !/https?:|www\.|@|\.com\b|\d{4}|[{}%]/.test(name),
      )
  );
}

/** Without the dates that stand beside a name, and what they are the dates of. */
function withoutDates(text: string): string {
  // Names have no digits; most texts end here.
  if (!/\d|updated|published|reviewed|read/i.test(text)) return text;
  const undated = datePatterns.reduce((left, pattern) => left.replaceAll(pattern, ' '), text.slice(0, 1_000));
  return undated
    .replaceAll(
      /(?:Last\s+|last\s+)?(?:Updated|Published|Modified|Reviewed|updated|published)(?:\s+on)?(?:\s*:|(?=\s|$)).*$/g,
      ' ',
    )
    .replaceAll(/\d+\s*min(?:ute)?s?\s+read\b/gi, ' ')
    .replace(/[\s,|·•–—-]+$/, '')
    .trim();
}
