/** A time in words. */
export function describeSeconds(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
