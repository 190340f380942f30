/*
 * A link that signs in may come from somebody else: with it they would have somebody work under their name unseen. So who is
 * signed in already is asked first. Whether somebody is, no script can read; that somebody was is written down.
 */
import type { ApiSchemas } from '@loadout/server/client';
import { api } from './client.js';
import { hasSignedIn } from './signed-in-mark.js';

type You = ApiSchemas['About']['you'];

/** Who is signed in, and who would be. */
export interface Exchange {
  readonly present: You;
  readonly next: You;
}

/** Whom a token would sign in instead of somebody else; undefined: nobody else is signed in, or nobody would be. */
export async function findExchange(token: string): Promise<Exchange | undefined> {
  if (!hasSignedIn()) return undefined;
  const [present, next] = await Promise.all([readYou({}), readYou({ authorization: `Bearer ${token}` })]);
  if (present === undefined || next === undefined || isSame(present, next)) return undefined;
  return { present, next };
}

async function readYou(headers: Readonly<Record<string, string>>): Promise<You | undefined> {
  // Signing in says what is wrong.
  const { data } = await api.GET('/api/v1', { headers }).catch(() => ({ data: undefined }));
  return data?.you;
}

/** A session says whose it is; null: the token that the host was started with, which has no id of its own. */
function isSame({ session }: You, { token }: You): boolean {
  return session !== null && (session.of ?? starterToken) === token;
}

const starterToken = 'access-token';
