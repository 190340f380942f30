import { isSameColor, isToBeOpened, readLooks } from '../html/visibility.js';
import { classOf, tagOf } from './elements.js';

const looking = ['hidden', 'style', 'popover', 'bgcolor', 'color'];
const forReadersAloud =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-(?:text|only)|screenreader-only|cdk-visually-hidden)(?:\s|$)/i;
const controls =
  /(?:^|\s)(?:mw-editsection|mw-cite-backlink|copy-?(?:btn|button|code)[\w-]*|btn-copy|clipboard-copy|zeroclipboard-container|headerlink|hash-link|anchor-?link|header-anchor|heading-anchor|anchorjs-link|permalink)(?:\s|$)/i;

/**
 * Whether nobody reads an element: what its own attributes hide, and what only serves the page, such as the sign beside
 * a heading that links to it. The tree has lost most of this before; this holds for trees from elsewhere, too.
 */
export function isHidden(element: Element): boolean {
  const className = classOf(element);
  if (className !== '' && (forReadersAloud.test(className) || isControl(element, className))) return true;
  if (element.getAttribute('aria-hidden') === 'true') return true;
  const isDialog = tagOf(element) === 'dialog';
  if (!isDialog && !looking.some((name) => element.hasAttribute(name))) return false;
  const attributes = new Map<string, string>();
  for (const name of [...looking, 'open', 'class', 'id', 'role']) {
    const value = element.getAttribute(name);
    if (value !== null) attributes.set(name, value);
  }
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

function isHeadingLike(element: Element): boolean {
  // A link that holds the heading's whole text.
  const { parentNode } = element;
  const own = (element.textContent ?? '').trim();
  return (
    own.length > 3 && parentNode !== null && tagOf(element) === 'a' && (parentNode.textContent ?? '').trim() === own
  );
}
