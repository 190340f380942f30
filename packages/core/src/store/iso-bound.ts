/** Texts of times before and after these are not in the order of the times. */
const FIRST = Date.parse('0000-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** The bound of a filter, in milliseconds since 1970, as what it is compared with: ISO 8601, UTC. */
export function toIsoBound(time: number): string {
  return new Date(Math.min(Math.max(Math.ceil(time), FIRST), LAST)).toISOString();
}
