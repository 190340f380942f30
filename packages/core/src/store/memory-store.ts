import { createBotError } from './bot-id.js';
import { mergeAssignments } from './merge-assignments.js';
import { requireNewBot } from './new-bot.js';
import type { Assignment, Bot, Store } from './roles.js';

/** How a memory store tells the time. */
export interface MemoryStoreOptions {
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly now?: () => number;
}

/**
 * A store that lives as long as the process: for tests, and for hosts that assign tools at every start. It
 * hands out frozen objects, and no method waits for anything, so that every change is whole.
 */
export function createMemoryStore({ now = Date.now }: MemoryStoreOptions = {}): Store {
  const bots = new Map<string, Bot>();
  const retiredIds = new Set<string>();
  const loadouts = new Map<string, Map<string, Assignment>>();
  let revision = 0;

  const timestamp = (): string => new Date(now()).toISOString();

  function requireLoadout(botId: string): Map<string, Assignment> {
    const loadout = loadouts.get(botId);
    if (loadout === undefined) throw createBotError('BOT_UNKNOWN', botId);
    return loadout;
  }

  return {
    async addBot(bot) {
      const { id, displayName } = requireNewBot(bot);
      if (retiredIds.has(id)) throw createBotError('BOT_ID_RETIRED', id);
      if (bots.has(id)) throw createBotError('BOT_EXISTS', id);
      const added: Bot = Object.freeze({ id, displayName, createdAt: timestamp() });
      bots.set(id, added);
      loadouts.set(id, new Map());
      revision += 1;
      return added;
    },

    async getBot(botId) {
      return bots.get(botId);
    },

    async listBots() {
      return [...bots.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    },

    async removeBot(botId) {
      requireLoadout(botId);
      bots.delete(botId);
      loadouts.delete(botId);
      retiredIds.add(botId);
      revision += 1;
    },

    async listAssignments(botId) {
      // A renewed entry keeps its place in a Map, so insertion order is the order of positions.
      return [...(loadouts.get(botId)?.values() ?? [])];
    },

    async assign(botId, assignments) {
      const loadout = requireLoadout(botId);
      const written = mergeAssignments([...loadout.values()], assignments, timestamp());
      for (const assignment of written) loadout.set(assignment.toolName, assignment);
      if (written.length > 0) revision += 1;
    },

    async unassign(botId, toolNames) {
      const loadout = requireLoadout(botId);
      const removed = toolNames.filter((toolName) => loadout.delete(toolName));
      if (removed.length > 0) revision += 1;
      return removed;
    },

    revision: () => revision,

    async close() {},
  };
}
