import fc from 'fast-check';
import { expect, test } from 'vitest';
import { locateJsonError } from '../../src/schema/locate-json-error.js';

test.each<[string, number, number, RegExp]>([
  ['', 1, 1, /ends too early. Expected a value/],
  ['  \n ', 2, 2, /ends too early/],
  ['{"a": 1', 1, 8, /ends too early. Expected "," or the closing bracket/],
  ['{\n  "a": 1,\n}', 3, 1, /comma before "}"/],
  ['[1, ]', 1, 5, /comma before "]"/],
  ['{"a" 1}', 1, 6, /There is "1". Expected ":"/],
  ['{a: 1}', 1, 2, /There is "a". Expected a name in double quotes or "}"/],
  ["{'a': 1}", 1, 2, /no single quotes/],
  ['{\r\n  // note\r\n}', 2, 3, /no comments/],
  ['{"a": undefined}', 1, 7, /There is "undefined". Expected a value/],
  ['{"a": 01}', 1, 7, /There is "01"/],
  ['{"a": 1 "b": 2}', 1, 9, /There is .* Expected ","/],
  ['{"a": "x\ny"}', 1, 7, /not closed, or has a line break/],
  ['{"a": "\\x"}', 1, 7, /wrong escape/],
  ['[1}', 1, 3, /There is "}"/],
  ['{]', 1, 2, /There is "]"/],
  ['{} {}', 1, 4, /There is "{". Expected the end/],
  ['nul', 1, 1, /There is "nul"/],
  ['truely', 1, 1, /There is "truely"/],
  [':', 1, 1, /There is ":"/],
  ['{"a": 😀}', 1, 7, /There is "😀"/],
])('%j stops being JSON at %i:%i', (text, line, column, message) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(locateJsonError(text)).toEqual({ line, column, message: expect.stringMatching(message) });
});

test.each(['{}', '[]', ' [1, -0.5e+3, "a\\u00e9\\n", true, false, null, {"a": {"b": []}}] ', '"x"', '0'])(
  '%s is JSON',
  (text) => {
    expect(locateJsonError(text)).toBeUndefined();
  },
);

test('it agrees with JSON.parse on what is JSON', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"',
    '1',
    '-',
    '0',
    '.',
    'e',
    'true',
    'null',
    ' ',
    '\n',
    '\\',
    'x',
  );
  const broken = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''));
  const cut = fc
    .tuple(fc.json(), fc.nat(), fc.nat({ max: 3 }))
    .map(([text, at, length]) => text.slice(0, at % (text.length + 1)) + text.slice((at % (text.length + 1)) + length));
  fc.assert(
    fc.property(fc.oneof(broken, cut, fc.json()), (text) => {
      expect(locateJsonError(text) === undefined).toBe(isJson(text));
    }),
    { numRuns: 2_000 },
  );
});

test('a text of a megabyte that is not closed is no burden', () => {
  expect(locateJsonError(`{"a": "${'x\\n'.repeat(300_000)}`)).toMatchObject({ line: 1, column: 7 });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
