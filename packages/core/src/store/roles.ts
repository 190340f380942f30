import type { JsonObject } from '../contract/json.js';

/** A named consumer of tools. Its id is a slug that never changes and is never used again. */
export interface Bot {
  readonly id: string;
  readonly displayName: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** What a new bot states. */
export interface NewBot {
  readonly id: string;
  /** Default: the id. */
  readonly displayName?: string;
}

/** What an assignment remembers of the tool as it was then (contract 4.1). */
export interface NewAssignment {
  readonly toolName: string;
  /** `builtin`, `<package>`, `<package>/<provider id>` or `mcp:<server>`. */
  readonly owner: string;
  /** The label for people, so that the tool can be shown while it is absent. */
  readonly label: string;
  /** Null where the owner recognised the name without listing a definition. */
  readonly definitionHash: string | null;
  /** Absent: the one that is there stays. Null: there is none. */
  readonly settingsOverride?: JsonObject | null;
}

/** One tool of a bot's loadout. */
export interface Assignment {
  readonly toolName: string;
  readonly owner: string;
  readonly label: string;
  readonly definitionHash: string | null;
  readonly settingsOverride: JsonObject | null;
  /** Derived from the owner. */
  readonly isBuiltIn: boolean;
  /** Place in the loadout, ascending; gaps are allowed. */
  readonly position: number;
  /** ISO 8601, UTC. */
  readonly assignedAt: string;
  /** ISO 8601, UTC. */
  readonly updatedAt: string;
}

/** Keeps bots. */
export interface BotStore {
  /** Throws `BOT_ID_INVALID`, `BOT_EXISTS`, or `BOT_ID_RETIRED` for the id of a removed bot. */
  addBot(bot: NewBot): Promise<Bot>;
  getBot(botId: string): Promise<Bot | undefined>;
  /** In order of their ids. */
  listBots(): Promise<readonly Bot[]>;
  /** Removes the bot and its loadout; the id is retired. Throws `BOT_UNKNOWN`. */
  removeBot(botId: string): Promise<void>;
}

/** Keeps which bot has which tool, by name. Names are no foreign keys: they may belong to nobody. */
export interface LoadoutStore {
  /** In order of their positions. Empty for an unknown bot. */
  listAssignments(botId: string): Promise<readonly Assignment[]>;
  /**
   * Appends what is new, all or nothing. A tool that is assigned already keeps its place, its times of
   * assignment and, unless one is given, its override; owner, label and hash are renewed. A name that
   * occurs twice counts as assigned twice, one after the other. Throws `BOT_UNKNOWN`.
   */
  assign(botId: string, assignments: readonly NewAssignment[]): Promise<void>;
  /** Removes by name; answers those that were there, in the order given, each once. Throws `BOT_UNKNOWN`. */
  unassign(botId: string, toolNames: readonly string[]): Promise<readonly string[]>;
}

/** All that the host keeps. */
export interface Store extends BotStore, LoadoutStore {
  /**
   * Changes whenever anything in the store did, in this process or in another one. Synchronous and cheap:
   * the host compares it at the start of each turn instead of reading. Only revisions of the same object
   * can be compared. Read it before the data that it stands for: a change in between is then seen.
   */
  revision(): string | number;
  /** Waits for what is under way, then lets go of files and connections. Safe to call twice. Nothing else may follow. */
  close(): Promise<void>;
}
