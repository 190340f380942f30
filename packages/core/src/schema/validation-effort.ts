/**
 * A bound for schemas whose parts refer to each other: with two references where one would do, a small schema
 * and a small value can take hours. Each part that is reached by reference counts; what exceeds the bound is
 * given up. One validation runs at a time, so one counter does for all.
 */
const MAX_STEPS = 200_000;

let left = MAX_STEPS;

/** Thrown when validation takes too many steps. */
export class EffortExceededError extends Error {
  override readonly name = 'EffortExceededError';
}

/** Called before a validation. */
export function startEffort(): void {
  left = MAX_STEPS;
}

/** Called for each part that is reached by reference. Throws {@link EffortExceededError}. */
export function spendEffort(): true {
  left -= 1;
  if (left < 0) throw new EffortExceededError('the value takes too many steps to validate');
  return true;
}
