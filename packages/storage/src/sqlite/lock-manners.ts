import { setTimeout as sleep } from 'node:timers/promises';
import { LONGEST_PAUSE_MS } from './retry-while-busy.js';

/** Held time after which others are let in. */
const FAIR_SHARE_MS = 500;

/**
 * Nobody queues for SQLite's lock: who waits looks again now and then, and finds it taken where one process makes change
 * after change. So whoever has held it for a while without a pause makes one, long enough for all others to look.
 */
export class LockManners {
  #heldMs = 0;
  #takenAt = 0;
  #releasedAt = Number.NEGATIVE_INFINITY;

  /** Before the lock is asked for. */
  async letOthersIn(): Promise<void> {
    const idleMs = performance.now() - this.#releasedAt;
    if (idleMs < LONGEST_PAUSE_MS && this.#heldMs < FAIR_SHARE_MS) return;
    if (idleMs < LONGEST_PAUSE_MS) await sleep(LONGEST_PAUSE_MS - idleMs);
    this.#heldMs = 0;
  }

  /** When the lock was got. */
  take(): void {
    this.#takenAt = performance.now();
  }

  /** When it was given back. */
  release(): void {
    this.#releasedAt = performance.now();
    this.#heldMs += this.#releasedAt - this.#takenAt;
  }
}
