/**
 * Takes out what steers instead of saying something: "Add to cart", "Reply with quote", "Show more". On pages of many
 * items each has its own, and together they are much of the text. Only elements that hold nothing else go.
 */
import type { PageKind } from './page-kind.js';

const maxLength = 40;
const maxNotice = 500;

const cookieNotice =
  /\b(?:uses?|using|by) cookies\b.*\b(?:experience|consent|agree|accept|traffic|analy[sz]e|website|site|policy)\b|^by (?:clicking|continuing|using).{0,60}\b(?:accept|agree)/i;

const anywhere =
  /^(?:add to (?:cart|bag|basket|wish ?list|compare|favou?rites|quote)|(?:quick|fast) (?:view|shop|buy|look|add)|(?:shop|buy|order|book|get it|download|subscribe|apply|register|join|sign up|log ?in|sign in)(?: now)?|wish ?list|compare|(?:show|load|view|see|read|learn|find out|discover|explore)(?: all| more| less)(?: (?:results|products|items|details|posts|articles))?|more info|see details|view (?:product|details|cart)|select options|choose options|sort(?: by)?:?|filters?(?: by| and sort)?|clear(?: all)?|reset|apply|close|open|back|previous|next|prev|go|search|menu|skip (?:to .{1,25}|[a-z]+)|share|tweet|print|email|save|follow|loading\W*|play|pause|back to top|scroll to top|swatch|get started(?: for free| free)?|contact us|contact sales|try (?:it |for )?free|start free trial|request a demo|book a demo|in den warenkorb|ajouter au panier|añadir al carrito|advertisement)\W{0,3}$/i;
const inForums =
  /^(?:reply|quote|reply with quote|report|like|likes?: \d+|upvote|downvote|vote|up vote|down vote|permalink|edit|delete|flag|link|copy link|click to expand\W*|react(?:ions?)?:?|thanks?|watch|flip|thread starter|start date|joined|messages|reaction score|points|location|status|posts?:? ?[\d,]*|joined:.{0,20}|#\d+|[\d,.]+k?|new member|(?:well-known|active|senior|junior|full|super) member|member|moderator|administrator|original poster|not open for further replies\.|last edited.{0,30}|add a comment|add comment|improve this (?:question|answer)|show \d+ more comments?|top|best answer|sort by date|sort by votes|log in to (?:reply|vote)|you must log in.{0,20}|post reply|jump to.{0,20}|view profile|copy|options|expand|collapse|original post|op|ago)$/i;
const spared: ReadonlySet<string> = new Set(['TD', 'TH', 'CODE', 'PRE', 'H1', 'H2', 'H3', 'BR', 'IMG', 'BODY', 'KBD']);

/** Trims the content of a page that is no single piece of text. */
export function trimControls(content: Element, kind: PageKind): void {
  for (let element: Element | null = content.firstElementChild; element !== null; ) {
    const next: Element | null = element.nextElementSibling;
    if (element.firstElementChild !== null && !spared.has(element.nodeName)) trimControls(element, kind);
    if (isControl(element, kind)) element.remove();
    element = next;
  }
}

function isControl(element: Element, kind: PageKind): boolean {
  if (element.firstElementChild !== null || spared.has(element.nodeName)) return false;
  const text = (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  if (text === '' || text.length > maxNotice) return false;
  if (text.length > maxLength) return cookieNotice.test(text);
  return isControlText(text, kind);
}

/** Whether a text is what controls say on a page of this kind. */
export function isControlText(text: string, kind: PageKind): boolean {
  return anywhere.test(text) || (kind === 'forum' && inForums.test(text));
}
