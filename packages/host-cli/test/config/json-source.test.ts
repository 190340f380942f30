import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonSyntaxError, parseJson } from '../../src/config/json-source.js';

function placeOfError(text: string): string {
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return `${error.place.line}:${error.place.column} ${error.message}`;
    throw error;
  }
  return 'no error';
}

test('what is not JSON is reported where it stops being JSON', () => {
  expect(placeOfError('{\n  "a": 1,\n  }')).toBe('3:3 expected a key in double quotes, found "}"');
  expect(placeOfError('{"a" 1}')).toBe('1:6 expected ":" after the key, found "1"');
  expect(placeOfError('[1 2]')).toBe('1:4 expected "," or "]", found "2"');
  expect(placeOfError('{"a": tru}')).toBe('1:7 expected a value, found "t"');
  expect(placeOfError('{"a": "x\ny"}')).toBe('1:9 expected no control character in the string, found "\\n"');
  expect(placeOfError('["\\x"]')).toBe('1:3 expected a known escape in the string, found "\\\\"');
  expect(placeOfError('["abc')).toBe('1:6 expected the end of the string, found the end');
  expect(placeOfError('{} {}')).toBe('1:4 expected the end of the text, found "{"');
  expect(placeOfError('')).toBe('1:1 expected a value, found the end');
  expect(placeOfError('// no\n{}')).toBe('1:1 expected a value, found "/" (JSON has no comments)');
  expect(placeOfError('{"a": 1, # no\n}')).toBe(
    '1:10 expected a key in double quotes, found "#" (JSON has no comments)',
  );
  expect(placeOfError('{"a": 1 /* no */}')).toBe('1:9 expected "," or "}", found "/" (JSON has no comments)');
  expect(placeOfError('[01]')).toBe('1:3 expected "," or "]", found "1"');
});

test('any text is JSON here exactly when JSON.parse takes it', () => {
  const almostJson = fc
    .tuple(
      fc.json(),
      fc.nat(),
      fc.constantFrom('', '"', '\\', '{', '}', '[', ']', ',', ':', '\n', '\u0001', 'e', '-', '0'),
    )
    .map(([text, at, insert]) => {
      const index = at % (text.length + 1);
      return text.slice(0, index) + insert + text.slice(index + (insert === '' ? 1 : 0));
    });
  fc.assert(
    fc.property(fc.oneof(fc.json(), almostJson, fc.string()), (text) => {
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      // The walk itself is what is tested: places are asked for also where the text is JSON.
      if (isJson) expect(parseJson(text).placeOf('').line).toBeGreaterThan(0);
      else expect(placeOfError(text)).toMatch(/^\d+:\d+ expected /);
    }),
    { numRuns: 2_000 },
  );
});

test('a property is placed at its key, an item at its value', () => {
  const source = parseJson('\uFEFF{\n  "a/b": [\n    1,\n    {"c~": true}\n  ]\n}');
  expect(source.placeOf('')).toEqual({ line: 1, column: 1 });
  expect(source.placeOf('/a~1b')).toEqual({ line: 2, column: 3 });
  expect(source.placeOf('/a~1b/1')).toEqual({ line: 4, column: 5 });
  expect(source.placeOf('/a~1b/1/c~0')).toEqual({ line: 4, column: 6 });
  expect(source.placeOf('/missing')).toEqual({ line: 1, column: 1 });
});

test('a key that is there twice is found, and the last value counts', () => {
  const source = parseJson('{"a": 1,\n "a": 2}');
  expect(source.value).toEqual({ a: 2 });
  expect(source.listDuplicateKeys()).toEqual([{ pointer: '/a', place: { line: 2, column: 2 } }]);
});

test('long strings and deep nesting end in an answer', () => {
  const long = JSON.stringify({ text: 'ü"\\'.repeat(2_000_000) });
  expect(parseJson(long).placeOf('/text')).toEqual({ line: 1, column: 2 });
  expect(placeOfError(`${'['.repeat(100_000)}!`)).toContain('expected at most 512 levels');
});
