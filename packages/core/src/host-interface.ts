import type { AccessToken, NewAccessToken, SignIn } from './contract/access.js';
import type { Actor } from './contract/actor.js';
import type { Approval, ApprovalDecision, ApprovalScope, KeptTurn, LastingApproval } from './contract/approval.js';
import type { AuditEntry, AuditFilter, Change } from './contract/audit.js';
import type { ConfidenceLevel } from './contract/confidence.js';
import type { DecisionKind, ListedDecision } from './contract/decisions.js';
import type { ToolDefinition } from './contract/definition.js';
import type { ExplainedSettings } from './contract/explained-setting.js';
import type { ExportDocument } from './contract/export-document.js';
import type { Finding } from './contract/finding.js';
import type { HostDescription } from './contract/host-description.js';
import type { HostEventMap, HostEventName } from './contract/host-event.js';
import type { JsonObject, JsonValue } from './contract/json.js';
import type { LoadoutChange, LoadoutChanged } from './contract/loadout-change.js';
import type { ModelApi, ModelDescription } from './contract/model.js';
import type { ConvertedTool } from './contract/model-adapter.js';
import type { CatalogueReport, CompanionReport, LeftOutTool, ToolListing } from './contract/report.js';
import type { SecretFilter, SecretListing } from './contract/secret.js';
import type { ToolCounts, ToolRow } from './contract/tool-row.js';
import type {
  OfferedTool,
  ResumedTurn,
  ResumeOptions,
  Turn,
  TurnOptions,
  WithheldCode,
  WithheldTool,
} from './contract/turn.js';
import type { Assignment, Bot, NewBot } from './store/records.js';
import type { TraceRecorder } from './store/traces.js';

/** A bot's loadout for people. */
export interface LoadoutView {
  /** Its `loadoutRevision` is what {@link Host.changeLoadout} can be tied to. */
  readonly bot: Bot;
  /** A value of an override that is a secret by the tool's settings is `[secret]`. */
  readonly assignments: readonly Assignment[];
  readonly offered: readonly OfferedTool[];
  readonly withheld: readonly WithheldTool[];
  /** The tool array as the model API asked for takes it; MCP's without one. */
  readonly toolsJson: string;
  /** How each offered tool is sent. Empty where no model API was asked for. */
  readonly converted: readonly ConvertedTool[];
  /** What the offered tools add to the system prompt. */
  readonly instructions: string;
}

/** All tools as a bot has them or could have them. */
export interface BotTools {
  readonly bot: Bot;
  readonly counts: ToolCounts;
  /** Of all that is offered together. */
  readonly tokens: number;
  /** The bot's in the order of its loadout, then the others by owner, in the order of precedence, and name. */
  readonly rows: readonly ToolRow[];
}

/** A bot's tools in numbers. */
export interface BotSummary {
  readonly bot: Bot;
  readonly counts: ToolCounts;
  readonly tokens: number;
  /** How many tokens of its own are good, with which the bot may use the API. */
  readonly accessTokens: number;
  /** How many tools are withheld, by the first reason of each; the most frequent first. */
  readonly reasons: readonly { readonly code: WithheldCode; readonly count: number }[];
  /** When its last turn or call began that is on record. ISO 8601, UTC; null where none is. */
  readonly lastTurnAt: string | null;
}

/** As whom a loadout is looked at. What is absent is not asked: a check that depends on it is skipped. */
export interface ShowOptions {
  /** Default `chat`. */
  readonly component?: string;
  /** Of the model provider. */
  readonly confidence?: ConfidenceLevel;
  readonly model?: ModelDescription;
  /** BCP 47. Default `en`. */
  readonly locale?: string;
}

/** Which tools are looked at, and how they are wanted. */
export interface PortabilityOptions {
  /** Whether strict schemas are wanted of each API that has them. Default: as each is asked by default. */
  readonly strict?: boolean;
  /** Only the tools of this bot, as one request sends them together: then what it may hold at most counts. */
  readonly bot?: string;
}

/** How one tool of the catalogue is sent through each model API. */
export interface ToolPortability {
  readonly name: string;
  readonly owner: string;
  readonly apis: readonly (Pick<ConvertedTool, 'mode' | 'isChanged' | 'remarks' | 'wire'> & {
    readonly api: ModelApi;
    /** Gemini's older place for schemas, which a model description may ask for. Absent: as each API is by default. */
    readonly geminiSchema?: 'parameters';
  })[];
}

/** One tool for people, also one that nobody lists at present. */
export interface ToolDescription {
  readonly name: string;
  /** Null where nobody lists it. */
  readonly tool: (ToolListing & Pick<ToolDefinition, ToolDetail>) | null;
  /** What of this name was left out, and why. */
  readonly leftOut: readonly LeftOutTool[];
  /** The bots that have it, and from which owner. */
  readonly bots: readonly { readonly bot: string; readonly owner: string }[];
}

type ToolDetail =
  | 'outputSchema'
  | 'settingsSchema'
  | 'visibleIn'
  | 'minimumConfidence'
  | 'systemPromptInstructions'
  | 'sensitiveArguments';

/** How tools are assigned. */
export interface AssignOptions {
  /** The bot's own settings for the tools named. */
  readonly settingsOverride?: JsonObject;
}

/** What a person decided of a call that waited in this process. */
export interface DecidedCall {
  readonly bot: string;
  readonly tool: string;
  readonly callId: string;
  readonly decision: Exclude<ApprovalDecision, { readonly decision: 'later' }>;
}

/** Whose setting is changed, and on what condition. */
export interface ChangeSettingOptions {
  /** Only for this bot. */
  readonly bot?: string;
  /** Only while the field has this `revision`, as `explain` answers it for the same bot, or for all. */
  readonly ifRevision?: string;
}

/** On what condition a decision is changed. */
export interface ChangeDecisionOptions {
  /** Only while the decision has this `revision`; `none`: only while nothing is decided. */
  readonly ifRevision?: string;
}

/** What was read before a bot is renamed. */
export interface RenameBotOptions {
  /** Only while it has this display name. */
  readonly ifDisplayName?: string;
}

/** What was looked at before an owner is accepted. */
export interface AcceptOwnerOptions {
  /**
   * The hashes of the new owner's definitions, by the names of its tools: a tool that bots would get with another one, or that is not
   * named here, keeps all of it from being accepted.
   */
  readonly definitions?: Readonly<Record<string, string | null>>;
}

/** What accepting an owner did. */
export interface OwnerAccepted {
  /** Names of the tools that moved to the new owner, each once. */
  readonly tools: readonly string[];
  /** Ids of the bots that have them. */
  readonly bots: readonly string[];
  /** How many of the operator's settings for tools of the old owner moved, or went because the new one has its own. */
  readonly settings: number;
  /** The same for decisions. */
  readonly decisions: number;
  /** Whether the new owner states that it was formerly the old one; then also its tools that are absent now moved. */
  readonly isFormerly: boolean;
}

/** What an import did, or would do. */
export interface ImportReport {
  /** In the order in which they are made. Empty: the host has all of it already. */
  readonly changes: readonly Change[];
  /** What cannot be the same here: secrets to be set again, tools that nobody lists. */
  readonly remarks: readonly string[];
}

/** Gives every bot its own set of tools. Made by {@link createHost}. */
export interface Host {
  /** The same host; changes made through it are written down as this actor's. */
  as(actor: Actor): Host;
  readonly bots: {
    /** Throws `BOT_ID_INVALID`, `BOT_NAME_INVALID`, `BOT_EXISTS`, `BOT_ID_RETIRED`. */
    add(bot: NewBot): Promise<Bot>;
    get(botId: string): Promise<Bot | undefined>;
    list(): Promise<readonly Bot[]>;
    /** Throws `BOT_UNKNOWN`, `BOT_NAME_INVALID`, and `BOT_NAME_CONFLICT` where it has another name than the options say. */
    rename(botId: string, displayName: string, options?: RenameBotOptions): Promise<Bot>;
    /** A new bot with the loadout of another one, overrides and owners included. Throws what `add` throws, and `BOT_UNKNOWN`. */
    copy(botId: string, bot: NewBot): Promise<Bot>;
    /** Removes the bot with its loadout, its conversations and its tokens. Throws `BOT_UNKNOWN`. */
    remove(botId: string): Promise<void>;
  };
  /**
   * Assigns tools by name or alias, all or nothing. Answers the canonical names; the assignment of a tool that the
   * bot has under an alias is moved to its name. Throws `BOT_UNKNOWN`, `TOOL_UNKNOWN`, `TOOL_NAME_INVALID`, `TOOL_SETTINGS_INVALID`,
   * `SETTING_SECRET`, `SETTING_LOCKED`.
   */
  assign(botId: string, toolNames: readonly string[], options?: AssignOptions): Promise<readonly string[]>;
  /**
   * Removes tools by name or alias, also those that were assigned under another of their names; answers the names
   * that they were assigned under. Throws `BOT_UNKNOWN`.
   */
  unassign(botId: string, toolNames: readonly string[]): Promise<readonly string[]>;
  /**
   * Makes changes of a loadout in their order, all or nothing. With `ifRevision` only while the loadout has that
   * revision. Throws what `assign` throws, `LOADOUT_CONFLICT` and `LOADOUT_CHANGE_INVALID`.
   */
  changeLoadout(
    botId: string,
    changes: readonly LoadoutChange[],
    options?: { readonly ifRevision?: number },
  ): Promise<LoadoutChanged>;
  /** The loadout as a turn started now would have it. Throws `BOT_UNKNOWN`. */
  show(botId: string, options?: ShowOptions): Promise<LoadoutView>;
  /** All tools, those of the bot and those that it could have, each as one row. Throws `BOT_UNKNOWN`. */
  listTools(botId: string, options?: ShowOptions): Promise<BotTools>;
  /** The same in numbers, and when the bot was last used. Throws `BOT_UNKNOWN`. */
  summarise(botId: string, options?: ShowOptions): Promise<BotSummary>;
  readonly owners: {
    /**
     * Takes `newOwner` for the one that `oldOwner` was, for every bot: the tools of `oldOwner` that it lists, with their
     * settings and decisions, also under a name that the operator decided; where it states that it was formerly `oldOwner`, all
     * of them, and whether its instructions are used (contract 4.3).
     * Throws `OWNER_UNKNOWN`, `SETTING_SECRET` where a bot has a value set for the old one that is a secret of the new, and
     * `SETTING_LOCKED` where a tool would be free of what the organisation says of the old owner's, and `DEFINITION_CONFLICT` where
     * bots would get another definition than those that the options name.
     */
    accept(oldOwner: string, newOwner: string, options?: AcceptOwnerOptions): Promise<OwnerAccepted>;
  };
  /** The operator's settings of tools, by name or alias; as `owner#name` also of one that a bot has and nobody lists. */
  readonly settings: {
    /** Throws `TOOL_UNKNOWN`, `BOT_UNKNOWN`. */
    explain(
      toolName: string,
      options?: { readonly bot?: string; readonly locale?: string },
    ): Promise<ExplainedSettings>;
    /**
     * A secret goes to the vault, and a blank one is deleted (contract 9.4); with `bot` it is that bot's own, which is how
     * secrets of an override are set. The tool is asked before a value is kept. Throws `TOOL_UNKNOWN`, `BOT_UNKNOWN`, `SETTING_UNKNOWN`, `SETTING_LOCKED`, `SECRET_UNAVAILABLE`,
     * `TOOL_SETTINGS_INVALID`, `SETTING_CONFLICT`.
     */
    set(toolName: string, field: string, value: JsonValue, options?: ChangeSettingOptions): Promise<void>;
    /** Answers whether there was a value. Throws `TOOL_UNKNOWN`, `SETTING_LOCKED`, `SETTING_CONFLICT`. */
    unset(toolName: string, field: string, options?: ChangeSettingOptions): Promise<boolean>;
  };
  /** Secrets by their names; their values are told to nobody. Those of tools are set through `settings`. */
  readonly secrets: {
    list(): Promise<readonly SecretListing[]>;
    /** Of the host's own, such as the key of the model endpoint, and of companions' settings. Throws `SECRET_UNAVAILABLE`, `SETTING_UNKNOWN`. */
    set(name: string, value: string): Promise<void>;
    /** Answers whether there was one. */
    unset(name: string): Promise<boolean>;
    /** Seals again what an old key, or another vault, has sealed; answers how many. Throws `SECRET_UNAVAILABLE`. */
    rotate(): Promise<number>;
    /** A secret that the host did not get by itself, as a key from the environment: from now on it is redacted as others are. */
    remember(value: string): void;
    /** Plain JSON without the secrets that the host knows, as results and logs leave it (contract 9.5). */
    redact<Value extends JsonValue>(value: Value): Value;
    /** The same for a text that comes in pieces: secrets as they are, also where they come apart. */
    filter(): SecretFilter;
  };
  /** Calls that wait for a person (contract 6.8). */
  readonly approvals: {
    /** Newest first: what waits, and what was decided and not yet used. */
    list(options?: { readonly bot?: string }): Promise<readonly Approval[]>;
    /** Throws `APPROVAL_UNKNOWN`, `APPROVAL_DECIDED`. */
    allow(id: string, options?: { readonly scope?: ApprovalScope }): Promise<Approval>;
    /** Throws `APPROVAL_UNKNOWN`, `APPROVAL_DECIDED`. */
    deny(id: string, options?: { readonly reason?: string }): Promise<Approval>;
    /**
     * Writes into the log what this actor decided of a call that an {@link Approver} of this process asked about; the approver
     * answers it. Decisions of `allow` and `deny` are written down by themselves. Throws `BOT_UNKNOWN`.
     */
    record(call: DecidedCall): Promise<void>;
    /** Newest first: turns that wait, or can be resumed, with the conversation that each belongs to. */
    turns(options?: { readonly bot?: string }): Promise<readonly KeptTurn[]>;
    /** Those that hold for a conversation, newest first. */
    lasting(options?: { readonly bot?: string }): Promise<readonly LastingApproval[]>;
    /**
     * Takes back one that holds for a conversation, and what is not used of it yet in turns that wait: a person is asked
     * again. Throws `APPROVAL_UNKNOWN`.
     */
    revoke(id: string): Promise<LastingApproval>;
  };
  /** What the operator decides for the whole host. A tool as subject may be given by its name, or as `owner#name`. */
  readonly decisions: {
    list(): Promise<readonly ListedDecision[]>;
    /**
     * As `owner#name` any tool of an owner that is not there may be named; one whose list is known has to have it, or a bot
     * has it from that owner. Replaces what was decided of the tool under its other names. Throws
     * `DECISION_INVALID`, `DECISION_CONFLICT`, `TOOL_UNKNOWN`, and `SETTING_LOCKED` for a `minimum-confidence` below the organisation's. With `dryRun`
     * nothing is changed, and a name of `expose-as` that could not be given at present is `DECISION_INVALID` too.
     */
    set(
      kind: DecisionKind,
      subject: string,
      value: JsonValue,
      options?: ChangeDecisionOptions & { readonly dryRun?: boolean },
    ): Promise<ListedDecision>;
    /** Answers whether there was one. Throws `DECISION_INVALID`, `DECISION_CONFLICT`. */
    unset(kind: DecisionKind, subject: string, options?: ChangeDecisionOptions): Promise<boolean>;
  };
  /** Who may reach the host from outside. */
  readonly tokens: {
    /** The secret is answered here and never again. Throws `TOKEN_INVALID`, `BOT_UNKNOWN`. */
    create(token: NewAccessToken): Promise<{ readonly token: AccessToken; readonly secret: string }>;
    /** Revoked and expired ones too. */
    list(): Promise<readonly AccessToken[]>;
    /** Answers whether it was valid until now. Its sessions end with it. Throws `TOKEN_UNKNOWN`. */
    revoke(id: string): Promise<boolean>;
    /** The token behind a secret; undefined where there is none that is valid. The secret of a session is none. */
    authenticate(secret: string): Promise<AccessToken | undefined>;
    /**
     * Signs in: a session lasts for twelve hours, and no longer than the token that it is of. Undefined where no valid
     * token is behind the secret. Throws `TOKEN_INVALID` for the token of a bot.
     */
    openSession(signIn: SignIn): Promise<{ readonly token: AccessToken; readonly secret: string } | undefined>;
    /** The session behind a secret; undefined where there is none that is valid. The secret of a token is none. */
    authenticateSession(secret: string): Promise<AccessToken | undefined>;
  };
  /** The log of changes, newest first. What is a secret by now is `[secret]`. Throws `CONFIGURATION_INVALID`. */
  audit(filter?: AuditFilter): Promise<readonly AuditEntry[]>;
  /**
   * Everything that an operator chose, as one document. `import` takes it back up to 50 MB, 100,000 bots, settings and
   * decisions, and 10,000 tools of a bot; what is larger is for a backup. Rejects with the reason of the signal once that
   * has aborted.
   */
  export(options?: { readonly signal?: AbortSignal }): Promise<ExportDocument>;
  /**
   * Makes what a document names as the document says, all or nothing; what it does not name stays. With `dryRun`
   * nothing is changed. Throws `IMPORT_INVALID`, `BOT_ID_RETIRED`.
   */
  import(document: unknown, options?: { readonly dryRun?: boolean }): Promise<ImportReport>;
  /**
   * What an operator should know of: companions, definitions, settings, decisions, assignments, the database. Reading the
   * whole database takes a while where it is large; `database: false` leaves it out. Rejects with the
   * reason of the signal once that has aborted.
   */
  examine(options?: { readonly database?: boolean; readonly signal?: AbortSignal }): Promise<readonly Finding[]>;
  /** All tools, all that was left out with its reason, and how companions are. Labels are in the locale, default `en`. */
  catalogue(options?: { readonly locale?: string }): Promise<CatalogueReport>;
  /** How companions are, as `catalogue` has them. */
  companions(): Promise<readonly CompanionReport[]>;
  /** One tool by name or alias. Throws `TOOL_UNKNOWN` for a name that nobody knows and no bot has, `TOOL_NAME_INVALID`. */
  describeTool(toolName: string, options?: { readonly locale?: string }): Promise<ToolDescription>;
  /** A definition that was accepted once, by its hash, to be compared with the present one. */
  definition(hash: string): Promise<JsonObject | undefined>;
  /**
   * How tools are sent through each model API: all of the catalogue or of a bot, or one by name or alias. Throws
   * `TOOL_UNKNOWN`, `BOT_UNKNOWN`.
   */
  portability(toolName?: string, options?: PortabilityOptions): Promise<readonly ToolPortability[]>;
  /** Throws `BOT_UNKNOWN`, `CONFIGURATION_INVALID`, `HOST_CLOSED`. */
  startTurn(options: TurnOptions): Promise<Turn>;
  /**
   * Goes on with a turn that waited for a person, with today's tools, settings and policies. Throws `TURN_UNKNOWN`,
   * `TURN_WAITING`, what `startTurn` throws, and `CONFIGURATION_INVALID` for a model of another API and for a model
   * provider that does not reach what the turn requires; then nothing is used up.
   */
  resumeTurn<Message = JsonObject>(turnId: string, options?: ResumeOptions): Promise<ResumedTurn<Message>>;
  /** Tells of calls while they run, until the answered function is called. What a listener throws is logged. */
  on<Name extends HostEventName>(event: Name, listener: (event: HostEventMap[Name]) => void): () => void;
  /** Asks lists again; resolves when they have answered or failed. Throws `COMPANION_UNKNOWN`. */
  refresh(companionId?: string): Promise<void>;
  /** Gives a companion other settings; its lists are asked again. Throws `COMPANION_UNKNOWN`, `COMPANION_SETTINGS_INVALID`. */
  setCompanionSettings(companionId: string, settings: JsonObject): Promise<void>;
  /** What the host is: its limits, what it keeps and where, and what the organisation decides above it. */
  describe(): Promise<HostDescription>;
  /** Changes whenever the store or the catalogue did: whoever shows either compares it and reads again. */
  revision(): string;
  readonly traces: TraceRecorder;
  /** Ends all turns and closes the store that the host made. Safe to call twice. */
  close(): Promise<void>;
}
