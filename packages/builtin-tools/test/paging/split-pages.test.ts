import fc from 'fast-check';
import { expect, test } from 'vitest';
// Reaches inside: the rule has more corners than pages that show them.
import { firstPage, splitPages, truncationMarker } from '../../src/paging/split-pages.js';

const ending = `\n\n${truncationMarker}`;
const a = (count: number): string => 'a'.repeat(count);

test('a text within the limit stays as it is', () => {
  expect(splitPages('abc', 100)).toEqual([{ start: 0, end: 3, text: 'abc' }]);
  expect(splitPages('', 100)).toEqual([{ start: 0, end: 0, text: '' }]);
  expect(splitPages(a(100), 100)).toHaveLength(1);
});

test('the last blank line is preferred, then the last line break, each only when half is kept', () => {
  const limit = 100 + ending.length;
  expect(firstPage(`${a(60)}\n\n${a(20)}\n${a(200)}`, limit)).toBe(a(60) + ending);
  expect(firstPage(`${a(20)}\n\n${a(60)}\n${a(200)}`, limit)).toBe(`${a(20)}\n\n${a(60)}${ending}`);
  expect(firstPage(`${a(20)}\n\n${a(10)}\n${a(200)}`, limit)).toBe(`${a(20)}\n\n${a(10)}\n${a(67)}${ending}`);
  expect(firstPage(`${a(50)}\n\n${a(200)}`, limit)).toBe(a(50) + ending);
  expect(firstPage(`${a(49)}\n\n${a(200)}`, limit)).toBe(`${a(49)}\n\n${a(49)}${ending}`);
});

test('a code fence that is cut is closed, and opened again where the text goes on', () => {
  const code = Array.from({ length: 60 }, (_, index) => `line ${index}`).join('\n');
  const pages = splitPages(`Before.\n\n\`\`\`python\n${code}\n\`\`\`\n\nAfter.`, 200);
  expect(pages.length).toBeGreaterThan(2);
  for (const [index, { text }] of pages.entries()) {
    expect(text.match(/^```/gm)?.length).toBe(2);
    if (index > 0) expect(text.startsWith('```python\n')).toBe(true);
    if (index < pages.length - 1) expect(text.endsWith(`\n\`\`\`${ending}`)).toBe(true);
    expect(text.length).toBeLessThanOrEqual(200);
  }
  expect(pages.at(-1)?.text.endsWith('```\n\nAfter.')).toBe(true);
});

const texts = fc
  .array(
    fc.constantFrom('word ', 'word', '\n', '\n\n', '😀', '```\n', '```js\n', '~~~\n', '  ', '# x\n', 'a'.repeat(40)),
    {
      maxLength: 400,
    },
  )
  .map((parts) => parts.join(''));

test('all parts together are the text, none is over the limit, and no character is cut in half', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 100, max: 500 }), (text, limit) => {
      const pages = splitPages(text, limit);
      expect(pages.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
      for (const page of pages) {
        expect(page.text.length).toBeLessThanOrEqual(limit);
        expect(Buffer.from(page.text).toString() === page.text).toBe(true);
        expect(page.text.includes(text.slice(page.start, page.end).trimEnd())).toBe(true);
        expect(page.text.endsWith(truncationMarker)).toBe(page !== pages.at(-1));
      }
      expect(splitPages(text, limit)).toEqual(pages);
      expect(firstPage(text, limit)).toBe(pages[0]?.text);
    }),
    { numRuns: 500 },
  );
});

test('a text of ten million characters is cut in linear time', () => {
  const startedAt = process.cpuUsage();
  expect(splitPages('x'.repeat(10_000_000), 100).length).toBeGreaterThan(100_000);
  splitPages('```\nx\n'.repeat(500_000), 1_000);
  expect(process.cpuUsage(startedAt).user).toBeLessThan(8_000_000);
});
