import { setImmediate as turn } from 'node:timers/promises';
import { readPageLimit } from '@loadout/core';
import type Database from 'better-sqlite3';
import { retryWhileBusy } from '../sqlite/retry-while-busy.js';

// Neither table has an index but its ids, so a listing reads backwards (a follower forwards) until its page is full. A
// million rows for a rare bot are some 75 ms of work: it is done in slices, with a turn for the event loop after each.

const FIRST_SLICE = 4000;
const LARGEST_SLICE = 20_000;
const SMALLEST_SLICE = 250;
/** What a slice may take; the next one is made smaller or larger by it, as rows differ in size. */
const SLICE_MS = 2;
/** A slice ends after so many characters. */
const MAX_CHARACTERS = 1_000_000;

/** Both ends belong to it. */
interface IdRange {
  readonly from: number;
  readonly to: number;
}

/** What a row must fulfil beside its id: a comparison and its value, which is not asked where it is undefined. */
export type Conditions = readonly (readonly [comparison: string, value: string | number | undefined])[];

/** Which rows of which table. */
export interface RowsListing<Row, Listed> {
  readonly table: 'traces' | 'turns';
  readonly conditions: Conditions;
  /** More of the same that has no value, as SQL that begins with `and`. */
  readonly further?: string;
  readonly beforeId?: number | undefined;
  /** Oldest first, of what is newer. */
  readonly afterId?: number | undefined;
  readonly limit?: number | undefined;
  read(row: Row): Listed;
  /** How long the texts of a row are. */
  lengthOf(row: Row): number;
}

/** Lists rows of a file of traces, newest first. */
export async function listRows<Row, Listed extends { readonly id: number }>(
  database: Database.Database,
  listing: RowsListing<Row, Listed>,
): Promise<readonly Listed[]> {
  const { table, conditions, further = '' } = listing;
  const limit = readPageLimit(listing.limit);
  const isForwards = listing.afterId !== undefined;
  const asked = conditions.filter(([, value]) => value !== undefined);
  const wanted = asked.map(([comparison]) => ` and ${comparison} ?`).join('') + further;
  const statement = database.prepare<unknown[], Row>(
    `select * from ${table} where id between ? and ?${wanted} order by id ${isForwards ? 'asc' : 'desc'} limit ?`,
  );
  const values = asked.map(([, value]) => value);
  const found: Listed[] = [];
  let size = FIRST_SLICE;

  /** Answers what is left of the range. */
  const readSome = ({ from, to }: IdRange): IdRange => {
    const start = isForwards ? from : Math.max(from, to - size + 1);
    const end = isForwards ? Math.min(to, from + size - 1) : to;
    const startedAt = performance.now();
    const { rows, isCutOff } = readSlice([start, end, ...values, limit - found.length]);
    found.push(...rows);
    const tookMs = performance.now() - startedAt;
    if (tookMs > SLICE_MS) size = Math.max(Math.floor(size / 2), SMALLEST_SLICE);
    else if (tookMs < SLICE_MS / 2) size = Math.min(size * 2, LARGEST_SLICE);
    const reached = isCutOff ? rows.at(-1)?.id : undefined;
    return isForwards ? { from: (reached ?? end) + 1, to } : { from, to: (reached ?? start) - 1 };
  };

  const readSlice = (given: readonly unknown[]): { readonly rows: readonly Listed[]; readonly isCutOff: boolean } => {
    const rows: Listed[] = [];
    let characters = 0;
    for (const row of statement.iterate(...given)) {
      rows.push(listing.read(row));
      characters += listing.lengthOf(row);
      if (characters > MAX_CHARACTERS) return { rows, isCutOff: true };
    }
    return { rows, isCutOff: false };
  };

  // Of one moment: a call that ends in between stands where it was begun, or at the end, never in neither place.
  const readFirst = database.transaction(() => readSome(readRange(database, listing)));
  let rest = await retryWhileBusy(() => readFirst());
  while (rest.from <= rest.to && found.length < limit) {
    await turn();
    rest = await retryWhileBusy(() => readSome(rest));
  }
  return Object.freeze(found);
}

function readRange(
  database: Database.Database,
  { table, afterId = 0, beforeId }: Pick<RowsListing<unknown, unknown>, 'table' | 'afterId' | 'beforeId'>,
): IdRange {
  const read = (sql: string): number => database.prepare<[], number | null>(sql).pluck().get() ?? 0;
  return {
    from: Math.max(read(`select min(id) from ${table}`), afterId + 1),
    to: Math.min(read(`select max(id) from ${table}`), (beforeId ?? Number.POSITIVE_INFINITY) - 1),
  };
}
