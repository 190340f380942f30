import { userInfo } from 'node:os';
import { builtinTools } from '@loadout/builtin-tools';
import type { Actor, CompanionEntry, HostLimits, HostOptions, LogEntry, Logger, SecretVault } from '@loadout/core';
import { createHost, readHostSecret } from '@loadout/core';
import { MODEL_KEY_VARIABLE } from './chat/open-client.js';
import type { Configuration, ConfiguredCompanion } from './config/configuration.js';
import { type FileWishes, openFiles } from './open-files.js';
import type { Output } from './output/output.js';
import { redactEntries } from './output/redact-entries.js';
import type { Needs, Session } from './session.js';

/** What a command needs. */
interface Plan extends FileWishes {
  /** Whether tools are: a command about records alone loads no companion. */
  readonly tools: boolean;
  readonly limits: HostLimits;
}

const strict = { database: 'throw', traces: 'throw' } as const;
const tolerant = { database: 'throw', traces: 'tell' } as const;
/** A process that ends at once shows lists as they are now; a turn may be served the last good ones. */
const once: HostLimits = { restoredListWaitMs: 1_000 };
/** No turn, and there to say what is wrong: it waits until that is known, as long as the host has for lists. */
const patient: HostLimits = { firstListWaitMs: 5_000, restoredListWaitMs: 5_000 };
/** Somebody waits with a half-typed word. */
const hasty: HostLimits = { loadMs: 1_000, firstListWaitMs: 300 };

const plans: Readonly<Record<Needs, Plan>> = {
  nothing: { database: 'never', traces: 'never', onFailure: strict, tools: false, limits: {} },
  bots: { database: 'made', traces: 'never', onFailure: strict, tools: false, limits: {} },
  tokens: { database: 'made', traces: 'there', onFailure: tolerant, tools: false, limits: {} },
  traces: { database: 'never', traces: 'made', onFailure: strict, tools: false, limits: {} },
  backup: { database: 'there', traces: 'there', onFailure: strict, tools: false, limits: {} },
  catalogue: { database: 'there', traces: 'never', onFailure: strict, tools: true, limits: patient },
  loadouts: { database: 'made', traces: 'never', onFailure: strict, tools: true, limits: once },
  preview: { database: 'there', traces: 'never', onFailure: strict, tools: true, limits: once },
  calls: { database: 'made', traces: 'made', onFailure: tolerant, tools: true, limits: once },
  doctor: {
    database: 'there',
    traces: 'there',
    onFailure: { database: 'tell', traces: 'tell' },
    tools: true,
    limits: patient,
  },
  names: { database: 'there', traces: 'never', onFailure: strict, tools: false, limits: {} },
  completing: { database: 'there', traces: 'never', onFailure: strict, tools: true, limits: hasty },
  serving: { database: 'made', traces: 'made', onFailure: tolerant, tools: true, limits: {} },
};

/** How long the host, the traces and the database may take to close. Others may hold a lock on a file for a while. */
const closeMs = { host: 1_000, traces: 5_500, store: 1_000 };

/** A session with what has to be closed after it. */
export interface OpenSession extends Session {
  /** Ends turns, then closes host, traces and database, in this order. */
  close(): Promise<void>;
}

/** What a session is opened with. */
export interface SessionParts {
  readonly out: Output;
  readonly logger: Logger;
  readonly remarks: readonly string[];
  /** Gives up what is being opened. */
  readonly signal?: AbortSignal | undefined;
}

/** Builds the host from the configuration: the only place that does. Rejects with the signal's reason. */
export async function openSession(
  configuration: Configuration,
  needs: Needs,
  { out, logger, remarks, signal }: SessionParts,
): Promise<OpenSession> {
  const plan = plans[needs];
  const { store, traces, troubles } = await openFiles(configuration, plan, logger);
  const closeFiles = async (): Promise<void> => {
    try {
      if (traces !== undefined) await inTime(traces.close(), closeMs.traces);
    } finally {
      if (store !== undefined) await inTime(store.close(), closeMs.store);
    }
  };
  try {
    const secrets = store === undefined ? undefined : await openVault(configuration);
    const opening = createHost({
      ...(plan.tools ? toolOptions(configuration) : {}),
      logger: withoutKnown(needs === 'serving' ? logger : withoutSaid(logger, needs), configuration),
      limits: plan.limits,
      ...(store === undefined || secrets === undefined ? {} : { store, secrets }),
      ...(traces === undefined ? {} : { traces, tokenUses: traces.tokenUses }),
    });
    const host = await untilAborted(opening, signal);
    // Tools run in this process and can read its environment: what they say of it is redacted also where nobody chats.
    const modelKey = process.env[MODEL_KEY_VARIABLE]?.trim();
    if (modelKey !== undefined) host.secrets.remember(modelKey);
    const close = async (): Promise<void> => {
      try {
        await inTime(host.close(), closeMs.host);
      } finally {
        await closeFiles();
      }
    };
    const readSecret = async (name: string): Promise<string | undefined> =>
      store === undefined || secrets === undefined ? undefined : readHostSecret(store, secrets, name);
    const shown = redactEntries(logger, host);
    const opened = { configuration, out, logger: shown, remarks, troubles, store, traces, readSecret, close };
    return { host: host.as(findActor()), ...opened };
  } catch (error) {
    await closeFiles();
    throw error;
  }
}

/** Where the secrets of the database are. The module is loaded already where the database is. */
async function openVault({ database, secrets }: Configuration): Promise<SecretVault> {
  const { createLazySecretVault } = await import('@loadout/storage');
  return createLazySecretVault({ database, store: secrets.store });
}

function toolOptions(configuration: Configuration): HostOptions {
  const { definitionFolders, implementations } = builtinTools(configuration.web);
  return {
    definitionFolders: [...definitionFolders, ...configuration.definitionFolders],
    implementations,
    companions: configuration.companions.map((companion) => toEntry(companion, configuration.folder)),
    exposeAs: configuration.exposeAs,
    toolSettings: configuration.toolSettings,
    ...(configuration.organisationFile === undefined ? {} : { organisation: configuration.organisationFile }),
  };
}

/** The configuration's own check has said of a package that it is not there, with its place. */
function withoutKnown(logger: Logger, { companions }: Configuration): Logger {
  const missing = new Set(companions.filter(({ isInstalled }) => !isInstalled).map(({ id }) => id));
  return (entry: LogEntry) => {
    if (entry.companion === undefined || !missing.has(entry.companion)) logger(entry);
  };
}

/**
 * What a command says itself, with what to do: a chat why a request failed, the doctor what is wrong with secrets and the
 * organisation's file. Elsewhere one secret that cannot be read stands for all, as they mostly share the reason.
 */
function withoutSaid(logger: Logger, needs: Needs): Logger {
  let hasToldOfSecret = false;
  return (entry: LogEntry) => {
    if (entry.event === 'model-failed' || entry.event === 'model-response-invalid') return;
    if (needs === 'doctor' && (entry.event === 'secret-unavailable' || entry.event === 'organisation-problem')) return;
    if (entry.event !== 'secret-unavailable') logger(entry);
    else if (!hasToldOfSecret) {
      hasToldOfSecret = true;
      logger({ ...entry, message: `${entry.message} "loadout doctor" names all that cannot be read.` });
    }
  };
}

/** One that is not installed goes along: the host shows it as failed, so that `loadout tools` says what is wrong. */
function toEntry({ id, enabled, settings }: ConfiguredCompanion, from: string): CompanionEntry {
  return { id, enabled, from, ...(settings === undefined ? {} : { settings }) };
}

/** The user that the process runs as. */
function findActor(): Actor {
  return { name: findUserName(), via: 'cli' };
}

function findUserName(): string {
  try {
    return userInfo().username || `user ${process.getuid?.()}`;
  } catch {
    // A container may run under a number that has no name.
    return process.getuid === undefined ? 'unknown' : `user ${process.getuid()}`;
  }
}

/** Companions may take seconds to load; whoever gives up does not wait for them. */
function untilAborted<T>(opening: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return opening;
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    opening.then(resolve, reject);
  });
}

/** Waits for what is being closed, as long as that may take. */
async function inTime(closing: Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  try {
    await Promise.race([closing, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
