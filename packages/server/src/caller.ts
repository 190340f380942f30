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
  /** Whether the token would still be taken. */
  isStillValid(): Promise<boolean>;
}

/** The caller behind a token of the host. */
export function toCaller(
  { id, name, role, bot, confidence }: AccessToken,
  isStillValid: () => Promise<boolean>,
): Caller {
  return { tokenId: id, name, role, bot, confidence, isStillValid };
}

/** The caller behind the token that the server was started with. */
export const starter: Caller = Object.freeze({
  tokenId: 'access-token',
  name: 'access token',
  role: 'admin',
  bot: null,
  confidence: 'HIGH',
  isStillValid: async () => true,
});

/** Who uses a route that is for everyone. */
export const nobody: Caller = Object.freeze({
  tokenId: '',
  name: '',
  role: null,
  bot: null,
  confidence: 'NONE',
  isStillValid: async () => false,
});

/** As whom the caller's changes are written down. */
export function toActor({ name, tokenId }: Caller): Actor {
  return { name, via: 'http', token: tokenId };
}

/** The operator's own call counts as HIGH; a bot's token carries its level (contract 3.5). */
export function toModelProvider({ tokenId, role, confidence }: Caller): ModelProvider {
  return role === null ? { id: `token:${tokenId}`, confidence } : { id: 'operator', confidence: 'HIGH' };
}
