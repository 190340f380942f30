import { setImmediate as turn } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import { retryWhileBusy } from '../sqlite/retry-while-busy.js';
import type { PruneLimits } from './prune-traces.js';

const SLICE = 1000;
const LOCK_PATIENCE_MS = 5000;

/**
 * Deletes old turns from the front of the file, in slices, by the limits of traces. Their ids have no gaps, so that the
 * newest says how many there are; it stays in any case, because ids are counted on from it. They stand in the order of
 * their endings: it stops at the first slice with one that may stay.
 */
export async function pruneTurns(database: Database.Database, limits: PruneLimits): Promise<void> {
  const { before = Number.NEGATIVE_INFINITY, maxCount } = limits;
  const read = (sql: string) => database.prepare<[], number | null>(sql).pluck();
  const readFirst = read('select min(id) from turns');
  const last = (await whenFree(() => read('select max(id) from turns').get())) ?? 0;
  const deleteSlice = database.prepare<[number, number, number, number]>(
    'delete from turns where id between ? and ? and (id <= ? or started_at < ?)',
  );
  const surplus = last - Math.ceil(maxCount);
  while (!limits.isEnding()) {
    const first = (await whenFree(() => readFirst.get())) ?? last;
    const end = Math.min(first + SLICE - 1, last - 1);
    if (end < first) return;
    const deleted = await whenFree(() => deleteSlice.run(first, end, surplus, before).changes);
    if (deleted < end - first + 1) return;
    await turn();
  }
}

function whenFree<T>(work: () => T): Promise<T> {
  return retryWhileBusy(work, LOCK_PATIENCE_MS);
}
