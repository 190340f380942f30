import type { LogLevel } from '@loadout/core';
import { didYouMean } from './nearest.js';

/** What the environment says. Empty variables count as absent. */
export interface EnvironmentSettings {
  readonly config: string | undefined;
  readonly database: string | undefined;
  readonly host: string | undefined;
  readonly port: number | undefined;
  readonly logLevel: LogLevel | undefined;
  readonly logFile: string | undefined;
}

/** From the least grave. */
export const LOG_LEVELS: readonly LogLevel[] = Object.freeze(['debug', 'info', 'warn', 'error']);

const names = [
  'LOADOUT_CONFIG',
  'LOADOUT_DATABASE',
  'LOADOUT_HOST',
  'LOADOUT_PORT',
  'LOADOUT_LOG_LEVEL',
  'LOADOUT_LOG_FILE',
] as const;
/** For others: the cases and proofs of Loadout's own tests, and what people give to clients of the API. */
const ignored: readonly string[] = ['LOADOUT_CASES', 'LOADOUT_PROOFS', 'LOADOUT_PROOFS_SEED', 'LOADOUT_TOKEN'];

/** Reads `LOADOUT_*`. A variable that is unknown or has a wrong value is reported, and only it is left out. */
export function readEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  report: (message: string) => void,
): EnvironmentSettings {
  for (const name of Object.keys(env)) {
    if (!name.startsWith('LOADOUT_') || ignored.includes(name) || names.some((known) => known === name)) continue;
    report(`environment: there is no variable ${name}; it is left out.${didYouMean(name, names)}`);
  }
  return {
    config: env.LOADOUT_CONFIG || undefined,
    database: env.LOADOUT_DATABASE || undefined,
    host: env.LOADOUT_HOST || undefined,
    port: readPortVariable(env.LOADOUT_PORT || undefined, report),
    logLevel: readLevelVariable(env.LOADOUT_LOG_LEVEL || undefined, report),
    logFile: env.LOADOUT_LOG_FILE || undefined,
  };
}

function readPortVariable(text: string | undefined, report: (message: string) => void): number | undefined {
  if (text === undefined) return undefined;
  const port = readPort(text);
  if (port === undefined) {
    report(`environment: LOADOUT_PORT is ${JSON.stringify(text)}, expected a number from 0 to 65535; it is left out.`);
  }
  return port;
}

/** A port as people write it, or undefined. */
export function readPort(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;
}

function readLevelVariable(text: string | undefined, report: (message: string) => void): LogLevel | undefined {
  if (text === undefined) return undefined;
  const level = readLogLevel(text);
  if (level === undefined) {
    report(
      `environment: LOADOUT_LOG_LEVEL is ${JSON.stringify(text)}, expected one of ${LOG_LEVELS.join(', ')}; it is left out.`,
    );
  }
  return level;
}

/** A level as people write it, or undefined. */
export function readLogLevel(text: string): LogLevel | undefined {
  return LOG_LEVELS.find((level) => level === text.toLowerCase());
}
