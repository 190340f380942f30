import type { ApprovalScope } from '../contract/approval.js';
import type { JsonObject } from '../contract/json.js';
import type { CallOutcome, CallStatus } from '../contract/result.js';

/** What an approval covers: another owner, definition or other arguments have to be asked for anew (contract 6.8). */
export interface ApprovalCover {
  readonly owner: string;
  readonly tool: string;
  readonly definitionHash: string;
  /** SHA-256 of the arguments that the tool would get, as canonical JSON. */
  readonly argumentsHash: string;
}

/** What a person has said of a call, before it goes through the pipeline (again). */
export type KeptDecision =
  | (ApprovalCover & { readonly decision: 'allow'; readonly scope: ApprovalScope })
  | { readonly decision: 'deny'; readonly reason: string | null };

/** A call that somebody will decide later. */
export interface WaitingCall extends ApprovalCover {
  readonly approvalId: string;
  readonly label: string;
  /** For people: sensitive ones masked. */
  readonly arguments: JsonObject;
  /** Where the turn cannot be kept: the call's real ending, traced as any other. Called at most once. */
  refuse(why: string): CallOutcome;
}

/** Why a call is answered without being run. */
export interface Refusal {
  readonly status: CallStatus;
  /** For the model. */
  readonly text: string;
}

/**
 * How a call of a turn's loop differs from any other: what a person has decided before, and where somebody has to decide
 * first. When `waiting` is set, the outcome is only a stand-in: nobody has traced it, and the model must not see it.
 */
export interface LoopCall {
  readonly decision?: KeptDecision | undefined;
  waiting?: WaitingCall;
  /** With which the call is answered instead of being run. */
  refusal?: Refusal | undefined;
  /** Set where it was refused because it was made too often in a row. */
  isRepetition?: boolean;
}
