import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTemporaryFolder } from './built-ins.js';

const fixtures = fileURLToPath(new URL('../fixtures/companions/', import.meta.url));
const builtContract = fileURLToPath(new URL('../../dist/', import.meta.url));

/**
 * Installs companions of `fixtures/companions` as npm would, and answers the folder that they are found from. A
 * single module becomes a package; a manifest replaces the one that is there; what is not there is not installed.
 */
export function installCompanions(
  ...names: readonly (string | { readonly name: string; readonly manifest: string })[]
): string {
  const folder = createTemporaryFolder();
  for (const given of names) {
    const { name, manifest } = typeof given === 'string' ? { name: given, manifest: undefined } : given;
    const target = join(folder, 'node_modules', name);
    const module = join(fixtures, `${name}.mjs`);
    if (!existsSync(module) && !existsSync(join(fixtures, name))) continue;
    mkdirSync(target, { recursive: true });
    if (existsSync(module)) {
      cpSync(module, join(target, 'index.mjs'));
      writeFileSync(join(target, 'package.json'), describePackage(name));
    } else {
      cpSync(join(fixtures, name), target, { recursive: true });
    }
    if (manifest !== undefined) writeFileSync(join(target, 'package.json'), manifest);
  }
  return folder;
}

/** Gives an installed companion a copy of `@loadout/core` of its own: the contract as it was built. */
export function installOwnCore(folder: string, name: string): void {
  const target = join(folder, 'node_modules', name, 'node_modules', '@loadout', 'core');
  mkdirSync(target, { recursive: true });
  cpSync(join(builtContract, 'contract'), join(target, 'contract'), { recursive: true });
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const manifest = {
    name: '@loadout/core',
    version,
    type: 'module',
    exports: { './contract': './contract/contract.js' },
  };
  writeFileSync(join(target, 'package.json'), JSON.stringify(manifest));
}

function describePackage(name: string): string {
  return JSON.stringify({ name, version: '1.0.0', type: 'module', exports: './index.mjs', loadout: { contract: 1 } });
}
