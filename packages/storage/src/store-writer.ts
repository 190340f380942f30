import type { StoreWriter } from '@loadout/core';
import { addAudit } from './audit-log.js';
import { addBot, removeBot, renameBot } from './bot-store.js';
import type { CallInOrder } from './calls-in-order.js';
import { deleteConversationApproval, putConversationApproval } from './conversation-approval-store.js';
import { putConversation } from './conversation-store.js';
import { deleteDecision, putDecision } from './decision-store.js';
import { putDefinition } from './definition-store.js';
import { deleteAssignments, putAssignments } from './loadout-store.js';
import { deleteSecret, putSecret } from './secret-rows.js';
import { deleteToolSetting, putToolSetting } from './settings-store.js';
import { deleteSnapshot, putSnapshot } from './snapshot-store.js';
import { createStoreReader } from './store-reader.js';
import { deleteSuspendedTurn, putSuspendedTranscript, putSuspendedTurn } from './suspended-turn-store.js';
import { addToken, deleteToken, revokeToken } from './token-store.js';

/** Writes in one transaction, and reads what it wrote. `timestamp` gives the time as ISO 8601, UTC. */
export function createStoreWriter(run: CallInOrder, timestamp: () => string): StoreWriter {
  return {
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
    putSecret: (secret) => run((database) => putSecret(database, secret)),
    deleteSecret: (name) => run((database) => deleteSecret(database, name)),
    putConversationApproval: (approval) => run((database) => putConversationApproval(database, approval)),
    deleteConversationApproval: (approval) => run((database) => deleteConversationApproval(database, approval)),
    putSuspendedTurn: (turn) => run((database) => putSuspendedTurn(database, turn)),
    putSuspendedTranscript: (turnId, transcript) =>
      run((database) => putSuspendedTranscript(database, turnId, transcript)),
    deleteSuspendedTurn: (id) => run((database) => deleteSuspendedTurn(database, id)),
    addToken: (token) => run((database) => addToken(database, token)),
    revokeToken: (id, at) => run((database) => revokeToken(database, id, at)),
    deleteToken: (id) => run((database) => deleteToken(database, id)),
    addAudit: (at, actor, changes) => run((database) => addAudit(database, { at, actor, changes })),
  };
}
