import type { ElementKind, ElementRule } from './element-kinds.js';
import { type ElementStack, isTablePart, type OpenElement, type Sink } from './element-stack.js';
import { noAttributes } from './walk-html.js';

const levels: readonly ElementKind[] = ['table', 'rows', 'row', 'cell'];
const implied: ReadonlyMap<ElementKind, string> = new Map([
  ['rows', 'tbody'],
  ['row', 'tr'],
]);

/**
 * Opens a part of the innermost table: what cannot hold it is closed, what has to be around it is opened. `open` opens
 * the part itself, as the tag and where it is told. Outside of a table it is nothing.
 */
export function startTablePart(
  stack: ElementStack,
  part: { readonly name: string; readonly kind: ElementKind },
  open: (tag: string, sink: Sink) => void,
): void {
  // A caption is filled like a cell, and stands where rows stand.
  const level = part.name === 'caption' ? 1 : levels.indexOf(part.kind);
  for (;;) {
    const index = stack.find(isInTable, ({ name }) => name === 'template');
    if (index === -1) return;
    const element = stack.at(index);
    const around = levels.indexOf(element.kind);
    if (around >= level) {
      stack.popThrough(index);
      continue;
    }
    stack.popAbove(index);
    // Tables that are nested too deeply are written as blocks.
    const isBlock = element.tag === 'div';
    if (around === level - 1) {
      open(isBlock ? 'div' : part.name, element.sink);
      return;
    }
    const kind = levels[around + 1] ?? 'row';
    const name = implied.get(kind) ?? 'tr';
    const { unread, isTiny, color, background, foreign, isFrame } = element;
    const between = { name, tag: isBlock ? 'div' : name, kind, unread, isTiny, color, background, foreign, isFrame };
    stack.push(between, noAttributes, element.sink);
  }
}

/** Whether an element is a part of a table. */
export function isPartRule(name: string, { kind }: ElementRule): boolean {
  return kind === 'rows' || kind === 'row' || kind === 'cell' || name === 'caption';
}

/** Closes a table or a part of the innermost one. */
export function endTablePart(stack: ElementStack, name: string): void {
  stack.popThrough(
    stack.find(
      (element) => (name === 'table' ? element.kind === 'table' : element.name === name),
      (element) => element.kind === 'table' || element.name === 'template',
    ),
  );
}

/** Before a table that begins between the parts of another: that one ends. */
export function endBrokenTable(stack: ElementStack): void {
  const index = stack.find(isInTable);
  if (index !== -1 && stack.at(index).kind !== 'cell') endTablePart(stack, 'table');
}

function isInTable(element: OpenElement): boolean {
  return element.kind === 'cell' || isTablePart(element);
}
