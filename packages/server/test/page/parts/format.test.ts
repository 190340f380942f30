import { expect, test, vi } from 'vitest';

vi.stubGlobal('navigator', { languages: ['en'] });
vi.stubGlobal('document', { documentElement: {} });
const { formatClock, formatDate, formatTime } = await import('../../../page/src/texts/format.js');
const { setLanguage } = await import('../../../page/src/texts/language.js');

test('dates are written with the day first, times of day with 24 hours and without seconds', () => {
  const at = new Date(2026, 4, 3, 14, 2, 11).getTime();
  setLanguage('en');
  expect(formatTime(at, at + 90_000_000)).toBe('3 May 2026, 14:02');
  expect(formatTime(at, at + 360_000)).toBe('6 minutes ago');
  expect(formatClock(at)).toBe('14:02');
  setLanguage('de');
  expect(formatTime(at, at + 90_000_000)).toBe('3. Mai 2026, 14:02');
  expect(formatDate(at)).toBe('3. Mai 2026');
  expect(formatClock(at)).toBe('14:02');
});
