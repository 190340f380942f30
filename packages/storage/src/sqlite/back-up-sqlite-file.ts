import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, link, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { LoadoutError } from '@loadout/core';
import Database from 'better-sqlite3';
import { nextTurn } from './loop-slice.js';
import { makeFolder } from './make-folder.js';
import { openSqliteReader } from './open-sqlite-file.js';
import { retryWhileBusy } from './retry-while-busy.js';
import { toStoreError } from './sqlite-error.js';
import { SqliteReaderThread } from './sqlite-reader-thread.js';

/** Pages of 4 KB that are copied before the event loop gets its turn: about a millisecond's worth. */
const PAGES_PER_STEP = 64;

/**
 * Copies a database to a file that is not there yet, while others read and write. The copy is made under another name
 * and gets its own when it is whole and on disk, so that whatever ends the attempt leaves nothing that looks like a
 * backup. A damaged database is refused: its copy would take the place of an older one that is good. Throws
 * `STORE_UNAVAILABLE`.
 */
export async function backUpSqliteFile(source: string, target: string): Promise<void> {
  if (existsSync(target)) throw createTakenError(target);
  const partial = `${target}.${randomUUID().slice(0, 8)}.partial`;
  try {
    makeFolder(path.dirname(target));
  } catch (error) {
    throw toStoreError(error, target, 'written');
  }
  try {
    await copyPages(source, partial);
    await checkPages(partial);
    // It holds what the database does: nobody else may read it.
    await chmod(partial, (await stat(source)).mode & 0o777);
    await syncToDisk(partial);
    await giveName(partial, target);
    await syncToDisk(path.dirname(target));
  } catch (error) {
    if (isDamage(error)) throw createDamagedError(source, target, error);
    throw toStoreError(error, target, 'written');
  } finally {
    for (const suffix of ['', '-journal', '-wal', '-shm']) await rm(`${partial}${suffix}`, { force: true });
  }
}

async function copyPages(source: string, partial: string): Promise<void> {
  const database = openReaderOf(source);
  try {
    // SQLite begins a copy anew when another process writes. In a transaction it copies what was there at its beginning.
    await retryWhileBusy(() => {
      if (!database.inTransaction) database.exec('begin');
      database.prepare('select count(*) from sqlite_schema').get();
    });
    await database.backup(partial, { progress: () => PAGES_PER_STEP });
    await nextTurn();
  } finally {
    database.close();
  }
}

/** All of them, in a thread: it takes a second where the file is large. */
async function checkPages(partial: string): Promise<void> {
  const thread = new SqliteReaderThread(partial);
  try {
    const rows = await thread.readAll<{ quick_check: string }>('pragma quick_check');
    const [damage] = rows.map(({ quick_check: line }) => line).filter((line) => line !== 'ok');
    if (damage !== undefined) throw new Database.SqliteError(damage.trim(), 'SQLITE_CORRUPT');
  } finally {
    await thread.close();
  }
}

function isDamage(error: unknown): error is Error {
  return error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
}

function createDamagedError(source: string, target: string, cause: Error): LoadoutError {
  const what = cause.message.replaceAll(/\s+/g, ' ');
  return new LoadoutError(
    'STORE_UNAVAILABLE',
    `The backup "${target}" was not made, because the database "${source}" is damaged: ${what}. ` +
      'End the processes that use it, and restore an earlier backup.',
    { details: { file: source }, cause },
  );
}

function openReaderOf(source: string): Database.Database {
  try {
    return openSqliteReader(source);
  } catch (error) {
    throw toStoreError(error, source, 'read');
  }
}

async function syncToDisk(place: string): Promise<void> {
  const handle = await open(place, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A link, unlike a new name, never takes the place of a file that appeared meanwhile. Not every file system has links. */
async function giveName(partial: string, target: string): Promise<void> {
  try {
    await link(partial, target);
  } catch (error) {
    if (existsSync(target)) throw createTakenError(target);
    if (!(error instanceof Error && 'code' in error && linksMissing.includes(String(error.code)))) throw error;
    await rename(partial, target);
  }
}

const linksMissing = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

function createTakenError(target: string): LoadoutError {
  return new LoadoutError(
    'STORE_UNAVAILABLE',
    `The backup "${target}" cannot be written: a file of this name exists already. Name another one, or remove it.`,
    { details: { file: target } },
  );
}
