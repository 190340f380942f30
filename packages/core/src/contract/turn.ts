import type { Approver } from './approval.js';
import type { ToolProgress } from './call.js';
import type { ConfidenceLevel } from './confidence.js';
import type { AttachmentDescription, ContextBot, ContextConversation, ContextUser, ModelProvider } from './context.js';
import type { JsonObject, JsonSchema } from './json.js';
import type { LoopOptions, TurnLoop } from './loop.js';
import type { ModelDescription } from './model.js';
import type { ConvertedTool } from './model-adapter.js';
import type { ToolPolicy } from './policy.js';
import type { CallOutcome } from './result.js';
import type { TurnLimits, TurnUsage } from './turn-limits.js';

/** What a turn is started with. */
export interface TurnOptions {
  /** The bot's id. */
  readonly bot: string;
  readonly user?: ContextUser | null;
  readonly conversation?: ContextConversation | null;
  /** Default `chat`. */
  readonly component?: string;
  readonly modelProvider?: ModelProvider | null;
  /** Whom the tools are for. Needed for {@link Turn.createLoop}. */
  readonly model?: ModelDescription | null;
  /** Within the hard limits; default: the host's. */
  readonly limits?: TurnLimits;
  /** Asks a person. Default: the host's approver. */
  readonly approver?: Approver;
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

/** Why a tool is not offered, in the order in which the gates are tried (contract 5.1). */
export type WithheldCode =
  | 'tools-off'
  | 'not-assigned'
  | 'companion-failed'
  | 'quarantined'
  | 'absent'
  | 'owner-changed'
  | 'definition-changed'
  | 'not-visible'
  | 'not-selected'
  | 'model-without-tools'
  | 'disabled-by-organisation'
  | 'not-configured'
  | 'below-minimum-confidence'
  | 'below-required-confidence'
  | 'not-convertible';

/** One reason why a tool is withheld. */
export interface WithheldReason {
  readonly code: WithheldCode;
  /** A sentence for the operator. */
  readonly reason: string;
}

/** A tool that the model does not see: an assigned one, or one that the turn selects and the bot does not have. */
export interface WithheldTool {
  readonly name: string;
  readonly code: WithheldCode;
  /** A sentence for the operator. */
  readonly reason: string;
  /** Every reason that applies; the first is the one above. */
  readonly reasons: readonly WithheldReason[];
  /** Whose definition it is now; the owner at assignment where nobody lists it. */
  readonly owner: string;
  readonly label: string;
}

/** One run of a bot for one user message. Catalogue, loadout and context stay what they were at its start. */
export interface Turn {
  readonly id: string;
  readonly bot: ContextBot;
  /** As it was started with; undefined without one. */
  readonly model: ModelDescription | undefined;
  /** As it was started with; undefined without one. */
  readonly signal: AbortSignal | undefined;
  /** In the loadout's order. */
  readonly offered: readonly OfferedTool[];
  readonly withheld: readonly WithheldTool[];
  /**
   * The tool array as JSON text, as the turn's model API takes it; without one as MCP has it,
   * `[{ "name", "description", "inputSchema" }]`. Byte-identical for equal input.
   */
  readonly toolsJson: string;
  /** How each offered tool is sent. Empty without a model API. */
  readonly converted: readonly ConvertedTool[];
  /** What the offered tools add to the system prompt, under one heading; empty where they add nothing (contract 7.7). */
  readonly instructions: string;
  /** The highest level that a result of the conversation required, also in this turn (contract 5.6). */
  readonly requiredConfidence: ConfidenceLevel;
  readonly usage: TurnUsage;
  /** Runs a call. Never rejects: every ending is a result. */
  call(toolCall: ToolCall): Promise<CallOutcome>;
  /** One for each turn. Throws `LOOP_MISUSED` for a second one, and where the turn has no model API. */
  createLoop<Message = JsonObject>(options?: LoopOptions): TurnLoop<Message>;
  /** Ends the turn: calls in flight are cancelled, later ones refused. Resolves when all have their results. */
  end(): Promise<void>;
}

/** With what a kept turn goes on; what is not here is as it was (contract 6.8). */
export type ResumeOptions = Pick<
  TurnOptions,
  'signal' | 'onProgress' | 'approver' | 'readAttachment' | 'modelProvider' | 'model'
> & { readonly loop?: LoopOptions };

/** A turn that waited for a person and goes on. The first thing to do is `loop.resume()`. */
export interface ResumedTurn<Message = JsonObject> {
  readonly turn: Turn;
  readonly loop: TurnLoop<Message>;
  /** What {@link TurnLoop.keepTranscript} kept, with the response that asked for the calls; null where nobody kept it. */
  readonly transcript: readonly Message[] | null;
}
