import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CONTRACT_VERSION, type CompanionModule } from '../contract/companion.js';
import type { CompanionEntry } from '../contract/configuration.js';
import { LoadoutError } from '../contract/errors.js';
import { describeError } from './guard.js';
import { isCompanionId } from './is-companion-id.js';

const MAX_FORMER_NAMES = 100;

/** A companion's module, and what its manifest says. */
export interface ImportedCompanion {
  readonly module: CompanionModule;
  /** The package names that it had before. */
  readonly formerly: readonly string[];
}

/**
 * Finds a companion's package from where the configuration stands, reads its manifest before any of its
 * code runs, and imports it. Throws `COMPANION_NOT_FOUND`, `COMPANION_MANIFEST_INVALID`,
 * `COMPANION_INVALID`, or what the module threw.
 */
export async function importCompanion(entry: CompanionEntry): Promise<ImportedCompanion> {
  if (entry.load === undefined) return importPackage(entry);
  const formerly = readFormerly(entry.id, entry.formerly);
  return { module: requireModule(entry, await entry.load()), formerly };
}

function requireModule(entry: CompanionEntry, module: unknown): CompanionModule {
  if (
    typeof module !== 'object' ||
    module === null ||
    typeof (module as { register?: unknown }).register !== 'function'
  ) {
    throw new LoadoutError('COMPANION_INVALID', `${entry.id} has to export a function \`register\` by name.`, {
      details: { companion: entry.id },
    });
  }
  // The line above checked the one member that is called; settingsSchema is parsed where it is used.
  return module as CompanionModule;
}

async function importPackage(entry: CompanionEntry): Promise<ImportedCompanion> {
  const folder = await findPackage(entry);
  const manifest = await readManifest(entry.id, folder);
  const formerly = readFormerly(entry.id, readMember(manifest.loadout, 'formerly'));
  const file = join(folder, entryFile(entry.id, manifest));
  return { module: requireModule(entry, await importFile(entry, file)), formerly };
}

async function importFile(entry: CompanionEntry, file: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(file).href);
  } catch (cause) {
    const message = `${entry.id} cannot be imported: ${describeError(cause)}${locate(cause)}`;
    throw new LoadoutError('COMPANION_FAILED', message, { details: { companion: entry.id, file }, cause });
  }
}

/** Where an import failed: of a syntax error the stack begins with the place, of others it is the first one named. */
function locate(error: unknown): string {
  try {
    const place = /file:\/\/[^\s)]+:\d+(?::\d+)?/.exec(String((error as Error).stack))?.[0];
    return place === undefined
      ? ''
      : ` (${fileURLToPath(place.replace(/(?::\d+){1,2}$/, ''))}:${/(?:\d+:)?\d+$/.exec(place)?.[0]})`;
  } catch {
    // What was thrown has no stack that could be read.
    return '';
  }
}

/** Looks into each `node_modules` from the starting place upwards, as Node does. */
async function findPackage({ id, from }: CompanionEntry): Promise<string> {
  const start = from === undefined ? `${process.cwd()}/` : String(from);
  const base = start.startsWith('file:') ? fileURLToPath(start) : start;
  const candidates = createRequire(join(base, 'any.js')).resolve.paths(id) ?? [];
  for (const candidate of candidates) {
    const folder = join(candidate, id);
    if (await isFile(join(folder, 'package.json'))) return folder;
  }
  throw new LoadoutError(
    'COMPANION_NOT_FOUND',
    `The package ${id} cannot be found from ${base}. Install it there, or correct its name in the configuration.`,
    { details: { companion: id, from: base } },
  );
}

async function readManifest(id: string, folder: string): Promise<Record<string, unknown>> {
  const file = join(folder, 'package.json');
  let manifest: unknown;
  try {
    manifest = JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw new LoadoutError('COMPANION_MANIFEST_INVALID', `${file} cannot be read: ${describeError(cause)}`, { cause });
  }
  const stated = readMember(readMember(manifest, 'loadout'), 'contract');
  if (stated === CONTRACT_VERSION) return manifest as Record<string, unknown>;
  throw new LoadoutError(
    'COMPANION_MANIFEST_INVALID',
    stated === undefined
      ? `The package.json of ${id} does not make it a companion. It needs "loadout": { "contract": ${CONTRACT_VERSION} }.`
      : `${id} was made for version ${JSON.stringify(stated)} of the contract; this host speaks ${CONTRACT_VERSION}. Update the one that is older.`,
    { details: { companion: id, file } },
  );
}

/** The names that a package had before, each once. Throws `COMPANION_MANIFEST_INVALID`. */
function readFormerly(id: string, stated: unknown): readonly string[] {
  if (stated === undefined) return [];
  const refuse = (what: string): LoadoutError =>
    new LoadoutError(
      'COMPANION_MANIFEST_INVALID',
      `"loadout": { "formerly": … } of ${id} ${what}. List the package names that it had before, such as ["@acme/old-name"].`,
      { details: { companion: id } },
    );
  if (!Array.isArray(stated)) throw refuse('is no list');
  if (stated.length > MAX_FORMER_NAMES) throw refuse(`has ${stated.length} names; ${MAX_FORMER_NAMES} are allowed`);
  for (const name of stated as readonly unknown[]) {
    if (isCompanionId(name)) continue;
    throw refuse(`has ${JSON.stringify(name)?.slice(0, 100) ?? 'undefined'}, which is no name of a package`);
  }
  const names = new Set(stated as readonly string[]);
  names.delete(id);
  return Object.freeze([...names]);
}

/** The file that `import` takes: `exports["."]` under the conditions of an ES module, else `main`. */
function entryFile(id: string, manifest: Record<string, unknown>): string {
  const { exports, main } = manifest;
  if (exports === undefined) return typeof main === 'string' ? main : 'index.js';
  const root = readMember(exports, '.') ?? exports;
  const file = pickCondition(root);
  if (file !== undefined) return file;
  throw new LoadoutError('COMPANION_INVALID', `The "exports" of ${id} name no file for "import" or "default".`, {
    details: { companion: id },
  });
}

function pickCondition(target: unknown): string | undefined {
  if (typeof target === 'string') return target;
  if (Array.isArray(target)) return target.map(pickCondition).find((file) => file !== undefined);
  if (typeof target !== 'object' || target === null) return undefined;
  for (const [condition, value] of Object.entries(target)) {
    if (!['node', 'import', 'module-sync', 'default'].includes(condition)) continue;
    const file = pickCondition(value);
    if (file !== undefined) return file;
  }
  return undefined;
}

function readMember(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    // Not there, or not readable: the next candidate may be.
    return false;
  }
}
