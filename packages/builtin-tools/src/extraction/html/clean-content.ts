/**
 * Takes out of a document what belongs to the site and not to the page: menus, footers, cookie notices, sign-up boxes,
 * share bars, lists of other pages. It goes by tags and roles, by names, and by links. What holds much of the page
 * stays, whatever it is called: names lie, and `has-sidebar` is often the class of everything.
 */

import { isAnnounced } from './announced-list.js';
import { findWriter, isDiscussion, isMarkedBoilerplate, isNamedBoilerplate, isOverlay } from './boilerplate.js';
import type { PageKind } from './page-kind.js';
import { isPanelLabel, readLabel, replaceByLine } from './panel-label.js';
import { removeFrame } from './remove-frame.js';
import { removeSections } from './remove-sections.js';
import { linkDensity, measureText, type StatsOf } from './text-stats.js';
import { isControlText } from './trim-controls.js';
import { findHolders, keptTags, visitElements } from './visit-elements.js';

// The most of the page's text that may go because of a name, and because of a tag, with one element.
const maxNamedShare = 0.3;
const maxMarkedShare = 0.6;
// The same where the page says where its heading or its main part is, and it is not in there.
const maxNamedBeside = 0.6;
const maxDiscussionShare = 0.95;
// Reviews may be what a page of another kind is about.
const maxDiscussionBeside = 0.5;
const maxOverlayShare = 0.85;
// And with all that are named together: beyond it, the largest stay.
const maxNamedSum = 0.6;
// Some sites put the whole page into a form.
const maxFormShare = 0.15;
const maxListShare = 0.3;
// In paragraphs of running text.
const leastKeptProse = 3;
// Of a note within the text, what may be links.
const maxNoteLinks = 0.4;
// What it says beside its heading and its links, at least.
const leastNote = 20;

/** Removes boilerplate below `body`, which `statsOf` was measured from. */
export function cleanContent(body: Element, kind: PageKind, statsOf: StatsOf, host: string): void {
  const holders = findHolders(body);
  // Posts are forms on some sites: what has nothing to fill in and nothing to send is none. Buttons go first.
  const forms = new Set(
    [...body.querySelectorAll('form')].filter((form) => form.querySelector('input, button') !== null),
  );
  removeFrame(body, holders, statsOf);
  removeMarked(body, holders, kind, statsOf);
  removeSections(body, kind);
  // Menus can be longer than the page: shares are of what is left without them.
  removeNamed(body, { holders, forms, host, kind }, measureText(body));
  for (const element of body.querySelectorAll('aside, footer')) makePlain(element);
}

/** What was kept is content: its name says the opposite to whoever reads the tree next. */
function makePlain(element: Element): void {
  const plain = element.ownerDocument.createElement('div');
  while (element.firstChild !== null) plain.appendChild(element.firstChild);
  element.replaceWith(plain);
}

function removeMarked(body: Element, holders: ReadonlySet<Element>, kind: PageKind, statsOf: StatsOf): void {
  const total = Math.max(statsOf(body).text, 1);
  const labels: Element[] = [];
  visitElements(body, (element, isInside) => {
    const { nodeName } = element;
    if (keptTags.has(nodeName) || holders.has(element)) return false;
    const stats = statsOf(element);
    if (nodeName === 'BUTTON' && isPanelLabel(element, statsOf) && !isControlText(readLabel(element), kind)) {
      labels.push(element);
      return true;
    }
    const share = stats.text / total;
    const isMarked =
      isMarkedBoilerplate(element) ||
      (nodeName === 'FOOTER' && !(isInside && stats.prose >= 2)) ||
      (nodeName === 'HEADER' && !isInside) ||
      (nodeName === 'BUTTON' && stats.text < 30 && !isQuestion(element)) ||
      // Of filters and options.
      (nodeName === 'LABEL' && kind === 'listing' && stats.text < 60 && !isQuestion(element));
    if (share < maxOverlayShare && isOverlay(element)) {
      element.remove();
      return true;
    }
    // A small page is all menu; a long text is none.
    if (isMarked && share < maxMarkedShare && stats.prose < 8) element.remove();
    return isMarked;
  });
  // Of two labels each tells that the other is one.
  for (const label of labels) replaceByLine(label, readLabel(label));
}

interface NamedPage {
  readonly holders: ReadonlySet<Element>;
  /** Forms that somebody can fill in. */
  readonly forms: ReadonlySet<Element>;
  readonly host: string;
  readonly kind: PageKind;
}

function removeNamed(body: Element, { holders, forms, host, kind }: NamedPage, statsOf: StatsOf): void {
  const whole = statsOf(body);
  const total = Math.max(whole.text, 1);
  const found: Element[] = [];
  const lists: Element[] = [];
  visitElements(body, (element, isInside) => {
    const { nodeName } = element;
    if (keptTags.has(nodeName) || holders.has(element)) return false;
    const stats = statsOf(element);
    const maxDiscussion = kind === 'listing' || kind === 'other' ? maxDiscussionBeside : maxDiscussionShare;
    if (isDiscussion(element, kind) && stats.text / total < maxDiscussion) {
      element.remove();
      return true;
    }
    // A name is given to a part of the text, not to most of it.
    if (kind !== 'forum' && stats.prose >= leastKeptProse && stats.prose * 2 > whole.prose) return false;
    if (stats.text / total >= (holders.size > 0 ? maxNamedBeside : maxNamedShare)) return false;
    const isNamed =
      (forms.has(element) && kind !== 'product' && stats.text / total < maxFormShare && stats.prose < 2) ||
      (isAside(element) && !isNote(element, kind, isInside, statsOf)) ||
      (isNamedBoilerplate(element, kind) && !(isInside && stats.prose >= 5));
    if (isNamed) {
      found.push(element);
      return true;
    }
    if (!isLinkList(element, kind, isInside, statsOf) || isAnnounced(element, statsOf, host)) return false;
    if (isInside) lists.push(element);
    else found.push(element);
    return true;
  });
  // An index is nothing but links, and the page.
  const listed = lists.reduce((sum, element) => sum + statsOf(element).text, 0);
  if (listed < total * maxListShare) found.push(...lists);
  found.sort((one, other) => statsOf(one).text - statsOf(other).text);
  let removed = 0;
  for (const element of found) {
    removed += statsOf(element).text;
    if (removed > total * maxNamedSum) return;
    const writer = kind === 'forum' ? findWriter(element) : undefined;
    if (writer === undefined) element.remove();
    else replaceByLine(element, writer);
  }
}

function isAside(element: Element): boolean {
  return element.nodeName === 'ASIDE' || element.getAttribute('role') === 'complementary';
}

/** Questions that unfold are buttons, often within headings. */
function isQuestion(element: Element): boolean {
  const isHeading = /^(?:H[1-6]|SUMMARY|DT)$/.test(element.parentElement?.nodeName ?? '');
  return isHeading || /\?\s*$/.test(element.textContent ?? '');
}

/** A note, a warning or a quotation set apart within the text. */
function isNote(element: Element, kind: PageKind, isInside: boolean, statsOf: StatsOf): boolean {
  if (!isInside) return false;
  const stats = statsOf(element);
  if (kind === 'documentation' || kind === 'forum') return linkDensity(stats) < 0.5;
  const most = Math.max(1, stats.prose, element.querySelectorAll('li').length / 2);
  if (stats.links === 0) return true;
  const headings = [...element.querySelectorAll('h1, h2, h3, h4, h5, h6')];
  const said = headings.reduce((rest, heading) => rest - statsOf(heading).text, stats.text - stats.linkText);
  return said >= leastNote && linkDensity(stats) < maxNoteLinks && stats.links <= most;
}

/** Nothing but short links: a menu that nobody marked. Where items are the content, they are longer or have pictures. */
function isLinkList(element: Element, kind: PageKind, isInside: boolean, statsOf: StatsOf): boolean {
  if (element.nodeName !== 'UL' && element.nodeName !== 'OL' && element.nodeName !== 'DIV') return false;
  const stats = statsOf(element);
  if (stats.links < 4 || linkDensity(stats) < 0.85) return false;
  if (element.querySelector('h1, h2, h3, p, img') !== null) return false;
  const average = stats.linkText / stats.links;
  if (kind === 'listing' || kind === 'other') return average < (isInside ? 16 : 24);
  return average < (isInside ? 25 : 35);
}
