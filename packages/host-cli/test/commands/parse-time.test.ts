import { expect, test } from 'vitest';
import { parseTime } from '../../src/commands/parse-time.js';

const now = Date.parse('2026-11-30T12:00:00Z');

test.each([
  ['30s', '2026-11-30T11:59:30.000Z'],
  ['10m', '2026-11-30T11:50:00.000Z'],
  ['2h', '2026-11-30T10:00:00.000Z'],
  ['7d', '2026-11-23T12:00:00.000Z'],
  ['2026-11-01', '2026-11-01T00:00:00.000Z'],
  ['2026-11-01T08:30Z', '2026-11-01T08:30:00.000Z'],
  ['2026-11-01T08:30:00.5+01:00', '2026-11-01T07:30:00.500Z'],
])('%s ago is %s', (text, expected) => {
  const time = parseTime(text, { flag: '--since', now, direction: 'ago' });
  expect(new Date(time).toISOString()).toBe(expected);
});

test('a distance may lie ahead', () => {
  expect(parseTime('30d', { flag: '--expires', now, direction: 'ahead' })).toBe(now + 30 * 86_400_000);
});

test.each([
  '',
  '5',
  '5w',
  '-5m',
  '1.5h',
  'yesterday',
  '2026-13-01',
  '2026-02-30',
  '2026',
  '99999999999d',
  '999999999d',
])('%j is refused with what is expected', (text) => {
  expect(() => parseTime(text, { flag: '--since', now, direction: 'ago' })).toThrow(/^--since is .* Expected a number/);
});
