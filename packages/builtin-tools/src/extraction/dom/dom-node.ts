/**
 * The tree of a page, as far as reading asks for one: parents, siblings, names, attributes, text, simple selectors. It is
 * made of prepared markup alone, so nothing in it has to be repaired; and of a few kinds of objects, where a DOM for
 * every purpose has one for each tag, and objects for listeners, lists and attributes of each.
 *
 * Its names are those of the DOM, because the reader and the second opinion's tree have these.
 */
import type { DomDocument } from './dom-document.js';
import type { DomElement } from './dom-element.js';
import type { DomParent } from './dom-parent.js';

/** A node. Where it stands is changed by its parent alone, with {@link DomParent.insertBefore}, and by `remove`. */
export abstract class DomNode {
  readonly nodeType: number;
  readonly nodeName: string;
  parentNode: DomParent | null = null;
  previousSibling: DomNode | null = null;
  nextSibling: DomNode | null = null;
  firstChild: DomNode | null = null;
  lastChild: DomNode | null = null;
  nodeValue: string | null;

  constructor(nodeType: number, nodeName: string, nodeValue: string | null) {
    this.nodeType = nodeType;
    this.nodeName = nodeName;
    this.nodeValue = nodeValue;
  }

  abstract get ownerDocument(): DomDocument | null;
  abstract get textContent(): string;
  abstract cloneNode(deep?: boolean): DomNode;

  get parentElement(): DomElement | null {
    return asElement(this.parentNode);
  }

  get nextElementSibling(): DomElement | null {
    let node = this.nextSibling;
    while (node !== null && node.nodeType !== elementType) node = node.nextSibling;
    return asElement(node);
  }

  get previousElementSibling(): DomElement | null {
    let node = this.previousSibling;
    while (node !== null && node.nodeType !== elementType) node = node.previousSibling;
    return asElement(node);
  }

  /** Takes the node out of the tree, with all that is in it. */
  remove(): void {
    const { parentNode, previousSibling, nextSibling } = this;
    if (parentNode === null) return;
    parentNode.forgetLists();
    if (previousSibling === null) parentNode.firstChild = nextSibling;
    else previousSibling.nextSibling = nextSibling;
    if (nextSibling === null) parentNode.lastChild = previousSibling;
    else nextSibling.previousSibling = previousSibling;
    this.parentNode = null;
    this.previousSibling = null;
    this.nextSibling = null;
  }

  replaceWith(other: DomNode): void {
    this.parentNode?.replaceChild(other, this);
  }
}

/** `nodeType` of an element, a text and a document. */
export const elementType = 1;
export const textType = 3;
export const documentType = 9;

/** The node where it is an element. */
export function asElement(node: DomNode | null): DomElement | null {
  // Nothing else has this type.
  return node !== null && node.nodeType === elementType ? (node as DomElement) : null;
}

/** What comes after a node below `root`, in the order of the document; `null` at the end. */
export function nextNode(node: DomNode, root: DomNode): DomNode | null {
  if (node.firstChild !== null) return node.firstChild;
  let last: DomNode | null = node;
  while (last !== null && last !== root) {
    if (last.nextSibling !== null) return last.nextSibling;
    last = last.parentNode;
  }
  return null;
}
