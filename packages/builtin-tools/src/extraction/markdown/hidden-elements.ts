import { isSameColor, isToBeOpened, readLooks } from '../html/visibility.js';
import { classOf, tagOf } from './elements.js';

const looking = ['hidden', 'style', 'popover', 'bgcolor', 'color'];
const forReadersAloud =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-(?:text|only)|screenreader-only|cdk-visually-hidden)(?:\s|$)/i;
const controls =
  /(?:^|\s)(?:mw-editsection|mw-cite-backlink|copy-?(?:btn|button|code)[\w-]*|btn-copy|clipboard-copy|zeroclipboard-container|headerlink|hash-link|anchor-?link|header-anchor|heading-anchor|anchorjs-link|permalink)(?:\s|$)/i;

const copies = /^\s*cop(?:y|ied!?)(?: (?:code|text|link|to clipboard))?\s*$/i;

/**
 * Whether nobody reads an element: what its own attributes hide, and what only serves the page, such as the sign beside
 * a heading that links to it. The tree has lost most of this before; this holds for trees from elsewhere, too.
 */
export function isHidden(element: Element): boolean {
  const className = classOf(element);
  if (className !== '' && (forReadersAloud.test(className) || isControl(element, className))) return true;
  if (tagOf(element) === 'button' && copies.test(element.textContent ?? '')) return true;
  const isSilent = element.getAttribute('aria-hidden') === 'true';
  const isDialog = tagOf(element) === 'dialog';
  if (!isDialog && !isSilent && !looking.some((name) => element.hasAttribute(name))) return false;
  const attributes = new Map<string, string>();
  for (const name of [...looking, 'open', 'class', 'id', 'role']) {
    const value = element.getAttribute(name);
    if (value !== null) attributes.set(name, value);
  }
  // Panels that a click opens are silent until then.
  if (isSilent && !isToBeOpened(attributes)) return true;
  const { hides, isClosed, isTiny, color, background } = readLooks(tagOf(element), attributes);
  if (hides) return !(isClosed && isToBeOpened(attributes));
  return isTiny === true || isSameColor(color, background);
}

/** A name alone does not make a control: some sites call their headings permalinks. */
function isControl(element: Element, className: string): boolean {
  if (!controls.test(className)) return false;
  const { textContent } = element;
  return (textContent ?? '').length <= 40 && !isHeadingLike(element);
}

/** A link that holds the heading's whole text. */
function isHeadingLike(element: Element): boolean {
  const own = (element.textContent ?? '').trim();
  return own.length > 3 && tagOf(element) === 'a' && isBlank(element.previousSibling) && isBlank(element.nextSibling);
}

function isBlank(node: Node | null): boolean {
  return node === null || (node.nodeType === 3 && (node.nodeValue ?? '').trim() === '');
}
