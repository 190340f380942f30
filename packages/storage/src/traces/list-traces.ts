import { setImmediate as turn } from 'node:timers/promises';
import type { RecordedTrace, TraceFilter } from '@loadout/core';
import { readPageLimit } from '@loadout/core';
import type Database from 'better-sqlite3';
import { retryWhileBusy } from '../sqlite/retry-while-busy.js';
import { listCodesOf } from './outcome-code.js';
import { type TraceRow, toRecordedTrace } from './trace-row.js';

// Traces have no index but their ids, so a listing reads backwards (a follower forwards) until its page is full. A
// million rows for a rare bot are some 75 ms of work: it is done in slices, with a turn for the event loop after each.

const FIRST_SLICE = 4000;
const LARGEST_SLICE = 20_000;
const SMALLEST_SLICE = 250;
/** What a slice may take; the next one is made smaller or larger by it, as rows differ in size. */
const SLICE_MS = 2;
/** A slice ends after so many characters of arguments. */
const MAX_CHARACTERS = 1_000_000;

/** Both ends belong to it. */
interface IdRange {
  readonly from: number;
  readonly to: number;
}

interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** Lists what is in the file. */
export async function listTraces(
  database: Database.Database,
  filter: TraceFilter = {},
): Promise<readonly RecordedTrace[]> {
  const limit = readPageLimit(filter.limit);
  const isForwards = filter.afterId !== undefined;
  const condition = describeFilter(filter);
  const statement = database.prepare<unknown[], TraceRow>(
    `select * from traces where id between ? and ?${condition.sql} order by id ${isForwards ? 'asc' : 'desc'} limit ?`,
  );
  const found: RecordedTrace[] = [];
  let size = FIRST_SLICE;

  /** Answers what is left of the range. */
  const readSome = ({ from, to }: IdRange): IdRange => {
    const start = isForwards ? from : Math.max(from, to - size + 1);
    const end = isForwards ? Math.min(to, from + size - 1) : to;
    const startedAt = performance.now();
    const { traces, isCutOff } = readSlice(statement, [start, end, ...condition.values, limit - found.length]);
    found.push(...traces);
    const tookMs = performance.now() - startedAt;
    if (tookMs > SLICE_MS) size = Math.max(Math.floor(size / 2), SMALLEST_SLICE);
    else if (tookMs < SLICE_MS / 2) size = Math.min(size * 2, LARGEST_SLICE);
    const reached = isCutOff ? traces.at(-1)?.id : undefined;
    return isForwards ? { from: (reached ?? end) + 1, to } : { from, to: (reached ?? start) - 1 };
  };

  // Of one moment: a call that ends in between stands where it was begun, or at the end, never in neither place.
  const readFirst = database.transaction(() => readSome(readRange(database, filter)));
  let rest = await retryWhileBusy(() => readFirst());
  while (rest.from <= rest.to && found.length < limit) {
    await turn();
    rest = await retryWhileBusy(() => readSome(rest));
  }
  return Object.freeze(found);
}

function readSlice(
  statement: Database.Statement<unknown[], TraceRow>,
  values: readonly unknown[],
): { readonly traces: readonly RecordedTrace[]; readonly isCutOff: boolean } {
  const traces: RecordedTrace[] = [];
  let characters = 0;
  for (const row of statement.iterate(...values)) {
    traces.push(toRecordedTrace(row));
    characters += row.arguments.length;
    if (characters > MAX_CHARACTERS) return { traces, isCutOff: true };
  }
  return { traces, isCutOff: false };
}

function readRange(database: Database.Database, { afterId = 0, beforeId }: TraceFilter): IdRange {
  const read = (sql: string): number => database.prepare<[], number | null>(sql).pluck().get() ?? 0;
  return {
    from: Math.max(read('select min(id) from traces'), afterId + 1),
    to: Math.min(read('select max(id) from traces'), (beforeId ?? Number.POSITIVE_INFINITY) - 1),
  };
}

/** What a row must fulfil beside its id. */
function describeFilter(filter: TraceFilter): Condition {
  const parts: [sql: string, value: string | number | undefined][] = [
    ['bot_id =', filter.botId],
    ['turn_id =', filter.turnId],
    ['call_id =', filter.callId],
    ['tool =', filter.tool],
    ['started_at >=', filter.since],
    ['started_at <', filter.until],
  ];
  let sql = filter.status === undefined ? '' : ` and outcome in (${listCodesOf(filter.status).join(', ')})`;
  const values: (string | number)[] = [];
  for (const [part, value] of parts) {
    if (value === undefined) continue;
    sql += ` and ${part} ?`;
    values.push(value);
  }
  return { sql, values };
}
