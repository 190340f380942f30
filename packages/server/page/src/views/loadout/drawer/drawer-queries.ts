import type { ApiSchemas } from '@loadout/server/client';
import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../../api/client.js';

export type Assignment = ApiSchemas['Assignment'];

/** The bot's assignments: who the owners were, which definitions were accepted, what is overridden. */
export const assignmentsQuery = (bot: string) =>
  queryOptions({
    queryKey: ['loadout', bot, 'assignments'],
    queryFn: async ({ signal }) =>
      (await read(api.GET('/api/v1/bots/{bot}/loadout', { params: { path: { bot } }, signal }))).assignments,
  });

/** The assignment behind a row, under whatever name the bot has it. */
export function findAssignment(
  assignments: readonly Assignment[] | undefined,
  name: string,
  aliases: readonly string[] = [],
): Assignment | undefined {
  return (
    assignments?.find(({ toolName }) => toolName === name) ??
    assignments?.find(({ toolName }) => aliases.includes(toolName))
  );
}
