import { isRealDay } from '@loadout/core';
import { UsageError } from '../config/usage-error.js';

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const isoPattern = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** A time that a flag names: `30s`, `10m`, `2h` or `7d` away from now, or a date. Milliseconds since 1970. */
export function parseTime(
  text: string,
  { flag, now, direction }: { readonly flag: string; readonly now: number; readonly direction: 'ago' | 'ahead' },
): number {
  const distance = /^(\d{1,9})([smhd])$/.exec(text.trim());
  if (distance !== null) {
    const milliseconds = Number(distance[1]) * (units[distance[2] ?? ''] ?? 0);
    const time = direction === 'ago' ? now - milliseconds : now + milliseconds;
    if (isTime(time)) return time;
  }
  const isWritten = isoPattern.test(text.trim()) && isRealDay(text.trim());
  const time = isWritten ? Date.parse(text.trim()) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  const examples = direction === 'ago' ? '10m, 2h, 7d' : '12h, 30d';
  throw new UsageError(
    `${flag} is ${JSON.stringify(text)}. Expected a number with a unit (${examples}), or a time as 2026-11-30T08:00Z.`,
  );
}

function isTime(time: number): boolean {
  return Math.abs(time) <= 8.64e15;
}
