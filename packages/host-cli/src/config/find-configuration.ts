import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The nearest `loadout.config.json` from `folder` upwards. */
export function findConfigurationFile(folder: string): string | undefined {
  for (let current = folder; ; ) {
    const file = join(current, 'loadout.config.json');
    if (existsSync(file)) return file;
    const parent = dirname(current);
    if (parent === current) return undefined;
    current = parent;
  }
}
