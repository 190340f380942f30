import { DomElement } from './dom-element.js';
import { documentType } from './dom-node.js';
import { DomParent } from './dom-parent.js';
import { DomText } from './dom-text.js';

/** The document: its elements are read as they are now. */
export class DomDocument extends DomParent {
  constructor() {
    super(documentType, '#document', null);
  }

  get ownerDocument(): null {
    return null;
  }

  get documentElement(): DomElement | null {
    return this.firstElementChild;
  }

  get head(): DomElement | null {
    return this.#findPart('head');
  }

  get body(): DomElement | null {
    return this.#findPart('body');
  }

  get title(): string {
    return this.querySelector('title')?.textContent ?? '';
  }

  #findPart(name: string): DomElement | null {
    let part = this.documentElement?.firstElementChild ?? null;
    while (part !== null && part.localName !== name) part = part.nextElementSibling;
    return part;
  }

  createElement(name: string): DomElement {
    return new DomElement(this, name.toLowerCase());
  }

  createTextNode(text: string): DomText {
    return new DomText(this, text);
  }

  cloneNode(): never {
    throw new TypeError('A document is not copied.');
  }
}
