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
  /** To the minute; null: not used yet. Of a session always null: its uses count for the token that it is of. */
  readonly lastUsedAt: string | null;
  /** Null for a token that was made as one. Else it stands for another token in a browser: that one signed in. */
  readonly session: TokenSession | null;
}

/** What a session is of. It may what that token may, lasts no longer, and ends with it. */
export interface TokenSession {
  /** The id of the token; null: the one that the server was started with. */
  readonly of: string | null;
}

/**
 * Who signs in: the secret of a token, or, where the server knows the caller by itself, the name of whoever started it,
 * who is an admin.
 */
export type SignIn = { readonly secret: string } | { readonly starter: string };

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
