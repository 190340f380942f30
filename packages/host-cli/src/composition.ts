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

/** Builds the host from the configuration: the only place that does. */
export async function openSession(configuration: Configuration, needs: Needs, out: Output): Promise<OpenSession> {
  const store = needs === 'catalogue' ? undefined : await openStore(configuration.database);
  try {
    const tools = needs === 'bots' ? {} : toolOptions(configuration, out);
    // A command that ends after one answer has no later turn that could use a slow list.
    const limits = needs === 'serving' ? {} : { limits: { firstListWaitMs: listMs } };
    const host = await createHost({ ...tools, ...limits, ...(store === undefined ? {} : { store }) });
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

/** The native module is loaded by those commands alone that need it. */
async function openStore(file: string): Promise<Store> {
  const { openSqliteStore } = await import('@loadout/storage');
  return openSqliteStore({ file });
}
