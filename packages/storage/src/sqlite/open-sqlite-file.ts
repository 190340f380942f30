import path from 'node:path';
import Database from 'better-sqlite3';
import { makeFolder } from './make-folder.js';
import { BUSY_TIMEOUT_MS } from './retry-while-busy.js';

/** Opens a file, which is made with its folder when it is not there. Nothing is written to one that is. */
export function openSqliteFile(file: string): Database.Database {
  makeFolder(path.dirname(file));
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS });
  database.pragma('foreign_keys = on');
  // The write-ahead log reaches the disk at every commit, not only at checkpoints: commits survive a power cut.
  database.pragma('synchronous = full');
  return database;
}
