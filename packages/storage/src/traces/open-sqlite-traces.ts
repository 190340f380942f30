import path from 'node:path';
import type { Logger } from '@loadout/core';
import { LoadoutError } from '@loadout/core';
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
  const { now = Date.now, monotonic = () => performance.now(), report = () => {} } = options;
  const file = path.resolve(requireFile(options.file));
  const maxAgeDays = requirePositive('maxAgeDays', options.retention?.maxAgeDays ?? DEFAULT_AGE_DAYS);
  const maxCount = requirePositive('maxCount', options.retention?.maxCount ?? DEFAULT_COUNT);
  const database = await openTracesFile(file, { now });
  return new SqliteTraceRecorder({ file, database, maxAgeDays, maxCount, report, time: { now, monotonic } });
}

function requireFile(file: unknown): string {
  if (typeof file === 'string' && file !== '' && file !== ':memory:') return file;
  throw new LoadoutError(
    'CONFIGURATION_INVALID',
    `openSqliteTraces needs the option file, the path of a file, and got ${JSON.stringify(file)}. ` +
      'For traces in memory there is createMemoryTraceRecorder.',
    { details: { option: 'file', file } },
  );
}

function requirePositive(name: string, value: unknown): number {
  if (typeof value === 'number' && value > 0) return value;
  throw new LoadoutError(
    'CONFIGURATION_INVALID',
    `The retention of traces needs a number above 0 for ${name}, and got ${JSON.stringify(value)}.`,
    { details: { option: name, value } },
  );
}
