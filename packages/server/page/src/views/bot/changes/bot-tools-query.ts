import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { api, read } from '../../../api/client.js';
import { given, type LoadoutContext } from '../../../api/queries.js';
import { queryClient } from '../../../api/query-client.js';
import type { Language } from '../../../texts/language.js';
import { noteRevision } from './known-revisions.js';
import type { BotTools } from './loadout-types.js';

/** What all readings of a bot's rows have in common, whatever the context. */
export function botToolsKey(bot: string): QueryKey {
  return ['loadout', bot, 'tools'];
}

/** Every tool of the bot, and every one that it could have, as rows. */
export const botToolsQuery = (bot: string, context: LoadoutContext, locale: Language) =>
  queryOptions({
    queryKey: [...botToolsKey(bot), context, locale],
    async queryFn({ signal }): Promise<BotTools> {
      const answer = api.GET('/api/v1/bots/{bot}/tools', {
        params: { path: { bot }, query: { ...given(context), locale } },
        signal,
      });
      const tools = await read(answer);
      noteRevision(bot, tools.bot.loadoutRevision, (await answer).response);
      return tools;
    },
  });

/** The rows as they were read last, in whatever context; undefined where they never were. */
export function findKnownTools(bot: string): BotTools | undefined {
  const known = queryClient.getQueryCache().findAll({ queryKey: botToolsKey(bot) });
  const [latest] = known.sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  return latest?.state.data as BotTools | undefined; // as the query's function answers
}
