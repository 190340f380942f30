import fc from 'fast-check';
import { RE2JS } from 're2js';
import { expect, test } from 'vitest';
import { createLinearPattern, findPatternProblem, isSimplePattern } from '../../src/schema/linear-pattern.js';

const matches = (pattern: string, text: string): boolean => createLinearPattern(pattern, RE2JS).test(text);

test.each([
  ['^\\s+$', '\u00a0\u2003\ufeff'],
  ['^[^\\s]$', '\u3000'],
  ['^[\\S]$', 'x'],
  ['^[\\S]$', '\u2028'],
  ['^\\S$', '\u00a0'],
  ['^a.b$', 'a\u2028b'],
  ['^a.b$', 'a\rb'],
  ['^a.b$', 'a😀b'],
  ['^[.]$', 'x'],
  ['^(?<year>\\d{4})$', '2024'],
  ['^\\u00e9\\u{1F600}$', 'é😀'],
  ['^\\ud83d\\ude00$', '😀'],
  ['^[\\u0400-\\u04FF]+$', 'курс'],
  ['^\\cJ$', '\n'],
  ['^[\\b]$', '\b'],
  ['^[^]$', '\n'],
  ['^[]$', 'a'],
  ['^[[:a]$', ':'],
  ['^[[a]$', '['],
  ['^\\/a\\/$', '/a/'],
  ['^\\0$', '\0'],
  ['^\\p{L}+$', 'Größe'],
  ['^\\p{Letter}+$', 'Größe'],
  ['^\\p{Lu}\\P{Lu}$', 'Ab'],
  ['^\\p{Script=Greek}+$', 'αβγ'],
  ['^\\w+$', 'ä'],
  ['^\\d$', '٣'],
  ['a|b', 'xbx'],
  ['a$', 'a\n'],
  ['^b', 'a\nb'],
])('%s means on %j what ECMAScript says', (pattern, text) => {
  expect(matches(pattern, text)).toBe(new RegExp(pattern, 'u').test(text));
});

test('random patterns mean what ECMAScript says', () => {
  const atom = fc.constantFrom(
    'a',
    'b',
    '.',
    '\\s',
    '\\S',
    '\\d',
    '\\w',
    '[a-c]',
    '[^a\\s]',
    '[\\S1]',
    '\\.',
    '\\u0061',
    '\\u2028',
    '(?:a|b)',
    '(?<n>b)',
  );
  const quantifier = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,2}', '*?');
  const pattern = fc
    .tuple(
      fc.constantFrom('', '^'),
      fc.array(fc.tuple(atom, quantifier), { minLength: 1, maxLength: 4 }),
      fc.constantFrom('', '$'),
    )
    .map(([start, parts, end]) => start + parts.map(([a, q], at) => a.replace('<n>', `<n${at}>`) + q).join('') + end);
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', '1', '.', ' ', '\n', '\u00a0', '\u2028', '😀'), { maxLength: 6 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(pattern, text, (source, subject) => {
      const expected = new RegExp(source, 'u').test(subject);
      expect(matches(source, subject)).toBe(expected);
    }),
    { numRuns: 3_000 },
  );
});

test('patterns that only non-Unicode engines take are read as they are meant', () => {
  expect(matches('^[\\w-\\.]+@x\\-y$', 'a.b-c@x-y')).toBe(true);
});

test.each([
  ['(?=a)b', /looks ahead or behind.*check it in the tool/],
  ['(?<!a)b', /looks ahead or behind/],
  ['(a)\\1', /refers back to what a group matched/],
  ['(?<n>a)\\k<n>', /refers back/],
  ['(a{1,2000})', /more than 1,000 times. Use "minLength" and "maxLength"/],
  ['(a', /no regular expression.*Correct it/],
  ['\\p{Nonsense}', /no regular expression/],
])('%s is refused by name with a remedy', (pattern, reason) => {
  expect(() => createLinearPattern(pattern, RE2JS)).toThrow(reason);
  expect(() => createLinearPattern(pattern, RE2JS)).toThrow(JSON.stringify(pattern));
});

test('no text makes a pattern take long', () => {
  const pattern = createLinearPattern('^(a+)+(a|aa)*$', RE2JS);
  const start = performance.now();
  expect(pattern.test(`${'a'.repeat(500_000)}b`)).toBe(false);
  expect(performance.now() - start).toBeLessThan(2_000);
});

test('two patterns are never taken for one another', () => {
  expect(String(createLinearPattern('a', RE2JS))).not.toBe(String(createLinearPattern('b', RE2JS)));
});

test.each(['^\\d+$', '^[a-z_]{1,5000}$', '^\\d{4}-\\d{2}-\\d{2}$', '^AS\\d+$', '^.{0,200}$', '^[GDZTKOFS]*$', '^a b$'])(
  '%s is simple: the engine of JavaScript takes linear time for it',
  (pattern) => {
    expect(isSimplePattern(pattern)).toBe(true);
  },
);

test.each([
  'a+$',
  '^a+b+$',
  '^(a+)+$',
  '^(a|b)$',
  '^a|b$',
  '^\\w+@\\w+$',
  '^[a-z]+(x)?$',
  '^(?=a)',
  '^a{2',
  '^[a-',
  '^\\p{L}+$',
  `^${'a'.repeat(100)}$`,
])('%s is not simple', (pattern) => {
  expect(isSimplePattern(pattern)).toBe(false);
});

test.each([
  ['(', /no regular expression/],
  ['(?=x)y', /looks ahead or behind/],
  ['(?<!x)y', /looks ahead or behind/],
  [String.raw`(a)\1`, /refers back/],
])('the pattern %s is refused before anything is compiled', (pattern, why) => {
  expect(findPatternProblem(pattern)).toMatch(why);
});

test.each(['^a+$', '(a|b)*c', String.raw`\\1`, '[(?=]', String.raw`\(\?=x\)`, '(?:a{1,3}){1,3}', '(?<name>x)'])(
  'nothing speaks against the pattern %s',
  (pattern) => {
    expect(findPatternProblem(pattern)).toBeUndefined();
  },
);
