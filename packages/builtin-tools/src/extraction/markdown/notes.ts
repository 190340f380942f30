/**
 * Footnotes: a short link to a place further down that explains it. The link becomes the mark of a note, the place its
 * text, once, without the links that lead back.
 */
import { blockTags, classOf, isElement, isHeading, tagOf } from './elements.js';

/** The notes of a page. */
export interface Notes {
  /** The label of the note that a link refers to. */
  readonly references: ReadonlyMap<Element, string>;
  /** The label of the note that an element is the text of. */
  readonly texts: ReadonlyMap<Element, string>;
  /** Links back, and labels that stand before the text. */
  readonly dropped: ReadonlySet<Element>;
}

/** An element that links may lead to, and its place in the order of all. */
export interface NamedPlace {
  readonly element: Element;
  readonly order: number;
}

const maxNotes = 5_000;
const labelText = /^[[(]?\s*(?:note\s+|fn\s*)?([\da-z]{1,3}|[ivx]{1,6}|[*†‡§¶]{1,3})\s*[\])]?$/i;
const noteName = /foot-?note|end-?note|noteref|(?:^|[\s_-])(?:reference|fn-?ref|cite-?ref)(?:$|[\s_-])/i;
const noteId = /^(?:fn|_?ftn|_?edn|foot-?note|end-?note|note|cite|ref|bib|cr|b)[\w:.-]*\d/i;
const backName = /back-?(?:ref|link)/i;
const backText = /^(?:[\s[\]()^↑↩↵⏎⬆\d.,a-z]|\ufe0e|\ufe0f){0,5}$|^(?:back|return)\b.{0,30}$/iu;

/** Finds the notes of a tree by its links and the places that have names. */
export function findNotes(
  root: Element,
  links: ReadonlyMap<Element, number>,
  named: ReadonlyMap<string, NamedPlace>,
  base: string | undefined,
): Notes {
  const references = new Map<Element, string>();
  const texts = new Map<Element, string>();
  const dropped = new Set<Element>();
  const labels = new Set<string>();
  for (const [link, order] of links) {
    const fragment = readFragment(link, base);
    if (fragment === undefined || texts.size >= maxNotes || !refersToNote(link, fragment)) continue;
    const place = named.get(fragment);
    // A note comes after what refers to it.
    const target = place !== undefined && place.order > order ? findText(place.element, link, root) : undefined;
    if (target === undefined) continue;
    let label = texts.get(target);
    if (label === undefined) {
      label = chooseLabel(readLabel(link), labels);
      labels.add(label);
      texts.set(target, label);
    }
    references.set(link, label);
  }
  if (texts.size > 0) findLinksBack({ links, base, references, texts, dropped, root });
  return { references, texts, dropped };
}

/** The place on the same page that a link leads to. */
function readFragment(link: Element, base: string | undefined): string | undefined {
  const href = link.getAttribute('data-fragment') ?? link.getAttribute('href') ?? '';
  const hash = href.indexOf('#');
  if (hash === -1 || (hash > 0 && href.slice(0, hash) !== base?.split('#', 1)[0])) return undefined;
  const fragment = href.slice(hash + 1);
  try {
    return fragment === '' ? undefined : decodeURIComponent(fragment);
  } catch {
    // Not an encoding: the name as it stands.
    return fragment;
  }
}

function readLabel(link: Element): string | undefined {
  const text = link.textContent ?? '';
  return text.length > 20 ? undefined : labelText.exec(text.trim())?.[1];
}

function refersToNote(link: Element, fragment: string): boolean {
  const label = readLabel(link);
  if (label === undefined) return false;
  if (link.getAttribute('role') === 'doc-noteref' || noteName.test(classOf(link))) return true;
  const { parentElement } = link;
  if (parentElement === null || backName.test(classOf(link))) return false;
  const isRaised = tagOf(parentElement) === 'sup' || link.querySelector('sup') !== null;
  if (isRaised || noteName.test(classOf(parentElement))) return true;
  return /\d|\*/.test(label) && noteId.test(fragment) && /^\s*[[(]/.test(link.textContent ?? '');
}

/** The block that a name stands for. */
function findText(named: Element, link: Element, root: Element): Element | undefined {
  let block: Element | null = named;
  while (block !== null && block !== root && !blockTags.has(tagOf(block))) block = block.parentElement;
  if (block === null || block === root || block.contains(link)) return undefined;
  const tag = tagOf(block);
  if (isHeading(tag) || tag === 'td' || tag === 'th' || tag === 'tr' || tag === 'table' || tag === 'ol')
    return undefined;
  return block;
}

function chooseLabel(wanted: string | undefined, taken: ReadonlySet<string>): string {
  const label = wanted?.toLowerCase() ?? '';
  if (/^[\da-z]+$/.test(label) && !taken.has(label)) return label;
  let number = taken.size + 1;
  while (taken.has(String(number))) number += 1;
  return String(number);
}

interface LinkSearch {
  readonly links: ReadonlyMap<Element, number>;
  readonly base: string | undefined;
  readonly references: ReadonlyMap<Element, string>;
  readonly texts: ReadonlyMap<Element, string>;
  readonly dropped: Set<Element>;
  readonly root: Element;
}

function findLinksBack({ links, base, references, texts, dropped, root }: LinkSearch): void {
  for (const link of links.keys()) {
    if (references.has(link) || readFragment(link, base) === undefined) continue;
    const text = (link.textContent ?? '').slice(0, 50).trim();
    if (!backName.test(classOf(link)) && link.getAttribute('role') !== 'doc-backlink' && !backText.test(text)) continue;
    let holder: Element | null = link.parentElement;
    while (holder !== null && holder !== root && !texts.has(holder)) holder = holder.parentElement;
    if (holder === null || holder === root) continue;
    dropped.add(findBrackets(link));
  }
}

/** Brackets around a label go with it. */
function findBrackets(link: Element): Element {
  const { parentElement } = link;
  if (!isElement(parentElement) || blockTags.has(tagOf(parentElement))) return link;
  const text = (parentElement.textContent ?? '').slice(0, 20).trim();
  return text.length <= 6 && /^[[(^↑↩]?[\s\dA-Za-z^↑↩*†‡]{0,4}[\])]?$/u.test(text) ? parentElement : link;
}
