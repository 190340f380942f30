import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSpelled } from '../../src/execution/parse-json-text.js';

test.each<[string, unknown]>([
  ['5', 5],
  ['-5', -5],
  ['0', 0],
  ['0.1', 0.1],
  ['1e+21', 1e21],
  ['true', true],
  ['null', null],
  ['"a"', 'a'],
  [' [1, 2] ', [1, 2]],
  ['{"a": 1.50}', { a: 1.5 }],
  ['[1e3, 0.10, -0.0, 1E-7, 100]', [1000, 0.1, -0, 1e-7, 100]],
  ['{"a": "12345678901234567890"}', { a: '12345678901234567890' }],
])('%s is read', (text, value) => {
  expect(parseSpelled(text)).toEqual(value);
});

test.each(
  [
    [
      '',
      ' ',
      'abc',
      '05',
      '+5',
      '5.0',
      ' 5',
      '5 ',
      '1e3',
      '-0',
      '0x10',
      'NaN',
      'Infinity',
      '1,5',
      '1_000',
      '12345678901234567890',
      '0.1000000000000000055',
      '1e400',
    ],
    [
      '[12345678901234567890]',
      '{"id": 9007199254740993}',
      '[0.12345678901234567890123]',
      '[1e400]',
      '{"a": 1,}',
      '[1',
      '{"__proto__": 1}',
      'True',
      'undefined',
      "'a'",
    ],
  ].flat(),
)('%j is not', (text) => {
  expect(parseSpelled(text)).toBeUndefined();
});

test('65 levels are not', () => {
  expect(parseSpelled('['.repeat(65) + ']'.repeat(65))).toBeUndefined();
});

test('whatever JSON text JavaScript writes is read as it was', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      if (text.includes('"__proto__"') || text.includes('\\u')) return;
      expect(parseSpelled(text)).toEqual(JSON.parse(text));
    }),
  );
});

test('what is read keeps the value of every number', () => {
  const number = fc.tuple(
    fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }),
    fc.integer({ min: 0, max: 30 }),
    fc.integer({ min: -30, max: 30 }),
  );
  fc.assert(
    fc.property(number, ([digits, point, exponent]) => {
      const plain = String(digits < 0n ? -digits : digits).padStart(point + 1, '0');
      const mantissa = point === 0 ? plain : `${plain.slice(0, -point)}.${plain.slice(-point)}`;
      const read = parseSpelled(`[${digits < 0n ? '-' : ''}${mantissa}e${exponent}]`);
      if (read === undefined) return;
      const [value] = read as [number];
      expect(scaled(String(Math.abs(value)))).toBe(scaled(`${plain}e${exponent - point}`));
    }),
    { numRuns: 500 },
  );
});

/** A number in units of 1e-400, exactly. */
function scaled(text: string): bigint {
  const [mantissa = '', exponent = '0'] = text.split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return BigInt(whole + fraction) * 10n ** BigInt(400 + Number(exponent) - fraction.length);
}
