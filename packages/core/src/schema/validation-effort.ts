/**
 * A bound for what one validation may cost: with two references where one would do, or a list of alternatives for the
 * items of a long list, a small schema and a value of 1 MB can take hours. What is marked counts (mark-effort.ts), and
 * what exceeds the bound, which is a matter of seconds, is given up. One validation runs at a time, so one counter of each does for all.
 */
const MAX_STEPS = 30_000_000;

/** What may be found wrong with one value; each takes memory. */
const MAX_FINDINGS = 200_000;

let steps = MAX_STEPS;
let findings = MAX_FINDINGS;

/** Thrown when validation takes too many steps. */
export class EffortExceededError extends Error {
  override readonly name = 'EffortExceededError';
}

/** Thrown when too much may be wrong with a value to collect it all. */
export class FindingsExceededError extends Error {
  override readonly name = 'FindingsExceededError';
}

/** Called before a validation. */
export function startEffort(): void {
  steps = MAX_STEPS;
  findings = MAX_FINDINGS;
}

/** Called for each part that is marked. Throws {@link EffortExceededError}. */
export function spendEffort(weight: number): true {
  steps -= weight;
  if (steps < 0) throw new EffortExceededError('the value takes too many steps to validate');
  return true;
}

/** Called for each part where all that is wrong is collected. Throws {@link FindingsExceededError}. */
export function spendFindings(most: number): true {
  findings -= most;
  if (findings < 0) throw new FindingsExceededError('too much may be wrong with the value');
  return true;
}
