/**
 * Writes the tree of a page as it hears it: each element closed, at the place where the rules of HTML put it, nothing
 * nested deeper than a DOM and a converter can take, nothing in it that is never read or that people do not see. So
 * every parser makes the same tree of it, of the size that was counted here, and the work for a page grows with its
 * length alone.
 *
 * It follows the rules for implied end tags, tables and what stands wrongly between their rows. It departs from them
 * where they make a tree of a million nodes out of a few thousand tags: formatting ends with the block that it is in and
 * is not opened again, and an element beyond the deepest level is put beside the deepest one.
 */
import {
  type ElementRule,
  findElementRule,
  foreignEnders,
  formattingTags,
  isCustomElement,
  nestingLimits,
  paragraphEnders,
} from './element-kinds.js';
import { ElementStack, isScope, isTablePart, type OpenElement, type Sink, type Unread } from './element-stack.js';
import { createHeadWriter } from './head-writer.js';
import { findImageSource, type Renderer, writeAttributes } from './render-html.js';
import { createStyleRules } from './style-rules.js';
import { endBrokenTable, endTablePart, startTablePart } from './table-parts.js';
import { isSameColor, isToBeOpened, type Looks, readLooks } from './visibility.js';
import { collapseSpace, removeInvisible } from './visible-text.js';
import type { Attributes, HtmlListener } from './walk-html.js';

/** How far a tree may grow. */
export interface TreeLimits {
  readonly characters: number;
  readonly elements: number;
  readonly depth: number;
}

/** How a tree is written. */
export interface TreeOptions {
  readonly renderer: Renderer;
  readonly limits: TreeLimits;
  /** Whether what the page hides is written all the same. */
  readonly concealed: 'dropped' | 'kept';
}

/** A tree that was written. */
export interface WrittenTree {
  readonly head: string;
  readonly body: string;
  readonly rootAttributes: string;
  readonly bodyAttributes: string;
  readonly elements: number;
  readonly depth: number;
  readonly children: number;
  readonly breaks: number;
  readonly textCharacters: number;
  readonly concealedCharacters: number;
  readonly jsonLd: readonly string[];
  readonly noscriptText: string;
  readonly scripts: { readonly count: number; readonly characters: number };
  /** Whether the page goes on beyond the limits. */
  readonly isCut: boolean;
}

const noAttributes: Attributes = new Map();
const white = '255,255,255';
const longestNoscript = 5_000;
// Inline elements may go so much deeper than blocks.
const inlineLevels = 12;
const headingName = /^h[1-6]$/;
const listName = /^(?:ul|ol|menu|dir|dl)$/;
const itemName = /^(?:li|dd|dt)$/;
const codeLine = /line|\bln\b|\bnum|gutter|\bhll?\b/i;
const mathScript = /^math\/(?:tex|asciimath|mml)/i;
const looksElsewhere = /background|color/i;
const spanAttributes = ['class', 'dir', 'id', 'itemprop', 'itemscope', 'lang', 'property', 'rel', 'role', 'typeof'];

/** Hears of a page and writes its tree. */
export class TreeWriter implements HtmlListener {
  readonly #options: TreeOptions;
  readonly #stack: ElementStack;
  readonly #head = createHeadWriter();
  readonly #styles = createStyleRules();
  readonly #rootAttributes = new Map<string, string>();
  readonly #bodyAttributes = new Map<string, string>();
  #hasLooksElsewhere = false;
  #isInBody = false;
  #isAfterPre = false;
  /** Whether the block has a picture, of which what is shown without scripts would be a copy. */
  #hasPicture = false;
  #textCharacters = 0;
  #concealedCharacters = 0;
  #noscriptText = '';
  #scriptCount = 0;
  #scriptCharacters = 0;

  constructor(options: TreeOptions) {
    this.#options = options;
    this.#stack = new ElementStack(options.renderer);
  }

  start(name: string, attributes: Attributes, isSelfClosing: boolean): void {
    const stack = this.#stack;
    switch (name) {
      case 'html':
        mergeAttributes(this.#rootAttributes, attributes);
        return;
      case 'body':
        mergeAttributes(this.#bodyAttributes, attributes);
        this.#beginBody();
        return;
      case 'base':
      case 'link':
      case 'meta':
        if (stack.top.unread !== undefined) return;
        if (this.#isInBody && attributes.has('itemprop')) stack.writeVoid(name, attributes);
        else this.#head.meta(name, attributes);
        return;
      case 'head':
        return;
      default:
        if (name !== 'noscript' && name !== 'template' && stack.top.unread === undefined) this.#beginBody();
        this.#startElement(name, attributes, isSelfClosing);
    }
  }

  end(name: string): void {
    const stack = this.#stack;
    const rule = findElementRule(name);
    if (rule === undefined) return;
    if (rule.kind === 'void') {
      if (name === 'br') this.#startVoid(name, noAttributes);
    } else if (rule.kind === 'table' || isPartRule(name, rule)) {
      endTablePart(stack, name);
    } else if (!this.#endElement(name, rule) && name === 'p' && stack.top.unread === undefined) {
      // The end of a paragraph that never began is an empty one.
      stack.push({ name, tag: 'p', kind: 'block', unread: undefined }, noAttributes);
      stack.pop();
    }
  }

  text(text: string): void {
    if (!this.#isInBody && this.#stack.top.unread === undefined) {
      if (text.trim() === '') return;
      this.#beginBody();
    }
    const { top } = this.#stack;
    if (top.unread === undefined) this.#addText(text, top);
    else if (top.unread === 'concealed') this.#concealedCharacters += text.trim().length;
    else if (this.#isInNoscript() && this.#noscriptText.length < longestNoscript) {
      this.#noscriptText += `${text.trim()} `;
    }
  }

  raw(name: string, attributes: Attributes, text: string): void {
    switch (name) {
      case 'title':
        if (this.#stack.top.foreign === undefined) this.#head.title(text);
        return;
      case 'style':
        if (looksElsewhere.test(text)) this.#hasLooksElsewhere = true;
        this.#styles.add(text);
        return;
      case 'xmp':
        this.start('pre', attributes, false);
        this.text(text);
        this.end('pre');
        return;
      case 'script':
        this.#addScript(attributes, text);
        return;
      default:
    }
  }

  isDone(): boolean {
    const { elements, characters } = this.#options.limits;
    return this.#stack.elements > elements || this.#stack.characters > characters;
  }

  finish(): WrittenTree {
    const stack = this.#stack;
    const isCut = this.isDone();
    stack.popAbove(0);
    const head = this.#head.finish();
    return {
      head: head.html,
      body: stack.join(),
      rootAttributes: writeAttributes(this.#rootAttributes),
      bodyAttributes: writeAttributes(this.#bodyAttributes),
      elements: stack.elements + head.elements + 3,
      depth: stack.depth + 1,
      children: stack.children,
      breaks: stack.breaks,
      textCharacters: this.#textCharacters,
      concealedCharacters: this.#concealedCharacters,
      jsonLd: head.jsonLd,
      noscriptText: this.#noscriptText.replaceAll(/\s+/g, ' ').trim(),
      scripts: { count: this.#scriptCount, characters: this.#scriptCharacters },
      isCut,
    };
  }

  #beginBody(): void {
    if (this.#isInBody) return;
    this.#isInBody = true;
    const { background } = readLooks('body', this.#bodyAttributes);
    const isPlain = !this.#head.hasStyleSheet() && !this.#hasLooksElsewhere;
    this.#stack.setBackground(background ?? (isPlain ? white : undefined));
  }

  #startElement(name: string, attributes: Attributes, isSelfClosing: boolean): void {
    const stack = this.#stack;
    const rule = findElementRule(name);
    if (rule === undefined) return;
    const { foreign } = stack.top;
    if (foreign !== undefined && foreignEnders.has(name)) stack.popThrough(foreign);
    if (rule.kind === 'void') {
      this.#startVoid(name, attributes);
      return;
    }
    if (isPartRule(name, rule)) {
      const kind = name === 'caption' ? 'cell' : rule.kind;
      startTablePart(stack, { name, kind }, (tag, sink) => this.#push(name, { kind, tag }, attributes, sink));
      return;
    }
    if (rule.kind === 'table') endBrokenTable(stack);
    this.#endWhatEnds(name);
    const written = this.#chooseRule(name, rule, attributes);
    if (written.kind === 'block') {
      while (formattingTags.has(stack.top.tag) && stack.top.unread === undefined) stack.dropTop();
    }
    if (!this.#isOpened(name, written, attributes)) {
      stack.skipEndTag(name);
      return;
    }
    this.#push(name, written, attributes);
    // Only drawings and formulas have tags that close themselves.
    const around = stack.top.foreign;
    if (isSelfClosing && around !== undefined && stack.at(around).name !== 'select') stack.pop();
  }

  /** Ends the elements that the start of another one ends. */
  #endWhatEnds(name: string): void {
    const stack = this.#stack;
    if (paragraphEnders.has(name) && stack.countOpen('p') > 0) {
      stack.popThrough(
        stack.find(
          (element) => element.name === 'p',
          (element) => isScope(element) || element.name === 'button',
        ),
      );
    }
    if (name === 'li') stack.popThrough(stack.find((element) => element.name === 'li', isSpecial));
    else if (name === 'dd' || name === 'dt') {
      stack.popThrough(stack.find((element) => element.name === 'dd' || element.name === 'dt', isSpecial));
    } else if (headingName.test(name)) {
      if (headingName.test(stack.top.name)) stack.popThrough(stack.length - 1);
    } else if (name === 'button') {
      stack.popThrough(stack.find((element) => element.name === 'button', isScope));
    } else if ((name === 'rt' || name === 'rp') && (stack.top.name === 'rt' || stack.top.name === 'rp')) {
      stack.pop();
    } else if (name === 'a') {
      this.#endLink();
    }
  }

  #endLink(): void {
    const stack = this.#stack;
    const index = stack.find(({ name, tag }) => name === 'a' && tag !== '', isScope);
    if (index === -1) return;
    // Never closed, or a link around links: those inside are the ones to keep.
    if (!stack.isInlineAbove(index)) stack.unwrap(index);
    else stack.popThrough(index);
  }

  #chooseRule(name: string, rule: ElementRule, attributes: Attributes): ElementRule {
    const stack = this.#stack;
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
  #isOpened(name: string, { kind, tag }: ElementRule, attributes: Attributes): boolean {
    const stack = this.#stack;
    const { depth } = this.#options.limits;
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

  #push(name: string, { kind, tag }: ElementRule, attributes: Attributes, sink?: Sink): void {
    const stack = this.#stack;
    const { top } = stack;
    const looks = readLooks(name, attributes);
    const mayLookOther = attributes.has('class') || attributes.has('id');
    const unread = top.unread ?? (kind === 'dropped' ? 'dropped' : this.#concealed(name, attributes, looks));
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
    };
    stack.push(element, attributes, sink);
    if (unread !== undefined || kind === 'inline') return;
    this.#hasPicture = false;
    this.#isAfterPre = tag === 'pre';
  }

  #concealed(name: string, attributes: Attributes, { hides, isClosed }: Looks): Unread | undefined {
    if (this.#options.concealed === 'kept') return undefined;
    if (hides && !isClosed) return 'concealed';
    if (attributes.size === 0 || (attributes.size > 1 && isToBeOpened(attributes))) return undefined;
    if (hides) return 'concealed';
    const className = attributes.get('class');
    // Pictures of formulas are hidden from readers that read formulas.
    const isKept = name === 'math' || className?.includes('fallback-image') === true;
    const isHidden = !isKept && attributes.get('aria-hidden') === 'true';
    return isHidden || this.#styles.hides(className, attributes.get('id')) ? 'concealed' : undefined;
  }

  #startVoid(name: string, attributes: Attributes): void {
    const stack = this.#stack;
    if (name === 'wbr') return;
    if (name === 'hr') this.#endWhatEnds(name);
    const isCopy = name === 'img' && stack.top.unread === 'dropped' && this.#isInNoscript() && !this.#hasPicture;
    if (stack.top.unread !== undefined && !isCopy) return;
    if (this.#concealed(name, attributes, readLooks(name, attributes)) !== undefined) return;
    if (name === 'img') this.#writePicture(attributes);
    // One of the parsers would end the button.
    else if (name === 'input') {
      if (stack.countOpen('button') === 0) stack.writeVoid(name, readInput(attributes));
    } else stack.writeVoid(name, attributes);
  }

  #writePicture(attributes: Attributes): void {
    const source = findImageSource(attributes);
    if (source === undefined && (attributes.get('alt') ?? '').trim() === '') return;
    const written = new Map(attributes);
    written.delete('src');
    if (source !== undefined) {
      written.set('src', source);
      this.#hasPicture = true;
    }
    this.#stack.writeVoid('img', written);
  }

  /** Ends the innermost element of the name, if it is in reach. Answers whether the end tag meant something. */
  #endElement(name: string, { kind }: ElementRule): boolean {
    const stack = this.#stack;
    for (let index = stack.length - 1; index >= 0; index -= 1) {
      if (stack.takeSkippedEndTag(index, name)) {
        if (kind !== 'inline') this.#endSkipped(index);
        return true;
      }
      const element = stack.at(index);
      if (index > 0 && (element.name === name || (headingName.test(name) && headingName.test(element.name)))) {
        if ((kind === 'inline' || name === 'form') && !stack.isInlineAbove(index)) element.isClosing = true;
        else stack.popThrough(index);
        return true;
      }
      if (isScope(element)) return false;
      if (name === 'li' && element.name !== 'dl' && listName.test(element.name)) return false;
      if (name === 'p' && element.name === 'button') return false;
    }
    return false;
  }

  /** A block that was not opened ends: the line does. */
  #endSkipped(index: number): void {
    const stack = this.#stack;
    stack.popAbove(index);
    if (stack.isAtBoundary || stack.top.unread !== undefined || isTablePart(stack.top)) return;
    stack.writeVoid('br', noAttributes);
  }

  #addText(text: string, top: OpenElement): void {
    const stack = this.#stack;
    let seen = collapseSpace(removeInvisible(text), stack.countOpen('pre') > 0);
    if (this.#isAfterPre) seen = seen.replace(/^\n+/, '');
    this.#isAfterPre = false;
    const isBlank = seen.trim() === '';
    if (seen === '' || (isBlank && (isTablePart(top) || (seen === ' ' && stack.isAtBoundary)))) return;
    const isUnseen = top.isTiny || isSameColor(top.color, top.background);
    if (!isBlank && isUnseen && this.#options.concealed === 'dropped') {
      this.#concealedCharacters += seen.length;
      return;
    }
    if (!isBlank) this.#textCharacters += seen.length;
    stack.writeText(seen);
  }

  #addScript(attributes: Attributes, text: string): void {
    const type = attributes.get('type')?.trim() ?? '';
    if (/^application\/ld\+json/i.test(type)) {
      this.#head.jsonLd(text);
    } else if (mathScript.test(type) && this.#stack.top.unread === undefined && !text.includes('<!--')) {
      this.#stack.writeScript(new Map([['type', type]]), text);
    } else {
      this.#scriptCount += 1;
      this.#scriptCharacters += text.length;
    }
  }

  #isInNoscript(): boolean {
    return this.#stack.countOpen('noscript') > 0;
  }
}

function isPartRule(name: string, { kind }: ElementRule): boolean {
  return kind === 'rows' || kind === 'row' || kind === 'cell' || name === 'caption';
}

/** What ends the search for an open item of a list. */
function isSpecial({ kind, name }: OpenElement): boolean {
  return kind !== 'inline' && name !== 'address' && name !== 'div' && name !== 'p';
}

function hasLooks(attributes: Attributes): boolean {
  return ['style', 'hidden', 'aria-hidden', 'color', 'popover'].some((name) => attributes.has(name));
}

function readInput(attributes: Attributes): Attributes {
  const type: [string, string] = ['type', attributes.get('type') ?? 'text'];
  return new Map(attributes.has('checked') ? [type, ['checked', '']] : [type]);
}

function mergeAttributes(into: Map<string, string>, attributes: Attributes): void {
  for (const [name, value] of attributes) if (!into.has(name)) into.set(name, value);
}
