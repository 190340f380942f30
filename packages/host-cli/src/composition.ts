import { builtinTools } from '@loadout/builtin-tools';
import type { CompanionEntry, HostOptions, Store } from '@loadout/core';
import { createHost } from '@loadout/core';
import type { Configuration, ConfiguredCompanion } from './config/configuration.js';
import { createLogger } from './output/logger.js';
import type { Output } from './output/output.js';
import type { Needs, Session } from './session.js';

/** The deadline that the host has for lists. */
const listMs = 5_000;

/** A session with what has to be closed after it. */
export interface OpenSession extends Session {
  /** Ends turns, then closes host and database. */
  close(): Promise<void>;
}

/** What a session is opened with. */
export interface SessionParts {
  readonly out: Output;
  /** Gives up what is being opened. */
  readonly signal?: AbortSignal | undefined;
}

/** Builds the host from the configuration: the only place that does. Rejects with the signal's reason. */
export async function openSession(
  configuration: Configuration,
  needs: Needs,
  { out, signal }: SessionParts,
): Promise<OpenSession> {
  const store = needs === 'catalogue' ? undefined : await openStore(configuration.database);
  try {
    const tools = needs === 'bots' ? {} : toolOptions(configuration, out);
    // No turn, and there to say what is wrong: it waits until that is known.
    const limits = needs === 'catalogue' ? { limits: { firstListWaitMs: listMs } } : {};
    const opening = createHost({ ...tools, ...limits, ...(store === undefined ? {} : { store }) });
    const host = await untilAborted(opening, signal);
    const close = async (): Promise<void> => {
      try {
        await host.close();
      } finally {
        await store?.close();
      }
    };
    return { host, configuration, out, close };
  } catch (error) {
    await store?.close();
    throw error;
  }
}

function toolOptions(configuration: Configuration, out: Output): HostOptions {
  const { definitionFolders, implementations } = builtinTools();
  const companions = new Map(configuration.companions.map((companion) => [companion.id, companion]));
  return {
    definitionFolders: [...definitionFolders, ...configuration.definitionFolders],
    implementations,
    companions: configuration.companions.map((companion) => toEntry(companion, configuration.folder)),
    exposeAs: configuration.exposeAs,
    toolSettings: configuration.toolSettings,
    logger: createLogger({
      out,
      placeOf: (id) => companions.get(id)?.place,
      // The configuration's own check has said it, with its place.
      isKnown: ({ companion }) => companion !== undefined && companions.get(companion)?.isInstalled === false,
    }),
  };
}

/** One that is not installed goes along: the host shows it as failed, so that `loadout tools` says what is wrong. */
function toEntry({ id, enabled, settings }: ConfiguredCompanion, from: string): CompanionEntry {
  return { id, enabled, from, ...(settings === undefined ? {} : { settings }) };
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

/** The native module is loaded by those commands alone that need it. */
async function openStore(file: string): Promise<Store> {
  const { openSqliteStore } = await import('@loadout/storage');
  return openSqliteStore({ file });
}
