/**
 * A page as Markdown with what it says of itself. Loaded at the first page, because the DOM takes a quarter of a
 * second to load.
 *
 * Nothing of the page runs and nothing is loaded. The page says what kind it is; what belongs to the site is taken
 * out; the reader finds an article's text, and where the page is of another kind, or the reader keeps too little, the
 * content is the part of the page that holds what is left.
 */
import type { ReadPage } from '../extracted-page.js';
import { toReferenceMarkdown } from '../markdown/reference-markdown.js';
import { toMarkdown } from '../markdown/to-markdown.js';
import { buildDocument } from './build-document.js';
import { readJsonLd, typesOf } from './json-ld.js';
import { type PageMetadata, readMetadata } from './metadata.js';
import { describePaywall, describeScriptNeed, hasEmptyRoot } from './needs-script.js';
import type { PageFacts } from './page-kind.js';
import { type PreparedHtml, prepareHtml } from './prepare-html.js';
import { toNames } from './read-authors.js';
import { readContent } from './read-content.js';
import { firstMeta, readMeta } from './read-meta.js';
import { addStructuredText } from './structured-text.js';

/** What a page of HTML says. */
export type ReadHtml = Omit<ReadPage, 'mediaType'>;

// So much text without scripts, and three times what the page shows otherwise, is the page.
const leastNoscript = 500;

/** Reads a page of HTML that came from `url`. */
export function readHtml(source: string, url: string): ReadHtml {
  const prepared = prepareShown(source);
  const read = readPrepared(prepared, url);
  return { ...read, warnings: [...prepared.warnings, ...read.warnings] };
}

/** Forums among others send their text to whoever runs no scripts apart from the rest. */
function prepareShown(source: string): PreparedHtml {
  const prepared = prepareHtml(source);
  const { bareText, noscriptText, textCharacters } = prepared;
  if (bareText !== undefined || noscriptText.length < Math.max(leastNoscript, textCharacters * 3)) return prepared;
  return { ...prepareHtml(source.replaceAll(/<(\/?)noscript\b/gi, '<$1div')), noscriptText };
}

function readPrepared(prepared: PreparedHtml, url: string): ReadHtml {
  try {
    return readDocument(buildDocument(prepared, url, { parser: 'ours' }), prepared, url, toMarkdown);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    // The reference parser and the reference converter are slower, and know every page.
    return readDocument(buildDocument(prepared, url, { parser: 'jsdom' }), prepared, url, toReferenceMarkdown);
  }
}

function readDocument(document: Document, prepared: PreparedHtml, url: string, convert: typeof toMarkdown): ReadHtml {
  const nodes = readJsonLd(prepared.jsonLd);
  const meta = readMeta(document);
  const metadata = readMetadata({ document, meta, nodes });
  const { bareText, noscriptText, scripts, hasFrame } = prepared;
  if (bareText !== undefined) return { ...metadata, markdown: bareText, warnings: [] };
  const facts: PageFacts = {
    url,
    types: new Set(nodes.flatMap(typesOf)),
    products: nodes.filter((node) => typesOf(node).includes('Product')).length,
    ogType: firstMeta(meta, 'og:type'),
    generator: firstMeta(meta, 'generator'),
  };
  const isRootEmpty = hasEmptyRoot(document);
  const { content, kind, byline, warnings } = readContent(document, facts);
  const markdown = addStructuredText(convert(content, { baseUrl: url }), nodes, kind);
  const need = describeScriptNeed({
    title: metadata.title,
    text: markdown,
    noscriptText,
    scripts,
    hasEmptyRoot: isRootEmpty,
    hasFrame,
    isForwarded: meta.has('refresh'),
  });
  const said = [...warnings, need, describePaywall(nodes)].filter((warning) => warning !== undefined);
  return {
    ...addByline(metadata, byline),
    markdown,
    warnings: said,
  };
}

function addByline(metadata: PageMetadata, byline: string | null): PageMetadata {
  return byline === null || metadata.authors.length > 0 ? metadata : { ...metadata, authors: toNames([byline]) };
}
