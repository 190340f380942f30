import type { ArgumentRepair, JsonValue, RecordedTrace } from '@loadout/core';
import { BEGUN_CODE, readOutcomeCode } from './outcome-code.js';

/** A row of the table `traces`. */
export interface TraceRow {
  readonly id: number;
  readonly bot_id: string;
  readonly turn_id: string;
  readonly call_id: string;
  readonly tool: string;
  readonly owner: string | null;
  readonly outcome: number;
  readonly call_order: number;
  readonly started_at: number;
  readonly duration_ms: number;
  readonly result_characters: number;
  readonly error_id: string | null;
  readonly repairs: string | null;
  readonly arguments: string;
  readonly waited_ms: number | null;
}

/** The trace that a row holds. */
export function toRecordedTrace(row: TraceRow): RecordedTrace {
  return Object.freeze({
    botId: row.bot_id,
    turnId: row.turn_id,
    order: row.call_order,
    callId: row.call_id,
    tool: row.tool,
    owner: row.owner ?? undefined,
    arguments: parseJson(row.arguments),
    repairs: row.repairs === null ? [] : readRepairs(row.repairs),
    startedAt: row.started_at,
    id: row.id,
    hasEnded: row.outcome !== BEGUN_CODE,
    ...readOutcomeCode(row.outcome),
    durationMs: row.duration_ms,
    ...(row.waited_ms === null ? {} : { waitedMs: row.waited_ms }),
    resultCharacters: row.result_characters,
    errorId: row.error_id ?? undefined,
  });
}

/** The text of a value; what is no JSON must not keep its trace from being written. */
export function toJsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch {
    return '"[no JSON]"';
  }
}

/** Null for no repairs, which is nearly always. */
export function toRepairsText(repairs: readonly ArgumentRepair[]): string | null {
  return repairs.length === 0 ? null : toJsonText(repairs);
}

/** A text that somebody broke in the file is shown as it is: one row must not hide the others. */
function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue; // JSON.parse makes nothing else.
  } catch {
    return text;
  }
}

function readRepairs(text: string): readonly ArgumentRepair[] {
  const repairs = parseJson(text);
  return Array.isArray(repairs) ? (repairs as unknown as ArgumentRepair[]) : []; // Only `toRepairsText` writes them.
}
