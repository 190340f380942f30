/** What an element is to the tree that is written. */
export type ElementKind =
  | 'block'
  | 'inline'
  | 'void'
  /** Never read, with all that is in it. */
  | 'dropped'
  | 'table'
  | 'rows'
  | 'row'
  | 'cell';

/** How an element is written. Elements that are not known are not written; what is in them is. */
export interface ElementRule {
  readonly kind: ElementKind;
  /** Empty for one that is not written, and of interest for how it looks. */
  readonly tag: string;
}

const words = (text: string): readonly string[] => text.split(' ');

const tagsByKind: Readonly<Record<ElementKind, string>> = {
  block:
    'address article aside blockquote button caption dd details dialog div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup legend li main menu nav ol p pre search section summary ul',
  inline:
    'a abbr b bdi cite code data del dfn em i ins kbd label mark q rp rt ruby s samp span strong sub sup time ' +
    'var annotation math menclose merror mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom mroot mrow ms ' +
    'mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover semantics',
  void: 'br hr img input link meta wbr',
  dropped:
    'annotation-xml audio canvas datalist foreignobject iframe noembed noscript select svg template textarea video',
  table: 'table',
  rows: 'tbody tfoot thead',
  row: 'tr',
  cell: 'td th',
};

const renamed: ReadonlyMap<string, string> = new Map([
  ['center', 'div'],
  ['dir', 'ul'],
  ['listing', 'pre'],
  ['plaintext', 'pre'],
  ['strike', 's'],
  ['tt', 'code'],
  ['xmp', 'pre'],
]);

const rules: ReadonlyMap<string, ElementRule> = new Map([
  ...Object.entries(tagsByKind).flatMap(([kind, tags]) =>
    words(tags).map((tag): [string, ElementRule] => [tag, { kind: kind as ElementKind, tag }]),
  ),
  ...Array.from(renamed, ([name, tag]): [string, ElementRule] => [
    name,
    { kind: tag === 's' || tag === 'code' ? 'inline' : 'block', tag },
  ]),
]);

const customRule: ElementRule = { kind: 'block', tag: 'div' };
const unknownRule: ElementRule = { kind: 'inline', tag: 'span' };
/** They hold nothing, or what they hold is as if they were not there. */
const ignored: ReadonlySet<string> = new Set(
  words(
    'applet area basefont bgsound body col colgroup embed frame frameset head html keygen map nextid noframes object ' +
      'optgroup option param picture rb rtc source track',
  ),
);

/** How an element of this name is written; undefined where only what is in it is. */
export function findElementRule(name: string): ElementRule | undefined {
  const rule = rules.get(name);
  if (rule !== undefined || ignored.has(name)) return rule;
  return name.includes('-') ? customRule : unknownRule;
}

/** Elements that a page defines for itself: containers of unknown purpose, which do not end a paragraph. */
export function isCustomElement(name: string): boolean {
  return name.includes('-') && name !== 'annotation-xml';
}

/** Their start ends an open paragraph. */
export const paragraphEnders: ReadonlySet<string> = new Set(
  words(
    'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
      'h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol p plaintext pre search section summary ' +
      'table ul xmp',
  ),
);

/** Their start ends a drawing, formula or choice that was not closed. */
export const foreignEnders: ReadonlySet<string> = new Set([
  ...paragraphEnders,
  ...words('body br button head hr img input td th tr'),
]);

/** Names of headings: one ends another, whatever their levels. */
export const headingName = /^h[1-6]$/;

/** Names of lists, in which items look for their place. */
export const listName = /^(?:ul|ol|menu|dir|dl)$/;

/** Formatting: open once at most, and ended by the next block. */
export const formattingTags: ReadonlySet<string> = new Set(words('b cite dfn em i kbd mark q s strong sub sup var'));

/** Of these, only so many are nested: each level costs the converter a pass over all that is in it. */
export const nestingLimits: ReadonlyMap<string, number> = new Map([
  ['blockquote', 12],
  ['dl', 12],
  ['menu', 12],
  ['ol', 12],
  ['table', 8],
  ['ul', 12],
]);
