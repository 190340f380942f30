import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { makeTemporaryFolder } from './temporary-folder.js';

/** A disk of its own, in memory. */
export interface SmallDisk {
  readonly folder: string;
  /** Writes a file over all that is free. */
  fill(): void;
  /** Removes that file again. */
  free(): void;
  /** From now on nothing can be written. Not while a file is open for writing. */
  makeReadOnly(): void;
}

/** A disk of so many kilobytes, which goes with the test; undefined where this process may not mount one. */
export function mountSmallDisk(kilobytes: number): SmallDisk | undefined {
  const folder = makeTemporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    // Not root, or a system without it: whoever asked skips.
    return undefined;
  }
  // Finished in reverse order: what is open on the disk was closed before.
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  const ballast = path.join(folder, 'ballast');
  return {
    folder,
    fill() {
      const file = openSync(ballast, 'w');
      for (const size of [65_536, 4_096]) writeUntilFull(file, Buffer.alloc(size));
      closeSync(file);
    },
    free: () => rmSync(ballast),
    makeReadOnly: () => void execFileSync('mount', ['-o', 'remount,ro', folder]),
  };
}

function writeUntilFull(file: number, block: Buffer): void {
  try {
    for (;;) if (writeSync(file, block) < block.length) return;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}
