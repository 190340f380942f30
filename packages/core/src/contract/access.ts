import type { ConfidenceLevel } from './confidence.js';

/** What a token may do: `viewer` reads, `operator` changes bots, loadouts and settings, `admin` everything. */
export const ROLES = Object.freeze(['viewer', 'operator', 'admin'] as const);

/** The name of a role. */
export type Role = (typeof ROLES)[number];

/** A token as people see it; its secret is shown once, when it is made, and kept as a hash. */
export interface AccessToken {
  readonly id: string;
  /** For people, and for the audit log. */
  readonly name: string;
  /** Null for a token of a bot. */
  readonly role: Role | null;
  /** The only bot that the token reaches; null for a token with a role. */
  readonly bot: string | null;
  /** How far the model provider behind the caller is trusted (contract 3.5). Counts for a token of a bot. */
  readonly confidence: ConfidenceLevel;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** Who made it. */
  readonly createdBy: string;
  /** ISO 8601, UTC; null: never. */
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** To the minute; null: not used yet. */
  readonly lastUsedAt: string | null;
}

/** What a new token is made of: a role, or a bot. */
export interface NewAccessToken {
  readonly name: string;
  readonly role?: Role;
  readonly bot?: string;
  /** Default `UNKNOWN`. */
  readonly confidence?: ConfidenceLevel;
  /** ISO 8601, in the future. Absent: never. */
  readonly expiresAt?: string;
}
