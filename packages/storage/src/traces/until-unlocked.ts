import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';

/** How long anything waits for another process's lock. */
export const LOCK_PATIENCE_MS = 5000;

const LONGEST_DELAY_MS = 25;

/** Whether somebody else holds the lock that was needed. */
export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code);
}

/** How long to wait before the next attempt. By chance, so that processes that wait for each other do not meet again. */
export function chooseDelay(attempt: number): number {
  return Math.min(2 ** Math.min(attempt, 10), LONGEST_DELAY_MS) * (0.5 + Math.random() / 2);
}

/** Does `work` as soon as nobody else holds the lock; the event loop goes on meanwhile. */
export async function untilUnlocked<T>(work: () => T, patienceMs = LOCK_PATIENCE_MS): Promise<T> {
  const giveUpAt = performance.now() + patienceMs;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= giveUpAt) throw error;
    }
    await sleep(chooseDelay(attempt));
  }
}
