/**
 * What kind of page it is, which decides how its content is chosen: an article is one piece of text and everything
 * else is noise; on the others many pieces are the content. What the page says of itself counts first, then what its
 * address says, then how it is built.
 */
import { nameWords } from './name-words.js';
import { linkDensity, type StatsOf } from './text-stats.js';

/** `other` is a page of which nothing is known: a landing page, a form, a home page. */
export type PageKind = 'article' | 'documentation' | 'forum' | 'listing' | 'product' | 'other';

/** What is known of a page before its content is chosen. */
export interface PageFacts {
  readonly url: string;
  /** The types of its JSON-LD, as they stand there. */
  readonly types: ReadonlySet<string>;
  /** How many products it describes. */
  readonly products: number;
  /** `og:type`. */
  readonly ogType: string | null;
  readonly generator: string | null;
}

const articleTypes = /^(?:\w*NewsArticle|Article|BlogPosting|LiveBlogPosting|Report|ScholarlyArticle|Recipe|Review)$/;
const typeKinds: readonly (readonly [PageKind, RegExp])[] = [
  ['forum', /^(?:DiscussionForumPosting|QAPage|Question)$/],
  ['documentation', /^(?:TechArticle|APIReference)$/],
  ['article', articleTypes],
  ['product', /^(?:Product|ProductGroup|IndividualProduct)$/],
  ['listing', /^(?:CollectionPage|SearchResultsPage|ItemList|OfferCatalog)$/],
];
const hostKinds: readonly (readonly [PageKind, RegExp])[] = [
  [
    'forum',
    /^[^.]*forums?\.|forums?\.[a-z]+$|^(?:community|discuss|discourse|boards?|talk)\.|stackexchange\.com$|stackoverflow\.com$|\breddit\.com$/,
  ],
  ['documentation', /^(?:docs?|developers?|api|manual|wiki|reference|learn)\.|readthedocs\.|\.github\.io$/],
];
const pathKinds: readonly (readonly [PageKind, RegExp])[] = [
  [
    'forum',
    /\/(?:forums?|threads?|topics?|viewtopic|showthread|discussions?|questions|comments|t)(?:[/.?]|$)|viewtopic|showthread|[?&](?:topic|tid)=/,
  ],
  ['documentation', /\/(?:docs?|documentation|reference|manual|api|handbook|man\d?|wiki)(?:[/.]|$)/],
  ['product', /\/(?:products?|dp|itm|item|p|pd|prod|sku)\/[^/]+/],
  [
    'listing',
    /\/(?:collections?|category|categories|c|shop|store|browse|search|tags?|catalog|catalogue|deals)(?:[/?]|$)/,
  ],
  ['other', /\/(?:services?|solutions|pricing|about(?:-us)?|contact|departments?)(?:[/?]|$)/],
  ['article', /\/(?:19|20)\d\d\/[01]?\d\/|\/(?:news|blogs?|articles?|story|stories|posts?)(?:[-/][^/]+)*\/[^/]{12,}/],
];

const nowhere = { hostname: '', pathname: '/', search: '' };

/** Decides by the facts and the body of the page. */
export function decidePageKind(facts: PageFacts, body: Element, statsOf: StatsOf): PageKind {
  const { hostname, pathname, search } = URL.canParse(facts.url) ? new URL(facts.url) : nowhere;
  const path = `${pathname}${search}`.toLowerCase();
  const ogType = facts.ogType?.toLowerCase();
  const byUrl = find(hostKinds, hostname) ?? find(pathKinds, path);
  // Questions that a site answers itself are no forum.
  const types = [...facts.types].filter((type) => type !== 'Question' || !facts.types.has('FAQPage'));
  const byType = typeKinds.find(([, pattern]) => types.some((type) => pattern.test(type)))?.[0];
  if (isForumSoftware(facts.generator)) return 'forum';
  if (byType === 'forum' || byType === 'documentation') return byType;
  if (byUrl === 'forum' && hasPosts(body)) return 'forum';
  if (byType === 'article') return byUrl === 'documentation' ? byUrl : 'article';
  if (byType === 'product' && byUrl !== 'product' && (facts.products > 2 || facts.types.has('ItemList')))
    return 'listing';
  // Shops keep single products below the address of the shop.
  if (byType === 'product') return 'product';
  // An article's own types came before; `og:type` says article of lists of articles too.
  if (byType === 'listing' && byUrl === undefined) return byType;
  if (ogType === 'article' && byUrl === undefined) return 'article';
  if (ogType === 'product.group') return 'listing';
  if (ogType?.startsWith('product') === true) return byUrl === 'listing' ? 'listing' : 'product';
  if (byUrl !== undefined) return byUrl;
  if (byType !== undefined) return byType;
  return byStructure(body, statsOf, pathname);
}

/** Whether a page's JSON-LD says that it is an article; `og:type` says so of nearly anything. */
export function saysArticle({ types }: PageFacts): boolean {
  return [...types].some((type) => articleTypes.test(type));
}

function find(kinds: readonly (readonly [PageKind, RegExp])[], text: string): PageKind | undefined {
  return kinds.find(([, pattern]) => pattern.test(text))?.[0];
}

function isForumSoftware(generator: string | null): boolean {
  return generator !== null && /discourse|phpbb|vbulletin|xenforo|vanilla|mybb|flarum|nodebb|invision/i.test(generator);
}

const postWords: ReadonlySet<string> = new Set(['post', 'message', 'comment', 'reply', 'answer', 'postbody']);

/** Whether several elements are named as what people write in turn. */
function hasPosts(body: Element): boolean {
  let posts = 0;
  for (const element of body.querySelectorAll('article, div, li, tr, td, section')) {
    if (nameWords(element).some((word) => postWords.has(word))) posts += 1;
    if (posts >= 3) return true;
  }
  return false;
}

/** A page of mostly running text is an article, wherever it lies. */
function byStructure(body: Element, statsOf: StatsOf, pathname: string): PageKind {
  const articles = body.querySelectorAll('article');
  const only = articles.length === 1 ? articles[0] : undefined;
  const stats = statsOf(body);
  if (only !== undefined && statsOf(only).prose >= 4 && pathname !== '/') return 'article';
  if (pathname !== '/' && stats.prose >= 8 && linkDensity(stats) < 0.25 && articles.length < 3) return 'article';
  return 'other';
}
