import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';

/** How long anything waits for another connection's lock. */
export const BUSY_TIMEOUT_MS = 5000;

const FIRST_DELAY_MS = 1;
const LONGEST_DELAY_MS = 25;

/**
 * Takes a lock, waiting for other connections without blocking the event loop. SQLite's own waiting would
 * block it, and so would wait in vain for a lock that another connection of this very process holds.
 */
export async function retryWhileBusy<T>(
  database: Database.Database,
  takeLock: () => T,
  timeoutMs = BUSY_TIMEOUT_MS,
): Promise<T> {
  const giveUpAt = performance.now() + timeoutMs;
  for (let delay = FIRST_DELAY_MS; ; delay = Math.min(delay * 2, LONGEST_DELAY_MS)) {
    database.pragma('busy_timeout = 0');
    try {
      return takeLock();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= giveUpAt) throw error;
    } finally {
      database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
    await sleep(delay);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
