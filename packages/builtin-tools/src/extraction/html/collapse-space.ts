const maxSpaceRun = 200;

/** Patterns of the reader and the converter take time that grows with the square of a run of white space. */
export function collapseSpace(root: Node): void {
  for (let child = root.firstChild; child !== null; child = child.nextSibling) {
    if (child.nodeType === 1) collapseSpace(child);
    else if (child.nodeType === 3) collapse(child);
  }
}

function collapse(node: Node): void {
  const text = node.nodeValue ?? '';
  if (text.length <= maxSpaceRun) return;
  const collapsed = text.replaceAll(/\s{2,}/g, (run) => (run.length > maxSpaceRun ? run.slice(0, maxSpaceRun) : run));
  if (collapsed.length < text.length) node.nodeValue = collapsed;
}
