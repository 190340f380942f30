import type { AccessToken, Actor, ConfidenceLevel, ModelProvider, Role } from '@loadout/core';

/** Who asks: the token of a request, as far as routes need it. */
export interface Caller {
  readonly tokenId: string;
  readonly name: string;
  /** Null for a token of a bot. */
  readonly role: Role | null;
  /** The only bot that it reaches; null for a token with a role. */
  readonly bot: string | null;
  readonly confidence: ConfidenceLevel;
  /** Null where the request brought the token itself; else it came with a cookie of the page. */
  readonly session: CallerSession | null;
  /** Whether the token would still be taken. */
  isStillValid(): Promise<boolean>;
}

/** A session of the page: of which token it is, null for that of the server, and until when. */
export interface CallerSession {
  readonly of: string | null;
  readonly expiresAt: string;
}

/** The caller behind a token of the host. */
export function toCaller(
  { id, name, role, bot, confidence, session, expiresAt }: AccessToken,
  isStillValid: () => Promise<boolean>,
): Caller {
  // Every session has an end.
  const own = session === null || expiresAt === null ? null : { of: session.of, expiresAt };
  return { tokenId: id, name, role, bot, confidence, session: own, isStillValid };
}

/** The caller behind the token that the server was started with. */
export const starter: Caller = Object.freeze({
  tokenId: 'access-token',
  name: 'access token',
  role: 'admin',
  bot: null,
  confidence: 'HIGH',
  session: null,
  isStillValid: async () => true,
});

/** Who uses a route that is for everyone. */
export const nobody: Caller = Object.freeze({
  tokenId: '',
  name: '',
  role: null,
  bot: null,
  confidence: 'NONE',
  session: null,
  isStillValid: async () => false,
});

/** As whom the caller's changes are written down. */
export function toActor({ name, tokenId, session }: Caller): Actor {
  return { name, via: session === null ? 'http' : 'page', token: tokenId };
}

/** The operator's own call counts as HIGH; a bot's token carries its level (contract 3.5). */
export function toModelProvider({ tokenId, role, confidence }: Caller): ModelProvider {
  return role === null ? { id: `token:${tokenId}`, confidence } : { id: 'operator', confidence: 'HIGH' };
}
