/**
 * A page as Markdown with what it says of itself. Loaded at the first page, because the DOM takes a quarter of a
 * second to load.
 *
 * Nothing of the page runs and nothing is loaded: the DOM is built without scripts and resources. Three ways lead
 * to the text, each for what the one before would take too long for: the article that the reader finds, the main
 * part as the page marks it, and the bare text.
 */
import { Readability } from '@mozilla/readability';
import type { ExtractedPage } from '../extracted-page.js';
import { toMarkdown } from '../markdown/to-markdown.js';
import { buildDocument } from './build-document.js';
import { prepareHtml } from './prepare-html.js';

/** What a page of HTML says. */
export type ReadHtml = Omit<ExtractedPage, 'mediaType'>;

// Beyond these the reader is not asked: its time grows with the square of siblings, and with depth.
const readerLimits = { elements: 4_000, depth: 100, children: 1_000, breaks: 300 };

const maxSpaceRun = 200;

// An article of fewer characters, where the page has several times as many, is not what the page is about.
const shortArticle = 200;

/** Reads a page of HTML that came from `url`. */
export function readHtml(source: string, url: string): ReadHtml {
  const prepared = prepareHtml(source);
  const document = buildDocument(prepared, url, { parser: 'jsdom' });
  const { bareText, warnings } = prepared;
  if (bareText !== undefined) return { ...readMetadata(document), markdown: bareText, warnings };
  const read = readDocument(document, measure(document.documentElement));
  return { ...read, warnings: [...warnings, ...read.warnings] };
}

function readDocument(document: Document, size: TreeSize): ReadHtml {
  const metadata = readMetadata(document);
  resolveLinks(document);
  collapseSpace(document);
  const main = document.querySelector<HTMLElement>('main, [role="main"]') ?? document.body;
  if (exceedsReader(size)) {
    const warnings = ['The page is large: its main part was taken as the page marks it, and may hold navigation.'];
    return { ...metadata, markdown: toMarkdown(main), warnings };
  }
  // The reader changes the document, so what it may not find is converted first.
  const whole = toMarkdown(main);
  const article = new Readability<Node>(document, { keepClasses: true, serializer: (node) => node }).parse();
  const markdown = article?.content ? toMarkdown(article.content as HTMLElement) : '';
  const isEnough = markdown.length >= shortArticle || markdown.length * 3 >= whole.length;
  const byline = clean(article?.byline);
  return {
    ...metadata,
    markdown: isEnough ? markdown : whole,
    title: clean(article?.title) ?? metadata.title,
    authors: metadata.authors.length > 0 || byline === null ? metadata.authors : [byline],
    publishedTime: metadata.publishedTime ?? clean(article?.publishedTime),
    warnings: [],
  };
}

function readMetadata(document: Document): Omit<ReadHtml, 'markdown' | 'warnings'> {
  const meta = new Map<string, string>();
  for (const element of document.querySelectorAll('meta[content]')) {
    const name = element.getAttribute('property') ?? element.getAttribute('name') ?? element.getAttribute('itemprop');
    const key = name?.trim().toLowerCase() ?? '';
    if (!meta.has(key)) meta.set(key, element.getAttribute('content') ?? '');
  }
  const first = (...keys: readonly string[]): string | null =>
    keys.map((key) => clean(meta.get(key))).find((value) => value !== null) ?? null;
  const author = first('author', 'dc.creator', 'dcterms.creator', 'citation_author', 'parsely-author');
  return {
    title: first('og:title') ?? clean(document.title),
    description: first('description', 'og:description', 'twitter:description', 'dc.description'),
    authors: author === null ? [] : [author],
    canonicalUrl: null,
    language: clean(document.documentElement.lang) ?? first('content-language', 'og:locale', 'dc.language'),
    publishedTime: first('article:published_time', 'datepublished', 'dcterms.created', 'dc.date', 'date'),
    modifiedTime: first(
      'article:modified_time',
      'datemodified',
      'og:updated_time',
      'dcterms.modified',
      'last-modified',
    ),
  };
}

/** Makes links and images absolute; what leads nowhere from outside the page is no link. */
function resolveLinks(document: Document): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const isInPage = link.getAttribute('href')?.startsWith('#') === true;
    if (!isInPage && /^(?:https?|mailto|tel):$/.test(link.protocol)) link.setAttribute('href', link.href);
    else link.removeAttribute('href');
  }
  for (const image of document.querySelectorAll<HTMLImageElement>('img[src]')) image.setAttribute('src', image.src);
}

/** Patterns of the reader and the converter take time that grows with the square of a run of white space. */
function collapseSpace(document: Document): void {
  const walker = document.createTreeWalker(document.documentElement, document.defaultView?.NodeFilter.SHOW_TEXT ?? 4);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.nodeValue ?? '';
    const collapsed = text.replaceAll(/\s{2,}/g, (run) => (run.length > maxSpaceRun ? run.slice(0, maxSpaceRun) : run));
    if (collapsed.length < text.length) node.nodeValue = collapsed;
  }
}

interface TreeSize {
  readonly elements: number;
  readonly depth: number;
  /** The most children of one element. */
  readonly children: number;
  /** The most line breaks of one element. */
  readonly breaks: number;
}

function exceedsReader({ elements, depth, children, breaks }: TreeSize): boolean {
  return (
    elements > readerLimits.elements ||
    depth > readerLimits.depth ||
    children > readerLimits.children ||
    breaks > readerLimits.breaks
  );
}

function measure(root: Element): TreeSize {
  const size = { elements: 0, depth: 0, children: 0, breaks: 0 };
  let level: Element[] = [root];
  while (level.length > 0) {
    size.elements += level.length;
    size.depth += 1;
    const next: Element[] = [];
    for (const element of level) {
      let children = 0;
      let breaks = 0;
      for (let child = element.firstElementChild; child !== null; child = child.nextElementSibling) {
        next.push(child);
        children += 1;
        if (child.nodeName === 'BR') breaks += 1;
      }
      size.children = Math.max(size.children, children);
      size.breaks = Math.max(size.breaks, breaks);
    }
    level = next;
  }
  return size;
}

function clean(text: string | null | undefined): string | null {
  const cleaned = text?.replaceAll(/\s+/g, ' ').trim();
  return cleaned ? cleaned : null;
}
