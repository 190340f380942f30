/**
 * What a page says of itself: JSON-LD first, which is the most exact, then meta elements (OpenGraph, Dublin Core,
 * citation), then microdata and the elements that HTML has for it.
 */
import type { ReadPage } from '../extracted-page.js';
import { type JsonLdNode, typesOf } from './json-ld.js';
import { readAuthors } from './read-authors.js';
import { cleanText, firstMeta, type PageMeta } from './read-meta.js';
import { readTitle } from './read-title.js';

/** All that a page says, but for its text. */
export type PageMetadata = Omit<ReadPage, 'mediaType' | 'markdown' | 'warnings'>;

/** Where it is read from. */
export interface MetadataSources {
  readonly document: Document;
  readonly meta: PageMeta;
  readonly nodes: readonly JsonLdNode[];
}

const pageTypes =
  /^(?:\w*Article|BlogPosting|\w*Posting|Report|Recipe|Review|QAPage|Question|Product(?:Group)?|Course|Event|Book|Movie|VideoObject|WebPage)$/;

/** Reads the document as it came, before anything is taken out of it. */
export function readMetadata({ document, meta, nodes }: MetadataSources): PageMetadata {
  const article = findMainNode(nodes);
  return {
    title: readTitle(document, meta, article),
    description:
      firstMeta(
        meta,
        'description',
        'og:description',
        'twitter:description',
        'dc.description',
        'dcterms.description',
      ) ?? cleanText(article?.description),
    authors: readAuthors(document, meta, article, nodes),
    language: readLanguage(document, meta, article),
    publishedTime:
      cleanText(article?.datePublished ?? article?.dateCreated ?? article?.uploadDate) ??
      firstMeta(
        meta,
        'article:published_time',
        'og:article:published_time',
        'datepublished',
        'citation_publication_date',
        'citation_date',
        'dcterms.created',
        'dcterms.issued',
        'dc.date.issued',
        'dc.date',
        'dcterms.date',
        'parsely-pub-date',
        'sailthru.date',
        'pubdate',
        'publish_date',
        'publish-date',
        'date',
      ) ??
      readTime(document, 'datePublished'),
    modifiedTime:
      cleanText(article?.dateModified) ??
      firstMeta(
        meta,
        'article:modified_time',
        'og:updated_time',
        'datemodified',
        'dcterms.modified',
        'dc.date.modified',
        'last-modified',
        'lastmod',
      ) ??
      readTime(document, 'dateModified'),
  };
}

/** The node that is about the page: what has a headline and a date rather than what only has a type. */
function findMainNode(nodes: readonly JsonLdNode[]): JsonLdNode | undefined {
  const weigh = (node: JsonLdNode): number => {
    const types = typesOf(node).filter((type) => pageTypes.test(type));
    if (types.length === 0) return 0;
    const isBare = types.every((type) => type === 'WebPage');
    return (isBare ? 1 : 4) + (node.author ? 2 : 0) + (node.headline ? 1 : 0) + (node.datePublished ? 1 : 0);
  };
  let best: JsonLdNode | undefined;
  let bestWeight = 0;
  for (const node of nodes) {
    const weight = weigh(node);
    if (weight > bestWeight) {
      best = node;
      bestWeight = weight;
    }
  }
  return best;
}

function readLanguage(document: Document, meta: PageMeta, article: JsonLdNode | undefined): string | null {
  const root = document.documentElement;
  const candidates = [
    root?.getAttribute('lang'),
    root?.getAttribute('xml:lang'),
    document.body?.getAttribute('lang'),
    firstMeta(meta, 'content-language', 'og:locale', 'dc.language', 'dcterms.language', 'language'),
    article?.inLanguage,
  ];
  for (const candidate of candidates) {
    const tag = cleanText(candidate)?.split(/[,; ]/)[0]?.replaceAll('_', '-');
    if (tag === undefined || !/^[a-z]{2,3}(?:-|$)/i.test(tag)) continue;
    try {
      return Intl.getCanonicalLocales(tag)[0] ?? null;
    } catch {
      // No tag of a language: the next candidate may be one.
    }
  }
  return null;
}

function readTime(document: Document, property: string): string | null {
  const marked = document.querySelector(`[itemprop~="${property}"]`);
  const stated = cleanText(marked?.getAttribute('datetime') ?? marked?.getAttribute('content'));
  if (stated !== null || property !== 'datePublished') return stated;
  const times = document.querySelectorAll(
    'time[pubdate], article time[datetime], header time[datetime], main time[datetime]',
  );
  return cleanText(times[0]?.getAttribute('datetime'));
}
