import { expect, test } from 'vitest';
import { neutraliseJson, neutraliseLine, neutraliseText } from '../../src/output/neutralise.js';

test('controls and bidirectional characters are shown, lines and tabs stay', () => {
  expect(neutraliseText('a\u001b[31mb\u0007\r\nc\td\rx\u009b1m\u202e\u2066\u200f\u{e0041}ü')).toBe(
    'a\\x1b[31mb\\x07\nc\td\\x0dx\\x9b1m\\u{202e}\\u{2066}\\u{200f}\\u{e0041}ü',
  );
});

test('a line stays one line', () => {
  expect(neutraliseLine(' a\n\n b\tc\u2028d\u0085e ')).toBe('a b c d e');
});

test('JSON stays the same JSON', () => {
  const value = { text: 'a\u001b\u009b\u202e\u{e0041}\u2028ü', 'k\u007f': [1] };
  const json = neutraliseJson(JSON.stringify(value, null, 2));
  expect(JSON.parse(json)).toEqual(value);
  expect(json).toMatch(/^[\n\x20-\x7eü]*$/);
});
