import { expect, test } from 'vitest';
import { createStyle } from '../../src/output/style.js';
import { formatTable, type Table } from '../../src/output/table.js';
import { textWidth } from '../../src/output/text-width.js';

const style = createStyle('plain');
const table: Table = {
  titles: ['TOOL', 'WHAT IT DOES'],
  rows: [
    ['course_search', 'Finds courses by words, faculty, language and term, and pages through them'],
    ['統計', 'Short'],
  ],
  last: 'cut',
};

test('where nobody looks at columns nothing is cut', () => {
  expect(formatTable(table, { width: Infinity, style })).toEqual([
    'TOOL           WHAT IT DOES',
    'course_search  Finds courses by words, faculty, language and term, and pages through them',
    '統計           Short',
  ]);
});

test('on a terminal the last column is cut, or goes on below', () => {
  expect(formatTable(table, { width: 50, style })).toEqual([
    'TOOL           WHAT IT DOES',
    'course_search  Finds courses by words, faculty, l…',
    '統計           Short',
  ]);
  expect(formatTable({ ...table, last: 'wrap' }, { width: 50, style })).toEqual([
    'TOOL           WHAT IT DOES',
    'course_search  Finds courses by words, faculty,',
    '               language and term, and pages',
    '               through them',
    '統計           Short',
  ]);
});

test('on a narrow terminal the last column has lines of its own', () => {
  expect(formatTable(table, { width: 30, style })).toEqual([
    'TOOL',
    '  WHAT IT DOES',
    'course_search',
    '  Finds courses by words,',
    '  faculty, language and term,',
    '  and pages through them',
    '統計',
    '  Short',
  ]);
});

test('no line of a table is wider than the terminal, whatever words it has', () => {
  const rows = [['a', `${'x'.repeat(100)} 統計学入門統計学入門統計学入門統計学入門統計学入門 e\u0301e\u0301`]];
  const long = [['search_in_all_catalogues_of_the_faculty', '@acme/a-long-name-of-a-package', '統計学 Short']];
  for (const width of [4, 10, 30, 40, 80]) {
    for (const last of ['wrap', 'cut'] as const) {
      const lines = [
        ...formatTable({ titles: ['A', 'B'], rows, last }, { width, style }),
        ...formatTable({ titles: ['TOOL', 'OWNER', 'LABEL'], rows: long, last }, { width, style }),
      ];
      for (const line of lines) expect([width, textWidth(line) <= width, line]).toEqual([width, true, line]);
    }
  }
  expect(
    formatTable({ titles: ['TOOL', 'OWNER', 'LABEL'], rows: long, last: 'cut' }, { width: 40, style }).slice(-4),
  ).toEqual([
    '  LABEL',
    'search_in_all_catalogues_of_the_faculty',
    '  @acme/a-long-name-of-a-package',
    '  統計学 Short',
  ]);
});

test('foreign text cannot break out of its cell', () => {
  const lines = formatTable({ titles: ['A', 'B'], rows: [['x\ny', '\u001b[2J']], last: 'cut' }, { width: 80, style });
  expect(lines).toEqual(['A    B', 'x y  \\x1b[2J']);
});

test('a narrow terminal does without the columns of least worth, and a row stays a line', () => {
  const wide: Table = {
    titles: ['STARTED', 'TOOL', 'RAN', 'MS', 'ERROR'],
    rows: [
      ['2026-11-30T11:40:12.108Z', 'course_search', 'yes', '12', ''],
      ['2026-11-30T11:40:13.108Z', 'course_get', 'yes', '3', 'k9c0ffee'],
    ],
    last: 'cut',
    dispensable: ['MS', 'RAN', 'ERROR'],
  };
  const titlesAt = (width: number) => formatTable(wide, { width, style })[0]?.split(/ +/);
  expect(titlesAt(Infinity)).toEqual(['STARTED', 'TOOL', 'RAN', 'MS', 'ERROR']);
  expect(titlesAt(60)).toEqual(['STARTED', 'TOOL', 'RAN', 'MS', 'ERROR']);
  expect(titlesAt(57)).toEqual(['STARTED', 'TOOL', 'RAN', 'ERROR']);
  expect(titlesAt(50)).toEqual(['STARTED', 'TOOL', 'ERROR']);
  expect(titlesAt(40)).toEqual(['STARTED', 'TOOL']);
  for (const width of [40, 50, 57, 60]) expect(formatTable(wide, { width, style })).toHaveLength(3);
});
