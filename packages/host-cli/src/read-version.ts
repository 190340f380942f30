import { readFileSync } from 'node:fs';

/** The version of the command. Its package stands beside the sources, and beside the bundle. */
export function readVersion(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
}
