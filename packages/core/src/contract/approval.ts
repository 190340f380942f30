import type { JsonObject } from './json.js';

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
