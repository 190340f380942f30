import type { ElementKind } from './element-kinds.js';
import type { Renderer } from './render-html.js';
import type { Attributes } from './walk-html.js';

const mostNames = 500;

/** A list of what is written; a list in it stands where it was put in. */
export type Sink = (string | Sink)[];

/** An element whose end was not seen yet. */
export interface OpenElement {
  /** As the page calls it. */
  readonly name: string;
  /** As it is written; empty where only what is in it is. */
  tag: string;
  readonly kind: ElementKind;
  /** How many of those around it are written, and itself. */
  readonly level: number;
  /** Where it and what is in it is written. */
  readonly sink: Sink;
  /** Where its start tag stands in the sink. */
  readonly at: number;
  /** Whether nothing of it is written, and why: never read, or kept from people's eyes. */
  readonly unread: Unread | undefined;
  /** Whether its own text is too small to see. */
  readonly isTiny: boolean;
  readonly color: string | undefined;
  readonly background: string | undefined;
  /** The drawing, formula or choice that it is in, by its place on the stack. */
  readonly foreign: number | undefined;
  /** Whether it belongs to the site around the page: its head, foot, menus, and what asks for consent. */
  readonly isFrame: boolean;
  /** Its end tag came while blocks were open in it: it ends with them. */
  isClosing: boolean;
  /** End tags of elements that were not opened, by name. */
  skipped: Map<string, number> | undefined;
  children: number;
  breaks: number;
  /** Of a table: where what may not stand between its rows goes. */
  readonly slot: Sink | undefined;
}

/** Why an element is not read. */
export type Unread = 'dropped' | 'concealed';

/** What an element is opened with. */
export type NewElement = Pick<OpenElement, 'name' | 'tag' | 'kind' | 'unread'> &
  Partial<Pick<OpenElement, 'isTiny' | 'color' | 'background' | 'foreign' | 'isFrame'>>;

/**
 * The elements that are open, and what is written of them so far. It knows how elements end and where things go; which
 * element ends which is the business of the one who calls.
 */
export class ElementStack {
  readonly #renderer: Renderer;
  readonly #elements: OpenElement[];
  readonly #body: Sink = [];
  /** How many are open, by tag. */
  readonly #open = new Map<string, number>();
  /** Whether white space means nothing here. */
  #isAtBoundary = true;
  top: OpenElement;
  elements = 0;
  depth = 1;
  children = 0;
  breaks = 0;
  characters = 0;

  constructor(renderer: Renderer) {
    this.#renderer = renderer;
    this.top = this.#create({ name: 'body', tag: 'body', kind: 'block', unread: undefined }, this.#body, undefined);
    this.#elements = [this.top];
  }

  get length(): number {
    return this.#elements.length;
  }

  get isAtBoundary(): boolean {
    return this.#isAtBoundary;
  }

  at(index: number): OpenElement {
    return this.#elements[index] ?? this.top;
  }

  countOpen(tag: string): number {
    return this.#open.get(tag) ?? 0;
  }

  /** The body's own background, once it is known. */
  setBackground(background: string | undefined): void {
    const [root] = this.#elements;
    if (root === undefined) return;
    this.#elements[0] = { ...root, background };
    if (this.top === root) this.top = this.#elements[0];
  }

  /** The place of the nearest element that is asked for; -1 where there is none, or a boundary comes before it. */
  find(isIt: (element: OpenElement) => boolean, isBoundary: (element: OpenElement) => boolean = () => false): number {
    for (let index = this.#elements.length - 1; index > 0; index -= 1) {
      const element = this.at(index);
      if (isIt(element)) return index;
      if (isBoundary(element)) return -1;
    }
    return -1;
  }

  /** Whether all elements above are inline. */
  isInlineAbove(index: number): boolean {
    for (let above = index + 1; above < this.#elements.length; above += 1) {
      if (this.at(above).kind !== 'inline') return false;
    }
    return true;
  }

  push(element: NewElement, attributes: Attributes, sink: Sink = this.#findSink()): void {
    const { tag, kind, unread } = element;
    const slot: Sink | undefined = kind === 'table' ? [] : undefined;
    if (slot !== undefined) sink.push(slot);
    const opened = this.#create(element, sink, slot);
    if (unread === undefined && tag !== '') {
      this.#count(tag);
      this.#write(sink, this.#renderer.start(tag, attributes));
      this.#isAtBoundary = kind !== 'inline';
    }
    this.top = opened;
    this.#elements.push(opened);
    this.#open.set(tag, this.countOpen(tag) + 1);
    this.depth = Math.max(this.depth, opened.level);
  }

  pop(): void {
    if (this.#elements.length === 1) return;
    const { tag, kind, unread, sink } = this.top;
    this.#elements.pop();
    this.top = this.at(this.#elements.length - 1);
    this.#open.set(tag, this.countOpen(tag) - 1);
    if (unread !== undefined || tag === '') return;
    this.#write(sink, this.#renderer.end(tag));
    this.#isAtBoundary = kind !== 'inline';
  }

  popAbove(index: number): void {
    while (this.#elements.length > index + 1) this.pop();
  }

  /** Ends an element and all in it, and those around it that waited for that. */
  popThrough(index: number): void {
    if (index < 1) return;
    this.popAbove(index - 1);
    while (this.top.isClosing) this.pop();
  }

  /** Ends the innermost element before its end tag. One that is empty so far is as if it had never been there. */
  dropTop(): void {
    const { name, sink, at, unread, tag } = this.top;
    const isEmpty = unread === undefined && tag !== '' && sink.length === at + 1;
    this.pop();
    if (isEmpty) {
      sink.length = at;
      this.elements -= 1;
      this.top.children -= 1;
    }
    this.skipEndTag(name);
  }

  /** Takes the tags of an element away, and leaves what is in it. */
  unwrap(index: number): void {
    const element = this.at(index);
    element.sink[element.at] = '';
    this.#open.set(element.tag, this.countOpen(element.tag) - 1);
    element.tag = '';
    this.elements -= 1;
    this.#open.set('', this.countOpen('') + 1);
  }

  /** Notes that the next end tag of this name is of an element that was not opened. */
  skipEndTag(name: string): void {
    this.top.skipped ??= new Map();
    const { skipped } = this.top;
    // A page may make up names by the million.
    if (skipped.size < mostNames || skipped.has(name)) skipped.set(name, (skipped.get(name) ?? 0) + 1);
  }

  /** Whether an end tag is of an element in this one that was not opened; if so, that is over. */
  takeSkippedEndTag(index: number, name: string): boolean {
    const { skipped } = this.at(index);
    const count = skipped?.get(name) ?? 0;
    if (count > 0) skipped?.set(name, count - 1);
    return count > 0;
  }

  writeVoid(tag: string, attributes: Attributes): void {
    this.#count(tag);
    this.depth = Math.max(this.depth, this.top.level + 1);
    this.#write(this.#findSink(), this.#renderer.start(tag, attributes));
    this.#isAtBoundary = tag === 'br' || tag === 'hr';
  }

  writeText(text: string): void {
    this.#isAtBoundary = false;
    this.#write(this.#findSink(), this.#renderer.text(text));
  }

  /** A script that is read; its text is none of the page. */
  writeScript(attributes: Attributes, text: string): void {
    this.#count('script');
    this.depth = Math.max(this.depth, this.top.level + 1);
    this.#write(this.#findSink(), this.#renderer.script(attributes, text));
  }

  /** What was written, in order. All elements have to be closed. */
  join(): string {
    const parts: string[] = [];
    const add = (sink: Sink): void => {
      for (const part of sink) {
        if (typeof part === 'string') parts.push(part);
        else add(part);
      }
    };
    add(this.#body);
    return parts.join('');
  }

  #create(element: NewElement, sink: Sink, slot: Sink | undefined): OpenElement {
    const { name, tag, kind, unread, isTiny = false, color, background, foreign, isFrame = false } = element;
    return {
      name,
      tag,
      kind,
      level: (this.top?.level ?? 0) + (unread === undefined && tag !== '' ? 1 : 0),
      sink,
      at: sink.length,
      unread,
      isTiny,
      color,
      background,
      foreign,
      isFrame,
      isClosing: false,
      skipped: undefined,
      children: 0,
      breaks: 0,
      slot,
    };
  }

  /** What may not stand between the rows of a table goes before it. */
  #findSink(): Sink {
    if (!isTablePart(this.top)) return this.top.sink;
    return this.#elements.findLast(({ kind }) => kind === 'table')?.slot ?? this.top.sink;
  }

  #count(tag: string): void {
    const { top } = this;
    this.elements += 1;
    top.children += 1;
    if (tag === 'br') top.breaks += 1;
    this.children = Math.max(this.children, top.children);
    this.breaks = Math.max(this.breaks, top.breaks);
  }

  #write(sink: Sink, text: string): void {
    sink.push(text);
    this.characters += text.length;
  }
}

/** Whether an element is a table or a part of one that holds nothing but parts. */
export function isTablePart({ kind }: OpenElement): boolean {
  return kind === 'table' || kind === 'rows' || kind === 'row';
}

/** What end tags do not reach beyond. */
export function isScope({ kind, name }: OpenElement): boolean {
  return kind === 'cell' || kind === 'table' || name === 'template';
}
