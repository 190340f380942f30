import { LoadoutError } from '../contract/errors.js';
import { createBotError } from './bot-id.js';
import { makeFrozenCopy } from './frozen-copy.js';
import { createMemoryReader } from './memory-reader.js';
import { type DraftTables, joinKey } from './memory-tables.js';
import type { Assignment, Bot, ConversationApprovalKey } from './records.js';
import type { StoreWriter } from './roles.js';

/** Writes drafts of tables. `open` gives them, or throws once the change is over. */
export function createMemoryWriter(open: () => DraftTables): StoreWriter {
  function requireBot(botId: string): Bot {
    const bot = open().bots.get(botId);
    if (bot === undefined) throw createBotError('BOT_UNKNOWN', botId);
    return bot;
  }

  function writeLoadout(bot: Bot, assignments: readonly Assignment[]): void {
    const { bots, loadouts } = open();
    loadouts.set(bot.id, Object.freeze(assignments));
    bots.set(bot.id, Object.freeze({ ...bot, loadoutRevision: bot.loadoutRevision + 1 }));
  }

  function deleteTurn(id: string): void {
    const { suspendedTurns, suspendedTranscripts } = open();
    suspendedTurns.delete(id);
    suspendedTranscripts.delete(id);
  }

  return {
    ...createMemoryReader(open),

    async addBot({ id, displayName, createdAt }) {
      const { bots, retiredIds } = open();
      if (retiredIds.get(id) !== undefined) throw createBotError('BOT_ID_RETIRED', id);
      if (bots.get(id) !== undefined) throw createBotError('BOT_EXISTS', id);
      bots.set(id, Object.freeze({ id, displayName, createdAt, loadoutRevision: 0 }));
    },

    async renameBot(botId, displayName) {
      open().bots.set(botId, Object.freeze({ ...requireBot(botId), displayName }));
    },

    async removeBot(botId) {
      requireBot(botId);
      const { bots, retiredIds, loadouts, conversations, tokens, conversationApprovals, suspendedTurns } = open();
      bots.delete(botId);
      loadouts.delete(botId);
      retiredIds.set(botId, botId);
      for (const conversation of [...conversations.values()]) {
        if (conversation.botId === botId) conversations.delete(joinKey(botId, conversation.id));
      }
      for (const approval of [...conversationApprovals.values()]) {
        if (approval.botId === botId) conversationApprovals.delete(approvalKey(approval));
      }
      for (const turn of [...suspendedTurns.values()]) {
        if (turn.botId === botId) deleteTurn(turn.id);
      }
      for (const token of [...tokens.values()]) {
        if (token.bot === botId) tokens.delete(token.id);
      }
    },

    async putAssignments(botId, assignments) {
      const bot = requireBot(botId);
      if (assignments.length === 0) return;
      const loadout = new Map((open().loadouts.get(botId) ?? []).map((one) => [one.toolName, one]));
      for (const assignment of assignments) loadout.set(assignment.toolName, makeFrozenCopy(assignment));
      writeLoadout(
        bot,
        [...loadout.values()].sort((a, b) => a.position - b.position),
      );
    },

    async deleteAssignments(botId, toolNames) {
      const bot = requireBot(botId);
      const removed = new Set(toolNames);
      const before = open().loadouts.get(botId) ?? [];
      const after = before.filter(({ toolName }) => !removed.has(toolName));
      if (after.length < before.length) writeLoadout(bot, after);
    },

    async putToolSetting(setting) {
      open().toolSettings.set(joinKey(setting.owner, setting.toolName, setting.field), makeFrozenCopy(setting));
    },

    async deleteToolSetting(owner, toolName, field) {
      open().toolSettings.delete(joinKey(owner, toolName, field));
    },

    async putDecision(decision) {
      open().decisions.set(joinKey(decision.kind, decision.subject), makeFrozenCopy(decision));
    },

    async deleteDecision(kind, subject) {
      open().decisions.delete(joinKey(kind, subject));
    },

    async putSnapshot(snapshot) {
      open().snapshots.set(snapshot.owner, makeFrozenCopy(snapshot));
    },

    async deleteSnapshot(owner) {
      open().snapshots.delete(owner);
    },

    async putDefinition(hash, definition) {
      open().definitions.set(hash, makeFrozenCopy(definition));
    },

    async putConversation(conversation) {
      requireBot(conversation.botId);
      open().conversations.set(joinKey(conversation.botId, conversation.id), makeFrozenCopy(conversation));
    },

    async putSecret(secret) {
      open().secrets.set(secret.name, makeFrozenCopy(secret));
    },

    async deleteSecret(name) {
      open().secrets.delete(name);
    },

    async putConversationApproval(approval) {
      requireBot(approval.botId);
      open().conversationApprovals.set(approvalKey(approval), makeFrozenCopy(approval));
    },

    async deleteConversationApproval(approval) {
      open().conversationApprovals.delete(approvalKey(approval));
    },

    async putSuspendedTurn(turn) {
      requireBot(turn.botId);
      open().suspendedTurns.set(turn.id, makeFrozenCopy(turn));
    },

    async putSuspendedTranscript(turnId, transcript) {
      const { suspendedTurns, suspendedTranscripts } = open();
      if (suspendedTurns.get(turnId) === undefined) {
        throw new LoadoutError('TURN_UNKNOWN', `No turn ${JSON.stringify(turnId)} is kept. List the approvals.`, {
          details: { turn: turnId },
        });
      }
      suspendedTranscripts.set(turnId, makeFrozenCopy(transcript));
    },

    async deleteSuspendedTurn(id) {
      deleteTurn(id);
    },

    async addToken(token) {
      if (token.bot !== null) requireBot(token.bot);
      open().tokens.set(token.id, makeFrozenCopy(token));
    },

    async revokeToken(id, at) {
      const { tokens } = open();
      const token = tokens.get(id);
      if (token === undefined) {
        throw new LoadoutError('TOKEN_UNKNOWN', `There is no token ${JSON.stringify(id)}. List the tokens.`, {
          details: { tokenId: id },
        });
      }
      if (token.revokedAt === null) tokens.set(id, Object.freeze({ ...token, revokedAt: at }));
    },

    async deleteToken(id) {
      open().tokens.delete(id);
    },

    async addAudit(at, actor, changes) {
      const { audit } = open();
      let id = audit.size;
      for (const change of changes) {
        id += 1;
        audit.set(String(id), makeFrozenCopy({ ...change, id, at, actor }));
      }
    },
  };
}

function approvalKey({ botId, conversationId, owner, toolName }: ConversationApprovalKey): string {
  return joinKey(botId, conversationId, owner, toolName);
}
