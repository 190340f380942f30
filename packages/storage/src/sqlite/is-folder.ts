import { statSync } from 'node:fs';

/** Whether a folder is there. One that cannot be looked at is none. */
export function isFolder(place: string): boolean {
  try {
    return statSync(place).isDirectory();
  } catch {
    // Whoever uses the place next gets an error that says more than this one.
    return false;
  }
}
