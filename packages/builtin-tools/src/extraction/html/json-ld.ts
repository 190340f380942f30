/** What a page's JSON-LD says: its nodes, flattened, from whichever nesting they come. */

/** One object of JSON-LD. */
export type JsonLdNode = Readonly<Record<string, unknown>>;

const maxNodes = 500;
const maxDepth = 8;

/** Reads the blocks of a page. What is no JSON counts as not there; line breaks within strings are common. */
export function readJsonLd(blocks: readonly string[]): readonly JsonLdNode[] {
  const nodes: JsonLdNode[] = [];
  for (const block of blocks) collect(parse(block), nodes, 0);
  return nodes;
}

/** The types of a node, without the vocabulary's address. */
export function typesOf(node: JsonLdNode): readonly string[] {
  return toList(node['@type'])
    .filter((type) => typeof type === 'string')
    .map((type) => type.replace(/^.*[/#:]/, ''));
}

/** A value as a list; none is the empty one. */
export function toList(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** Whether a value is one object. */
export function isNode(value: unknown): value is JsonLdNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(block: string): unknown {
  const text = block
    .trim()
    .replace(/^(?:\/\/\s*)?<!\[CDATA\[|^<!--/, '')
    .replace(/(?:\/\/\s*)?\]\]>$|-->$/, '')
    .replace(/;\s*$/, '');
  try {
    return JSON.parse(text);
  } catch {
    try {
      return JSON.parse(text.replaceAll(/[\u0000-\u001f]+/g, ' '));
    } catch {
      return undefined;
    }
  }
}

// The lists of nodes that say something of the page; other properties lead away from it.
const followed = ['@graph', 'mainEntity', 'mainEntityOfPage', 'itemListElement', 'item'];

function collect(value: unknown, nodes: JsonLdNode[], depth: number): void {
  if (depth > maxDepth || nodes.length >= maxNodes) return;
  if (Array.isArray(value)) {
    for (const item of value) collect(item, nodes, depth + 1);
  } else if (isNode(value)) {
    nodes.push(value);
    // A trail of breadcrumbs is about other pages.
    if (typesOf(value).includes('BreadcrumbList')) return;
    for (const key of followed)
      if (isNode(value[key]) || Array.isArray(value[key])) collect(value[key], nodes, depth + 1);
  }
}
