import fc from 'fast-check';
import { expect, test } from 'vitest';
// Reaches inside: the rule has more corners than pages that show them.
import { truncateContent, truncationMarker } from '../../src/read-web-page/truncate-content.js';

test('a text within the limit stays as it is', () => {
  expect(truncateContent('abc', 3)).toBe('abc');
});

test('the last blank line is preferred, then the last line break, each only when half is kept', () => {
  const limit = 100 + truncationMarker.length + 2;
  const end = `\n\n${truncationMarker}`;
  const a = (count: number): string => 'a'.repeat(count);
  expect(truncateContent(`${a(60)}\n\n${a(20)}\n${a(200)}`, limit)).toBe(a(60) + end);
  expect(truncateContent(`${a(20)}\n\n${a(60)}\n${a(200)}`, limit)).toBe(`${a(20)}\n\n${a(60)}${end}`);
  expect(truncateContent(`${a(20)}\n\n${a(10)}\n${a(200)}`, limit)).toBe(`${a(20)}\n\n${a(10)}\n${a(67)}${end}`);
});

test('the result is never over the limit, and no character is cut in half', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 50, maxLength: 300 }),
      fc.integer({ min: 1, max: 200 }),
      (text, limit) => {
        const cut = truncateContent(text, limit);
        expect(cut.length).toBeLessThanOrEqual(Math.max(limit, 0));
        if (isWellFormed(text)) expect(isWellFormed(cut)).toBe(true);
      },
    ),
  );
});

function isWellFormed(text: string): boolean {
  return Buffer.from(text).toString() === text;
}
