import { closeSync, fsyncSync, lstatSync, openSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UsageError } from '../config/usage-error.js';

/**
 * Writes a file whole or not at all: into another one beside it, which then takes its name. What is no file, as
 * `/dev/stderr`, is written as it is.
 */
export function writeFileWhole(file: string, text: string): void {
  let temporary: string | undefined;
  try {
    const target = isThere(file) ? realpathSync(file) : file;
    if (isThere(target) && !lstatSync(target).isFile()) {
      writeFileSync(target, text);
      return;
    }
    temporary = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
    const descriptor = openSync(temporary, 'wx');
    try {
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, target);
  } catch (error) {
    if (temporary !== undefined) rmSync(temporary, { force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`The file ${file} cannot be written: ${reason}. Name another one.`, { cause: error });
  }
}

function isThere(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}
