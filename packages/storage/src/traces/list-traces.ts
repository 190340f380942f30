import { setImmediate as turn } from 'node:timers/promises';
import type { RecordedTrace, TraceFilter } from '@loadout/core';
import { readPageLimit } from '@loadout/core';
import type Database from 'better-sqlite3';
import { retryWhileBusy } from '../sqlite/retry-while-busy.js';
import { firstCodeOf } from './outcome-code.js';
import { type CallUnderWayRow, type TraceRow, toRecordedTrace, toUnendedTrace } from './trace-row.js';

// Traces have no index but their ids, so a listing reads backwards (a follower forwards) until its page is full. A
// million rows for a rare bot are some 75 ms of work: it is done in slices, with a turn for the event loop after each.

const FIRST_SLICE = 4000;
const LARGEST_SLICE = 20_000;
const SMALLEST_SLICE = 250;
/** What a slice may take; the next one is made smaller or larger by it, as rows differ in size. */
const SLICE_MS = 2;
/** A slice ends after so many characters of arguments. */
const MAX_CHARACTERS = 1_000_000;

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
  const isPage = isForwards || filter.beforeId !== undefined;
  // Of one moment, so that a call that ends in between is on one side or the other.
  const readStart = database.transaction(() => {
    const range = readRange(database);
    return { ...range, unended: isPage ? [] : listUnended(database, filter, range.last, limit) };
  });
  const { first, last, unended } = await retryWhileBusy(() => readStart());
  const condition = describeFilter(filter);
  const statement = database.prepare<unknown[], TraceRow>(
    `select * from traces where id between ? and ?${condition.sql} order by id ${isForwards ? 'asc' : 'desc'} limit ?`,
  );
  let from = Math.max(first, (filter.afterId ?? 0) + 1);
  let to = Math.min(last, (filter.beforeId ?? Number.POSITIVE_INFINITY) - 1);
  const found: RecordedTrace[] = [];
  // So many calls under way fill a page only once: the page after it begins with the trace before its last.
  const wanted = Math.max(limit - unended.length, Math.min(limit - 1, 1));
  let size = FIRST_SLICE;
  while (from <= to && found.length < wanted) {
    const start = isForwards ? from : Math.max(from, to - size + 1);
    const end = isForwards ? Math.min(to, from + size - 1) : to;
    const startedAt = performance.now();
    const reached = await retryWhileBusy(() => {
      const rows = readSlice(statement, [start, end, ...condition.values, wanted - found.length]);
      found.push(...rows.traces);
      return rows.isCutOff ? rows.traces.at(-1)?.id : undefined;
    });
    if (isForwards) from = (reached ?? end) + 1;
    else to = (reached ?? start) - 1;
    if (found.length >= wanted) break;
    const tookMs = performance.now() - startedAt;
    if (tookMs > SLICE_MS) size = Math.max(Math.floor(size / 2), SMALLEST_SLICE);
    else if (tookMs < SLICE_MS / 2) size = Math.min(size * 2, LARGEST_SLICE);
    await turn();
  }
  return Object.freeze([...unended.slice(0, limit - found.length), ...found]);
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

function readRange(database: Database.Database): { readonly first: number; readonly last: number } {
  const read = (sql: string): number => database.prepare<[], number | null>(sql).pluck().get() ?? 0;
  const last = read('select max(id) from traces');
  return { first: read('select min(id) from traces'), last };
}

/** Newest first. */
function listUnended(
  database: Database.Database,
  filter: TraceFilter,
  id: number,
  limit: number,
): readonly RecordedTrace[] {
  if (filter.status !== undefined && filter.status !== 'ERROR') return [];
  const { sql, values } = describeFilter({ ...filter, status: undefined });
  return database
    .prepare<unknown[], CallUnderWayRow>(
      `select * from calls_under_way where true${sql} order by started_at desc, rowid desc limit ?`,
    )
    .all(...values, limit)
    .map((row) => toUnendedTrace(row, id));
}

/** What a row must fulfil beside its id. */
function describeFilter(
  filter: {
    readonly [Name in keyof TraceFilter]?: TraceFilter[Name] | undefined;
  },
): Condition {
  const firstCode = filter.status === undefined ? undefined : firstCodeOf(filter.status);
  const parts: [sql: string, value: string | number | undefined][] = [
    ['bot_id =', filter.botId],
    ['turn_id =', filter.turnId],
    ['call_id =', filter.callId],
    ['tool =', filter.tool],
    ['outcome >=', firstCode],
    ['outcome <', firstCode === undefined ? undefined : firstCode + 3],
    ['started_at >=', filter.since],
    ['started_at <', filter.until],
  ];
  let sql = '';
  const values: (string | number)[] = [];
  for (const [part, value] of parts) {
    if (value === undefined) continue;
    sql += ` and ${part} ?`;
    values.push(value);
  }
  return { sql, values };
}
