import type { LogLevel } from '@loadout/core';
import type { ChatSettings } from './configuration.js';
import { didYouMean } from './nearest.js';

/** What the environment says. Empty variables count as absent. */
export interface EnvironmentSettings {
  readonly config: string | undefined;
  readonly database: string | undefined;
  readonly organisation: string | undefined;
  readonly host: string | undefined;
  readonly port: number | undefined;
  readonly logLevel: LogLevel | undefined;
  readonly logFile: string | undefined;
  /** What is said of the endpoint of chats; its key is read where it is used, and stays out of the configuration. */
  readonly chat: Pick<ChatSettings, 'baseUrl' | 'model' | 'api'>;
}

/** From the least grave. */
export const LOG_LEVELS: readonly LogLevel[] = Object.freeze(['debug', 'info', 'warn', 'error']);

/** The APIs of models that there are clients for. */
export const MODEL_APIS = Object.freeze(['chat', 'responses', 'anthropic'] as const);

const names = [
  'LOADOUT_CONFIG',
  'LOADOUT_DATABASE',
  'LOADOUT_ORGANISATION',
  'LOADOUT_HOST',
  'LOADOUT_PORT',
  'LOADOUT_LOG_LEVEL',
  'LOADOUT_LOG_FILE',
  'LOADOUT_MODEL',
  'LOADOUT_MODEL_API',
  'LOADOUT_MODEL_BASE_URL',
  'LOADOUT_MODEL_KEY',
  // Read where secrets are opened, and kept out of the configuration.
  'LOADOUT_SECRET_KEY',
  'LOADOUT_SECRET_KEY_PREVIOUS',
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
    organisation: env.LOADOUT_ORGANISATION || undefined,
    host: env.LOADOUT_HOST || undefined,
    port: readPortVariable(env.LOADOUT_PORT || undefined, report),
    logLevel: readLevelVariable(env.LOADOUT_LOG_LEVEL || undefined, report),
    logFile: env.LOADOUT_LOG_FILE || undefined,
    chat: readChatVariables(env, report),
  };
}

function readChatVariables(
  env: Readonly<Record<string, string | undefined>>,
  report: (message: string) => void,
): EnvironmentSettings['chat'] {
  const { LOADOUT_MODEL_BASE_URL: baseUrl, LOADOUT_MODEL: model, LOADOUT_MODEL_API: api } = env;
  const known = MODEL_APIS.find((each) => each === api?.toLowerCase());
  if (baseUrl && !isEndpointUrl(baseUrl)) {
    // Not repeated: it may have a key in it.
    report(
      'environment: LOADOUT_MODEL_BASE_URL is no http or https address without a name, a query or a fragment; it is left out.',
    );
  }
  if (api && known === undefined) {
    report(
      `environment: LOADOUT_MODEL_API is ${JSON.stringify(api)}, expected one of ${MODEL_APIS.join(', ')}; it is left out.`,
    );
  }
  return {
    ...(baseUrl && isEndpointUrl(baseUrl) ? { baseUrl } : {}),
    ...(model ? { model } : {}),
    ...(known === undefined ? {} : { api: known }),
  };
}

/** Whether a client of a model's service can be given this address; a name or a key in it would end up in logs. */
export function isEndpointUrl(text: string): boolean {
  return /^https?:\/\/[^\s@?#/]+(\/[^\s@?#]*)?$/.test(text) && URL.canParse(text);
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
