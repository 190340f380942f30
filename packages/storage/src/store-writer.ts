import type { StoreWriter } from '@loadout/core';
import { LoadoutError } from '@loadout/core';
import { addAudit } from './audit-log.js';
import { addBot, removeBot, renameBot } from './bot-store.js';
import { putConversation } from './conversation-store.js';
import { deleteDecision, putDecision } from './decision-store.js';
import { putDefinition } from './definition-store.js';
import { deleteAssignments, putAssignments } from './loadout-store.js';
import type { StoreDatabase } from './schema.js';
import { deleteToolSetting, putToolSetting } from './settings-store.js';
import { deleteSnapshot, putSnapshot } from './snapshot-store.js';
import { createStoreReader } from './store-reader.js';
import { addToken, revokeToken } from './token-store.js';

/** What the writer of a change needs. */
export interface StoreWriterOptions {
  /** The transaction of the change; undefined once the change is over. */
  readonly transaction: () => StoreDatabase | undefined;
  /** The time as ISO 8601, UTC. */
  readonly timestamp: () => string;
}

/**
 * Writes in one transaction, and reads what it wrote. One call after another, also where several are made at once: most
 * of them read before they write. `settle` resolves when all calls so far are done.
 */
export function createStoreWriter({ transaction, timestamp }: StoreWriterOptions): {
  readonly writer: StoreWriter;
  settle(): Promise<void>;
} {
  let lastCall: Promise<unknown> = Promise.resolve();

  function run<T>(work: (database: StoreDatabase) => Promise<T>): Promise<T> {
    const call = lastCall.then(() => {
      const database = transaction();
      if (database === undefined) throw createOverError();
      return work(database);
    });
    lastCall = call.catch(() => {
      // Whoever made the call is told.
    });
    return call;
  }

  const writer: StoreWriter = {
    ...createStoreReader({ read: run, readWhole: run }),
    addBot: (bot) => run((database) => addBot(database, bot)),
    renameBot: (botId, displayName) => run((database) => renameBot(database, botId, displayName)),
    removeBot: (botId) => run((database) => removeBot(database, botId, timestamp())),
    putAssignments: (botId, assignments) => run((database) => putAssignments(database, botId, assignments)),
    deleteAssignments: (botId, toolNames) => run((database) => deleteAssignments(database, botId, toolNames)),
    putToolSetting: (setting) => run((database) => putToolSetting(database, setting)),
    deleteToolSetting: (owner, toolName, field) =>
      run((database) => deleteToolSetting(database, { owner, toolName, field })),
    putDecision: (decision) => run((database) => putDecision(database, decision)),
    deleteDecision: (kind, subject) => run((database) => deleteDecision(database, kind, subject)),
    putSnapshot: (snapshot) => run((database) => putSnapshot(database, snapshot)),
    deleteSnapshot: (owner) => run((database) => deleteSnapshot(database, owner)),
    putDefinition: (hash, definition) => run((database) => putDefinition(database, hash, definition)),
    putConversation: (conversation) => run((database) => putConversation(database, conversation)),
    addToken: (token) => run((database) => addToken(database, token)),
    revokeToken: (id, at) => run((database) => revokeToken(database, id, at)),
    addAudit: (at, actor, changes) => run((database) => addAudit(database, { at, actor, changes })),
  };
  return {
    writer,
    async settle() {
      await lastCall;
    },
  };
}

function createOverError(): LoadoutError {
  return new LoadoutError(
    'STORE_UNAVAILABLE',
    'The change is over, and its writer reads and writes nothing any more. Wait for everything inside the change.',
  );
}
