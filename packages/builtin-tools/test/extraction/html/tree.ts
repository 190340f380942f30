/** A tree as it can be compared: its size, and its elements and texts in order, white space aside. */
export interface DescribedTree {
  readonly elements: number;
  readonly depth: number;
  readonly shape: string;
}

/** Describes the tree of any DOM. */
export function describeTree(root: Element): DescribedTree {
  const parts: string[] = [];
  let elements = 0;
  let deepest = 0;
  const add = (element: Element, depth: number): void => {
    elements += 1;
    deepest = Math.max(deepest, depth);
    parts.push(`<${element.localName}>`);
    for (let child = element.firstChild; child !== null; child = child.nextSibling) {
      if (child.nodeType === 3) parts.push((child.nodeValue ?? '').replaceAll(/\s+/g, ''));
      else if (child.nodeType === 1) add(child as Element, depth + 1);
    }
    parts.push(`</${element.localName}>`);
  };
  add(root, 1);
  return { elements, depth: deepest, shape: parts.join('') };
}
