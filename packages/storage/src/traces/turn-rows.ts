import { isModelApi, type RecordedTurn, STOP_REASONS, type TurnFilter, type TurnTrace } from '@loadout/core';
import type Database from 'better-sqlite3';
import { listRows } from './list-rows.js';

/** A row of the table `turns`. */
interface TurnRow {
  readonly id: number;
  readonly bot_id: string;
  readonly turn_id: string;
  readonly conversation_id: string | null;
  readonly component: string;
  readonly model_provider_id: string | null;
  readonly model_api: string | null;
  readonly started_at: number;
  readonly duration_ms: number;
  readonly model_requests: number;
  readonly calls: number;
  readonly result_characters: number;
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly offered: number;
  readonly withheld: number;
  readonly stop: string | null;
  /** Times as JSON, each its start and its duration. */
  readonly requests: string | null;
}

const columns = [
  'bot_id',
  'turn_id',
  'conversation_id',
  'component',
  'model_provider_id',
  'model_api',
  'started_at',
  'duration_ms',
  'model_requests',
  'calls',
  'result_characters',
  'input_tokens',
  'output_tokens',
  'offered',
  'withheld',
  'stop',
  'requests',
] as const satisfies readonly (keyof TurnRow)[];

/** Prepares the statement that writes a turn. */
export function createTurnInserter(database: Database.Database): (turn: TurnTrace) => void {
  const places = columns.map((column) => `@${column}`).join(', ');
  const insert = database.prepare<[Omit<TurnRow, 'id'>]>(
    `insert into turns (${columns.join(', ')}) values (${places})`,
  );
  return (turn) => void insert.run(toRow(turn));
}

/** Lists the turns that are in the file, newest first. */
export function listTurns(database: Database.Database, filter: TurnFilter = {}): Promise<readonly RecordedTurn[]> {
  return listRows<TurnRow, RecordedTurn>(database, {
    table: 'turns',
    conditions: [
      ['bot_id =', filter.botId],
      ['turn_id =', filter.turnId],
      ['started_at >=', filter.since],
      ['started_at <', filter.until],
    ],
    beforeId: filter.beforeId,
    limit: filter.limit,
    read: toRecordedTurn,
    lengthOf: () => 0,
  });
}

function toRow(turn: TurnTrace): Omit<TurnRow, 'id'> {
  return {
    bot_id: turn.botId,
    turn_id: turn.turnId,
    conversation_id: turn.conversationId,
    component: turn.component,
    model_provider_id: turn.modelProviderId,
    model_api: turn.modelApi,
    started_at: turn.startedAt,
    duration_ms: turn.durationMs,
    model_requests: turn.modelRequests,
    calls: turn.calls,
    result_characters: turn.resultCharacters,
    input_tokens: turn.inputTokens,
    output_tokens: turn.outputTokens,
    offered: turn.offered,
    withheld: turn.withheld,
    stop: turn.stop,
    requests: writeRequests(turn.requests),
  };
}

function toRecordedTurn(row: TurnRow): RecordedTurn {
  return Object.freeze({
    id: row.id,
    botId: row.bot_id,
    turnId: row.turn_id,
    conversationId: row.conversation_id,
    component: row.component,
    modelProviderId: row.model_provider_id,
    modelApi: isModelApi(row.model_api) ? row.model_api : null,
    startedAt: row.started_at,
    durationMs: row.duration_ms,
    modelRequests: row.model_requests,
    calls: row.calls,
    resultCharacters: row.result_characters,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    offered: row.offered,
    withheld: row.withheld,
    // A reason of a later version is none that this one knows.
    stop: STOP_REASONS.find((reason) => reason === row.stop) ?? null,
    ...readRequests(row.requests),
  });
}

function writeRequests(requests: TurnTrace['requests']): string | null {
  return requests === undefined
    ? null
    : JSON.stringify(requests.map(({ startedAt, durationMs }) => [startedAt, durationMs]));
}

/** What somebody broke in the file must not hide the turn. */
function readRequests(text: string | null): Pick<TurnTrace, 'requests'> {
  if (text === null) return {};
  try {
    const read: unknown = JSON.parse(text);
    if (!Array.isArray(read)) return {};
    return {
      requests: read.map(([startedAt, durationMs]) => ({
        startedAt: Number(startedAt),
        durationMs: Number(durationMs),
      })),
    };
  } catch {
    return {};
  }
}
