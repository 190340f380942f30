/**
 * Text that a page carries in its JSON-LD: it serves where the document has too little, because scripts would have
 * put it there or because it lies behind a fold.
 */
import { isNode, type JsonLdNode, toList, typesOf } from './json-ld.js';
import type { PageKind } from './page-kind.js';

const maxPosts = 200;

/** The text for a page of this kind, as paragraphs of Markdown; empty where there is none. */
function readStructuredText(nodes: readonly JsonLdNode[], kind: PageKind): string {
  if (kind === 'product') {
    const product = nodes.find((node) => typesOf(node).some((type) => /^Product(?:Group)?$/.test(type)));
    return product === undefined ? '' : toText(product.description);
  }
  const paragraphs: string[] = [];
  for (const node of nodes) {
    if (kind === 'forum' && isPost(node)) collectPosts(node, paragraphs, 0);
    if (paragraphs.length > 0) break;
  }
  if (paragraphs.length > 0) return paragraphs.join('\n\n');
  return nodes
    .map((node) => toText(node.articleBody))
    .reduce((one, other) => (other.length > one.length ? other : one), '');
}

function isPost(node: JsonLdNode): boolean {
  return typesOf(node).some((type) => /^(?:DiscussionForumPosting|Question|SocialMediaPosting)$/.test(type));
}

function collectPosts(node: JsonLdNode, paragraphs: string[], depth: number): void {
  if (paragraphs.length >= maxPosts || depth > 5) return;
  const text = toText(node.text ?? node.articleBody);
  if (text !== '') {
    const author = toList(node.author).find(isNode)?.name;
    paragraphs.push(typeof author === 'string' ? `${author}\n\n${text}` : text);
  }
  for (const key of ['acceptedAnswer', 'suggestedAnswer', 'comment']) {
    for (const child of toList(node[key])) if (isNode(child)) collectPosts(child, paragraphs, depth + 1);
  }
}

/** Markup in JSON-LD is markup of the page: blocks become lines, the rest goes. */
function toText(value: unknown): string {
  if (typeof value !== 'string') return '';
  return value
    .slice(0, 500_000)
    .replaceAll(/<(?:br|\/p|\/li|\/div|\/h[1-6])\b[^<>]{0,200}>/gi, '\n\n')
    .replaceAll(/<\/?[a-z][^<>]{0,1000}>/gi, ' ')
    .replaceAll(/&nbsp;/g, ' ')
    .replaceAll(/&quot;/g, '"')
    .replaceAll(/&#0?39;|&apos;|&rsquo;/g, "'")
    .replaceAll(/&lt;/g, '<')
    .replaceAll(/&gt;/g, '>')
    .replaceAll(/&amp;/g, '&')
    .replaceAll(/[ \t\u00a0]+/g, ' ')
    .replaceAll(/ ?\r?\n[ \r\n]*/g, '\n\n')
    .trim();
}

// Text of the document that is this much shorter than what the page says apart from it is not the page's.
const tooShort = 0.6;

/** Puts the structured text where it belongs: instead of what a document has too little of, or after a product's. */
export function addStructuredText(markdown: string, nodes: readonly JsonLdNode[], kind: PageKind): string {
  const text = readStructuredText(nodes, kind);
  if (text.length < 100) return markdown;
  if (kind === 'product') return holds(markdown, text) ? markdown : `${markdown}\n\n${text}`.trim();
  return markdown.length < text.length * tooShort ? text : markdown;
}

function holds(markdown: string, text: string): boolean {
  const fold = (value: string): string => value.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
  return fold(markdown).includes(fold(text).slice(0, 60));
}
