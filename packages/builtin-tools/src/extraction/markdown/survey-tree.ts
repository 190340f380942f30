import { blockTags, isElement, tagOf } from './elements.js';
import { findNotes, type NamedPlace, type Notes } from './notes.js';

/** What has to be known of a tree before it is read. */
export interface Survey {
  /** Elements within a line that hold blocks all the same. */
  readonly blockHolders: ReadonlySet<Element>;
  readonly notes: Notes;
}

/** Looks at every element once. */
export function surveyTree(root: Element, base: string | undefined): Survey {
  const blockHolders = new Set<Element>();
  const links = new Map<Element, number>();
  const named = new Map<string, NamedPlace>();
  let order = 0;
  let node: Node | null = root.firstChild;
  while (node !== null) {
    if (isElement(node)) {
      order += 1;
      const tag = tagOf(node);
      if (blockTags.has(tag)) markHolders(node, root, blockHolders);
      if (tag === 'a') links.set(node, order);
      const id = node.getAttribute('id') ?? (tag === 'a' ? node.getAttribute('name') : null);
      if (id !== null && id !== '' && !named.has(id)) named.set(id, { element: node, order });
    }
    if (node.firstChild !== null) {
      node = node.firstChild;
      continue;
    }
    while (node !== null && node !== root && node.nextSibling === null) node = node.parentNode;
    if (node === null || node === root) break;
    node = node.nextSibling;
  }
  return { blockHolders, notes: findNotes(root, links, named, base) };
}

function markHolders(block: Element, root: Element, holders: Set<Element>): void {
  for (let parent = block.parentElement; parent !== null && parent !== root; parent = parent.parentElement) {
    if (holders.has(parent) || blockTags.has(tagOf(parent))) return;
    holders.add(parent);
  }
}
