import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const remedy =
  'Leave @loadout/builtin-tools out of the bundle (external), or bundle @loadout/builtin-tools/extraction-worker as an ' +
  'entry of its own and name that file: builtinTools({ extraction: { workerFile } }).';

/** The file that workers run: the chosen one, else the one of this package. Throws where there is none. */
export function requireWorkerFile(chosen?: string | URL | undefined): string {
  if (chosen === undefined) return findWorkerFile();
  const isUrl = chosen instanceof URL || chosen.startsWith('file:');
  const file = isUrl ? fileURLToPath(chosen) : resolve(chosen);
  if (existsSync(file)) return file;
  throw new Error(`There is no ${file}, which builtinTools({ extraction: { workerFile } }) names. ${remedy}`);
}

/**
 * Beside the running file where that is built, or bundled with the worker as `extraction-worker.js`. Run from sources,
 * it is the one of the last build, because a worker cannot load TypeScript.
 */
export function findWorkerFile(from: string | URL = import.meta.url): string {
  const beside = new URL('./extraction-worker.js', from);
  if (existsSync(beside)) return fileURLToPath(beside);
  const isSource = new URL('.', from).pathname.endsWith('/src/extraction/');
  const built = new URL('../../dist/extraction/extraction-worker.js', from);
  if (isSource && existsSync(built)) return fileURLToPath(built);
  const how = isSource ? 'Build it: npx tsc -b packages/builtin-tools.' : remedy;
  throw new Error(`There is no ${fileURLToPath(beside)}, which reads pages apart from the host. ${how}`);
}
