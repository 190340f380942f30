/*
 * What more than one view reads. The first part of a key is what it is about; a change of the host reads all of them again
 * that are shown (`live.ts`).
 */
import { queryOptions } from '@tanstack/react-query';
import type { Language } from '../texts/language.js';
import { api, read } from './client.js';
import type { ConfidenceLevel, ModelApi } from './words.js';

/** As whom a loadout is looked at; what is absent is not asked. */
export interface LoadoutContext {
  readonly component?: string | undefined;
  readonly api?: ModelApi | undefined;
  readonly confidence?: ConfidenceLevel | undefined;
}

export const botsQuery = queryOptions({
  queryKey: ['bots'],
  queryFn: async ({ signal }) => (await read(api.GET('/api/v1/bots', { signal }))).bots,
});

export const botQuery = (bot: string) =>
  queryOptions({
    queryKey: ['bots', bot],
    queryFn: ({ signal }) => read(api.GET('/api/v1/bots/{bot}', { params: { path: { bot } }, signal })),
  });

/** The loadout as a turn started now would have it: offered, withheld, the tool array. */
export const loadoutQuery = (bot: string, context: LoadoutContext, locale: Language) =>
  queryOptions({
    queryKey: ['loadout', bot, context, locale],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v1/bots/{bot}/loadout', {
          params: { path: { bot }, query: { ...given(context), locale } },
          signal,
        }),
      ),
  });

export const catalogueQuery = (locale: Language) =>
  queryOptions({
    queryKey: ['catalogue', locale],
    queryFn: ({ signal }) => read(api.GET('/api/v1/tools', { params: { query: { locale } }, signal })),
  });

export const toolQuery = (tool: string, locale: Language) =>
  queryOptions({
    queryKey: ['tool', tool, locale],
    queryFn: ({ signal }) =>
      read(api.GET('/api/v1/tools/{tool}', { params: { path: { tool }, query: { locale } }, signal })),
  });

export const companionsQuery = queryOptions({
  queryKey: ['companions'],
  queryFn: async ({ signal }) => (await read(api.GET('/api/v1/companions', { signal }))).companions,
});

export const decisionsQuery = queryOptions({
  queryKey: ['decisions'],
  queryFn: async ({ signal }) => (await read(api.GET('/api/v1/decisions', { signal }))).decisions,
});

export const approvalsQuery = queryOptions({
  queryKey: ['approvals'],
  queryFn: ({ signal }) => read(api.GET('/api/v1/approvals', { signal })),
});

/** What the host is, and what holds for it. */
export const hostQuery = queryOptions({
  queryKey: ['host'],
  queryFn: ({ signal }) => read(api.GET('/api/v1/host', { signal })),
});

/** The header that ties a write to what was read; `none`: to nothing being there. */
export const ifMatch = (revision: string) => ({ 'If-Match': `"${revision}"` });

/** Without the parts that are undefined, which the API does not know. */
export function given<Query extends object>(query: Query): { [Key in keyof Query]: Exclude<Query[Key], undefined> } {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof Query]: Exclude<Query[Key], undefined> }; // nothing else is left out
}
