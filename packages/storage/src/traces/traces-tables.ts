import type { Trace, TurnTrace } from '@loadout/core';
import Database from 'better-sqlite3';
import { createTraceInserter } from './insert-traces.js';
import { BEGUN_CODE } from './outcome-code.js';
import { toJsonText, toRepairsText } from './trace-row.js';
import { createTurnInserter } from './turn-rows.js';

/** What one transaction writes. */
export interface TraceBatch {
  /** Written from the front, at most `most`. */
  readonly traces: readonly Trace[];
  readonly most: number;
  /** Calls under way whose row is not there yet. */
  readonly begun: Iterable<Trace>;
  /** Finds the row of the call that a trace ends. Undefined: no call has one. */
  readonly findRow: ((trace: Trace) => number | undefined) | undefined;
  /** Turns that have ended, all of them. */
  readonly turns: readonly TurnTrace[];
  /** Minutes since 1970, by the id of the token. */
  readonly uses: ReadonlyMap<string, number>;
}

/** The ids of rows of calls under way. */
export type BegunRows = ReadonlyMap<Trace, number>;

/** What became of a batch. */
export interface BatchWritten {
  /** How many traces are done with. */
  readonly count: number;
  readonly begun: BegunRows;
  /** What was wrong with those among them that can never be written. */
  readonly refused: readonly unknown[];
}

/** The statements that write. They never wait. */
export interface TracesTables {
  /** Answers the id of the row. */
  begin(trace: Trace): number;
  writeBatch(batch: TraceBatch): BatchWritten;
}

/** Prepares the statements that write. */
export function createTracesTables(database: Database.Database): TracesTables {
  const insertTraces = createTraceInserter(database);
  const insertTurn = createTurnInserter(database);
  const insertBegun = database.prepare(
    'insert into traces (bot_id, turn_id, call_id, tool, owner, outcome, call_order, started_at, duration_ms, ' +
      `result_characters, repairs, arguments) values (?, ?, ?, ?, ?, ${BEGUN_CODE}, ?, ?, 0, 0, ?, ?)`,
  );
  const deleteBegun = database.prepare<[number]>(`delete from traces where id = ? and outcome = ${BEGUN_CODE}`);
  const putUse = database.prepare<[string, number]>(
    'insert into token_uses (token_id, minute) values (?, ?) ' +
      'on conflict (token_id) do update set minute = max(minute, excluded.minute)',
  );

  const addBegun = (trace: Trace): number => {
    const { botId, turnId, callId, tool, owner = null, order, startedAt } = trace;
    const texts = [toRepairsText(trace.repairs), toJsonText(trace.arguments)];
    return Number(insertBegun.run(botId, turnId, callId, tool, owner, order, startedAt, ...texts).lastInsertRowid);
  };

  /** After the row of the end: an id that is free again at the end of the table would be given twice. */
  const removeBegun = ({ findRow }: TraceBatch, trace: Trace): void => {
    const id = findRow?.(trace);
    if (id !== undefined) deleteBegun.run(id);
  };

  const writeFast = database.transaction((batch: TraceBatch): BatchWritten => {
    const begun = new Map<Trace, number>();
    for (const trace of batch.begun) begun.set(trace, addBegun(trace));
    const count = insertTraces(batch.traces, batch.most);
    if (batch.findRow !== undefined) for (const trace of batch.traces.slice(0, count)) removeBegun(batch, trace);
    for (const turn of batch.turns) insertTurn(turn);
    for (const [tokenId, minute] of batch.uses) putUse.run(tokenId, minute);
    return { count, begun, refused: [] };
  });

  /** Row by row, past those that are wrong: a value of the wrong type must not hold up all others for ever. */
  const writeCarefully = database.transaction((batch: TraceBatch): BatchWritten => {
    const refused: unknown[] = [];
    const attempt = (work: () => void): void => {
      try {
        work();
      } catch (error) {
        if (!isRowError(error)) throw error;
        refused.push(error);
      }
    };
    const begun = new Map<Trace, number>();
    for (const trace of batch.begun) attempt(() => begun.set(trace, addBegun(trace)));
    const traces = batch.traces.slice(0, batch.most);
    for (const trace of traces) {
      attempt(() => {
        insertTraces([trace], 1);
        removeBegun(batch, trace);
      });
    }
    for (const turn of batch.turns) attempt(() => insertTurn(turn));
    for (const [tokenId, minute] of batch.uses) attempt(() => putUse.run(tokenId, minute));
    return { count: traces.length, begun, refused };
  });

  return {
    begin: addBegun,

    writeBatch(batch) {
      try {
        return writeFast.immediate(batch);
      } catch (error) {
        if (!isRowError(error)) throw error;
        return writeCarefully.immediate(batch);
      }
    },
  };
}

/** Whether the row is at fault, and not the file. */
export function isRowError(error: unknown): boolean {
  return !(error instanceof Database.SqliteError) || /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG)/.test(error.code);
}
