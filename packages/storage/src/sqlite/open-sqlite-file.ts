import path from 'node:path';
import Database from 'better-sqlite3';
import { makeFolder } from './make-folder.js';
import { BUSY_TIMEOUT_MS, retryWhileBusy } from './retry-while-busy.js';

/**
 * Opens a file for writing; it is made with its folder when it is not there. Nothing is written to one that is. SQLite
 * does not wait for the lock: other processes write often, and its waiting would hold the event loop each time.
 */
export function openSqliteFile(file: string): Database.Database {
  makeFolder(path.dirname(file));
  const database = new Database(file, { timeout: 0 });
  database.pragma('foreign_keys = on');
  // What is deleted is written over: a turn that waited has arguments and results as they are, and secrets were sealed.
  database.pragma('secure_delete = on');
  return database;
}

/** Opens a file that is there, for reading alone. */
export function openSqliteReader(file: string): Database.Database {
  return new Database(file, { timeout: BUSY_TIMEOUT_MS, readonly: true, fileMustExist: true });
}

/** Lets readers and one writer go side by side. It changes the file. */
export async function useWriteAheadLog(database: Database.Database): Promise<void> {
  await retryWhileBusy(() => database.pragma('journal_mode = wal'));
  // The log reaches the disk at every commit, not only at checkpoints: commits survive a power cut. SQLite reads the
  // schema for this, so another process that makes the file at this moment is waited for.
  await retryWhileBusy(() => database.pragma('synchronous = full'));
  // 4 MB: a large change reaches the log bit by bit, instead of all at its commit.
  await retryWhileBusy(() => database.pragma('cache_size = -4000'));
}
