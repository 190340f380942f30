import type { DomDocument } from './dom-document.js';
import { type DomNode, elementType } from './dom-node.js';
import { DomParent } from './dom-parent.js';
import { readMarkup } from './read-markup.js';
import { compileSelector } from './selector.js';
import { writeMarkup } from './write-markup.js';

const upperNames = new Map<string, string>();

/** An attribute. */
export class DomAttribute {
  readonly name: string;
  value: string;

  constructor(name: string, value: string) {
    this.name = name;
    this.value = value;
  }

  cloneNode(): DomAttribute {
    return new DomAttribute(this.name, this.value);
  }
}

const noAttributes: readonly DomAttribute[] = [];

/** An element. */
export class DomElement extends DomParent {
  readonly ownerDocument: DomDocument;
  readonly localName: string;
  #attributes: DomAttribute[] | undefined = undefined;

  constructor(ownerDocument: DomDocument, localName: string) {
    super(elementType, toUpperName(localName), null);
    this.ownerDocument = ownerDocument;
    this.localName = localName;
  }

  get tagName(): string {
    return this.nodeName;
  }

  get attributes(): readonly DomAttribute[] {
    return this.#attributes ?? noAttributes;
  }

  getAttribute(name: string): string | null {
    return this.#find(name)?.value ?? null;
  }

  hasAttribute(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  setAttribute(name: string, value: string): void {
    const known = this.#find(name);
    if (known !== undefined) known.value = value;
    else if (this.#attributes === undefined) this.#attributes = [new DomAttribute(name, value)];
    else this.#attributes.push(new DomAttribute(name, value));
  }

  setAttributeNode({ name, value }: DomAttribute): void {
    this.setAttribute(name, value);
  }

  removeAttribute(name: string): void {
    const known = this.#find(name);
    if (known !== undefined) this.#attributes = this.#attributes?.filter((attribute) => attribute !== known);
  }

  #find(name: string): DomAttribute | undefined {
    const attributes = this.#attributes;
    if (attributes === undefined) return undefined;
    for (const attribute of attributes) if (attribute.name === name) return attribute;
    return undefined;
  }

  get id(): string {
    return this.getAttribute('id') ?? '';
  }

  set id(value: string) {
    this.setAttribute('id', value);
  }

  get className(): string {
    return this.getAttribute('class') ?? '';
  }

  set className(value: string) {
    this.setAttribute('class', value);
  }

  get src(): string {
    return this.getAttribute('src') ?? '';
  }

  get srcset(): string {
    return this.getAttribute('srcset') ?? '';
  }

  closest(selector: string): DomElement | null {
    const matches = compileSelector(selector);
    let element: DomElement | null = this;
    while (element !== null && !matches(element)) element = element.parentElement;
    return element;
  }

  cloneNode(deep = false): DomElement {
    const clone = new DomElement(this.ownerDocument, this.localName);
    for (const { name, value } of this.attributes) clone.setAttribute(name, value);
    if (deep) {
      for (let node: DomNode | null = this.firstChild; node !== null; node = node.nextSibling) {
        clone.appendChild(node.cloneNode(true));
      }
    }
    return clone;
  }

  get innerHTML(): string {
    return writeMarkup(this);
  }

  /** Takes what `innerHTML` gave, and prepared markup; no other. */
  set innerHTML(markup: string) {
    while (this.firstChild !== null) this.firstChild.remove();
    readMarkup(markup, this, this.ownerDocument);
  }
}

/** Elements of one tag share their name: names are compared all the time. */
function toUpperName(localName: string): string {
  const known = upperNames.get(localName);
  if (known !== undefined) return known;
  const name = localName.toUpperCase();
  if (upperNames.size < 1_000) upperNames.set(localName, name);
  return name;
}
