import type { Block, ListItem } from './blocks.js';
import { droppedTags, isElement, listTags, tagOf, walkNodes } from './elements.js';
import { isHidden } from './hidden-elements.js';
import type { BlockPlace, ReadBlocks } from './read-blocks.js';
import type { Reading } from './reading.js';

/** What reading a list needs of the reader of blocks. */
export interface ListReading {
  readonly reading: Reading;
  readonly place: BlockPlace;
  readonly readBlocks: ReadBlocks;
}

/** Reads a list, and the notes that were its items. */
export function readList(list: Element, context: ListReading): readonly Block[] {
  const isOrdered = tagOf(list) === 'ol';
  const elements = findItems(list, context.reading);
  const step = list.hasAttribute('reversed') ? -1 : 1;
  let number = readNumber(list.getAttribute('start')) ?? (step === 1 ? 1 : countItems(elements));
  const items: (ListItem & { blocks: Block[] })[] = [];
  const notes: Block[] = [];
  for (const element of elements) {
    const isItem = isElement(element) && tagOf(element) === 'li';
    const label = isElement(element) ? context.reading.notes.texts.get(element) : undefined;
    const blocks = context.readBlocks(isItem ? element : [element], context.reading, context.place);
    if (label !== undefined) {
      if (blocks.length > 0) notes.push({ type: 'note', label, blocks });
      continue;
    }
    if (isItem) number = readNumber(element.getAttribute('value')) ?? number;
    const last = items.at(-1);
    // A list that stands between items belongs to the one before it.
    if (!isItem && last !== undefined && isElement(element) && listTags.has(tagOf(element))) {
      for (const block of blocks) appendBlock(last.blocks, block);
      continue;
    }
    if (blocks.length > 0) items.push({ number, isDone: isItem ? readTask(element) : undefined, blocks });
    if (isItem && blocks.length > 0) number += step;
  }
  return items.length === 0 ? notes : [{ type: 'list', isOrdered, items }, ...notes];
}

/** Lists in a row are one. */
function appendBlock(blocks: Block[], block: Block): void {
  const last = blocks.at(-1);
  if (last?.type !== 'list' || block.type !== 'list' || last.isOrdered !== block.isOrdered) {
    blocks.push(block);
    return;
  }
  for (const item of block.items) last.items.push(item);
}

/** The items, and what stands between them. Elements that only hold items are passed. */
function findItems(list: Element, reading: Reading): readonly Node[] {
  const items: Node[] = [];
  const collect = (parent: Element, depth: number): void => {
    for (let child = parent.firstChild; child !== null; child = child.nextSibling) {
      if (child.nodeType === 3 && (child.nodeValue ?? '').trim() !== '') items.push(child);
      if (!isElement(child) || droppedTags.has(tagOf(child)) || isHidden(child)) continue;
      const first = tagOf(child) === 'div' && depth < 5 ? child.firstElementChild : null;
      if (first !== null && tagOf(first) === 'li') collect(child, depth + 1);
      else if (!reading.notes.dropped.has(child)) items.push(child);
    }
  };
  collect(list, 0);
  return items;
}

function countItems(nodes: readonly Node[]): number {
  return nodes.reduce((count, node) => (tagOf(node) === 'li' ? count + 1 : count), 0);
}

function readNumber(value: string | null): number | undefined {
  if (value === null || !/^\s*\d{1,9}\s*$/.test(value)) return undefined;
  return Number(value);
}

/** Whether an item begins with a box, and whether that is ticked. */
function readTask(item: Element): boolean | undefined {
  let isDone: boolean | undefined;
  let isOver = false;
  walkNodes(item, (node) => {
    if (isOver) return false;
    if (node.nodeType === 3) isOver = (node.nodeValue ?? '').trim() !== '';
    else if (isElement(node)) {
      const tag = tagOf(node);
      if (tag === 'input' && node.getAttribute('type')?.toLowerCase() === 'checkbox') {
        isDone = node.hasAttribute('checked');
        isOver = true;
      } else if (listTags.has(tag)) isOver = true;
    }
    return !isOver;
  });
  return isDone;
}
