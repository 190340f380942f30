import { existsSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';

/** The part of the process that says how it was started. */
export interface Invocation {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** How to type `loadout` where this process was started, so that a printed line works as it stands. */
export function describeInvocation({ argv, env, cwd }: Invocation): string {
  // A script of the repository (`start`, `loadout`), run by pnpm, or by npx that brought pnpm along.
  if (env.npm_package_name === 'loadout' && env.npm_lifecycle_event !== undefined) {
    return /[\\/]_npx[\\/]/.test(env.npm_execpath ?? '') ? 'npx --yes pnpm@10 loadout' : 'pnpm loadout';
  }
  if (env.npm_command === 'exec' && env.npm_lifecycle_event === 'npx') return 'npx loadout';
  const script = argv[1] ?? '';
  if (/(^|[\\/])loadout$/.test(script) && isOnPath('loadout', env.PATH ?? '')) return 'loadout';
  const short = relative(cwd, script);
  return `node ${quoteWord(short.startsWith('..') ? script : short)}`;
}

/** A word as a POSIX shell reads it. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function isOnPath(name: string, path: string): boolean {
  return path.split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, name)));
}
