import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonValue } from '../../src/contract/json.js';
import { findDuplicate } from '../../src/schema/unique-items.js';

test('it finds equal items as comparing each with each does', () => {
  const small = fc.constantFrom<JsonValue>(
    0,
    1,
    '1',
    true,
    null,
    'null',
    [],
    [1],
    ['1'],
    {},
    { a: 1, b: 2 },
    { b: 2, a: 1 },
    { a: [{ b: 1 }] },
    [{ a: 1 }],
  );
  fc.assert(
    fc.property(fc.array(small, { maxLength: 5 }), (list) => {
      const hasTwins = list.some((one, at) => list.some((other, place) => place > at && isDeepStrictEqual(one, other)));
      expect(findDuplicate(list) !== undefined).toBe(hasTwins);
    }),
  );
});

test('it says which', () => {
  expect(findDuplicate([{ a: 1, b: 2 }, 3, { b: 2, a: 1 }])).toEqual({ i: 0, j: 2 });
});

test('100,000 different objects do not hold the process', () => {
  const start = performance.now();
  expect(findDuplicate(Array.from({ length: 100_000 }, (_, id) => ({ id, tags: ['a'] })))).toBeUndefined();
  expect(performance.now() - start).toBeLessThan(2_000);
});
