import type { JsonObject } from './contract/json.js';
import type { CatalogueReport } from './contract/report.js';
import type { OfferedTool, Turn, TurnOptions, WithheldTool } from './contract/turn.js';
import type { HostOptions } from './host-options.js';
import type { Assignment, Bot, NewBot } from './store/roles.js';
import type { TraceRecorder } from './store/traces.js';

/** A bot's loadout for people. */
export interface LoadoutView {
  readonly bot: Bot;
  readonly assignments: readonly Assignment[];
  readonly offered: readonly OfferedTool[];
  readonly withheld: readonly WithheldTool[];
}

/** Gives every bot its own set of tools. Made by {@link createHost}. */
export interface Host {
  readonly bots: {
    add(bot: NewBot): Promise<Bot>;
    get(botId: string): Promise<Bot | undefined>;
    list(): Promise<readonly Bot[]>;
    remove(botId: string): Promise<void>;
  };
  /**
   * Assigns tools by name or alias, all or nothing. Answers the canonical names. Throws `BOT_UNKNOWN`,
   * `TOOL_UNKNOWN`, `TOOL_NAME_INVALID`, `TOOL_SETTINGS_INVALID`.
   */
  assign(botId: string, toolNames: readonly string[], options?: AssignOptions): Promise<readonly string[]>;
  /** Removes tools by name or alias; answers those that were assigned. Throws `BOT_UNKNOWN`. */
  unassign(botId: string, toolNames: readonly string[]): Promise<readonly string[]>;
  /** The loadout as a turn started now would have it. Throws `BOT_UNKNOWN`. */
  show(botId: string): Promise<LoadoutView>;
  /** All tools, all that was left out with its reason, and how companions are. */
  catalogue(): Promise<CatalogueReport>;
  /** Throws `BOT_UNKNOWN`, `CONFIGURATION_INVALID`, `HOST_CLOSED`. */
  startTurn(options: TurnOptions): Promise<Turn>;
  /** Asks lists again; resolves when they have answered or failed. Throws `COMPANION_UNKNOWN`. */
  refresh(companionId?: string): Promise<void>;
  /** Gives a companion other settings; its lists are asked again. Throws `COMPANION_UNKNOWN`, `COMPANION_SETTINGS_INVALID`. */
  setCompanionSettings(companionId: string, settings: JsonObject): Promise<void>;
  readonly traces: TraceRecorder;
  /** Ends all turns and closes the store that the host made. Safe to call twice. */
  close(): Promise<void>;
}

/** How tools are assigned. */
export interface AssignOptions {
  /** The bot's own settings for the tools named. */
  readonly settingsOverride?: JsonObject;
}

/** Makes a host. Never fails because of a companion; throws `CONFIGURATION_INVALID` for options that cannot be read. */
export async function createHost(_options: HostOptions = {}): Promise<Host> {
  throw new Error('not built yet');
}
