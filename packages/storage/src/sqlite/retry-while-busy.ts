import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';

/** How long SQLite itself waits for a lock of readers, which holds the event loop. They meet one hardly ever. */
export const BUSY_TIMEOUT_MS = 10;

/** How long anything waits for other connections' locks in all: longer than the largest import of another process. */
export const LOCK_TIMEOUT_MS = 60_000;

const FIRST_DELAY_MS = 1;
const LONGEST_DELAY_MS = 25;

/** Within this time everybody who waits has looked once more. */
export const LONGEST_PAUSE_MS = LONGEST_DELAY_MS * 1.5;

/**
 * Does what needs a lock, again and again while another connection holds it, and leaves the event loop free in between.
 * The pauses grow, and differ by chance, so that several who wait do not always meet.
 */
export async function retryWhileBusy<T>(takeLock: () => T, timeoutMs: number = LOCK_TIMEOUT_MS): Promise<T> {
  const giveUpAt = performance.now() + timeoutMs;
  for (let delay = FIRST_DELAY_MS; ; delay = Math.min(delay * 2, LONGEST_DELAY_MS)) {
    try {
      return takeLock();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= giveUpAt) throw error;
    }
    await sleep(delay * (0.5 + Math.random()));
  }
}

/** Whether another connection's lock was in the way. A snapshot that is too old to write to is not: waiting does not help. */
export function isBusy(error: unknown): boolean {
  return (
    error instanceof Database.SqliteError &&
    error.code.startsWith('SQLITE_BUSY') &&
    error.code !== 'SQLITE_BUSY_SNAPSHOT'
  );
}
