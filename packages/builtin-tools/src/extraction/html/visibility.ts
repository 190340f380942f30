/**
 * Whether people see an element, by its own attributes. Style sheets are not read here, so this knows what a page says
 * on the spot: enough for text that was hidden for models to find, and for what a page keeps back.
 */
import type { Attributes } from './walk-html.js';

/** What an element says of how its text looks; what it does not say is as it was in its parent. */
export interface Looks {
  readonly hides: boolean;
  /** Whether it hides as pages hide what a click opens: tabs, answers, the rest of a text. */
  readonly isClosed: boolean;
  /** Whether its own text is too small to see. */
  readonly isTiny: boolean | undefined;
  readonly color: string | undefined;
  readonly background: string | undefined;
}

const longestStyle = 2_000;
const nothingSaid: Looks = {
  hides: false,
  isClosed: false,
  isTiny: undefined,
  color: undefined,
  background: undefined,
};

/** Reads the attributes of an element. */
export function readLooks(name: string, attributes: Attributes): Looks {
  if (attributes.size === 0 && name !== 'dialog') return nothingSaid;
  if (isHiddenByAttribute(name, attributes)) {
    return { ...nothingSaid, hides: true, isClosed: attributes.has('hidden') && !attributes.has('popover') };
  }
  const style = attributes.get('style');
  const background = attributes.get('bgcolor');
  const color = name === 'font' ? attributes.get('color') : undefined;
  if (style === undefined && background === undefined && color === undefined) return nothingSaid;
  const looks = style === undefined ? nothingSaid : readStyle(style);
  return {
    ...looks,
    color: looks.color ?? (color === undefined ? undefined : readColor(color)),
    background: looks.background ?? (background === undefined ? undefined : readColor(background)),
  };
}

function isHiddenByAttribute(name: string, attributes: Attributes): boolean {
  if (attributes.has('hidden') && attributes.get('hidden')?.toLowerCase() !== 'until-found') return true;
  if (attributes.has('popover')) return true;
  if (name === 'dialog') return !attributes.has('open');
  if (name === 'input') return attributes.get('type')?.toLowerCase() === 'hidden';
  return false;
}

/** Reads an inline style. */
export function readStyle(style: string): Looks {
  const said = readDeclarations(style.slice(0, longestStyle));
  const get = (property: string): string => said.get(property) ?? '';
  const isAnimated = ['animation', 'animation-name', 'transition', 'transform', 'will-change'].some(
    (property) => said.has(property) && get(property) !== 'none',
  );
  const isPlaced = /^(?:absolute|fixed)$/.test(get('position'));
  const isClosed = get('display') === 'none' || isFolded(said);
  const hides =
    isClosed ||
    get('content-visibility') === 'hidden' ||
    // Pages fade these in.
    (!isAnimated && (/^(?:hidden|collapse)$/.test(get('visibility')) || isNothing(get('opacity'), 0.05))) ||
    (isPlaced && ['left', 'top', 'right', 'bottom'].some((property) => isFarOff(get(property)))) ||
    ['text-indent', 'margin-left', 'margin-top'].some((property) => isFarOff(get(property))) ||
    /\bscale\(\s*0(?:\.0+)?\s*[,)]|\btranslate[xy]?\(\s*-\d{4}/.test(get('transform')) ||
    /^rect\(\s*(?:0|1)(?:px)?[\s,]+(?:0|1)(?:px)?[\s,]+(?:0|1)(?:px)?[\s,]/.test(get('clip')) ||
    /^(?:inset\(\s*(?:50|100)%|circle\(\s*0)/.test(get('clip-path'));
  const size = get('font-size');
  const isClipped = [...said.keys()].some((property) => property.endsWith('background-clip'));
  const background = said.get('background-color') ?? said.get('background');
  return {
    hides,
    isClosed,
    isTiny: size === '' ? undefined : isNothing(size, 2),
    color: said.has('color') && !isClipped ? readColor(get('color')) : undefined,
    // A picture or gradient is no colour: text on it may be seen.
    background: background === undefined ? undefined : readColor(background),
  };
}

function isFolded(said: ReadonlyMap<string, string>): boolean {
  if (!/^(?:hidden|clip)$/.test(said.get('overflow') ?? '')) return false;
  return ['height', 'width', 'max-height', 'max-width'].some((property) => isNothing(said.get(property) ?? '', 1));
}

const disclosure =
  /(?:^|[\s_-])tab[\w-]*(?:pane|panel|content)|accordion|collaps|expand|toggle|disclos|faq|read-?more/i;
const steering = /nav|menu|filter|search|modal|popover|tooltip|cookie|share|login|cart/i;
const streamed = /^S:[\da-f]+$/i;

const frameNames = /cookie|consent|gdpr/i;
const frameRoles = /^(?:navigation|banner|contentinfo|menu|menubar|dialog|alertdialog|search)$/;
const frameTags: ReadonlySet<string> = new Set(['nav', 'header', 'footer']);
const openers: ReadonlySet<string> = new Set(['button', 'a', 'summary']);
const mostOpeners = 1_000;
const noneOpened: ReadonlySet<string> = new Set();

/** Whether an element belongs to the site around a page: its head, foot, menus, or what asks for consent. */
export function isFrame(name: string, attributes: Attributes): boolean {
  if (frameTags.has(name)) return true;
  if (attributes.size === 0 || name === 'html' || name === 'body') return false;
  const role = attributes.get('role');
  if (role !== undefined && frameRoles.test(role)) return true;
  return frameNames.test(attributes.get('id') ?? '') || frameNames.test(attributes.get('class') ?? '');
}

/** Notes what a tab or a button opens, and itself: what it opens may name it. */
export function noteOpener(name: string, attributes: Attributes, opened: Set<string>): void {
  const isTab = attributes.get('role') === 'tab';
  if (!isTab && !openers.has(name) && attributes.get('role') !== 'button') return;
  if (attributes.size < 2 || attributes.has('aria-haspopup') || opened.size >= mostOpeners) return;
  const id = attributes.get('id');
  if (id !== undefined && (isTab || name === 'button' || attributes.has('aria-expanded'))) opened.add(`by ${id}`);
  for (const controlled of attributes.get('aria-controls')?.split(/\s+/, 5) ?? []) opened.add(controlled);
}

/**
 * Whether an element that is closed is there to be opened by those who read the page; or is a part of the page that
 * came late and that its script puts in place at once, as React's does.
 */
export function isToBeOpened(attributes: Attributes, opened: ReadonlySet<string> = noneOpened): boolean {
  const id = attributes.get('id') ?? '';
  const role = attributes.get('role');
  if (streamed.test(id) || role === 'tabpanel') return true;
  const names = `${attributes.get('class') ?? ''} ${id}`;
  if (steering.test(names) || (role !== undefined && frameRoles.test(role))) return false;
  return disclosure.test(names) || opened.has(id) || opened.has(`by ${attributes.get('aria-labelledby')}`);
}

function readDeclarations(style: string): ReadonlyMap<string, string> {
  const said = new Map<string, string>();
  for (const declaration of style.toLowerCase().split(';')) {
    const colon = declaration.indexOf(':');
    if (colon === -1) continue;
    const value = declaration.slice(colon + 1).replace('!important', '');
    said.set(declaration.slice(0, colon).trim(), value.trim());
  }
  return said;
}

/** Whether a length or number is there and at most `most`, in pixels or without unit. */
function isNothing(value: string, most: number): boolean {
  const number = /^(\d*\.?\d+)(px|pt|em|rem|%)?$/.exec(value);
  if (number === null) return false;
  const size = Number(number[1]);
  return size === 0 || (size <= most && /^(?:px|pt)?$/.test(number[2] ?? ''));
}

function isFarOff(value: string): boolean {
  const number = /^-(\d*\.?\d+)(px|em|rem|%|vw|vh)$/.exec(value);
  return number !== null && Number(number[1]) >= (number[2] === 'px' ? 500 : number[2]?.endsWith('em') ? 60 : 100);
}

const namedColors: ReadonlyMap<string, string> = new Map([
  ['black', '0,0,0'],
  ['red', '255,0,0'],
  ['white', '255,255,255'],
  ['whitesmoke', '245,245,245'],
  ['snow', '255,250,250'],
  ['ghostwhite', '248,248,255'],
  ['ivory', '255,255,240'],
  ['transparent', 'transparent'],
]);

/** A colour as it can be compared; other words as they are, `undefined` for what is no single colour. */
function readColor(value: string): string | undefined {
  const color = value.trim().toLowerCase();
  const hex = /^#?([\da-f]{3,8})$/.exec(color)?.[1];
  if (hex?.length === 3 || hex?.length === 4)
    return Array.from(hex.slice(0, 3), (digit) => Number(`0x${digit}${digit}`)).join();
  if (hex?.length === 6 || hex?.length === 8) {
    return [0, 2, 4].map((at) => Number(`0x${hex.slice(at, at + 2)}`)).join();
  }
  const parts = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:[\s,/]+(\d*\.?\d+%?))?\s*\)$/.exec(color);
  if (parts !== null) {
    const [, red, green, blue, alpha] = parts;
    return alpha !== undefined && Number.parseFloat(alpha) < 0.05 ? 'transparent' : `${red},${green},${blue}`;
  }
  return namedColors.get(color) ?? (/^[a-z]+$/.test(color) && color !== 'inherit' ? color : undefined);
}

/** Whether two colours cannot be told apart. */
export function isSameColor(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined) return false;
  if (one === 'transparent') return true;
  if (other === undefined) return false;
  if (one === other) return true;
  const [a, b] = [one.split(',').map(Number), other.split(',').map(Number)];
  if (a.length !== 3 || b.length !== 3) return false;
  return a.every((part, index) => Math.abs(part - (b[index] ?? 999)) <= 8);
}
