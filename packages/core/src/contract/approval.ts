import type { Actor } from './actor.js';
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
  /** As the tool would get them, sensitive ones masked, secrets redacted: what people see of a call is the same everywhere. */
  readonly arguments: JsonObject;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** How long an approval holds: for this call, for the turn, or for the conversation. */
export type ApprovalScope = 'once' | 'turn' | 'conversation';

/**
 * A person's answer. `later`: nobody can say now; a turn with a loop is kept and ends, any other call is blocked.
 */
export type ApprovalDecision =
  | { readonly decision: 'allow'; readonly scope: ApprovalScope }
  | { readonly decision: 'deny'; readonly reason?: string }
  | { readonly decision: 'later' };

/** Asks a person. When it throws, the call is blocked. */
export type Approver = (request: ApprovalRequest) => ApprovalDecision | PromiseLike<ApprovalDecision>;

/** `waiting`: nobody has answered; `allowed`, `denied`: somebody has, and the turn can be resumed. */
export type ApprovalState = 'waiting' | 'allowed' | 'denied';

/** A turn that is kept: it waits for a person, or can be resumed, also after the process that went on with it has died. */
export interface KeptTurn {
  readonly id: string;
  readonly botId: string;
  readonly conversationId: string | null;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** ISO 8601, UTC: seven days later. */
  readonly expiresAt: string;
}

/** An approval that holds for a conversation: until it is revoked, its bot is removed, or the tool is another. */
export interface LastingApproval {
  /** The same for the same bot, conversation, owner and tool. */
  readonly id: string;
  readonly botId: string;
  readonly conversationId: string;
  readonly tool: string;
  readonly owner: string;
  readonly definitionHash: string;
  /** ISO 8601, UTC. */
  readonly approvedAt: string;
}

/** A call that waits for a person, or did. */
export interface Approval {
  readonly id: string;
  /** The id of the turn that waits, by which it is resumed. */
  readonly turnId: string;
  readonly botId: string;
  readonly userId: string | null;
  readonly conversationId: string | null;
  readonly callId: string;
  readonly tool: string;
  readonly owner: string;
  readonly label: string;
  readonly definitionHash: string;
  /** Sensitive ones masked, secrets redacted. */
  readonly arguments: JsonObject;
  readonly state: ApprovalState;
  /** Of what was allowed. */
  readonly scope: ApprovalScope | null;
  /** Of what was denied. */
  readonly reason: string | null;
  readonly decidedBy: Actor | null;
  /** ISO 8601, UTC. */
  readonly requestedAt: string;
  /** ISO 8601, UTC: seven days later. */
  readonly expiresAt: string;
}
