import { isLoadoutError, LoadoutError } from '@loadout/core';
import Database from 'better-sqlite3';
import { isFolder } from './is-folder.js';

const notOurs = 'Name a database of Loadout, or a file that does not exist yet; if it was one, restore a backup.';
const damaged = 'The file is damaged: end the processes that use it, and restore a backup.';
const notWritable = 'Let the user of this process write the file and its folder.';
const busy = 'Another process holds its lock: a large import, or one that hangs. Try again when it is done, or end it.';
const full = 'Free space on the disk; what was acknowledged is kept, and nothing has to be started again.';
const moved = 'The file was moved or deleted while it was in use. Put it back, and start this process again.';
const noFolder = 'A part of its path is a file where a folder is needed. Name another place.';

/** What to do, by SQLite's extended or primary error code, or Node's. */
const remedies: Readonly<Record<string, string>> = {
  SQLITE_NOTADB: notOurs,
  SQLITE_CORRUPT: damaged,
  SQLITE_READONLY: notWritable,
  SQLITE_READONLY_DBMOVED: moved,
  SQLITE_PERM: notWritable,
  SQLITE_CANTOPEN: notWritable,
  SQLITE_BUSY: busy,
  SQLITE_LOCKED: busy,
  SQLITE_FULL: full,
  SQLITE_IOERR: 'Check the disk.',
  SQLITE_IOERR_SHMSIZE: full,
  SQLITE_NOMEM: 'Give the process more memory.',
  SQLITE_IOERR_NOMEM: 'Give the process more memory.',
  SQLITE_TOOBIG: 'Store a smaller value.',
  EACCES: notWritable,
  EPERM: notWritable,
  EROFS: notWritable,
  ENOSPC: full,
  EDQUOT: full,
  EMFILE: 'Let the process open more files.',
  ENFILE: 'Let the process open more files.',
  ENOENT: 'That folder cannot be made. Name another place.',
  EEXIST: noFolder,
  ENOTDIR: noFolder,
};

/**
 * The `STORE_UNAVAILABLE` for a failure of SQLite or of the file system. Any other error is given back as it is.
 * `action` is what failed, as a participle: `opened`, `read`, `written`.
 */
export function toStoreError(error: unknown, file: string, action: string): unknown {
  if (isLoadoutError(error)) return error;
  const code = readCode(error);
  if (!(error instanceof Error) || code === undefined) return error;
  const remedy = isFolder(file)
    ? 'It is a folder: name a file in it.'
    : (remedies[code] ?? remedies[code.split('_', 2).join('_')] ?? 'See the cause.');
  return new LoadoutError(
    'STORE_UNAVAILABLE',
    `The database "${file}" cannot be ${action}: ${error.message}. ${remedy}`,
    {
      details: { file, code },
      cause: error,
    },
  );
}

/** The code of an error of SQLite or of a system call. */
function readCode(error: unknown): string | undefined {
  if (error instanceof Database.SqliteError) return error.code;
  if (error instanceof Error && 'syscall' in error && 'code' in error) return String(error.code);
  return undefined;
}
