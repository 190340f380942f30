import path from 'node:path';
import type { Store } from '@loadout/core';
import { checkOptions } from './check-options.js';
import { backUpSqliteFile } from './sqlite/back-up-sqlite-file.js';
import { examineSqliteFile } from './sqlite/examine-sqlite-file.js';
import { openSqliteSession } from './sqlite/open-sqlite-session.js';
import { createStoreReader } from './store-reader.js';

/** Which database, and how it tells the time. */
export interface SqliteStoreOptions {
  /** Path of the file. It is made, with its folder, when it is not there. */
  readonly file: string;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly now?: () => number;
}

/**
 * Opens the store in a SQLite file, and brings the file's schema up to date. Several stores, in one process
 * or in several, may have the same file open: each sees what the others commit, and its `revision()` tells.
 * A change is on disk when its promise resolves.
 *
 * Throws `STORE_NEWER` for a file of a newer Loadout, `STORE_UNAVAILABLE` for one of another program or one that
 * cannot be opened, and `CONFIGURATION_INVALID` for a wrong option. A file that is refused stays untouched.
 *
 * ```ts
 * const store = await openSqliteStore({ file: 'data/loadout.db' });
 * const host = await createHost({ store });
 * ```
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  checkOptions(options, {
    method: 'openSqliteStore',
    kinds: { file: 'a path', now: 'a function' },
    remedy: 'For a store in memory there is createMemoryStore.',
  });
  const { file, now = Date.now } = options;
  const absoluteFile = path.resolve(file);
  const session = await openSqliteSession(absoluteFile, { now });
  return {
    ...createStoreReader(session),
    isDurable: true,
    read: (work) => session.readMoment(work),
    change: (work) => session.change(work),
    revision: () => session.revision(),
    examine: () => session.run(() => examineSqliteFile(absoluteFile)),
    backUp: (target) => session.run(() => backUpSqliteFile(absoluteFile, path.resolve(target))),
    close: () => session.close(),
  };
}
