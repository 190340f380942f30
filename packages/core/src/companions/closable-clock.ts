import type { Clock, ClockTimer } from '../contract/clock.js';
import { steadyTime } from './steady-time.js';

/** A clock whose timers end with their owner. */
export interface ClosableClock extends Clock {
  /** Ends every wait at once, as if its time was over. */
  close(): void;
}

/** Gives deadlines an owner: a host that is closed leaves no timer behind that would keep its process alive. */
export function createClosableClock(clock: Clock): ClosableClock {
  const pending = new Map<ClockTimer, () => void>();
  return {
    now: () => clock.now(),
    ...(clock.monotonic === undefined ? {} : { monotonic: () => steadyTime(clock) }),
    setTimeout(callback, delayMs) {
      const inner = clock.setTimeout(() => {
        pending.delete(timer);
        callback();
      }, delayMs);
      const timer: ClockTimer = {
        clear() {
          pending.delete(timer);
          inner.clear();
        },
        unref: () => inner.unref(),
      };
      pending.set(timer, callback);
      return timer;
    },
    close() {
      for (const [timer, callback] of [...pending]) {
        timer.clear();
        callback();
      }
    },
  };
}
