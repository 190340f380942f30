/**
 * A table as rows of equal length. A cell that spans rows stands in each of them, so that a row can be read by itself;
 * one that spans columns stands in the first, and in a header in all.
 */
import { isElement, tagOf } from './elements.js';
import { isHidden } from './hidden-elements.js';

/** A cell as the page has it. */
export interface Cell {
  readonly element: Element;
  readonly isHeader: boolean;
  readonly columns: number;
  readonly rows: number;
}

/** A row, in which cells of rows above may stand too. */
export interface Row {
  readonly cells: readonly Cell[];
  readonly isHead: boolean;
}

const maxColumns = 200;

/** The rows of a table, without those of tables in it. */
export function readRows(table: Element): readonly Row[] {
  const head: Row[] = [];
  const body: Row[] = [];
  const foot: Row[] = [];
  const collect = (parent: Element, part: string, depth: number): void => {
    for (let child = parent.firstElementChild; child !== null; child = child.nextElementSibling) {
      if (isHidden(child)) continue;
      const tag = tagOf(child);
      if (tag === 'tr') {
        const cells = readCells(child);
        const rows = part === 'thead' ? head : part === 'tfoot' ? foot : body;
        if (cells.length > 0) rows.push({ cells, isHead: part === 'thead' });
      } else if (/^(?:thead|tbody|tfoot)$/.test(tag) && depth < 5) collect(child, tag, depth + 1);
    }
  };
  collect(table, 'tbody', 0);
  return [...head, ...body, ...foot];
}

function readCells(row: Element): readonly Cell[] {
  const cells: Cell[] = [];
  for (let child = row.firstChild; child !== null; child = child.nextSibling) {
    if (!isElement(child)) continue;
    const tag = tagOf(child);
    if ((tag !== 'td' && tag !== 'th') || isHidden(child) || cells.length >= maxColumns) continue;
    cells.push({
      element: child,
      isHeader: tag === 'th' || child.getAttribute('role') === 'columnheader',
      columns: readSpan(child.getAttribute('colspan'), maxColumns),
      rows:
        child.getAttribute('rowspan')?.trim() === '0'
          ? Number.POSITIVE_INFINITY
          : readSpan(child.getAttribute('rowspan'), 65_534),
    });
  }
  return cells;
}

function readSpan(value: string | null, most: number): number {
  const span = Number.parseInt(value ?? '1', 10);
  return Number.isNaN(span) || span < 1 ? 1 : Math.min(span, most);
}

// What would be written that many times is not repeated.
const longestRepeated = 200;
// Spans that make more cells than these, per cell that is there, are a trick.
const mostAdded = 20;
const freeCells = 20_000;

/** The texts of the cells, spans flattened. */
export function flattenRows(
  rows: readonly Row[],
  textOf: (cell: Cell) => string,
  headRows: number,
): readonly (readonly string[])[] {
  const real = rows.reduce((sum, row) => sum + row.cells.length, 0);
  let budget = real * mostAdded + freeCells;
  /** What cells of rows above put into this one, by column. */
  let hanging = new Map<number, { readonly text: string; readonly left: number }>();
  const flat: string[][] = [];
  for (const [index, row] of rows.entries()) {
    const line: string[] = [];
    const next = new Map<number, { readonly text: string; readonly left: number }>();
    const takeHanging = (): void => {
      for (let held = hanging.get(line.length); held !== undefined; held = hanging.get(line.length)) {
        if (held.left > 1 && budget > 0) next.set(line.length, { text: held.text, left: held.left - 1 });
        line.push(held.text);
        budget -= 1;
      }
    };
    for (const cell of row.cells) {
      takeHanging();
      const text = textOf(cell);
      for (let column = 0; column < cell.columns && line.length < maxColumns; column += 1) {
        if (column > 0 && budget <= 0) break;
        const shown = column === 0 || index < headRows ? text : '';
        if (cell.rows > 1) {
          const repeated = text.length > longestRepeated ? '' : shown;
          next.set(line.length, { text: repeated, left: cell.rows - 1 });
        }
        line.push(shown);
        budget -= 1;
      }
    }
    takeHanging();
    hanging = next;
    flat.push(line);
  }
  return flat;
}

/** Fills rows to the same length, and takes out rows and columns in which nothing stands. */
export function squareRows(rows: readonly (readonly string[])[]): {
  readonly rows: readonly (readonly string[])[];
  readonly columns: readonly number[];
} {
  const used = new Set<number>();
  for (const row of rows) {
    for (const [column, text] of row.entries()) if (text !== '') used.add(column);
  }
  const columns = [...used].sort((one, other) => one - other);
  return { rows: rows.map((row) => columns.map((column) => row[column] ?? '')), columns };
}
