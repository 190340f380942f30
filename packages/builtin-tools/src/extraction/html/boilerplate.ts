/**
 * What tells that an element is part of the site and not of the page: its tag, its role, the words of its names. Words
 * are whole (`share`, not `shareholder`), and tables, so that each can be argued about.
 */

import { nameWords, nameWordsBesideHeading } from './name-words.js';
import type { PageKind } from './page-kind.js';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const roles = words(
  'navigation banner contentinfo search dialog alertdialog menu menubar toolbar tooltip alert status',
);

/** On any page. */
const always = words(
  'cookie cookies consent gdpr onetrust breadcrumb breadcrumbs crumbs newsletter newsletters subscribe subscription ' +
    'share shares sharing sharer sharebar sharethis addtoany addthis social socials sidebar sidebars navbar nav ' +
    'navigation topnav sidenav subnav menu menus megamenu topbar masthead footer colophon offcanvas modal popup popups ' +
    'popover lightbox drawer advert adverts advertisement advertising ads adsbygoogle sponsored sponsor ' +
    'pagination pager paging skip skiplink login signin signup toolbar outbrain taboola recirc ' +
    'recirculation upsell paywall noprint donate donation copyright disclaimer toast tooltip interstitial ' +
    'optin autocomplete searchbox searchform searchbar autosuggest chatbot backtotop printfriendly',
);
/** Where the text of the page is one piece: other pieces, and what was said about it. */
const ofArticles = words(
  'related recommended recommendations recommendation comments comment disqus respond commentlist replies ' +
    'trending popular mostpopular bio authorbox tags taglist tagcloud trackbacks pingback ' +
    'readmore morefrom yarpp teaser teasers rail byline promo promos',
);
const ofForums = words(
  'related recommended similar suggested trending popular userextras postprofile userstats signature signatures ' +
    'usercard userinfo flair',
);
const ofProducts = words(
  'related recommended recommendations upsells crosssell crosssells similar carousel recently banner banners announcement returns delivery cart minicart',
);
const ofListings = words('announcement filter filters refine facet facets refinement refinements sort sorting');

const byKind: Record<PageKind, ReadonlySet<string>> = {
  article: ofArticles,
  documentation: words('related recommended feedback navheader navfooter prevnext'),
  forum: ofForums,
  listing: ofListings,
  product: ofProducts,
  other: ofListings,
};
/** Two words next to each other that say it, where one alone does not. */
const pairs =
  /\b(?:sign up|log in|read next|up next|also like|you may|more stories|more posts|more articles|more from|about author|author bio|author box|author info|skip to|post navigation|post nav|site header|page header top|entry meta|post meta|back to|follow us|mailing list|email form|e mail|call to action|ad slot|ad unit|ad container|ad wrapper|google ad|recently viewed|social media|user extras|user title|user banners?|profile rank|profile posts|profile joined|reactions bar|message signature|user info|user details|user action|screen reader|sr only|visually hidden|visuallyhidden|(?:language|currency|country|locale|localization) (?:switcher|selector|picker|form|list|menu|dropdown))\b/;

const reviews = words('review reviews bazaarvoice yotpo judgeme trustpilot');

/** What readers said of it, which may be longer than what they said it of. */
const discussions: Partial<Record<PageKind, ReadonlySet<string>>> = {
  article: words('comments commentlist disqus respond'),
  listing: reviews,
  other: reviews,
  product: reviews,
};

/** What asks for consent, whose text may be longer than the page's. */
const consent = words('cookie cookies consent gdpr onetrust cookiebot');

/** Whether an element asks for consent, or lies over the page as a window. */
export function isOverlay(element: Element): boolean {
  const role = element.getAttribute('role')?.toLowerCase();
  if (element.nodeName === 'DIALOG' || role === 'dialog' || role === 'alertdialog') return true;
  return hasNameOf(element, consent);
}

/** Whether the names of an element say that it holds what readers wrote below a page of this kind. */
export function isDiscussion(element: Element, kind: PageKind): boolean {
  const discussion = discussions[kind];
  if (kind === 'forum') return isCommentOnPost(element);
  return discussion !== undefined && nameWords(element).some((word) => discussion.has(word));
}

/** Whether an element's tag or role says that it is no content. */
export function isMarkedBoilerplate(element: Element): boolean {
  switch (element.nodeName) {
    case 'NAV':
    case 'DIALOG':
    case 'MENU':
    case 'SEARCH':
    case 'SELECT':
    case 'TEMPLATE':
      return true;
    default: {
      const role = element.getAttribute('role');
      return role !== null && roles.has(role.toLowerCase());
    }
  }
}

const frameRoles = words('navigation banner contentinfo');
const frameWords = words('footer nav navbar navigation menu megamenu topnav subnav sitemap');

/** Whether an element's tag or role says that it frames the page. */
export function isFrameElement(element: Element): boolean {
  const { nodeName } = element;
  if (nodeName === 'NAV' || nodeName === 'FOOTER' || nodeName === 'HEADER') return true;
  return frameRoles.has(element.getAttribute('role')?.toLowerCase() ?? '');
}

/** Whether its names say so. */
export function isNamedFrame(element: Element): boolean {
  return hasNameOf(element, frameWords);
}

/** Whether the names of an element say that it is no content of a page of this kind. */
export function isNamedBoilerplate(element: Element, kind: PageKind): boolean {
  const ofKind = byKind[kind];
  const isNamed = (names: readonly string[]): boolean =>
    names.some((word) => always.has(word) || ofKind.has(word)) || pairs.test(names.join(' '));
  return isNamed(nameWords(element)) && isNamed(nameWordsBesideHeading(element));
}

function hasNameOf(element: Element, names: ReadonlySet<string>): boolean {
  const isOf = (word: string): boolean => names.has(word);
  return nameWords(element).some(isOf) && nameWordsBesideHeading(element).some(isOf);
}

// What else such blocks hold: when somebody joined, how often they wrote.
const writers =
  /\b(?:user (?:details|info|card)|author (?:info|details|card)|post (?:author|profile)|usercard|userinfo|postprofile)\b/;
const nameHolders = '[itemprop="name"], [itemprop="author"], [rel="author"]';
const longestName = 60;

/** Who wrote a post, where an element is what a forum shows beside the post of them. */
export function findWriter(element: Element): string | undefined {
  if (!writers.test(nameWords(element).join(' '))) return undefined;
  const named = [...element.querySelectorAll(nameHolders), ...element.querySelectorAll('a[href]')];
  for (const { textContent } of named) {
    const name = (textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    // Pictures are links to them too, with a letter in their place.
    if (name.length > 1 && name.length <= longestName) return name;
  }
  return undefined;
}

const answered = words('answer question');

/** What was remarked on a question or an answer is neither. */
function isCommentOnPost(element: Element): boolean {
  if (!nameWords(element).includes('comments')) return false;
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
    if (nameWords(parent).some((word) => answered.has(word))) return true;
  }
  return false;
}
