import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareBudget } from '../../src/web-search/share-budget.js';

test('each has its minimum, the rest goes by rank, and what one does not need flows on', () => {
  expect(shareBudget([5_000, 5_000, 5_000], 9_000, 2_000)).toEqual([5_000, 2_000, 2_000]);
  expect(shareBudget([1_000, 5_000, 5_000], 9_000, 2_000)).toEqual([1_000, 5_000, 3_000]);
  expect(shareBudget([100, 200, 300], 9_000, 2_000)).toEqual([100, 200, 300]);
  expect(shareBudget([], 9_000, 2_000)).toEqual([]);
  // No room for all minimums: the first have theirs.
  expect(shareBudget([5_000, 5_000, 5_000], 3_000, 2_000)).toEqual([2_000, 1_000, 0]);
});

test('no share is over the total, under the minimum, or lost while somebody is cut', () => {
  const lengths = fc.array(fc.nat(50_000), { maxLength: 20 });
  fc.assert(
    fc.property(lengths, fc.nat(10_000), fc.nat(200_000), (texts, minimum, extra) => {
      const total = minimum * 20 + extra;
      const shares = shareBudget(texts, total, minimum);
      const sum = shares.reduce((whole, share) => whole + share, 0);
      expect(sum).toBeLessThanOrEqual(total);
      for (const [index, length] of texts.entries()) {
        expect(shares[index]).toBeGreaterThanOrEqual(Math.min(length, minimum));
        expect(shares[index]).toBeLessThanOrEqual(length);
      }
      const isCut = texts.some((length, index) => (shares[index] ?? 0) < length);
      if (isCut) expect(sum).toBe(total);
      // Nobody has more than the minimum while a better one is cut.
      const firstCut = texts.findIndex((length, index) => (shares[index] ?? 0) < length);
      if (firstCut !== -1) {
        for (const [index, share] of shares.entries()) {
          if (index > firstCut) expect(share).toBeLessThanOrEqual(minimum);
        }
      }
    }),
  );
});
