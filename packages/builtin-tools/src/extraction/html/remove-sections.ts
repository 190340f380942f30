/**
 * Takes out sections that their headings say lead away from the page: "You may also like", "Recently viewed". The
 * section is the largest element that begins with the heading, or, where it has none of its own, what follows the
 * heading up to the next one.
 */
import type { PageKind } from './page-kind.js';
import { linkDensity, measureText, type StatsOf } from './text-stats.js';

const maxShare = 0.75;
const maxHeading = 80;
// Empty elements that are looked through for text before a heading.
const maxEmpty = 50;
const fewParagraphs = 2;
const maxStepLinks = 0.3;
const linkedHeadings = 'h2 > a, h3 > a, h4 > a, h5 > a, a h2, a h3, a h4, a h5';
const headingTags = 'h1, h2, h3, h4, h5, h6';

const elsewhere =
  /^(?:you (?:may|might|will|['’]ll) (?:also )?(?:like|love|enjoy|be interested)|(?:related|similar|recommended|suggested|recently viewed|more|other) (?:products?|items?|articles?|posts?|stories|topics?|threads?|discussions?|questions?|searches|content|pages|guides|reads?|news|links|categories|listings)\b|explore related|recently viewed|recommended for you|recommendations\b|customers? (?:who|also)|(?:people|shoppers|others) (?:who|also)|frequently (?:bought|purchased)|(?:often|commonly) (?:bought|viewed)|(?:bought|goes (?:well|great)|pairs (?:well|with)|better) together|complete (?:the|your) (?:look|set|outfit)|(?:shop|wear it) with|more (?:from|like this)|you recently viewed|your (?:recently|browsing)|trending (?:now|stories|products)|popular (?:posts|products|articles|searches)|recent posts|sponsored\b|about (?:this|the) seller|seller feedback|sign up (?:for|to)\b|subscribe (?:to|for|now)\b|(?:join|get) (?:our|the) newsletter|newsletter\b|follow us|stay (?:connected|in touch|up to date)|share this|leave a (?:reply|comment)|post a comment|create an account\b|you must (?:log|sign) ?in|(?:sign|log) ?in (?:or|to)\b|register a new account|join the (?:conversation|discussion)|people (?:are|also) ask|notify me\b|(?:\w+ )?footer$|(?:we value )?your privacy|privacy (?:preference|cent)|manage cookie|cookie (?:settings|preferences?|consent|notice|policy|declaration)|manage consent)/i;
const inProducts =
  /^(?:(?:customer|product|user|google|all|top|\d+) reviews?\b|reviews?\W*(?:\(?\d|$)|ratings? (?:&|and) reviews?|(?:what )?(?:our )?customers? (?:say|are saying)|write a review|questions (?:&|and) answers|customer questions|ask a question|have a question|compare (?:with|to|similar))/i;

/** Removes such sections below `body`. */
export function removeSections(body: Element, kind: PageKind): void {
  if (kind === 'documentation') return;
  const statsOf = measureText(body);
  const total = statsOf(body).text;
  for (const heading of body.querySelectorAll(headingTags)) {
    if (!body.contains(heading)) continue;
    const text = (heading.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    if (text === '' || text.length > maxHeading) continue;
    if (!elsewhere.test(text) && !(kind === 'product' && inProducts.test(text))) continue;
    const section = findSection(heading, body, statsOf);
    if (statsOf(section).text > total * maxShare || holdsSteps(section, statsOf)) continue;
    if (section === heading) removeToNext(heading, statsOf);
    section.remove();
  }
}

/**
 * The largest element whose text begins with the heading's. What holds running text beside the heading's own block is
 * the page: its first heading may be that of a row of buttons.
 */
function findSection(heading: Element, body: Element, statsOf: StatsOf): Element {
  let section = heading;
  for (let parent = heading.parentElement; parent !== null && parent !== body; parent = parent.parentElement) {
    if (parent.nodeName === 'MAIN' || parent.nodeName === 'ARTICLE' || hasTextBefore(section, statsOf)) break;
    if (holdsText(parent, statsOf(section).prose, statsOf)) break;
    section = parent;
  }
  return section;
}

/** Whether it holds more running text than a few words of invitation, or than teasers of as many other pages. */
function holdsText(element: Element, known: number, statsOf: StatsOf): boolean {
  const { prose, links } = statsOf(element);
  if (prose - known < fewParagraphs) return false;
  return links < prose || element.querySelectorAll(linkedHeadings).length < prose;
}

/** Code or steps: how to sign up for something, and no invitation to do so. */
function holdsSteps(element: Element, statsOf: StatsOf): boolean {
  if (element.querySelector('pre') !== null) return true;
  return [...element.querySelectorAll('ol')].some((list) => linkDensity(statsOf(list)) < maxStepLinks);
}

function hasTextBefore(element: Element, statsOf: StatsOf): boolean {
  let seen = 0;
  for (let node = element.previousSibling; node !== null; node = node.previousSibling) {
    seen += 1;
    if (seen > maxEmpty) return true;
    if (node.nodeType === 3 ? (node.nodeValue ?? '').trim() !== '' : statsOf(node as Element).text > 0) return true;
  }
  return false;
}

function removeToNext(heading: Element, statsOf: StatsOf): void {
  for (let next = heading.nextElementSibling; next !== null; next = heading.nextElementSibling) {
    if (/^H[1-6]$/.test(next.nodeName) || next.querySelector(headingTags) !== null) return;
    const { links, prose } = statsOf(next);
    if (links < prose || holdsSteps(next, statsOf)) return;
    next.remove();
  }
}
