import type { Clock } from '../contract/clock.js';

/** Milliseconds that go on steadily when the clock is set, as far as the clock has such a time: pauses are measured in it. */
export function steadyTime(clock: Clock): number {
  return clock.monotonic?.() ?? clock.now();
}
