import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { CleanConfiguration } from './clean-configuration.js';
import { cleanConfiguration } from './clean-configuration.js';
import type {
  ChatSettings,
  Configuration,
  ConfigurationFile,
  ConfigurationFlags,
  ConfiguredCompanion,
} from './configuration.js';
import { readEnvironment } from './environment.js';
import { findConfigurationFile } from './find-configuration.js';
import { findOrganisationFile } from './find-organisation-file.js';
import type { JsonSource } from './json-source.js';
import { JsonSyntaxError, parseJson } from './json-source.js';
import { readLocale } from './read-locale.js';
import { UsageError } from './usage-error.js';

/** What {@link loadConfiguration} reads. */
export interface ConfigurationSources {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly flags: ConfigurationFlags;
  /** Told, one line each, what was left out and where it stands. */
  readonly report: (message: string) => void;
  /** Where the managed file of an organisation is on this machine. Default: `/etc/loadout/organisation.json`. */
  readonly managedFile?: string;
}

/**
 * Reads `loadout.config.json`, environment and flags, in rising precedence. What is wrong is reported and only
 * it is left out; a file that cannot be read or is not JSON throws {@link UsageError}.
 */
export function loadConfiguration({ cwd, env, flags, report, managedFile }: ConfigurationSources): Configuration {
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
    organisationFile: findOrganisationFile({
      variable: environment.organisation && resolve(cwd, environment.organisation),
      entry: file.organisationFile === undefined ? undefined : resolve(folder, file.organisationFile),
      report,
      ...(managedFile === undefined ? {} : { managedFile }),
    }),
    locale: readLocale(env),
    database:
      database === undefined ? resolve(folder, file.database ?? '.loadout/loadout.sqlite') : resolve(cwd, database),
    web: file.web ?? {},
    traces: file.traces ?? {},
    log: {
      level: flags.logLevel ?? environment.logLevel ?? file.log?.level,
      file: resolveLogFile({ variable: environment.logFile, cwd, entry: file.log?.file ?? undefined, folder }),
      format: file.log?.format,
    },
    secrets: file.secrets ?? {},
    chat: mergeChat(file.chat ?? {}, environment.chat),
    server: {
      host: flags.host ?? environment.host ?? file.server?.host ?? '127.0.0.1',
      port: flags.port ?? environment.port ?? file.server?.port ?? 8787,
      publicUrl: file.server?.publicUrl,
      rateLimit: file.server?.rateLimit ?? {},
    },
    overrides: [
      ...(named === undefined ? [] : [['--config', named] as const]),
      ...(database === undefined ? [] : [['--database', database] as const]),
    ],
  };
}

/** How far the service in the file is trusted says nothing of another one that the environment names. */
function mergeChat(file: ChatSettings, environment: ChatSettings): ChatSettings {
  const { modelProvider, ...rest } = file;
  const isSame = file.baseUrl === undefined || isSameOrigin(file.baseUrl, environment.baseUrl ?? file.baseUrl);
  return { ...rest, ...(isSame && modelProvider !== undefined ? { modelProvider } : {}), ...environment };
}

function isSameOrigin(one: string, other: string): boolean {
  return URL.canParse(one) && URL.canParse(other) && new URL(one).origin === new URL(other).origin;
}

interface LogFile {
  readonly variable: string | undefined;
  readonly cwd: string;
  readonly entry: string | undefined;
  readonly folder: string;
}

function resolveLogFile({ variable, cwd, entry, folder }: LogFile): string | undefined {
  if (variable !== undefined) return resolve(cwd, variable);
  return entry === undefined ? undefined : resolve(folder, entry);
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
  const text = decodeFile(readBytes(path, name), name);
  try {
    const source = parseJson(text);
    source.placeOf(''); // also refuses what is nested too deep to have places
    return source;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { place, verdict, message } = error;
    throw new UsageError(`${name}:${place.line}:${place.column}: ${verdict}: ${message}.`, { cause: error });
  }
}

const readRemedies: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file. Correct its name, or leave it out.',
  EISDIR: 'it is a folder. Name the file in it, as in --config FOLDER/loadout.config.json.',
  ENOTDIR: 'a part of its path is no folder. Correct the path.',
  EACCES: 'this process may not read it. Give it the right to, or name another file with --config.',
};

function readBytes(path: string, name: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = readRemedies[code] ?? `${String(error)}. Correct it, or name another file with --config.`;
    throw new UsageError(`The configuration file ${name} cannot be read: ${reason}`, { cause: error });
  }
}

function decodeFile(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new UsageError(`The configuration file ${name} is not UTF-8. Save it as UTF-8.`, { cause: error });
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
    const problem = enabled ? findPackageProblem(id, folder) : undefined;
    if (problem !== undefined) report(`${place}: ${problem}`);
    companions.set(id, { id, enabled, settings: item.settings, place, isInstalled: problem === undefined });
  }
  return [...companions.values()];
}

/** Why the package of a companion cannot be used, with the remedy. Only whether it is there and whole. */
function findPackageProblem(id: string, folder: string): string | undefined {
  const folders = createRequire(join(folder, 'noop.js')).resolve.paths(id) ?? [];
  const file = folders
    .map((candidate) => join(candidate, id, 'package.json'))
    .find((candidate) => existsSync(candidate));
  if (file === undefined) return `the package ${id} cannot be found from ${folder}; it is left out. Install it there.`;
  try {
    JSON.parse(readFileSync(file, 'utf8'));
    return undefined;
  } catch (error) {
    return `${file} cannot be read: ${String(error)}; the package ${id} is left out. Install it again.`;
  }
}

/** Relative to the working directory where that is shorter to read. */
function shorten(path: string, cwd: string): string {
  const short = relative(cwd, path);
  return short.startsWith('..') || isAbsolute(short) ? path : short || '.';
}
