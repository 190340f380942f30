/** Whether a text that begins with a day, as `2026-11-30`, names one that there is: `Date.parse` takes 30 February for 2 March. */
export function isRealDay(text: string): boolean {
  const day = text.slice(0, 10);
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
