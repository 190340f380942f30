import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { CleanConfiguration } from './clean-configuration.js';
import { cleanConfiguration } from './clean-configuration.js';
import type { Configuration, ConfigurationFile, ConfigurationFlags, ConfiguredCompanion } from './configuration.js';
import { readEnvironment } from './environment.js';
import { findConfigurationFile } from './find-configuration.js';
import type { JsonSource } from './json-source.js';
import { JsonSyntaxError, parseJson } from './json-source.js';
import { UsageError } from './usage-error.js';

/** What {@link loadConfiguration} reads. */
export interface ConfigurationSources {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly flags: ConfigurationFlags;
  /** Told, one line each, what was left out and where it stands. */
  readonly report: (message: string) => void;
}

/**
 * Reads `loadout.config.json`, environment and flags, in rising precedence. What is wrong is reported and only
 * it is left out; a file that cannot be read or is not JSON throws {@link UsageError}.
 */
export function loadConfiguration({ cwd, env, flags, report }: ConfigurationSources): Configuration {
  const environment = readEnvironment(env, report);
  const named = flags.config ?? environment.config;
  const path = named === undefined ? findConfigurationFile(cwd) : resolve(cwd, named);
  const folder = path === undefined ? cwd : dirname(path);
  const { file, companions } = path === undefined ? { file: {}, companions: [] } : readFile(path, cwd, report);
  const database = flags.database ?? environment.database;
  return {
    file: path,
    folder,
    companions,
    exposeAs: file.exposeAs ?? [],
    toolSettings: file.toolSettings ?? {},
    definitionFolders: (file.definitionFolders ?? []).map((entry) => resolve(folder, entry)),
    database:
      database === undefined ? resolve(folder, file.database ?? '.loadout/loadout.sqlite') : resolve(cwd, database),
    server: {
      host: flags.host ?? environment.host ?? file.server?.host ?? '127.0.0.1',
      port: flags.port ?? environment.port ?? file.server?.port ?? 8787,
    },
    overrides: [
      ...(named === undefined ? [] : [['--config', named] as const]),
      ...(database === undefined ? [] : [['--database', database] as const]),
    ],
  };
}

interface ReadFile {
  readonly file: ConfigurationFile;
  readonly companions: readonly ConfiguredCompanion[];
}

function readFile(path: string, cwd: string, report: (message: string) => void): ReadFile {
  const name = shorten(path, cwd);
  const source = parseFile(path, name);
  const placeOf = (pointer: string): string => {
    const { line, column } = source.placeOf(pointer);
    return `${name}:${line}:${column}${pointer === '' ? '' : ` ${pointer}`}`;
  };
  for (const { pointer, place } of source.listDuplicateKeys()) {
    report(`${name}:${place.line}:${place.column} ${pointer}: the key is there twice; the last one counts.`);
  }
  const clean = cleanConfiguration(source.value);
  for (const { pointer, message } of clean.leftOut) {
    if (clean.file === undefined) throw new UsageError(`${placeOf(pointer)}: ${message}`);
    report(`${placeOf(pointer)}: ${message}`);
  }
  return { file: clean.file ?? {}, companions: readCompanions(clean, dirname(path), { placeOf, report }) };
}

function parseFile(path: string, name: string): JsonSource {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const reason = isMissing ? 'there is no such file' : String(error);
    throw new UsageError(`The configuration file ${name} cannot be read: ${reason}.`, { cause: error });
  }
  try {
    const source = parseJson(text);
    source.placeOf(''); // also refuses what is nested too deep to have places
    return source;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new UsageError(`${name}:${error.place.line}:${error.place.column}: not JSON: ${error.message}.`, {
      cause: error,
    });
  }
}

interface Reporting {
  readonly placeOf: (pointer: string) => string;
  readonly report: (message: string) => void;
}

function readCompanions(
  { file, companionIndexes }: CleanConfiguration,
  folder: string,
  { placeOf, report }: Reporting,
): readonly ConfiguredCompanion[] {
  const companions = new Map<string, ConfiguredCompanion>();
  for (const [position, entry] of (file?.companions ?? []).entries()) {
    const item = typeof entry === 'string' ? { package: entry } : entry;
    const id = item.package;
    const place = placeOf(`/companions/${companionIndexes[position]}`);
    const first = companions.get(id);
    if (first !== undefined) {
      report(`${place}: the companion ${id} is there already (${first.place}); this entry is left out.`);
      continue;
    }
    const enabled = item.enabled ?? true;
    const isInstalled = !enabled || isPackageInstalled(id, folder);
    if (!isInstalled) {
      report(`${place}: the package ${id} cannot be found from ${folder}; it is left out. Install it there.`);
    }
    companions.set(id, { id, enabled, settings: item.settings, place, isInstalled });
  }
  return [...companions.values()];
}

function isPackageInstalled(id: string, folder: string): boolean {
  const folders = createRequire(join(folder, 'noop.js')).resolve.paths(id) ?? [];
  return folders.some((candidate) => existsSync(join(candidate, id, 'package.json')));
}

/** Relative to the working directory where that is shorter to read. */
function shorten(path: string, cwd: string): string {
  const short = relative(cwd, path);
  return short.startsWith('..') || isAbsolute(short) ? path : short;
}
