/**
 * How long a server asks to wait, in milliseconds, by its `Retry-After` header: seconds, or a date, which counts from the
 * server's own `Date` where it states one. Undefined where it does not ask, or not in a way that can be read.
 */
export function readRetryAfter(headers: ReadonlyMap<string, string>, now: Date): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,10}$/.test(value)) return Number(value) * 1_000;
  const until = readDate(value);
  if (until === undefined) return undefined;
  return Math.max(until - (readDate(headers.get('date')) ?? now.getTime()), 0);
}

/** Dates of HTTP have a weekday in front; what else `Date.parse` takes for a date is none. */
function readDate(value: string | undefined): number | undefined {
  if (value === undefined || !/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i.test(value)) return undefined;
  // The oldest of the three forms names no zone, and means UTC.
  const time = Date.parse(/(?:gmt|utc|[+-]\d{4})$/i.test(value) ? value : `${value} GMT`);
  return Number.isNaN(time) ? undefined : time;
}
