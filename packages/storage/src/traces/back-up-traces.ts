import { closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs';
import path from 'node:path';
import { LoadoutError } from '@loadout/core';
import Database from 'better-sqlite3';
import { isFolder } from '../sqlite/is-folder.js';
import { toStoreError } from '../sqlite/sqlite-error.js';

/** Some 1 MB between two turns of the event loop. */
const PAGES_PER_STEP = 256;

/**
 * Copies the file as it is at this moment, while others go on writing. Throws `STORE_UNAVAILABLE` where the target is
 * there already, or cannot be written; then nothing of it is left.
 */
export async function backUpTraces(file: string, target: string): Promise<void> {
  if (existsSync(target)) throw createTakenError(target);
  requireFolder(path.dirname(target));
  let reader: Database.Database | undefined;
  try {
    reader = new Database(file, { readonly: true, timeout: 0 });
    // A reader that has begun keeps its moment: the copy would else begin anew with every batch of another process.
    reader.exec('begin');
    reader.prepare('select count(*) from sqlite_schema').get();
    await reader.backup(target, { progress: () => PAGES_PER_STEP });
    sync(target);
  } catch (error) {
    rmSync(target, { force: true });
    throw toStoreError(error, target, 'written');
  } finally {
    reader?.close();
  }
}

function sync(file: string): void {
  const descriptor = openSync(file, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function createTakenError(target: string): LoadoutError {
  return new LoadoutError(
    'STORE_UNAVAILABLE',
    `The file "${target}" is there already, and a backup overwrites nothing. Name another file, or remove that one.`,
    { details: { file: target } },
  );
}

function requireFolder(folder: string): void {
  if (isFolder(folder)) return;
  throw new LoadoutError(
    'STORE_UNAVAILABLE',
    `There is no folder "${folder}" for a backup. Make it, or name another place.`,
    { details: { folder } },
  );
}
