import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The name of the file that is looked for. */
export const CONFIGURATION_NAME = 'loadout.config.json';

/** The nearest `loadout.config.json` from `folder` upwards. */
export function findConfigurationFile(folder: string): string | undefined {
  for (let current = folder; ; ) {
    const file = join(current, CONFIGURATION_NAME);
    if (existsSync(file)) return file;
    const parent = dirname(current);
    if (parent === current) return undefined;
    current = parent;
  }
}
