import type { Actor } from './actor.js';
import type { JsonValue } from './json.js';

/** What a change can do. */
export const AUDIT_ACTIONS = Object.freeze([
  'bot-added',
  'bot-renamed',
  'bot-removed',
  'tool-assigned',
  'tool-unassigned',
  /** An override, a place in the loadout, or what was accepted of its owner or definition. */
  'assignment-changed',
  'owner-accepted',
  'setting-set',
  'setting-unset',
  /** A secret: before and after are `[secret]` or null. */
  'secret-set',
  'secret-unset',
  'secrets-rotated',
  'approval-allowed',
  'approval-denied',
  'approval-revoked',
  'decision-set',
  'decision-unset',
  'token-created',
  'token-revoked',
  'session-opened',
  'session-ended',
] as const);

/** What a change did. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** One change, as it is written down together with it. Never carries a secret: such values are `[secret]`. */
export interface Change {
  readonly action: AuditAction;
  readonly bot: string | null;
  readonly tool: string | null;
  /** What was changed beside bot and tool: a field, a kind of decision with its subject, a token's id, an owner. */
  readonly subject: string | null;
  /** Null where there was nothing. */
  readonly before: JsonValue;
  /** Null where nothing is left. */
  readonly after: JsonValue;
}

/** A change in the log. */
export interface AuditEntry extends Change {
  /** Ascending in the order of writing. */
  readonly id: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly actor: Actor;
}

/** Which entries. */
export interface AuditFilter {
  readonly bot?: string;
  readonly tool?: string;
  readonly action?: AuditAction;
  /** The name of the actor. */
  readonly actor?: string;
  /** Made at this time or later; milliseconds since 1970. */
  readonly since?: number;
  /** Made before this time; milliseconds since 1970. */
  readonly until?: number;
  /** Older than this entry: the last `id` of the page before. */
  readonly beforeId?: number;
  /** Default 100, at most 1,000. */
  readonly limit?: number;
}
