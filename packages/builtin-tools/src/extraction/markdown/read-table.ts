import type { Alignment, Block } from './blocks.js';
import { isElement, tagOf, walkNodes } from './elements.js';
import type { InlineToken } from './inline.js';
import type { BlockPlace, ReadBlocks } from './read-blocks.js';
import { lineStart, readChildren } from './read-inline.js';
import type { Reading } from './reading.js';
import { type Cell, flattenRows, type Row, readRows, squareRows } from './table-grid.js';
import { tidyInline } from './tidy-inline.js';
import { writeInline } from './write-inline.js';

/** What reading a table needs of the reader of blocks. */
export interface TableReading {
  readonly reading: Reading;
  readonly place: BlockPlace;
  readonly readBlocks: ReadBlocks;
}

const maxHeadRows = 4;

/** Reads a table: as one where it holds data, as what is in it where it only places things on the page. */
export function readTable(table: Element, context: TableReading): readonly Block[] {
  const caption = readCaption(table, context);
  const rows = readRows(table);
  if (rows.length === 0) return [...caption, ...readLoose(table, context)];
  if (!holdsData(table, rows)) return [...caption, ...unwrap(rows, context)];
  const headRows = countHeadRows(rows);
  const textOf = (cell: Cell): string => readCell(cell.element, context);
  const flat = flattenRows(rows, textOf, headRows);
  const { rows: square, columns } = squareRows(flat);
  if (columns.length === 0) return caption;
  const header = mergeHead(square.slice(0, headRows), columns.length);
  const body = square.slice(headRows).filter((row) => row.some((text) => text !== ''));
  const alignments = readAlignments(rows, columns);
  return [...caption, { type: 'table', table: { header, rows: body, alignments } }];
}

function readCaption(table: Element, { reading, place, readBlocks }: TableReading): readonly Block[] {
  for (let child = table.firstElementChild; child !== null; child = child.nextElementSibling) {
    if (tagOf(child) === 'caption') return readBlocks(child, reading, place);
  }
  return [];
}

/** A table without rows: a list of other things. */
function readLoose(table: Element, { reading, place, readBlocks }: TableReading): readonly Block[] {
  const nodes: Node[] = [];
  for (let child = table.firstChild; child !== null; child = child.nextSibling) {
    if (tagOf(child) !== 'caption') nodes.push(child);
  }
  return readBlocks(nodes, reading, place);
}

function holdsData(table: Element, rows: readonly Row[]): boolean {
  const role = table.getAttribute('role');
  if (role === 'presentation' || role === 'none') return false;
  if (!rows.some((row) => row.cells.length > 1)) return false;
  let large = 0;
  let cells = 0;
  let headers = 0;
  for (const row of rows) {
    for (const cell of row.cells) {
      cells += 1;
      if (cell.isHeader) headers += 1;
      if (isLarge(cell.element)) large += 1;
    }
  }
  if (headers > 0 || rows[0]?.isHead === true) return large * 2 <= cells;
  return large === 0 && rows.length > 1;
}

/** More than a cell of data holds. */
function isLarge(cell: Element): boolean {
  let paragraphs = 0;
  let characters = 0;
  let found = false;
  walkNodes(cell, (node) => {
    if (found) return false;
    if (node.nodeType === 3) characters += (node.nodeValue ?? '').length;
    else if (isElement(node)) {
      const tag = tagOf(node);
      if (tag === 'p') paragraphs += 1;
      found = /^(?:table|pre|h[1-6]|form|blockquote|article|section|hr)$/.test(tag);
    }
    found ||= paragraphs > 4 || characters > 3_000;
    return !found;
  });
  return found;
}

/** What a table places on the page, row by row; what stands in one line stays there. */
function unwrap(rows: readonly Row[], context: TableReading): readonly Block[] {
  const { reading, place, readBlocks } = context;
  const blocks: Block[] = [];
  for (const { cells } of rows) {
    const read = cells.map((cell) => readBlocks(cell.element, reading, place));
    const lines = read.map((cell) => (cell.length === 1 && cell[0]?.type === 'paragraph' ? cell[0].tokens : undefined));
    const isLine = read.every((cell, index) => cell.length === 0 || lines[index] !== undefined);
    if (isLine && cells.length > 1) {
      const tokens = lines.flatMap((line): InlineToken[] => [{ type: 'text', text: ' ' }, ...(line ?? [])]);
      const tidy = tidyInline(tokens);
      if (tidy.length > 0) blocks.push({ type: 'paragraph', tokens: tidy });
    } else {
      for (const cell of read) for (const block of cell) blocks.push(block);
    }
  }
  return blocks;
}

function readCell(cell: Element, { reading, place }: TableReading): string {
  const tokens: InlineToken[] = [];
  readChildren(cell, reading, { ...lineStart, depth: place.depth }, tokens);
  return writeInline(tidyInline(tokens), { lineEnd: '<br>', startsLine: false }).replaceAll('|', '\\|');
}

/** The rows that head the others: what the table says, or a first row of nothing but header cells. */
function countHeadRows(rows: readonly Row[]): number {
  const isAllHeaders = (row: Row | undefined): boolean =>
    row !== undefined &&
    row.cells.length > 0 &&
    row.cells.every(({ isHeader, element }) => isHeader || isBlank(element));
  let count = 0;
  while (count < Math.min(rows.length, maxHeadRows) && rows[count]?.isHead === true) count += 1;
  if (count > 0) return count;
  while (
    count < Math.min(rows.length - 1, maxHeadRows) &&
    isAllHeaders(rows[count]) &&
    (count === 0 || spans(rows, count))
  ) {
    count += 1;
  }
  if (count > 0) return rows[0]?.cells.some((cell) => cell.isHeader) === true ? count : 0;
  // Many tables only print the first row in bold.
  return rows.length > 1 && rows[0]?.cells.every(isBold) === true && rows[1]?.cells.every(isBold) === false ? 1 : 0;
}

/** Whether a second row of headers belongs to the first: something above it spans. */
function spans(rows: readonly Row[], count: number): boolean {
  return rows.slice(0, count).some((row) => row.cells.some((cell) => cell.columns > 1 || cell.rows > 1));
}

function isBlank(element: Element): boolean {
  return (element.textContent ?? '').trim() === '';
}

function isBold({ element }: Cell): boolean {
  const only = element.firstElementChild;
  if (only === null || !/^(?:b|strong)$/.test(tagOf(only))) return false;
  return (only.textContent ?? '').trim() === (element.textContent ?? '').trim() && !isBlank(element);
}

function mergeHead(rows: readonly (readonly string[])[], columns: number): readonly string[] {
  return Array.from({ length: columns }, (_, column) => {
    const texts = rows.map((row) => row[column] ?? '').filter((text) => text !== '');
    return [...new Set(texts)].join(' / ');
  });
}

function readAlignments(rows: readonly Row[], columns: readonly number[]): readonly Alignment[] {
  const found: (Alignment | 'mixed')[] = [];
  for (const { cells } of rows) {
    let column = 0;
    for (const { element, columns: span } of cells) {
      const own = span === 1 ? readAlignment(element) : undefined;
      if (own !== undefined && column < 200) {
        const known = found[column];
        found[column] = known === undefined || known === own ? own : 'mixed';
      }
      column += span;
    }
  }
  return columns.map((column) => {
    const own = found[column];
    return own === 'mixed' ? undefined : own;
  });
}

function readAlignment(cell: Element): Alignment {
  const style = /text-align\s*:\s*(left|right|center)/i.exec(cell.getAttribute('style') ?? '')?.[1];
  const said = (style ?? cell.getAttribute('align') ?? '').toLowerCase();
  return said === 'left' || said === 'right' || said === 'center' ? said : undefined;
}
