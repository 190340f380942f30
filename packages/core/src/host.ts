import type { ToolMetadata } from './contract/definition.js';
import type { JsonObject, JsonSchema } from './contract/json.js';
import type { ToolPolicy } from './contract/policy.js';
import type { CallOutcome } from './contract/result.js';
import type { HostOptions, ToolCall, TurnOptions } from './host-options.js';
import type { Assignment, Bot, NewBot } from './store/roles.js';
import type { TraceRecorder } from './store/traces.js';

/** A tool of a turn that the model sees. Frozen; the same object while definition and name stay the same. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly owner: string;
  /** For people, in the turn's locale. */
  readonly label: string;
  readonly policy: ToolPolicy;
  /** SHA-256 of the definition, hexadecimal. */
  readonly definitionHash: string;
}

/** Why an assigned tool is not offered, in the order in which the gates are tried. */
export type WithheldCode = 'not-assigned' | 'absent' | 'companion-failed' | 'quarantined' | 'not-selected';

/** An assigned tool that the model does not see. */
export interface WithheldTool {
  readonly name: string;
  readonly code: WithheldCode;
  /** A sentence for the operator. */
  readonly reason: string;
  readonly owner: string;
  readonly label: string;
}

/** One run of a bot for one user message. Catalogue, loadout and context stay what they were at its start. */
export interface Turn {
  readonly id: string;
  readonly bot: Bot;
  /** In the loadout's order. */
  readonly offered: readonly OfferedTool[];
  readonly withheld: readonly WithheldTool[];
  /**
   * The tool array as JSON text, `[{ "name", "description", "inputSchema" }]`: byte-identical for equal
   * input.
   */
  readonly toolsJson: string;
  /** Runs a call. Never rejects: every ending is a result. */
  call(toolCall: ToolCall): Promise<CallOutcome>;
  /** Ends the turn: calls in flight are cancelled, later ones refused. Resolves when all have their results. */
  end(): Promise<void>;
}

/** A tool of the catalogue. */
export interface ToolListing extends ToolMetadata {
  readonly name: string;
  readonly owner: string;
  readonly label: string;
  readonly summary: string;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly aliases: readonly string[];
  readonly policy: ToolPolicy;
  readonly isBuiltIn: boolean;
  /** The provider's own name where the operator exposes the tool under another. */
  readonly originalName?: string;
  /** `stale`: from the last good list of a provider that fails at present. */
  readonly state: 'ready' | 'stale';
  readonly definitionHash: string;
}

/** A definition that is not in the catalogue. */
export interface LeftOutTool {
  /** Null where not even the name could be read. */
  readonly name: string | null;
  readonly owner: string;
  /** `skipped`: the name is taken; `quarantined`: the definition is broken. */
  readonly status: 'skipped' | 'quarantined';
  /** What is wrong, and what to do. */
  readonly reason: string;
}

/** `ready`; `stale`: serves its last good list; `failed`: has none; `loading`: not answered yet; `off`. */
export type CompanionState = 'ready' | 'stale' | 'failed' | 'loading' | 'off';

/** Something that went wrong with a companion. */
export interface CompanionProblem {
  readonly code: string;
  readonly message: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** A companion and how it is. */
export interface CompanionReport {
  readonly id: string;
  readonly state: CompanionState;
  /** The newest last; at most 20. */
  readonly problems: readonly CompanionProblem[];
  readonly providers: readonly {
    readonly owner: string;
    readonly state: CompanionState;
    readonly toolCount: number;
    /** ISO 8601, UTC; null before the first good list. */
    readonly listedAt: string | null;
  }[];
}

/** The catalogue for people. */
export interface CatalogueReport {
  readonly tools: readonly ToolListing[];
  readonly leftOut: readonly LeftOutTool[];
  readonly companions: readonly CompanionReport[];
}

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
