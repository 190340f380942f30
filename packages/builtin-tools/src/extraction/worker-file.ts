import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The file that the workers run: beside the running one where that is built or bundled. Run from sources, it is
 * the one of the last build, because a worker cannot load TypeScript.
 */
export function findWorkerFile(from: string | URL = import.meta.url): string {
  const beside = new URL('./extraction-worker.js', from);
  if (existsSync(beside)) return fileURLToPath(beside);
  const built = new URL('../../dist/extraction/extraction-worker.js', from);
  if (new URL('.', from).pathname.endsWith('/src/extraction/') && existsSync(built)) return fileURLToPath(built);
  throw new Error(
    `There is no ${fileURLToPath(beside)}, which reads pages apart from the host. In the repository, build it ` +
      '(npx tsc -b packages/builtin-tools). In a bundle, make @loadout/builtin-tools external, or put the file ' +
      'dist/extraction/extraction-worker.js of it beside the bundled one.',
  );
}
