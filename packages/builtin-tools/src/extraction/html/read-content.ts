import { isDiscussion } from './boilerplate.js';
import { measureCards } from './card-list.js';
import { chooseContent } from './choose-content.js';
import { cleanContent } from './clean-content.js';
import { collapseSpace } from './collapse-space.js';
import { hasHeadingId } from './name-words.js';
import { decidePageKind, type PageFacts, type PageKind, saysArticle } from './page-kind.js';
import { readArticle } from './read-article.js';
import { removeRepeats } from './remove-repeats.js';
import { resolveLinks } from './resolve-links.js';
import { measureText, type StatsOf, type TextStats } from './text-stats.js';
import { measureTree, type TreeSize } from './tree-size.js';
import { trimArticle } from './trim-article.js';
import { trimControls } from './trim-controls.js';

/** The content of a page. */
export interface PageContent {
  readonly content: HTMLElement;
  readonly kind: PageKind;
  readonly byline: string | null;
  readonly warnings: readonly string[];
}

// Beyond these the reader is not asked: its time grows with the square of siblings, and with depth.
const readerLimits = { elements: 4_000, depth: 100, children: 1_000, breaks: 300 };

/**
 * Of the text that is left of the page, what the reader has to keep for its choice to count. A page that says that it
 * is an article may have more beside it; of documentation and lists all is wanted.
 */
const enough: Record<PageKind, number> = {
  article: 0.6,
  documentation: Number.POSITIVE_INFINITY,
  forum: Number.POSITIVE_INFINITY,
  listing: Number.POSITIVE_INFINITY,
  other: 0.85,
  product: 0.85,
};
const enoughOfStated = 0.3;

const shortArticle = 200;
// Of all text, links too: lists of links have hardly any other.
const leastShare = 0.15;
const shortPage = 1_000;
const threadShare = 0.5;
const cardShare = 0.25;
const mostBesideCards = 5;
// Of a page that is not known to be an article, in paragraphs of running text.
const leastProse = 3;
// In paragraphs of running text.
const longArticle = 8;

/** Takes the document apart and answers the part that is its content. */
export function readContent(document: Document, facts: PageFacts): PageContent {
  resolveLinks(document, facts.url);
  collapseSpace(document.body);
  const size = measureTree(document.documentElement);
  const statsOf = measureText(document.body);
  const host = hostOf(facts.url);
  const decided = decidePageKind(facts, document.body, statsOf);
  const kind = decided === 'article' ? checkArticle(document.body, facts, statsOf) : decided;
  cleanContent(document.body, kind, statsOf, host);
  const main = chooseContent(document.body) as HTMLElement;
  const share = kind === 'article' && saysArticle(facts) ? enoughOfStated : enough[kind];
  if (share > 1 || exceedsReader(size)) return trimWhole(main, kind, null, host);
  const stats = measureText(main)(main);
  // There is little noise on a short page, and the reader drops what is short: prices, questions, names.
  if (kind !== 'article' && stats.text < shortPage) return trimWhole(main, kind, null, host);
  // The reader changes the document, so what it may not find is kept apart.
  const kept = main.cloneNode(true) as HTMLElement;
  dropOwnIds(document.body);
  const article = readArticle(document);
  // Some pages of news go on with the next articles.
  const isStated = kind === 'article' && facts.ogType === 'article';
  if (article === undefined || !isEnough(article.content, kind, stats, share, isStated)) {
    return trimWhole(kept, kind, article?.byline ?? null, host);
  }
  removeRepeats(article.content);
  trimArticle(article.content, host);
  if (kind !== 'article') trimControls(article.content, kind);
  return { content: article.content, kind, byline: article.byline, warnings: [] };
}

function trimWhole(content: HTMLElement, kind: PageKind, byline: string | null, host: string): PageContent {
  if (kind !== 'documentation') removeRepeats(content);
  if (kind === 'article') trimArticle(content, host);
  else if (kind !== 'documentation') trimControls(content, kind);
  return { content, kind, byline, warnings: [] };
}

function isEnough(article: Element, kind: PageKind, whole: TextStats, share: number, isStated: boolean): boolean {
  const stats = measureText(article)(article);
  const kept = (stats.text - stats.linkText) / Math.max(whole.text - whole.linkText, 1);
  const isLong = isStated && stats.prose >= longArticle;
  if (kind !== 'article' && stats.prose < leastProse) return false;
  const isPart = stats.text >= shortArticle && stats.text >= whole.text * leastShare;
  return isPart && kept >= (isLong ? Math.min(share, enoughOfStated) : share);
}

/** The reader goes by names too, and an `id` that is made of a heading is none. */
function dropOwnIds(body: Element): void {
  for (const element of body.querySelectorAll('h1, h2, h3, h4, h5, h6, section, div')) {
    if (hasHeadingId(element)) element.removeAttribute('id');
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

function exceedsReader({ elements, depth, children, breaks }: TreeSize): boolean {
  return (
    elements > readerLimits.elements ||
    depth > readerLimits.depth ||
    children > readerLimits.children ||
    breaks > readerLimits.breaks
  );
}

/** What a page that seems an article is, by what its text lies in. */
function checkArticle(body: Element, facts: PageFacts, statsOf: StatsOf): PageKind {
  if (isThread(body, statsOf)) return 'forum';
  if (saysArticle(facts)) return 'article';
  const whole = statsOf(body);
  const cards = measureCards(body, statsOf);
  return cards.text > whole.text * cardShare && whole.prose - cards.prose < mostBesideCards ? 'other' : 'article';
}

/** Whether nearly all of what calls itself an article is what readers wrote: a link that is discussed. */
function isThread(body: Element, statsOf: StatsOf): boolean {
  const whole = statsOf(body);
  let text = 0;
  let prose = 0;
  const visit = (parent: Element): void => {
    for (let child = parent.firstElementChild; child !== null; child = child.nextElementSibling) {
      const stats = statsOf(child);
      if (stats.prose === 0) continue;
      if (stats.text < whole.text * 0.9 && isDiscussion(child, 'article')) {
        text += stats.text;
        prose += stats.prose;
      } else {
        visit(child);
      }
    }
  };
  visit(body);
  return text > whole.text * threadShare && whole.prose - prose < leastProse;
}
