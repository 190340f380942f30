import { isTablePart, type OpenElement } from './element-stack.js';
import type { TreeState } from './tree-state.js';
import { isSameColor } from './visibility.js';
import { collapseSpace, removeInvisible } from './visible-text.js';
import type { Attributes } from './walk-html.js';

const longestNoscript = 5_000;
const mathScript = /^math\/(?:tex|asciimath|mml)/i;

/** Writes what people see of a text, and counts or keeps the rest. */
export function addText(tree: TreeState, text: string): void {
  const { top } = tree.stack;
  if (top.unread === undefined) addShownText(tree, text, top);
  else if (top.unread === 'concealed') addConcealed(tree, text.trim().length, top);
  else if (isInNoscript(tree) && tree.noscriptText.length < longestNoscript) tree.noscriptText += `${text.trim()} `;
}

function addShownText(tree: TreeState, text: string, top: OpenElement): void {
  const { stack } = tree;
  let seen = collapseSpace(removeInvisible(text), stack.countOpen('pre') > 0);
  if (tree.isAfterPre) seen = seen.replace(/^\n+/, '');
  tree.isAfterPre = false;
  const isBlank = seen.trim() === '';
  if (seen === '' || (isBlank && (isTablePart(top) || (seen === ' ' && stack.isAtBoundary)))) return;
  const isUnseen = top.isTiny || isSameColor(top.color, top.background);
  if (!isBlank && isUnseen && tree.concealed === 'dropped') {
    addConcealed(tree, seen.length, top);
    return;
  }
  if (!isBlank) {
    tree.textCharacters += seen.length;
    if (!top.isFrame) tree.mainCharacters += seen.length;
  }
  stack.writeText(seen);
}

function addConcealed(tree: TreeState, characters: number, { isFrame }: OpenElement): void {
  tree.concealedCharacters += characters;
  if (!isFrame) tree.concealedMainCharacters += characters;
}

/** Keeps what scripts hold for readers, data and formulas, and counts the others. */
export function addScript(tree: TreeState, attributes: Attributes, text: string): void {
  const type = attributes.get('type')?.trim() ?? '';
  if (/^application\/ld\+json/i.test(type)) {
    tree.head.jsonLd(text);
  } else if (mathScript.test(type) && tree.stack.top.unread === undefined && !text.includes('<!--')) {
    tree.stack.writeScript(new Map([['type', type]]), text);
  } else {
    tree.scriptCount += 1;
    tree.scriptCharacters += text.length;
  }
}

/** Whether what comes is for those who run no scripts. */
export function isInNoscript(tree: TreeState): boolean {
  return tree.stack.countOpen('noscript') > 0;
}
