import type { LogEntry, RecordedTrace } from '@loadout/core';
import { onTestFinished } from 'vitest';
import { openSqliteTraces, type SqliteTraces, type SqliteTracesOptions } from '../../src/index.js';
import { makeDatabasePath } from '../temporary-folder.js';

/** Traces in a file of their own, closed with the test, and what they report. */
export async function openTraces(
  options: Partial<SqliteTracesOptions> = {},
): Promise<{ readonly traces: SqliteTraces; readonly file: string; readonly log: LogEntry[] }> {
  const { file = makeDatabasePath() } = options;
  const log: LogEntry[] = [];
  const traces = await openSqliteTraces({ report: (entry) => void log.push(entry), ...options, file });
  onTestFinished(() => traces.close());
  return { traces, file, log };
}

/** All that a file keeps, oldest first, a page after another. */
export async function listAll(traces: SqliteTraces): Promise<readonly RecordedTrace[]> {
  const all: RecordedTrace[] = [];
  for (let afterId = 0; ; ) {
    const page = await traces.list({ afterId, limit: 1000 });
    all.push(...page);
    const last = page.at(-1);
    if (last === undefined) return all;
    afterId = last.id;
  }
}
