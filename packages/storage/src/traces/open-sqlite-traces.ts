import path from 'node:path';
import type { Logger } from '@loadout/core';
import { checkOptions } from '../check-options.js';
import { toStoreError } from '../sqlite/sqlite-error.js';
import { openTracesFile } from './open-traces-file.js';
import { SqliteTraceRecorder } from './sqlite-trace-recorder.js';
import type { SqliteTraces, TracesRetention } from './sqlite-traces.js';

/** Which file, how much of it is kept, and who is told. */
export interface SqliteTracesOptions {
  /** Path of the file. It is made, with its folder, when it is not there. See {@link tracesFileOf}. */
  readonly file: string;
  readonly retention?: TracesRetention;
  /** Told when traces cannot be written, once, and when they can be again. */
  readonly report?: Logger;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly now?: () => number;
  /** Milliseconds from any beginning, which go on steadily when the clock is set. */
  readonly monotonic?: () => number;
}

const DEFAULT_AGE_DAYS = 30;
const DEFAULT_COUNT = 1_000_000;

/**
 * Opens a file of traces. Several processes may have the same one open. A trace is in the file at most 100 ms after
 * `record`, and when `close` has resolved; the row of a call is when `begin` has returned or what it answers has resolved.
 *
 * Throws `STORE_NEWER` for a file of a newer Loadout, `STORE_UNAVAILABLE` for one of something else or one that cannot
 * be opened, and `CONFIGURATION_INVALID` for a wrong option.
 */
export async function openSqliteTraces(options: SqliteTracesOptions): Promise<SqliteTraces> {
  const method = 'openSqliteTraces';
  checkOptions(options, {
    method,
    kinds: {
      file: 'a path',
      retention: 'an object',
      report: 'a function',
      now: 'a function',
      monotonic: 'a function',
    },
    remedy: 'For traces in memory there is createMemoryTraceRecorder.',
  });
  const { now = Date.now, monotonic = () => performance.now(), report = () => {}, retention = {} } = options;
  const kinds = { maxAgeDays: 'a number above 0', maxCount: 'a number above 0' } as const;
  checkOptions(retention, { method, kinds, within: 'retention.' });
  const { maxAgeDays = DEFAULT_AGE_DAYS, maxCount = DEFAULT_COUNT } = retention;
  const file = path.resolve(options.file);
  const database = await openTracesFile(file, { now });
  try {
    return new SqliteTraceRecorder({ file, database, maxAgeDays, maxCount, report, time: { now, monotonic } });
  } catch (error) {
    database.close();
    throw toStoreError(error, file, 'opened');
  }
}
