import type { AuditEntry, AuditFilter } from '../contract/audit.js';
import { toIsoBound } from './iso-bound.js';
import type { ReadableTables } from './memory-tables.js';
import { joinKey } from './memory-tables.js';
import { readPageLimit } from './page-limit.js';
import type { AssignedTool, Assignment, CompanionSnapshot, SnapshotSummary } from './records.js';
import type { StoreReader } from './roles.js';

/** Reads tables. `open` gives them, or throws where they can no longer be read. */
export function createMemoryReader(open: () => ReadableTables): StoreReader {
  return {
    async getBot(botId) {
      return open().bots.get(botId);
    },

    async listBots() {
      return sortBy(open().bots.values(), ({ id }) => [id]);
    },

    async listAssignments(botId) {
      return open().loadouts.get(botId) ?? noAssignments;
    },

    async listAssignedTools() {
      return listAssignedTools(open().loadouts.values());
    },

    async listBotsWithTool(toolName, owner) {
      const { bots, loadouts } = open();
      const found: string[] = [];
      for (const { id } of bots.values()) {
        const isFound = loadouts
          .get(id)
          ?.some((one) => one.toolName === toolName && (owner === undefined || one.owner === owner));
        if (isFound) found.push(id);
      }
      return Object.freeze(found.sort());
    },

    async listToolSettings() {
      return sortBy(open().toolSettings.values(), ({ owner, toolName, field }) => [owner, toolName, field]);
    },

    async listDecisions() {
      return sortBy(open().decisions.values(), ({ kind, subject }) => [kind, subject]);
    },

    async listSnapshots(companionId) {
      const all = [...open().snapshots.values()];
      const found = all.filter((snapshot) => companionId === undefined || snapshot.companionId === companionId);
      return sortBy(found.map(summarizeSnapshot), ({ owner }) => [owner]);
    },

    async getSnapshot(owner) {
      return open().snapshots.get(owner);
    },

    async getDefinition(hash) {
      return open().definitions.get(hash);
    },

    async getConversation(botId, id) {
      return open().conversations.get(joinKey(botId, id));
    },

    async listSecrets() {
      return sortBy(open().secrets.values(), ({ name }) => [name]);
    },

    async listConversationApprovals(botId, conversationId) {
      const all = [...open().conversationApprovals.values()];
      const found = all.filter(
        (one) =>
          (botId === undefined || one.botId === botId) &&
          (conversationId === undefined || one.conversationId === conversationId),
      );
      return sortBy(found, (one) => [one.botId, one.conversationId, one.owner, one.toolName]);
    },

    async listSuspendedTurns(botId, conversationId) {
      const all = [...open().suspendedTurns.values()];
      const found = all.filter(
        (turn) =>
          (botId === undefined || turn.botId === botId) &&
          (conversationId === undefined || turn.conversationId === conversationId),
      );
      return sortBy(found, ({ createdAt, id }) => [createdAt, id]);
    },

    async getSuspendedTurn(id) {
      return open().suspendedTurns.get(id);
    },

    async getSuspendedTranscript(turnId) {
      return open().suspendedTranscripts.get(turnId);
    },

    async listTokens() {
      return Object.freeze([...open().tokens.values()]);
    },

    async findToken(secretHash) {
      for (const token of open().tokens.values()) if (token.secretHash === secretHash) return token;
      return undefined;
    },

    async listAudit(filter = {}) {
      const newestFirst = [...open().audit.values()].reverse();
      const found = newestFirst.filter((entry) => matches(entry, filter));
      return Object.freeze(found.slice(0, readPageLimit(filter.limit)));
    },
  };
}

const noAssignments: readonly Assignment[] = Object.freeze([]);

function listAssignedTools(loadouts: Iterable<readonly Assignment[]>): readonly AssignedTool[] {
  const found = new Map<string, { newest: Assignment; botCount: number }>();
  for (const assignments of loadouts) {
    for (const assignment of assignments) {
      const key = joinKey(assignment.toolName, assignment.owner);
      const known = found.get(key);
      if (known === undefined) {
        found.set(key, { newest: assignment, botCount: 1 });
        continue;
      }
      known.botCount += 1;
      if (assignment.updatedAt > known.newest.updatedAt) known.newest = assignment;
    }
  }
  const tools = [...found.values()].map(({ newest: { toolName, owner, label }, botCount }) =>
    Object.freeze({ toolName, owner, label, botCount }),
  );
  return sortBy(tools, ({ toolName, owner }) => [toolName, owner]);
}

function summarizeSnapshot({ tools, metadata, droppedTools, ...rest }: CompanionSnapshot): SnapshotSummary {
  const parts = [tools, metadata, droppedTools];
  const bytes = parts.reduce<number>((sum, part) => sum + Buffer.byteLength(JSON.stringify(part)), 0);
  return Object.freeze({ ...rest, bytes });
}

function matches(entry: AuditEntry, { bot, tool, action, actor, since, until, beforeId }: AuditFilter): boolean {
  return (
    (bot === undefined || entry.bot === bot) &&
    (tool === undefined || entry.tool === tool) &&
    (action === undefined || entry.action === action) &&
    (actor === undefined || entry.actor.name === actor) &&
    (since === undefined || entry.at >= toIsoBound(since)) &&
    (until === undefined || entry.at < toIsoBound(until)) &&
    (beforeId === undefined || entry.id < beforeId)
  );
}

/** A frozen list in order of the first text that differs. */
function sortBy<Row>(rows: Iterable<Row>, read: (row: Row) => readonly string[]): readonly Row[] {
  const keyed = [...rows].map((row) => ({ row, texts: read(row) }));
  keyed.sort((a, b) => compareTexts(a.texts, b.texts));
  return Object.freeze(keyed.map(({ row }) => row));
}

function compareTexts(a: readonly string[], b: readonly string[]): number {
  for (const [index, text] of a.entries()) {
    const other = b[index] ?? '';
    if (text !== other) return text < other ? -1 : 1;
  }
  return 0;
}
