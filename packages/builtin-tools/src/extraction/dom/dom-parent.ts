import type { DomElement } from './dom-element.js';
import { asElement, DomNode, elementType, nextNode, textType } from './dom-node.js';
import { compileSelector } from './selector.js';

/** A node that holds others: an element, or the document. */
export abstract class DomParent extends DomNode {
  #childNodes: readonly DomNode[] | undefined = undefined;
  #children: readonly DomElement[] | undefined = undefined;

  /** As they are now: a list that somebody has does not change. */
  get childNodes(): readonly DomNode[] {
    if (this.#childNodes !== undefined) return this.#childNodes;
    const nodes: DomNode[] = [];
    for (let node = this.firstChild; node !== null; node = node.nextSibling) nodes.push(node);
    this.#childNodes = nodes;
    return nodes;
  }

  /** As they are now. */
  get children(): readonly DomElement[] {
    if (this.#children !== undefined) return this.#children;
    const elements: DomElement[] = [];
    for (let node = this.firstElementChild; node !== null; node = node.nextElementSibling) elements.push(node);
    this.#children = elements;
    return elements;
  }

  /** Called where a child comes or goes. */
  forgetLists(): void {
    this.#childNodes = undefined;
    this.#children = undefined;
  }

  get firstElementChild(): DomElement | null {
    const { firstChild } = this;
    return firstChild === null || firstChild.nodeType === elementType
      ? asElement(firstChild)
      : firstChild.nextElementSibling;
  }

  get lastElementChild(): DomElement | null {
    const { lastChild } = this;
    return lastChild === null || lastChild.nodeType === elementType
      ? asElement(lastChild)
      : lastChild.previousElementSibling;
  }

  get textContent(): string {
    let text = '';
    for (let node = this.firstChild; node !== null; node = node.nextSibling) {
      text += node.nodeType === textType ? (node.nodeValue ?? '') : node.textContent;
    }
    return text;
  }

  contains(node: DomNode | null): boolean {
    let holder = node;
    while (holder !== null && holder !== this) holder = holder.parentNode;
    return holder === this;
  }

  insertBefore<Inserted extends DomNode>(node: Inserted, before: DomNode | null): Inserted {
    if (before !== null && before.parentNode !== this) throw new TypeError('The node to insert before is elsewhere.');
    if (node === (before as DomNode | null)) return node;
    if (node instanceof DomParent && (node as DomParent).contains(this))
      throw new TypeError('A node cannot be put into itself.');
    node.remove();
    this.forgetLists();
    const previous = before === null ? this.lastChild : before.previousSibling;
    node.parentNode = this;
    node.previousSibling = previous;
    node.nextSibling = before;
    if (previous === null) this.firstChild = node;
    else previous.nextSibling = node;
    if (before === null) this.lastChild = node;
    else before.previousSibling = node;
    return node;
  }

  appendChild<Appended extends DomNode>(node: Appended): Appended {
    return this.insertBefore(node, null);
  }

  removeChild<Removed extends DomNode>(node: Removed): Removed {
    if (node.parentNode !== this) throw new TypeError('The node to remove is elsewhere.');
    node.remove();
    return node;
  }

  replaceChild<Replaced extends DomNode>(node: DomNode, replaced: Replaced): Replaced {
    if (node === (replaced as DomNode)) return replaced;
    this.insertBefore(node, replaced);
    return this.removeChild(replaced);
  }

  /** As they are now. */
  getElementsByTagName(name: string): readonly DomElement[] {
    const wanted = name.toLowerCase();
    const found: DomElement[] = [];
    for (let node = nextNode(this, this); node !== null; node = nextNode(node, this)) {
      const element = asElement(node);
      if (element !== null && (element.localName === wanted || wanted === '*')) found.push(element);
    }
    return found;
  }

  /** Knows the selectors that `compileSelector` knows. */
  querySelectorAll(selector: string): readonly DomElement[] {
    const matches = compileSelector(selector);
    const found: DomElement[] = [];
    for (let node = nextNode(this, this); node !== null; node = nextNode(node, this)) {
      const element = asElement(node);
      if (element !== null && matches(element)) found.push(element);
    }
    return found;
  }

  querySelector(selector: string): DomElement | null {
    const matches = compileSelector(selector);
    for (let node = nextNode(this, this); node !== null; node = nextNode(node, this)) {
      const element = asElement(node);
      if (element !== null && matches(element)) return element;
    }
    return null;
  }
}
