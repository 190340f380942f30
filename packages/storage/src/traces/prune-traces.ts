import { setImmediate as turn } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import { retryWhileBusy } from '../sqlite/retry-while-busy.js';

const SLICE = 1000;
/** Counting is cheaper. */
const COUNT_SLICE = 4000;
/** A lock that is held longer ends the attempt: there will be another one, and the end of the process waits for this one. */
const LOCK_PATIENCE_MS = 5000;

/** What goes. */
export interface PruneLimits {
  /** Of the newest traces so many stay. */
  readonly maxCount: number;
  /** Traces that started before this time go; milliseconds since 1970. Undefined: none goes for its age. */
  readonly before: number | undefined;
  /** The present, as far as it is believed: a trace that started later has a wrong time. */
  readonly present: number | undefined;
  /** True: stop after the slice at hand. */
  isEnding(): boolean;
}

/**
 * Deletes old traces from the front of the file, in slices, with a turn for the event loop after each; answers how many.
 * The pages become free and are used for the next traces: the file does not grow, and does not shrink either.
 *
 * The newest trace stays in any case: ids are counted on from it, and readers follow by them.
 * Traces stand in the order of their writing, so it stops at the first slice with one that may stay. Those of a time
 * that has not come yet, left by a clock that was wrong, do not stop it; they go by number, or when their time has come.
 */
export async function pruneTraces(database: Database.Database, limits: PruneLimits): Promise<number> {
  const { before = Number.NEGATIVE_INFINITY, present = Number.NEGATIVE_INFINITY } = limits;
  const read = (sql: string) => database.prepare<number[], number | null>(sql).pluck();
  const readNext = read('select min(id) from traces where id > ?');
  const readYoung = read('select 1 from traces where id between ? and ? and started_at between ? and ? limit 1');
  const deleteSlice = database.prepare<[number, number, number, number]>(
    'delete from traces where id between ? and ? and (id <= ? or started_at < ?)',
  );
  const last = (await whenFree(() => read('select max(id) from traces').get())) ?? 0;
  const surplus = await findSurplus(database, last, limits);
  let deleted = 0;
  let reached = 0;
  while (!limits.isEnding()) {
    const first = await whenFree(() => readNext.get(reached));
    if (first === undefined || first === null || first > last) break;
    const end = Math.min(first + SLICE - 1, last);
    const newestOld = Math.min(end, last - 1);
    deleted += await whenFree(() => deleteSlice.run(first, newestOld, surplus, before).changes);
    reached = end;
    if (end > surplus && (await whenFree(() => readYoung.get(first, end, before, present))) === 1) break;
    if (before === Number.NEGATIVE_INFINITY && end >= surplus) break;
    await turn();
  }
  return deleted;
}

/**
 * The highest id that is more than are kept. Ids have gaps, one for each call that was begun and has ended, so the rows
 * that stay are counted, unless the ids alone are few enough.
 */
async function findSurplus(database: Database.Database, last: number, limits: PruneLimits): Promise<number> {
  const none = Number.NEGATIVE_INFINITY;
  const readFirst = database.prepare<[], number | null>('select min(id) from traces').pluck();
  const skip = database
    .prepare<[number, number], number>('select id from traces where id < ? order by id desc limit 1 offset ?')
    .pluck();
  const first = (await whenFree(() => readFirst.get())) ?? last;
  if (last - first < limits.maxCount) return none;
  let reached = last + 1;
  for (let rest = Math.ceil(limits.maxCount); rest > 0; rest -= COUNT_SLICE) {
    const rows = Math.min(rest, COUNT_SLICE);
    const id = await whenFree(() => skip.get(reached, rows - 1));
    if (id === undefined || limits.isEnding()) return none;
    reached = id;
    await turn();
  }
  return reached - 1;
}

/** When the newest trace started; undefined where there is none. */
export function readNewestStart(database: Database.Database): number | undefined {
  return database.prepare<[], number>('select started_at from traces order by id desc limit 1').pluck().get();
}

function whenFree<T>(work: () => T): Promise<T> {
  return retryWhileBusy(work, LOCK_PATIENCE_MS);
}
