import { expect, test } from 'vitest';
import { isSameJson } from '../../src/schema/is-same-json.js';

// Not through a turn: what matters are the values at the edges.
const different: readonly unknown[] = [
  null,
  true,
  0,
  1,
  '',
  '0',
  [],
  [null],
  [[]],
  {},
  { a: null },
  { a: 1 },
  { a: 1, b: 2 },
  { a: [1, { b: 1 }] },
  { a: [1, { b: 2 }] },
  { toString: 'x' },
  { constructor: null },
  { length: 0 },
  { 0: null },
];

test('each value is the same as its copy, and as no other', () => {
  for (const [place, one] of different.entries()) {
    for (const [at, other] of different.entries()) {
      const copy = structuredClone(other);
      expect(isSameJson(one as never, copy as never), `${JSON.stringify(one)} and ${JSON.stringify(other)}`).toBe(
        place === at,
      );
    }
  }
});

test('the order of keys does not matter, that of a list does', () => {
  expect(isSameJson({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 })).toBe(true);
  expect(isSameJson([1, 2], [2, 1])).toBe(false);
});
