import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { isFolder } from './is-folder.js';

/**
 * Makes a folder with those above it, where they are missing. The recursion of Node's own `mkdirSync` never
 * ends in a folder that is there and answers ENOENT nevertheless, as `/proc` does.
 */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (isFolder(folder)) return;
    const parent = path.dirname(folder);
    if (!isMissing(error) || isFolder(parent)) throw error;
    makeFolder(parent);
    makeFolder(folder);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
