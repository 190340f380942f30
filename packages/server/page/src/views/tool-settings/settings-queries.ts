import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, read } from '../../api/client.js';
import { given, ifMatch } from '../../api/queries.js';
import type { Language } from '../../texts/language.js';
import type { Scope } from './settings-types.js';

/** Each field with its layers. While the language changes, the earlier answer stays. */
export const settingsQuery = ({ reference, bot }: Scope, locale: Language) =>
  queryOptions({
    queryKey: ['settings', reference, bot, locale],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v1/tools/{tool}/settings', {
          params: { path: { tool: reference }, query: { ...given({ bot }), locale } },
          signal,
        }),
      ),
  });

/** Who changed settings of the tool, the latest first. */
export const changesQuery = (tool: string) =>
  queryOptions({
    queryKey: ['audit', 'settings', tool],
    queryFn: async ({ signal }) =>
      (await read(api.GET('/api/v1/audit', { params: { query: { tool, limit: 200 } }, signal }))).entries,
  });

/** Writes a value, while the field is as it was read. */
export function putSetting(
  { reference, bot }: Scope,
  { field, revision, value }: { readonly field: string; readonly revision: string; readonly value: unknown },
): Promise<unknown> {
  const params = { path: { tool: reference, field }, query: given({ bot }), header: ifMatch(revision) };
  return read(api.PUT('/api/v1/tools/{tool}/settings/{field}', { params, body: { value } }));
}

/** Takes a value away, while the field is as it was read; the layer below counts then. */
export function deleteSetting(
  { reference, bot }: Scope,
  { field, revision }: { readonly field: string; readonly revision: string },
): Promise<unknown> {
  const params = { path: { tool: reference, field }, query: given({ bot }), header: ifMatch(revision) };
  return read(api.DELETE('/api/v1/tools/{tool}/settings/{field}', { params }));
}
