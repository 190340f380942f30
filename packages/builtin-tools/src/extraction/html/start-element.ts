/** What becomes of a start tag: which element is opened, how it is written, and whether the page hides it. */
import {
  type ElementRule,
  findElementRule,
  foreignEnders,
  formattingTags,
  headingName,
  isCustomElement,
  listName,
  nestingLimits,
} from './element-kinds.js';
import { type ElementStack, isScope, type Sink, type Unread } from './element-stack.js';
import { endWhatEnds } from './end-element.js';
import { findImageSource } from './render-html.js';
import { endBrokenTable, isPartRule, startTablePart } from './table-parts.js';
import type { TreeState } from './tree-state.js';
import { isInNoscript } from './tree-text.js';
import { isFrame, isToBeOpened, type Looks, noteOpener, readLooks } from './visibility.js';
import type { Attributes } from './walk-html.js';

// Inline elements may go so much deeper than blocks.
const inlineLevels = 12;
const textAlign = /(?:^|;)\s*text-align\s*:\s*(left|right|center)\b/i;
const itemName = /^(?:li|dd|dt)$/;
const codeLine = /line|\bln\b|\bnum|gutter|\bhll?\b/i;
const spanAttributes = ['class', 'dir', 'id', 'itemprop', 'itemscope', 'lang', 'property', 'rel', 'role', 'typeof'];

/** A start tag: opens the element where it may be, after what it ends. */
export function startElement(tree: TreeState, name: string, attributes: Attributes, isSelfClosing: boolean): void {
  const { stack } = tree;
  const rule = findElementRule(name);
  if (rule === undefined) return;
  const { foreign } = stack.top;
  if (foreign !== undefined && foreignEnders.has(name)) stack.popThrough(foreign);
  if (rule.kind === 'void') {
    startVoid(tree, name, attributes);
    return;
  }
  if (isPartRule(name, rule)) {
    const kind = name === 'caption' ? 'cell' : rule.kind;
    const aligned = kind === 'cell' ? withAlignment(attributes) : attributes;
    startTablePart(stack, { name, kind }, (tag, sink) => push(tree, name, { kind, tag }, aligned, sink));
    return;
  }
  if (rule.kind === 'table') endBrokenTable(stack);
  endWhatEnds(stack, name);
  const written = chooseRule(stack, name, rule, attributes);
  if (written.kind === 'block') {
    while (formattingTags.has(stack.top.tag) && stack.top.unread === undefined) stack.dropTop();
  }
  if (!isOpened(tree, name, written, attributes)) {
    stack.skipEndTag(name);
    return;
  }
  push(tree, name, written, attributes);
  // Only drawings and formulas have tags that close themselves.
  const around = stack.top.foreign;
  if (isSelfClosing && around !== undefined && stack.at(around).name !== 'select') stack.pop();
}

/** An element that has no end. */
export function startVoid(tree: TreeState, name: string, attributes: Attributes): void {
  const { stack } = tree;
  if (name === 'wbr') return;
  if (name === 'hr') endWhatEnds(stack, name);
  const isCopy = name === 'img' && stack.top.unread === 'dropped' && isInNoscript(tree) && !tree.hasPicture;
  if (stack.top.unread !== undefined && !isCopy) return;
  if (findConcealment(tree, name, attributes, readLooks(name, attributes)) !== undefined) return;
  if (name === 'img') writePicture(tree, attributes);
  // One of the parsers would end the button.
  else if (name === 'input') {
    if (stack.countOpen('button') === 0) stack.writeVoid(name, readInput(attributes));
  } else stack.writeVoid(name, attributes);
}

/** With the source that is loaded later, where it names one. */
function writePicture(tree: TreeState, attributes: Attributes): void {
  const source = findImageSource(attributes);
  if (source === undefined && (attributes.get('alt') ?? '').trim() === '') return;
  const written = new Map(attributes);
  written.delete('src');
  if (source !== undefined) {
    written.set('src', source);
    tree.hasPicture = true;
  }
  tree.stack.writeVoid('img', written);
}

/** A cell whose style says how its text is set says so by its attribute: styles are not written. */
function withAlignment(attributes: Attributes): Attributes {
  const style = attributes.get('style');
  const said = style === undefined ? undefined : textAlign.exec(style)?.[1]?.toLowerCase();
  return said === undefined ? attributes : new Map([...attributes, ['align', said]]);
}

/** How the element is written here. */
function chooseRule(stack: ElementStack, name: string, rule: ElementRule, attributes: Attributes): ElementRule {
  if (rule.kind === 'dropped' && attributes.has('shadowrootmode')) return { kind: 'block', tag: 'div' };
  if (name === 'a' && !attributes.has('href')) return { kind: 'inline', tag: 'span' };
  const { top } = stack;
  if (isCustomElement(name) && (stack.countOpen('p') > 0 || top.kind === 'inline' || headingName.test(top.name))) {
    return { kind: 'inline', tag: 'span' };
  }
  const mostNested = nestingLimits.get(rule.tag);
  if (mostNested !== undefined && stack.countOpen(rule.tag) >= mostNested) return { kind: rule.kind, tag: 'div' };
  if (itemName.test(name)) {
    const list = stack.find((element) => listName.test(element.name), isScope);
    if (list !== -1 && stack.at(list).tag === 'div') return { kind: rule.kind, tag: 'div' };
  }
  if (rule.tag === 'span' && !spanAttributes.some((read) => attributes.has(read))) return { ...rule, tag: '' };
  return rule;
}

/** Whether an element is opened. The end tag of one that is not has to be skipped. */
function isOpened(tree: TreeState, name: string, { kind, tag }: ElementRule, attributes: Attributes): boolean {
  const { stack } = tree;
  const { depth } = tree.limits;
  if (name === 'form' && stack.countOpen('form') > 0) return false;
  if (formattingTags.has(tag) && stack.countOpen(tag) > 0) return false;
  if (tag === '' && !hasLooks(attributes)) return false;
  if (tag === 'span' && stack.countOpen('pre') > 0) return codeLine.test(attributes.get('class') ?? '');
  if (stack.length < depth) return true;
  if (stack.top.unread !== undefined) return false;
  if (kind === 'inline') return stack.length < depth + inlineLevels;
  while (stack.length >= depth && stack.top.kind === 'inline') stack.dropTop();
  if (stack.length >= depth && stack.top.kind === 'block') stack.dropTop();
  // Cells go no deeper than their table, of which there are none down here, and so do a few blocks in them.
  return stack.length < depth || (kind === 'block' && stack.length < depth + inlineLevels);
}

function push(tree: TreeState, name: string, { kind, tag }: ElementRule, attributes: Attributes, sink?: Sink): void {
  const { stack } = tree;
  const { top } = stack;
  const looks = readLooks(name, attributes);
  const mayLookOther = attributes.has('class') || attributes.has('id');
  const unread = top.unread ?? (kind === 'dropped' ? 'dropped' : findConcealment(tree, name, attributes, looks));
  const isFramed = top.isFrame || isFrame(name, attributes);
  if (!isFramed) noteOpener(name, attributes, tree.opened);
  const isForeign = name === 'svg' || name === 'select' || name === 'math';
  const element = {
    name,
    tag,
    kind: kind === 'dropped' ? ('block' as const) : kind,
    unread,
    isTiny: looks.isTiny ?? (mayLookOther ? false : top.isTiny),
    color: looks.color ?? (mayLookOther ? undefined : top.color),
    background: looks.background ?? (mayLookOther ? undefined : top.background),
    foreign: name === 'foreignobject' ? undefined : (top.foreign ?? (isForeign ? stack.length : undefined)),
    isFrame: isFramed,
  };
  stack.push(element, attributes, sink);
  if (unread !== undefined || kind === 'inline') return;
  tree.hasPicture = false;
  tree.isAfterPre = tag === 'pre';
}

/** Whether the page hides the element. */
function findConcealment(
  tree: TreeState,
  name: string,
  attributes: Attributes,
  { hides, isClosed }: Looks,
): Unread | undefined {
  if (tree.concealed === 'kept') return undefined;
  if (hides && !isClosed) return 'concealed';
  if (attributes.size === 0 || (attributes.size > 1 && isToBeOpened(attributes, tree.opened))) return undefined;
  if (hides) return 'concealed';
  const className = attributes.get('class');
  // Pictures of formulas are hidden from readers that read formulas.
  const isKept = name === 'math' || className?.includes('fallback-image') === true;
  const isHidden = !isKept && attributes.get('aria-hidden') === 'true';
  return isHidden || tree.styles.hides(className, attributes.get('id')) ? 'concealed' : undefined;
}

function hasLooks(attributes: Attributes): boolean {
  return ['style', 'hidden', 'aria-hidden', 'color', 'popover'].some((name) => attributes.has(name));
}

function readInput(attributes: Attributes): Attributes {
  const type: [string, string] = ['type', attributes.get('type') ?? 'text'];
  return new Map(attributes.has('checked') ? [type, ['checked', '']] : [type]);
}
