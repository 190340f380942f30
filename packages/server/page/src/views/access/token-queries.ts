import type { ApiSchemas } from '@loadout/server/client';
import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../api/client.js';

export type AccessToken = ApiSchemas['AccessToken'];

/** Tokens and sessions, revoked and expired ones too; newest first. */
export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: async ({ signal }) => {
    const { tokens } = await read(api.GET('/api/v1/tokens', { signal }));
    return tokens.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  },
});

/** Whether a token is taken at this time. */
export function stateOf({ revokedAt, expiresAt }: AccessToken, now = Date.now()): 'valid' | 'revoked' | 'expired' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= now ? 'expired' : 'valid';
}
