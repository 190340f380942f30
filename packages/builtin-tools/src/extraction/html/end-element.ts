/** Which open elements an end tag ends, and which the start of another element does. */
import { type ElementRule, headingName, listName, paragraphEnders } from './element-kinds.js';
import { type ElementStack, isScope, isTablePart, type OpenElement } from './element-stack.js';
import { noAttributes } from './walk-html.js';

/** Ends the innermost element of the name, if it is in reach. Answers whether the end tag meant something. */
export function endElement(stack: ElementStack, name: string, { kind }: ElementRule): boolean {
  for (let index = stack.length - 1; index >= 0; index -= 1) {
    if (stack.takeSkippedEndTag(index, name)) {
      if (kind !== 'inline') endSkipped(stack, index);
      return true;
    }
    const element = stack.at(index);
    if (index > 0 && (element.name === name || (headingName.test(name) && headingName.test(element.name)))) {
      if ((kind === 'inline' || name === 'form') && !stack.isInlineAbove(index)) element.isClosing = true;
      else stack.popThrough(index);
      return true;
    }
    if (isScope(element)) return false;
    if (name === 'li' && element.name !== 'dl' && listName.test(element.name)) return false;
    if (name === 'p' && element.name === 'button') return false;
  }
  return false;
}

/** A block that was not opened ends: the line does. */
function endSkipped(stack: ElementStack, index: number): void {
  stack.popAbove(index);
  if (stack.isAtBoundary || stack.top.unread !== undefined || isTablePart(stack.top)) return;
  stack.writeVoid('br', noAttributes);
}

/** Ends the elements that the start of another one ends. */
export function endWhatEnds(stack: ElementStack, name: string): void {
  if (paragraphEnders.has(name) && stack.countOpen('p') > 0) {
    stack.popThrough(
      stack.find(
        (element) => element.name === 'p',
        (element) => isScope(element) || element.name === 'button',
      ),
    );
  }
  if (name === 'li') stack.popThrough(stack.find((element) => element.name === 'li', isSpecial));
  else if (name === 'dd' || name === 'dt') {
    stack.popThrough(stack.find((element) => element.name === 'dd' || element.name === 'dt', isSpecial));
  } else if (headingName.test(name)) {
    if (headingName.test(stack.top.name)) stack.popThrough(stack.length - 1);
  } else if (name === 'button') {
    stack.popThrough(stack.find((element) => element.name === 'button', isScope));
  } else if ((name === 'rt' || name === 'rp') && (stack.top.name === 'rt' || stack.top.name === 'rp')) {
    stack.pop();
  } else if (name === 'a') {
    endLink(stack);
  }
}

function endLink(stack: ElementStack): void {
  const index = stack.find(({ name, tag }) => name === 'a' && tag !== '', isScope);
  if (index === -1) return;
  // Never closed, or a link around links: those inside are the ones to keep.
  if (!stack.isInlineAbove(index)) stack.unwrap(index);
  else stack.popThrough(index);
}

/** What ends the search for an open item of a list. */
function isSpecial({ kind, name }: OpenElement): boolean {
  return kind !== 'inline' && name !== 'address' && name !== 'div' && name !== 'p';
}
