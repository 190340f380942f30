import type { Clock, ClockTimer } from '@loadout/core';

/** A clock that stands still until a test moves it. */
export interface ManualClock extends Clock {
  /** How many timers are set. */
  readonly pending: number;
  /** Moves time on; what becomes due runs in order, each after all that the one before caused has settled. */
  advance(ms: number): Promise<void>;
  /** Resolves when at least so many timers are set. */
  untilPending(count?: number): Promise<void>;
}

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** Begins at the given time, in milliseconds since 1970. */
export function createManualClock(startAt = 1_700_000_000_000): ManualClock {
  let time = startAt;
  const timers = new Set<Timer>();

  const nextDue = (until: number): Timer | undefined => {
    let next: Timer | undefined;
    for (const timer of timers) {
      if (timer.at <= until && (next === undefined || timer.at < next.at)) next = timer;
    }
    return next;
  };

  return {
    now: () => time,
    setTimeout(callback, delayMs): ClockTimer {
      const timer: Timer = { at: time + Math.max(0, delayMs), callback };
      timers.add(timer);
      return { clear: () => void timers.delete(timer), unref: () => undefined };
    },
    get pending() {
      return timers.size;
    },
    async advance(ms) {
      const until = time + ms;
      await settle();
      for (let timer = nextDue(until); timer !== undefined; timer = nextDue(until)) {
        timers.delete(timer);
        time = Math.max(time, timer.at);
        timer.callback();
        await settle();
      }
      time = until;
    },
    async untilPending(count = 1) {
      while (timers.size < count) await settle();
    },
  };
}

/** Lets all that is under way go on until it waits for something other than other code. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await new Promise((resolve) => setImmediate(resolve));
}
