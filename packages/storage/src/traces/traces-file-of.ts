import path from 'node:path';

/**
 * Where the traces of a database belong: beside it, `x/loadout.sqlite` has `x/loadout.traces.sqlite`. Apart from the
 * database, because they are many, cheap, and written with less care.
 */
export function tracesFileOf(databaseFile: string): string {
  const { dir, name, ext } = path.parse(databaseFile);
  return path.join(dir, `${name}.traces${ext}`);
}
