import type { Trace } from '@loadout/core';
import Database from 'better-sqlite3';
import { createTraceInserter } from './insert-traces.js';
import { toJsonText, toRepairsText } from './trace-row.js';

/** What one transaction writes. */
export interface TraceBatch {
  /** Written from the front, at most `most`. */
  readonly traces: readonly Trace[];
  readonly most: number;
  /** Calls under way whose row is not there yet. */
  readonly begun: Iterable<Trace>;
  /** Whether a trace ends a call whose row is there. Undefined: none does. */
  readonly isEnd: ((trace: Trace) => boolean) | undefined;
  /** Minutes since 1970, by the id of the token. */
  readonly uses: ReadonlyMap<string, number>;
}

/** What became of a batch. */
export interface BatchWritten {
  /** How many traces are done with. */
  readonly count: number;
  /** What was wrong with those among them that can never be written. */
  readonly refused: readonly unknown[];
}

/** The statements that write. They never wait. */
export interface TracesTables {
  begin(trace: Trace): void;
  writeBatch(batch: TraceBatch): BatchWritten;
}

/** Prepares the statements that write. */
export function createTracesTables(database: Database.Database): TracesTables {
  const insertTraces = createTraceInserter(database);
  const insertBegun = database.prepare(
    'insert or replace into calls_under_way ' +
      '(turn_id, call_order, bot_id, call_id, tool, owner, started_at, repairs, arguments) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const deleteBegun = database.prepare<[string, number]>(
    'delete from calls_under_way where turn_id = ? and call_order = ?',
  );
  const putUse = database.prepare<[string, number]>(
    'insert into token_uses (token_id, minute) values (?, ?) ' +
      'on conflict (token_id) do update set minute = max(minute, excluded.minute)',
  );

  const addBegun = (trace: Trace): void => {
    const { turnId, order, botId, callId, tool, owner = null, startedAt } = trace;
    const texts = [toRepairsText(trace.repairs), toJsonText(trace.arguments)];
    insertBegun.run(turnId, order, botId, callId, tool, owner, startedAt, ...texts);
  };

  const writeFast = database.transaction((batch: TraceBatch): BatchWritten => {
    for (const trace of batch.begun) addBegun(trace);
    const count = insertTraces(batch.traces, batch.most);
    if (batch.isEnd !== undefined) {
      for (const trace of batch.traces.slice(0, count)) {
        if (batch.isEnd(trace)) deleteBegun.run(trace.turnId, trace.order);
      }
    }
    for (const [tokenId, minute] of batch.uses) putUse.run(tokenId, minute);
    return { count, refused: [] };
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
    for (const trace of batch.begun) attempt(() => addBegun(trace));
    const traces = batch.traces.slice(0, batch.most);
    for (const trace of traces) {
      attempt(() => {
        insertTraces([trace], 1);
        if (batch.isEnd?.(trace)) deleteBegun.run(trace.turnId, trace.order);
      });
    }
    for (const [tokenId, minute] of batch.uses) attempt(() => putUse.run(tokenId, minute));
    return { count: traces.length, refused };
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
