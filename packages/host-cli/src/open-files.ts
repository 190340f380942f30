import { existsSync } from 'node:fs';
import { type Finding, isLoadoutError, type Logger, type Store } from '@loadout/core';
import type { SqliteTraces } from '@loadout/storage';
import type { Configuration } from './config/configuration.js';
import { describeError } from './output/describe-error.js';

/** Whether a file is opened: `made` where it is not there, only where it is `there`, or never. */
export type Wish = 'made' | 'there' | 'never';

/** Which files a command opens. */
export interface FileWishes {
  readonly database: Wish;
  readonly traces: Wish;
  /** What is made of a file that cannot be used: it is the end, or a trouble that the command goes on with. */
  readonly onFailure: { readonly database: 'throw' | 'tell'; readonly traces: 'throw' | 'tell' };
}

/** What was opened. */
export interface OpenFiles {
  readonly store: Store | undefined;
  readonly traces: SqliteTraces | undefined;
  readonly troubles: readonly Finding[];
}

/** Opens the database and the traces. The native module is loaded by those commands alone that need it. */
export async function openFiles(configuration: Configuration, wishes: FileWishes, report: Logger): Promise<OpenFiles> {
  const { database } = configuration;
  const isDatabaseWanted = isWanted(wishes.database, database);
  if (!isDatabaseWanted && wishes.traces === 'never') return { store: undefined, traces: undefined, troubles: [] };
  const { openSqliteStore, openSqliteTraces, tracesFileOf } = await import('@loadout/storage');
  const troubles: Finding[] = [];
  const attempt = async <T>(file: string, onFailure: 'throw' | 'tell', open: () => Promise<T>) => {
    try {
      return await open();
    } catch (error) {
      if (onFailure === 'throw' || !isLoadoutError(error)) throw error;
      troubles.push(toFinding(file, error));
      return undefined;
    }
  };
  const store = isDatabaseWanted
    ? await attempt(database, wishes.onFailure.database, () => openSqliteStore({ file: database }))
    : undefined;
  try {
    const file = tracesFileOf(database);
    const retention = configuration.traces;
    const traces = isWanted(wishes.traces, file)
      ? await attempt(file, wishes.onFailure.traces, () => openSqliteTraces({ file, retention, report }))
      : undefined;
    return { store, traces, troubles };
  } catch (error) {
    await store?.close();
    throw error;
  }
}

function isWanted(wish: Wish, file: string): boolean {
  return wish === 'made' || (wish === 'there' && existsSync(file));
}

function toFinding(file: string, error: unknown): Finding {
  const { message } = describeError(error);
  const remedy = 'Mend the file, or name another one with --database; the rest was examined without it.';
  const about = { level: 'error', area: 'database', code: 'database-broken', subject: file } as const;
  return { ...about, details: { error: message }, message, remedy };
}
