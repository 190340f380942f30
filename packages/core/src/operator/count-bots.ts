/** A number of bots, in words. */
export function countBots(count: number): string {
  return count === 1 ? '1 bot' : `${count} bots`;
}
