import type { GuardedFetch, LogLevel, ToolProgress } from './contract/call.js';
import type { AttachmentDescription, ContextConversation, ContextUser, ModelProvider } from './contract/context.js';
import type { IToolImplementation } from './contract/implementation.js';
import type { JsonObject, JsonValue } from './contract/json.js';
import type { Store } from './store/roles.js';
import type { TraceRecorder } from './store/traces.js';

/** One line of the host's log. */
export interface LogEntry {
  readonly level: LogLevel;
  /** What happened, in kebab-case: `companion-failed`, `tool-failed`, `tool-log` … */
  readonly event: string;
  readonly message: string;
  readonly companion?: string;
  readonly bot?: string;
  readonly turn?: string;
  readonly call?: string;
  readonly tool?: string;
  /** The id that the model was given for an error. */
  readonly errorId?: string;
  readonly data?: JsonValue;
  readonly error?: unknown;
}

/** Takes log lines. Must not throw; what it throws is dropped. */
export type Logger = (entry: LogEntry) => void;

/** Time, given so that tests can own it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  setTimeout(callback: () => void, delayMs: number): ClockTimer;
}

/** A running timer. */
export interface ClockTimer {
  clear(): void;
  /** The timer no longer keeps the process alive. */
  unref(): void;
}

/** A companion of the configuration, in the order of precedence. */
export interface CompanionEntry {
  /** Its id: the package name. */
  readonly id: string;
  /** Loads its module. Absent: the package of that name is found from `from` and imported. */
  readonly load?: () => Promise<unknown> | unknown;
  /** Folder or file URL to find the package from. Default: the working directory. */
  readonly from?: string | URL;
  readonly settings?: JsonObject;
  /** False: kept in the configuration, not loaded. Names that it last listed stay reserved. */
  readonly enabled?: boolean;
}

/** The operator's new name for a tool (contract 1.5). */
export interface ExposeAs {
  readonly owner: string;
  /** The provider's own name for it. */
  readonly tool: string;
  /** The name under which bots get it. */
  readonly as: string;
}

/** What a person is asked before a call that needs approval. */
export interface ApprovalRequest {
  readonly callId: string;
  readonly turnId: string;
  readonly botId: string;
  readonly userId: string | undefined;
  readonly conversationId: string | undefined;
  readonly tool: string;
  readonly owner: string;
  readonly label: string;
  readonly definitionHash: string;
  readonly arguments: JsonObject;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** A person's answer. `scope` says how long it holds. */
export type ApprovalDecision =
  | { readonly decision: 'allow'; readonly scope: 'once' | 'turn' | 'conversation' }
  | { readonly decision: 'deny'; readonly reason?: string };

/** Asks a person. When it throws, the call is blocked. */
export type Approver = (request: ApprovalRequest) => ApprovalDecision | PromiseLike<ApprovalDecision>;

/** Everything that a host can be told. All of it is optional. */
export interface HostOptions {
  /** Folders with definition files of built-in tools, in order of precedence. */
  readonly definitionFolders?: readonly (string | URL)[];
  /** The code behind the definition files. */
  readonly implementations?: readonly IToolImplementation[];
  /** In order of precedence. A string is the name of a package. */
  readonly companions?: readonly (string | CompanionEntry)[];
  readonly exposeAs?: readonly ExposeAs[];
  /** The operator's settings of tools, by tool name. */
  readonly toolSettings?: Readonly<Record<string, JsonObject>>;
  /** Default: in memory. */
  readonly store?: Store;
  /** Default: the last 1,000 calls in memory. */
  readonly traces?: TraceRecorder;
  /** Default: warnings and errors to standard error. */
  readonly logger?: Logger;
  readonly approver?: Approver;
  /** Replaces `call.fetch`'s transport. Default: public addresses only, by undici. */
  readonly fetch?: GuardedFetch;
  readonly clock?: Clock;
  /** Makes ids. Default: random. */
  readonly createId?: () => string;
  /** Names of components. Default `chat` and `assistant`. */
  readonly components?: readonly string[];
  readonly limits?: HostLimits;
}

/** Deadlines, in milliseconds. */
export interface HostLimits {
  /** For importing and registering a companion. Default 5,000. */
  readonly loadMs?: number;
  /** For `getTools` and `getToolMetadata`. Default 5,000. */
  readonly listMs?: number;
  /** How long a turn waits for lists that it has never seen. Default 1,000. */
  readonly firstListWaitMs?: number;
}

/** What a turn is started with. */
export interface TurnOptions {
  /** The bot's id. */
  readonly bot: string;
  readonly user?: ContextUser | null;
  readonly conversation?: ContextConversation | null;
  /** Default `chat`. */
  readonly component?: string;
  readonly modelProvider?: ModelProvider | null;
  /** BCP 47. Default `en`. */
  readonly locale?: string;
  readonly attachments?: readonly AttachmentDescription[];
  readonly knownUrls?: readonly string[];
  readonly readAttachment?: (id: string, signal: AbortSignal) => Uint8Array | PromiseLike<Uint8Array>;
  /** Only these of the assigned tools. Unknown names are ignored. Absent: all. */
  readonly select?: readonly string[];
  /** Cancels the turn's calls. */
  readonly signal?: AbortSignal;
  /** Told what tools report while they run. */
  readonly onProgress?: (progress: ToolProgress & { readonly callId: string; readonly tool: string }) => void;
}

/** A call as a model makes it. */
export interface ToolCall {
  /** The model's id for it; one is made where it gives none. */
  readonly id?: string;
  readonly name: string;
  /** An object, or its JSON text. Absent, empty or null counts as `{}` where the schema needs an object. */
  readonly arguments?: unknown;
  /** Cancels this call alone. */
  readonly signal?: AbortSignal;
}
