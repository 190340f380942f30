import { existsSync } from 'node:fs';

/** The nearest `path` in the folder of a file or one above it. */
export function findUpwards(path: string, from: string | URL): URL | undefined {
  for (let folder = new URL('.', from); ; folder = new URL('..', folder)) {
    const found = new URL(path, folder);
    if (existsSync(found)) return found;
    if (folder.href === new URL('..', folder).href) return undefined;
  }
}
