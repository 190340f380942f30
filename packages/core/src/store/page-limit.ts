const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

/** How many entries a page has: 100 where nothing is said, at most 1,000; none where it is no number. */
export function readPageLimit(limit: number = DEFAULT_LIMIT): number {
  return Math.min(Math.max(Math.floor(limit) || 0, 0), MAX_LIMIT);
}
