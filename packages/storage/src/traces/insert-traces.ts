import type { Trace } from '@loadout/core';
import type Database from 'better-sqlite3';
import { toOutcomeCode } from './outcome-code.js';
import { toJsonText, toRepairsText } from './trace-row.js';

const COMMON_COLUMNS = [
  'bot_id',
  'turn_id',
  'call_id',
  'tool',
  'owner',
  'outcome',
  'call_order',
  'started_at',
  'duration_ms',
  'result_characters',
  'arguments',
];
/** Few traces have a value for these; binding costs as much for a null. */
const RARE_COLUMNS = ['error_id', 'repairs', 'waited_ms'];
/** Binding is most of the cost of a row, a statement's run the rest. More rows at once cost more again, few rows are many runs. */
const ROWS_PER_STATEMENT = [20, 5, 1];
/** A batch ends after so many characters: a few large arguments must not hold the event loop. */
const MAX_CHARACTERS = 1_000_000;

type Values = (string | number | null)[];

/** Writes traces in their order, as many as are good for one transaction, and answers how many. */
export type TraceInserter = (traces: readonly Trace[], most: number) => number;

/** Prepares the statements that write traces. */
export function createTraceInserter(database: Database.Database): TraceInserter {
  const inserters = ROWS_PER_STATEMENT.map((rows) => createRowsInserter(database, rows));
  return (traces, most) => {
    const end = Math.min(traces.length, most);
    let characters = 0;
    let written = 0;
    while (written < end && characters < MAX_CHARACTERS) {
      const inserter = inserters.find(({ rows }) => written + rows <= end);
      if (inserter === undefined) break;
      characters += inserter.insert(traces, written);
      written += inserter.rows;
    }
    return written;
  };
}

/** Writes so many traces with one statement. */
interface RowsInserter {
  readonly rows: number;
  /** Begins at the index `from`. Answers the length of their arguments. */
  insert(traces: readonly Trace[], from: number): number;
}

function createRowsInserter(database: Database.Database, rows: number): RowsInserter {
  const common = prepareInsert(database, COMMON_COLUMNS, rows);
  const whole = prepareInsert(database, [...COMMON_COLUMNS, ...RARE_COLUMNS], rows);
  return {
    rows,
    insert(traces, from) {
      const group = traces.slice(from, from + rows);
      const isWhole = group.some(hasRareValues);
      const { statement, values } = isWhole ? whole : common;
      let characters = 0;
      let at = 0;
      for (const trace of group) {
        characters += setCommonValues(values, at, trace);
        at += COMMON_COLUMNS.length;
        if (isWhole) at = setRareValues(values, at, trace);
      }
      statement.run(values);
      return characters;
    },
  };
}

function prepareInsert(database: Database.Database, columns: readonly string[], rows: number): PreparedInsert {
  const row = `(${columns.map(() => '?').join(', ')})`;
  const list = Array.from({ length: rows }, () => row).join(', ');
  return {
    statement: database.prepare<[Values]>(`insert into traces (${columns.join(', ')}) values ${list}`),
    values: new Array(rows * columns.length).fill(null),
  };
}

interface PreparedInsert {
  readonly statement: Database.Statement<[Values]>;
  /** Used again and again: making it anew is a tenth of the cost of a trace. */
  readonly values: Values;
}

function hasRareValues({ errorId, repairs, waitedMs }: Trace): boolean {
  return errorId !== undefined || repairs.length > 0 || waitedMs !== undefined;
}

/** In the order of the columns. Answers the length of the arguments. */
function setCommonValues(values: Values, at: number, trace: Trace): number {
  const text = toJsonText(trace.arguments);
  values[at] = trace.botId;
  values[at + 1] = trace.turnId;
  values[at + 2] = trace.callId;
  values[at + 3] = trace.tool;
  values[at + 4] = trace.owner ?? null;
  values[at + 5] = toOutcomeCode(trace.status, trace.executed);
  values[at + 6] = trace.order;
  values[at + 7] = trace.startedAt;
  values[at + 8] = trace.durationMs;
  values[at + 9] = trace.resultCharacters;
  values[at + 10] = text;
  return text.length;
}

/** Answers where the next row begins. */
function setRareValues(values: Values, at: number, trace: Trace): number {
  values[at] = trace.errorId ?? null;
  values[at + 1] = toRepairsText(trace.repairs);
  values[at + 2] = trace.waitedMs ?? null;
  return at + RARE_COLUMNS.length;
}
