import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UsageError } from '../config/usage-error.js';

/** Of a file that is not there yet; the process's mask takes from it what it takes from any. */
const newMode = 0o666;

/**
 * Writes a file whole or not at all: into another one beside it, which then takes its name, and the mode of what was
 * there. What is no file, as `/dev/stderr`, is written as it is.
 */
export function writeFileWhole(file: string, text: string): void {
  let temporary: string | undefined;
  try {
    const target = statOf(file) === undefined ? file : realpathSync(file);
    const before = statOf(target);
    if (before !== undefined && !before.isFile()) {
      writeFileSync(target, text);
      return;
    }
    temporary = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
    writeTemporary(temporary, text, before === undefined ? undefined : before.mode & 0o777);
    renameSync(temporary, target);
    syncFolder(dirname(target));
  } catch (error) {
    if (temporary !== undefined) rmSync(temporary, { force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`The file ${file} cannot be written: ${reason}. Name another one.`, { cause: error });
  }
}

function writeTemporary(file: string, text: string, mode: number | undefined): void {
  const descriptor = openSync(file, 'wx', mode ?? newMode);
  try {
    if (mode !== undefined) fchmodSync(descriptor, mode);
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** So that the new name survives a loss of power. */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Not every system syncs folders; the file is whole and in its place.
  }
}

function statOf(file: string): Stats | undefined {
  return lstatSync(file, { throwIfNoEntry: false });
}
