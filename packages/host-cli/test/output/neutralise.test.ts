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

test('in a line nothing is unseen; joiners stay where they join something', () => {
  expect(neutraliseLine('pay\u200b_\u2060al\ufeffl\u00ad \u3164x\u200cx\u200d')).toBe(
    'pay\\u{200b}_\\u{2060}al\\u{feff}l\\xad \\u{3164}x\\u{200c}x\\u{200d}',
  );
  const joined =
    '\u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \u2764\ufe0f';
  expect(neutraliseLine(joined)).toBe(joined);
});

test('JSON stays the same JSON', () => {
  const value = { text: 'a\u001b\u009b\u202e\u{e0041}\u2028\u200b\ufeff\u{e0100}ü', 'k\u007f': [1] };
  const json = neutraliseJson(JSON.stringify(value, null, 2));
  expect(JSON.parse(json)).toEqual(value);
  expect(json).toMatch(/^[\n\x20-\x7eü]*$/);
});
