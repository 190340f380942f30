/** What elements are to Markdown. */
const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Their content stands apart from what is before and after. */
export const blockTags = words(
  'address article aside blockquote body button caption center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol optgroup p plaintext pre search ' +
    'section summary table tbody td tfoot th thead tr ul xmp',
);

/** Never read. A formula's script and the box of a task are asked for before. */
export const droppedTags = words(
  'applet area audio base canvas col colgroup datalist embed frame frameset head iframe input link map meta nav noembed ' +
    'noframes noscript object optgroup option param progress meter rp script select source style svg template textarea ' +
    'title track video wbr',
);

/** Lists, of which items are read. */
export const listTags = words('dir menu ol ul');

/** The name of an element in lower case, in whichever DOM. */
export function tagOf(node: Node): string {
  return node.nodeName.toLowerCase();
}

/** Whether a node is an element. */
export function isElement(node: Node | null): node is Element {
  return node !== null && node.nodeType === 1;
}

/** The classes of an element as the page writes them. */
export function classOf(element: Element): string {
  return element.getAttribute('class') ?? '';
}

/** Whether the name is that of a heading. */
export function isHeading(tag: string): boolean {
  return tag.length === 2 && tag[0] === 'h' && tag >= 'h1' && tag <= 'h6';
}

/** Visits what is below `root` in order without calling itself; `visit` says whether it goes into an element. */
export function walkNodes(root: Node, visit: (node: Node) => boolean): void {
  let node: Node | null = root.firstChild;
  while (node !== null) {
    const goesIn = visit(node);
    if (goesIn && node.firstChild !== null) {
      node = node.firstChild;
      continue;
    }
    while (node !== null && node !== root && node.nextSibling === null) node = node.parentNode;
    if (node === null || node === root) return;
    node = node.nextSibling;
  }
}
