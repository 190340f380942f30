import { expect, test } from 'vitest';
// Reaches inside: which way a page takes, and how large its tree is, is not seen from outside.
import { buildDocument } from '../../../src/extraction/html/build-document.js';
import { prepareHtml } from '../../../src/extraction/html/prepare-html.js';
import { hostilePages, seen } from './hostile-pages.js';
import { describeTree } from './tree.js';

const url = 'https://site.example/a/b';
/** Of these no tree is made: they are too large for one. */
const tooLarge = [
  'nesting, 100,000 div with text at each level',
  'nesting, 100,000 a',
  'nesting, 50,000 li never closed',
  'nesting, 20,000 table',
  'nesting, 20,000 mixed',
  'nesting, 50,000 button',
  'misnested, text between rows',
  'misnested, end tags of nothing',
  '100,000 rows',
  '50,000 paragraphs',
  '300,000 br',
  'one text of 5 MB',
  'one word of 5 MB',
];

for (const [name, make] of Object.entries(hostilePages)) {
  test(`what people see is there, in a tree of the size that was counted: ${name}`, { timeout: 60_000 }, () => {
    const prepared = prepareHtml(make());
    const document = buildDocument(prepared, url, { parser: 'ours' });
    const { elements, depth } = describeTree(document.documentElement);
    expect(elements).toBe(prepared.elements);
    // Links that are taken away again, and what goes before a table, count as if they were around it.
    expect(depth).toBeLessThanOrEqual(prepared.depth);
    expect(elements).toBeLessThanOrEqual(31_000);
    expect(prepared.depth).toBeLessThanOrEqual(140);
    expect(prepared.html.length).toBeLessThanOrEqual(3_200_000);
    expect(prepared.bareText !== undefined).toBe(tooLarge.includes(name));
    if (prepared.bareText === undefined) {
      expect(prepared.warnings).toEqual([]);
      expect(document.body.textContent).toContain(seen);
    } else {
      expect(prepared.warnings).toEqual([expect.stringContaining('bare text')]);
      expect(prepared.bareText).toContain(seen);
      expect(document.body.textContent).toBe('');
    }
  });
}

test('the reference parser makes the same tree of a hostile page', { timeout: 120_000 }, () => {
  const compared: string[] = [];
  for (const [name, make] of Object.entries(hostilePages)) {
    if (!/misnested|formulas|frameset|inline CSS|ul and li|dl and dd|2,000 div|span|form/.test(name)) continue;
    const prepared = prepareHtml(make());
    if (prepared.elements > 3_000) continue;
    const [ours, reference] = (['ours', 'jsdom'] as const).map((parser) =>
      describeTree(buildDocument(prepared, url, { parser }).documentElement),
    );
    expect(ours, name).toEqual(reference);
    compared.push(name);
  }
  expect(compared.length).toBeGreaterThan(10);
});

test('bare text has paragraphs, headings, items and cells, a title and metadata, and no links', () => {
  const prepared = prepareHtml(
    `<title>A &amp; B</title><meta name=author content=C><h2>Head</h2><p>One <a href=x>two</a> <b>three</b><p>Four<br>five` +
      `<ul><li>Six<li>Seven</ul><table><tr><th>a<th>b<tr><td>1<td>2</table><p hidden>Hidden</p>${'<p>More.'.repeat(40_000)}`,
  );
  expect(prepared.bareText?.split('\n\nMore.\n\n', 1)).toEqual([
    '## Head\n\nOne two three\n\nFour\nfive\n\n- Six\n- Seven\n\na | b\n1 | 2',
  ]);
  expect(prepared.bareText).not.toContain('Hidden');
  const document = buildDocument(prepared, url, { parser: 'ours' });
  expect(document.title).toBe('A & B');
  expect(document.querySelector('meta[name=author]')?.getAttribute('content')).toBe('C');
});

test('the work grows with the length of a page, not faster', { timeout: 60_000 }, () => {
  // Four times the page in less than ten times the time: three times what is usual, half of what a square would take.
  for (const name of ['div', 'table', 'li', 'b', 'a href=x', 'p'] as const) {
    const measure = (count: number): number => {
      const source = `<${name}>a`.repeat(count);
      const startedAt = process.cpuUsage();
      prepareHtml(source);
      return process.cpuUsage(startedAt).user;
    };
    measure(40_000);
    const [small, large] = [measure(40_000), measure(160_000)];
    // Where both are short, the difference is noise.
    if (large > 400_000) expect(large / small, name).toBeLessThan(10);
  }
});
