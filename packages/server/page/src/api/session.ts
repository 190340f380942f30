import type { ApiSchemas } from '@loadout/server/client';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { api, read } from './client.js';
import { queryClient } from './query-client.js';
import { session } from './session-state.js';
import { markSignedIn } from './signed-in-mark.js';
import { forgetPerson, forgetTab } from './tab-memory.js';

export type Role = ApiSchemas['Role'];

const ranks: Readonly<Record<Role, number>> = { viewer: 0, operator: 1, admin: 2 };

/** What the host is, and who is signed in. */
export const aboutQuery = queryOptions({
  queryKey: ['about'],
  async queryFn({ signal }) {
    const about = await read(api.GET('/api/v1', { signal }));
    session.set('signed-in');
    markSignedIn(true);
    return about;
  },
});

/** Who is signed in. Suspends until it is known. */
export function useMe(): ApiSchemas['About']['you'] {
  return useSuspenseQuery(aboutQuery).data.you;
}

/** Whether whoever is signed in may do what a role may. What it may not do is not shown. */
export function useCan(role: Role): boolean {
  const { role: own } = useMe();
  return own !== null && ranks[own] >= ranks[role];
}

/** Signs in with a token; the session is a cookie that no script reads. Throws an `ApiProblem`. */
export async function signIn(token: string): Promise<void> {
  const before = queryClient.getQueryData(aboutQuery.queryKey);
  await read(api.POST('/api/v1/session', { body: { token } }));
  const now = await queryClient.fetchQuery({ ...aboutQuery, staleTime: 0 });
  // Somebody else may see other things: what is not shown goes, what is shown is read again. What was typed stays.
  if (before !== undefined && before.you.name !== now.you.name) forgetPerson();
  if (before?.you.name !== now.you.name || before.you.role !== now.you.role) {
    queryClient.removeQueries({ type: 'inactive' });
  }
  await queryClient.invalidateQueries();
}

/** Ends the session. What was read goes with the document. */
export async function signOut(): Promise<void> {
  await read(api.DELETE('/api/v1/session'));
  forgetTab();
  markSignedIn(false);
  location.assign('/sign-in');
}
