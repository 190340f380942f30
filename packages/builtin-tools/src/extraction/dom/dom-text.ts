import type { DomDocument } from './dom-document.js';
import { DomNode, textType } from './dom-node.js';

const noNodes: readonly DomNode[] = [];

/** A text. */
export class DomText extends DomNode {
  readonly ownerDocument: DomDocument;

  constructor(ownerDocument: DomDocument, text: string) {
    super(textType, '#text', text);
    this.ownerDocument = ownerDocument;
  }

  get childNodes(): readonly DomNode[] {
    return noNodes;
  }

  get textContent(): string {
    return this.nodeValue ?? '';
  }

  cloneNode(): DomText {
    return new DomText(this.ownerDocument, this.textContent);
  }
}
