import { execFileSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { makeTemporaryFolder } from '../temporary-folder.js';

/** A disk of so many bytes, for the running test; undefined where this user may not mount one. */
export function mountSmallDisk(bytes: number): { readonly folder: string; makeReadOnly(): void } | undefined {
  const folder = makeTemporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]));
  return {
    folder,
    makeReadOnly: () => void execFileSync('mount', ['-o', 'remount,ro', folder]),
  };
}
