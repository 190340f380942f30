import { neutraliseLine } from './neutralise.js';
import type { Style } from './style.js';
import { cutText, textWidth, wrapText } from './text-width.js';

/** A table whose last column takes what the terminal leaves. */
export interface Table {
  readonly titles: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What happens to a last column that is too long: one line ends in `…`, or it goes on below. */
  readonly last: 'cut' | 'wrap';
}

/** How it is to be set. */
export interface TableLayout {
  /** Cells of a line; Infinity where nobody looks at columns. */
  readonly width: number;
  readonly style: Style;
}

/** Below this the last column has a line of its own, indented. */
const leastLastWidth = 24;
const gap = 2;
/** One character of any script. */
const leastWidth = 2;

/** Lines of a table; foreign text is neutralised. */
export function formatTable({ titles, rows, last }: Table, { width, style }: TableLayout): readonly string[] {
  const cells = rows.map((row) => row.map(neutraliseLine));
  const widths = titles.slice(0, -1).map((title, column) => {
    return Math.max(textWidth(title), ...cells.map((row) => textWidth(row[column] ?? '')));
  });
  const before = widths.reduce((sum, each) => sum + each + gap, 0);
  const isStacked = width - before < leastLastWidth;
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

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}
