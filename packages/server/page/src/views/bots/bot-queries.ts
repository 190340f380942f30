import type { ApiSchemas } from '@loadout/server/client';
import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../api/client.js';

export type Bot = ApiSchemas['Bot'];

/** How a bot stands, in a few numbers. */
export const summaryQuery = (bot: string) =>
  queryOptions({
    queryKey: ['summary', bot],
    queryFn: ({ signal }) => read(api.GET('/api/v1/bots/{bot}/summary', { params: { path: { bot } }, signal })),
  });

/** What an operator should know of. Only an operator may ask. */
export const findingsQuery = queryOptions({
  queryKey: ['findings'],
  queryFn: async ({ signal }) => (await read(api.GET('/api/v1/findings', { signal }))).findings,
});

/** A good id for a name: lower-case letters, digits, single hyphens, at most 64 characters. */
export function proposeId(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-|-$/g, '');
}
