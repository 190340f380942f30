import { neutraliseLine } from './neutralise.js';
import type { Style } from './style.js';
import { cutText, textWidth, wrapText } from './text-width.js';

/** A table whose last column takes what the terminal leaves. */
export interface Table {
  readonly titles: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What happens to a last column that is too long: one line ends in `…`, or it goes on below. */
  readonly last: 'cut' | 'wrap';
  /** Titles of columns that a narrow terminal does without, those of least worth first. */
  readonly dispensable?: readonly string[];
}

/** How it is to be set. */
export interface TableLayout {
  /** Cells of a line; Infinity where nobody looks at columns. */
  readonly width: number;
  readonly style: Style;
}

/** Below this a longer last column has a line of its own, indented. */
const leastLastWidth = 24;
const gap = 2;
/** One character of any script. */
const leastWidth = 2;

/** Lines of a table; foreign text is neutralised. */
export function formatTable(table: Table, { width, style }: TableLayout): readonly string[] {
  const whole = { ...table, rows: table.rows.map((row) => row.map(neutraliseLine)) };
  const { titles, rows: cells, last } = dropColumns(whole, width);
  const { widths, before, leastLast } = measure({ titles, rows: cells });
  const isStacked = width - before < leastLast;
  // Not even the other columns fit: each cell has lines of its own.
  const isFlat = before - gap > width;
  const indent = isStacked ? gap : before;
  const fitLines = (text: string): readonly string[] => {
    if (width === Infinity) return [text];
    return last === 'cut' && !isStacked
      ? [cutText(text, width - indent)]
      : wrapText(text, Math.max(leastWidth, width - indent));
  };
  const setFlat = (row: readonly string[]): readonly string[] =>
    row.flatMap((cell, column) => {
      const start = ' '.repeat(column === 0 ? 0 : gap);
      return wrapText(cell, Math.max(leastWidth, width - start.length)).map((line) => start + line);
    });
  const setRow = (row: readonly string[]): readonly string[] => {
    if (isFlat) return setFlat(row).filter((line) => line.trim() !== '');
    const start = widths.map((each, column) => pad(row[column] ?? '', each + gap)).join('');
    const [first = '', ...rest] = fitLines(row.at(-1) ?? '');
    const below = rest.map((line) => `${' '.repeat(indent)}${line}`);
    const lines = isStacked ? [start, `${' '.repeat(indent)}${first}`, ...below] : [`${start}${first}`, ...below];
    return lines.map((line) => line.trimEnd()).filter((line) => line !== '');
  };
  const [heading = '', ...more] = setRow(titles);
  return [...[heading, ...more].map((line) => style.dim(line)), ...cells.flatMap(setRow)];
}

/** Without columns of little worth, as long as the last one would have no room otherwise. */
function dropColumns(table: Table, width: number): Table {
  const { before, leastLast } = measure(table);
  const [first, ...dispensable] = table.dispensable ?? [];
  if (width - before >= leastLast || first === undefined) return table;
  const column = table.titles.indexOf(first);
  const without = (row: readonly string[]): readonly string[] => row.filter((_cell, index) => index !== column);
  return dropColumns({ ...table, titles: without(table.titles), rows: table.rows.map(without), dispensable }, width);
}

interface Measures {
  /** Of all columns but the last. */
  readonly widths: readonly number[];
  /** What stands before the last column, with gaps. */
  readonly before: number;
  /** What the last column needs at least. */
  readonly leastLast: number;
}

function measure({ titles, rows }: Pick<Table, 'titles' | 'rows'>): Measures {
  const all = titles.map((title, column) =>
    Math.max(textWidth(title), ...rows.map((row) => textWidth(row[column] ?? ''))),
  );
  const widths = all.slice(0, -1);
  const before = widths.reduce((sum, each) => sum + each + gap, 0);
  return { widths, before, leastLast: Math.min(leastLastWidth, all.at(-1) ?? 0) };
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}
