import { expect, test } from 'vitest';
import { readRetryAfter } from '../../src/retrieval/retry-after.js';

const now = new Date('2026-05-01T10:00:00Z');
const read = (retryAfter: string, date?: string): number | undefined =>
  readRetryAfter(
    new Map([['retry-after', retryAfter], ...(date === undefined ? [] : [['date', date] as const])] as const),
    now,
  );

test('seconds are seconds', () => {
  expect([read('0'), read('120'), read(' 7 ')]).toEqual([0, 120_000, 7_000]);
});

test('a date counts from the date of the answer, or from now', () => {
  expect(read('Fri, 01 May 2026 10:02:00 GMT')).toBe(120_000);
  expect(read('Fri, 01 May 2026 10:02:00 GMT', 'Fri, 01 May 2026 10:01:30 GMT')).toBe(30_000);
  expect(read('Friday, 01-May-26 10:02:00 GMT')).toBe(120_000);
  expect(read('Fri May  1 10:02:00 2026')).toBe(120_000);
  expect(read('Fri, 01 May 2026 09:00:00 GMT'), 'it is over').toBe(0);
  expect(read('Fri, 01 May 2026 10:02:00 GMT', 'nonsense')).toBe(120_000);
});

test('what is neither is nothing', () => {
  for (const value of ['', '-5', '1.5', 'soon', '2026-05-01', '1e9', '99999999999', 'Fri, nonsense']) {
    expect(read(value), value).toBeUndefined();
  }
  expect(readRetryAfter(new Map(), now)).toBeUndefined();
});
