import type { Timing } from '../../src/retrieval/timing.js';

/** Time that passes when the test says so. */
export interface ManualTiming extends Timing {
  /** Runs what is due, in order, and lets what waits for it go on. */
  pass(milliseconds: number): Promise<void>;
  /** What is still to run. */
  readonly pending: number;
}

export function createManualTiming(): ManualTiming {
  let now = 1_000;
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  const schedule = (run: () => void, delayMs: number): (() => void) => {
    const timer = { at: now + delayMs, run };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  return {
    now: () => now,
    schedule,
    scheduleInBackground: schedule,
    get pending() {
      return timers.size;
    },
    async pass(milliseconds) {
      const end = now + milliseconds;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
        if (next === undefined) break;
        now = Math.max(now, next.at);
        timers.delete(next);
        next.run();
        await settle();
      }
      now = end;
      await settle();
    },
  };
}

/** Lets what is resolved already go on. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 10; round += 1) await Promise.resolve();
}
