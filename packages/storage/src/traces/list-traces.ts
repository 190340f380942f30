import type { RecordedTrace, TraceFilter } from '@loadout/core';
import type Database from 'better-sqlite3';
import { listRows } from './list-rows.js';
import { listCodesOf } from './outcome-code.js';
import { type TraceRow, toRecordedTrace } from './trace-row.js';

/** Lists the calls that are in the file. */
export function listTraces(database: Database.Database, filter: TraceFilter = {}): Promise<readonly RecordedTrace[]> {
  return listRows<TraceRow, RecordedTrace>(database, {
    table: 'traces',
    conditions: [
      ['bot_id =', filter.botId],
      ['turn_id =', filter.turnId],
      ['call_id =', filter.callId],
      ['tool =', filter.tool],
      ['started_at >=', filter.since],
      ['started_at <', filter.until],
    ],
    further: filter.status === undefined ? '' : ` and outcome in (${listCodesOf(filter.status).join(', ')})`,
    beforeId: filter.beforeId,
    afterId: filter.afterId,
    limit: filter.limit,
    read: toRecordedTrace,
    lengthOf: (row) => row.arguments.length,
  });
}
