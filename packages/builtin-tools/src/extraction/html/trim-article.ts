/**
 * Takes out of an article what stands between and after its paragraphs without being of it: datelines, teasers of
 * other pages, invitations to subscribe, picture credits, lists of links at the end. A block goes when all of it is
 * that, and when it is short; a sentence within a paragraph stays.
 */
import { isAnnounced } from './announced-list.js';
import { isDateLine } from './date-line.js';
import { linkDensity, measureText, type StatsOf } from './text-stats.js';

const maxLength = 260;
const maxDateLine = 140;

/** How such blocks begin, in the languages in which we met them. */
const teasers =
  /^(?:\W{0,3}(?:related|read (?:more|also|next|the full|full)|see (?:more|also)|also (?:read|see|on)|more (?:on|from|stories|news|about|in)\b|don['’]t miss|recommended|you (?:may|might) (?:also )?(?:like|be interested)|related (?:articles?|stories|posts?|coverage|content|links?|topics?)|watch(?: more| now)?|listen(?: to)?|further reading|trending|lire aussi|à lire aussi|lesen sie (?:auch|mehr)|mehr zum thema|auch interessant|lee también|leia também|leggi anche|читайте также)\s*(?:[:|»›]|$)|(?:read more|see more|more from|you (?:may|might) also like|up next|next up|most (?:read|popular)|popular (?:now|posts)|editor['’]s picks|join the conversation|leave a (?:reply|comment)|post a comment|what do you think|share (?:this|on|your)|tell us what you think)\b)/i;
const invitations =
  /^\W{0,3}(?:(?:sign up|subscribe|register) (?:to|for|now|here|today)\b|(?:get|download|click here (?:to get|for)) the .{0,40}\b(?:app|newsletter)\b|click here\b|follow (?:him|her|them|me|\S+ on)\b|get (?:the (?:latest|best|day)|more).{0,80}(?:inbox|newsletter|email|app)\b|support independent journalism|have a tip\b|need more .{0,20}\? subscribe|want more .{0,40}\? (?:subscribe|sign up)|download the .{0,30}app\b)/i;
/** The same where who asks speaks of itself: nobody says so of something else. */
const ownInvitations =
  /^\W{0,3}(?:(?:sign up|subscribe|register) (?:to|for) our\b|(?:follow|like) us\b|join our\b|get our .{0,80}(?:inbox|newsletter|email|app)\b|download our .{0,30}app\b|support our journalism|this (?:post|article|page) (?:may contain|contains) affiliate|skip to (?:main )?content|thank you for subscribing|all rights reserved|©|this slideshow requires|copyright\s*[©ⓒ(\d])/i;
const furniture =
  /^(?:advert(?:isement|ising)?|sponsored(?: content)?|caption|close|share|tweet|pin(?: it)?|email|print|comments?|loading\W*|image \d+ of \d+|\d+ (?:of|\/) \d+|view gallery)$/i;
const credits =
  /^\W{0,2}(?:photos?|images?|picture|credits?|foto|bild|getty images|image source|image copyright|image caption|photo credits?|photograph(?:er)?)\b\s*(?::|©|\/|caption|by\b(?!\s+\p{Ll}))/iu;
const byLines = /^(?:by|von|par|por)\s+\p{Lu}[\p{L}.'’-]+(?:\s+[\p{L}.'’&,-]+){0,8}(?:\W+.{0,60}\d{4}.*)?$/iu;

const blocks: ReadonlySet<string> = new Set([
  'P',
  'DIV',
  'H2',
  'H3',
  'H4',
  'H5',
  'H6',
  'LI',
  'SPAN',
  'SECTION',
  'FIGCAPTION',
  'TIME',
]);

/** Trims the article's element in place; `host` is the page's own. */
export function trimArticle(article: Element, host = ''): void {
  const statsOf = measureText(article);
  const leaves = findLeaves(article);
  const firstProse = leaves.findIndex((leaf) => statsOf(leaf).prose > 0);
  const lastProse = leaves.findLastIndex((leaf) => statsOf(leaf).prose > 0);
  const noise = new Set(
    leaves.filter((leaf, index) =>
      isNoise(
        leaf,
        { isTop: index < Math.max(firstProse, 3), isEdge: index < firstProse || index > lastProse },
        statsOf,
      ),
    ),
  );
  const judged = new Map<Element, boolean>();
  for (const leaf of noise) if (!isKeptItem(leaf, noise, judged)) leaf.remove();
  trimLinkLists(article, statsOf, host);
  trimEnd(article);
}

/** Blocks that hold no other block. */
function findLeaves(article: Element): readonly Element[] {
  const leaves: Element[] = [];
  const visit = (element: Element): boolean => {
    let holdsBlock = false;
    for (let child = element.firstElementChild; child !== null; child = child.nextElementSibling) {
      if (child.nodeName === 'PRE' || child.nodeName === 'TABLE') holdsBlock = true;
      else if (visit(child)) holdsBlock = true;
    }
    const isBlock = blocks.has(element.nodeName) && element.nodeName !== 'SPAN';
    if (isBlock && !holdsBlock && element !== article) leaves.push(element);
    return holdsBlock || isBlock;
  };
  visit(article);
  return leaves;
}

/** An item says what its list says: a step of instructions may read like a button. Each list is judged once. */
function isKeptItem(leaf: Element, noise: ReadonlySet<Element>, judged: Map<Element, boolean>): boolean {
  const list = leaf.closest('li')?.parentElement;
  if (!list) return false;
  let isKept = judged.get(list);
  if (isKept === undefined) {
    const isNoiseItem = (item: Element): boolean => noise.has(item) || noise.has(item.firstElementChild ?? item);
    isKept = list.nodeName === 'OL' || ![...list.children].every(isNoiseItem);
    judged.set(list, isKept);
  }
  return isKept;
}

interface Place {
  /** Before the text. */
  readonly isTop: boolean;
  /** Before the first or after the last paragraph of running text. */
  readonly isEdge: boolean;
}

function isNoise(leaf: Element, { isTop, isEdge }: Place, statsOf: StatsOf): boolean {
  const stats = statsOf(leaf);
  if (stats.text === 0 || stats.text > maxLength) return false;
  const text = (leaf.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  if (furniture.test(text) || ownInvitations.test(text)) return true;
  if ((isEdge || stats.links > 0) && invitations.test(text)) return true;
  if (stats.prose === 0 && credits.test(text)) return true;
  if (teasers.test(text)) return /^H\d$/.test(leaf.nodeName) ? stats.text < 60 : stats.links > 0 || stats.text < 40;
  if (text.length <= maxDateLine && isDateLine(text)) return true;
  if (isTop && text.length <= maxDateLine && byLines.test(text) && (!text.endsWith('.') || /\d{4}/.test(text)))
    return true;
  return leaf.nodeName === 'P' && isShout(text, stats.links, linkDensity(stats));
}

/** A paragraph that is one link in capitals leads to another page. */
function isShout(text: string, links: number, density: number): boolean {
  return (
    links === 1 && density > 0.95 && text.length > 15 && text === text.toUpperCase() && text !== text.toLowerCase()
  );
}

/** Lists of nothing but titles of other pages. One that a sentence announces is part of the text. */
function trimLinkLists(article: Element, statsOf: StatsOf, host: string): void {
  for (const list of [...article.querySelectorAll('ul, ol')]) {
    const stats = statsOf(list);
    if (stats.links < 2 || linkDensity(stats) < 0.9) continue;
    if (!isAnnounced(list, statsOf, host)) list.remove();
  }
}

/** Headings after which nothing comes announce what was taken out. */
function trimEnd(article: Element): void {
  for (;;) {
    let last: Element = article;
    while (last.lastElementChild !== null && !hasTextAfter(last.lastElementChild)) last = last.lastElementChild;
    if (last === article) return;
    const text = (last.textContent ?? '').trim();
    if (text !== '' && !/^H[2-6]$/.test(last.nodeName)) return;
    if (last.nodeName === 'IMG' || last.querySelector('img') !== null) return;
    last.remove();
  }
}

function hasTextAfter(element: Element): boolean {
  for (let node = element.nextSibling; node !== null; node = node.nextSibling) {
    if ((node.textContent ?? '').trim() !== '') return true;
  }
  return false;
}
