/** How a tree is built, as far as the reader's time depends on it. */
export interface TreeSize {
  readonly elements: number;
  readonly depth: number;
  /** The most children of one element. */
  readonly children: number;
  /** The most line breaks of one element. */
  readonly breaks: number;
}

/** Measures level by level, so that no depth is too much. */
export function measureTree(root: Element): TreeSize {
  const size = { elements: 0, depth: 0, children: 0, breaks: 0 };
  let level: Element[] = [root];
  while (level.length > 0) {
    size.elements += level.length;
    size.depth += 1;
    const next: Element[] = [];
    for (const element of level) {
      let children = 0;
      let breaks = 0;
      for (let child = element.firstElementChild; child !== null; child = child.nextElementSibling) {
        next.push(child);
        children += 1;
        if (child.nodeName === 'BR') breaks += 1;
      }
      size.children = Math.max(size.children, children);
      size.breaks = Math.max(size.breaks, breaks);
    }
    level = next;
  }
  return size;
}
