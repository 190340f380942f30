import type { StoreReader } from '@loadout/core';
import { listAudit } from './audit-log.js';
import { getBot, listBots } from './bot-store.js';
import { listConversationApprovals } from './conversation-approval-store.js';
import { getConversation } from './conversation-store.js';
import type { ReadAccess } from './database-session.js';
import { listDecisions } from './decision-store.js';
import { getDefinition } from './definition-store.js';
import { listAssignedTools, listAssignments, listBotsWithTool } from './loadout-store.js';
import { listSecrets } from './secret-rows.js';
import { listToolSettings } from './settings-store.js';
import { getSnapshot, listSnapshots } from './snapshot-store.js';
import { getSuspendedTranscript, getSuspendedTurn, listSuspendedTurns } from './suspended-turn-store.js';
import { findToken, listTokens } from './token-store.js';

/** All that can be read, for the store and for the writer of a change. */
export function createStoreReader(access: ReadAccess): StoreReader {
  return {
    getBot: (botId) => access.read((database) => getBot(database, botId)),
    listBots: () => access.readWhole(listBots),
    listAssignments: (botId) => listAssignments(access, botId),
    listAssignedTools: () => access.readWhole(listAssignedTools),
    listBotsWithTool: (toolName, owner) => access.readWhole((database) => listBotsWithTool(database, toolName, owner)),
    listToolSettings: () => access.readWhole(listToolSettings),
    listDecisions: () => access.readWhole(listDecisions),
    listSnapshots: (companionId) => access.readWhole((database) => listSnapshots(database, companionId)),
    getSnapshot: (owner) => access.read((database) => getSnapshot(database, owner)),
    getDefinition: (hash) => access.read((database) => getDefinition(database, hash)),
    getConversation: (botId, id) => access.read((database) => getConversation(database, botId, id)),
    listSecrets: () => access.readWhole(listSecrets),
    listConversationApprovals: (botId, conversationId) =>
      access.readWhole((database) => listConversationApprovals(database, botId, conversationId)),
    listSuspendedTurns: (botId, conversationId) =>
      access.readWhole((database) => listSuspendedTurns(database, botId, conversationId)),
    getSuspendedTurn: (id) => access.read((database) => getSuspendedTurn(database, id)),
    getSuspendedTranscript: (turnId) => access.read((database) => getSuspendedTranscript(database, turnId)),
    listTokens: () => access.readWhole(listTokens),
    findToken: (secretHash) => access.read((database) => findToken(database, secretHash)),
    listAudit: (filter) => access.readWhole((database) => listAudit(database, filter)),
  };
}
