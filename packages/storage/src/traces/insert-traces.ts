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
const RARE_COLUMNS = ['error_id', 'repairs'];
/** Binding is most of the cost of a row, preparing a statement's run the rest. More rows at once gain nothing. */
const ROWS_PER_STATEMENT = 10;
/** A batch ends after so many characters: a few large arguments must not hold the event loop. */
const MAX_CHARACTERS = 1_000_000;

type Values = (string | number | null)[];

/** Writes traces in their order, as many as are good for one transaction, and answers how many. */
export type TraceInserter = (traces: readonly Trace[], most: number) => number;

/** Prepares the statements that write traces. */
export function createTraceInserter(database: Database.Database): TraceInserter {
  const manyCommon = prepareInsert(database, COMMON_COLUMNS, ROWS_PER_STATEMENT);
  const manyWhole = prepareInsert(database, [...COMMON_COLUMNS, ...RARE_COLUMNS], ROWS_PER_STATEMENT);
  const oneWhole = prepareInsert(database, [...COMMON_COLUMNS, ...RARE_COLUMNS], 1);

  // Used again and again: making them anew is a tenth of the cost of a trace.
  const common: Values = new Array(ROWS_PER_STATEMENT * COMMON_COLUMNS.length).fill(null);
  const whole: Values = new Array(ROWS_PER_STATEMENT * (COMMON_COLUMNS.length + RARE_COLUMNS.length)).fill(null);
  const one: Values = new Array(COMMON_COLUMNS.length + RARE_COLUMNS.length).fill(null);

  const insertGroup = (traces: readonly Trace[]): number => {
    const isWhole = traces.some(hasRareValues);
    const values = isWhole ? whole : common;
    let characters = 0;
    let at = 0;
    for (const trace of traces) {
      characters += setCommonValues(values, at, trace);
      at += COMMON_COLUMNS.length;
      if (isWhole) at = setRareValues(values, at, trace);
    }
    (isWhole ? manyWhole : manyCommon).run(values);
    return characters;
  };
  const insertOne = (trace: Trace): number => {
    const characters = setCommonValues(one, 0, trace);
    setRareValues(one, COMMON_COLUMNS.length, trace);
    oneWhole.run(one);
    return characters;
  };

  return (traces, most) => {
    const end = Math.min(traces.length, most);
    let characters = 0;
    let written = 0;
    while (written < end && characters < MAX_CHARACTERS) {
      const group = traces.slice(written, Math.min(written + ROWS_PER_STATEMENT, end));
      if (group.length === ROWS_PER_STATEMENT) characters += insertGroup(group);
      else for (const trace of group) characters += insertOne(trace);
      written += group.length;
    }
    return written;
  };
}

function prepareInsert(
  database: Database.Database,
  columns: readonly string[],
  rows: number,
): Database.Statement<[Values]> {
  const row = `(${columns.map(() => '?').join(', ')})`;
  const values = Array.from({ length: rows }, () => row).join(', ');
  return database.prepare<[Values]>(`insert into traces (${columns.join(', ')}) values ${values}`);
}

function hasRareValues({ errorId, repairs }: Trace): boolean {
  return errorId !== undefined || repairs.length > 0;
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
  return at + RARE_COLUMNS.length;
}
