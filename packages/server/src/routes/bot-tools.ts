import { defineRoute, type Route } from '../route.js';
import { toTag } from './loadouts.js';
import { param } from './param.js';
import { type LoadoutQuery, toShowOptions } from './show-options.js';

/** All tools for a bot as compact rows, and in numbers: what lists of people are made of. */
export const botToolRoutes: readonly Route[] = [
  defineRoute<undefined, LoadoutQuery>({
    method: 'GET',
    path: '/api/v1/bots/{bot}/tools',
    operationId: 'listBotTools',
    tag: 'loadouts',
    summary: 'Every tool, of the bot and for the bot, as one row: whether it is on and offered, or why not',
    access: 'viewer',
    query: 'LoadoutQuery',
    hasRevision: true,
    responses: { 200: 'BotTools' },
    async handle(request) {
      const tools = await request.host.listTools(param(request.params, 'bot'), toShowOptions(request));
      return { status: 200, body: tools, headers: { etag: toTag(tools.bot.loadoutRevision) } };
    },
  }),
  defineRoute<undefined, LoadoutQuery>({
    method: 'GET',
    path: '/api/v1/bots/{bot}/summary',
    operationId: 'summariseBot',
    tag: 'bots',
    summary: "A bot's tools in numbers, why tools are withheld, and when it was used last",
    access: 'viewer',
    query: 'LoadoutQuery',
    responses: { 200: 'BotSummary' },
    handle: async (request) => ({
      status: 200,
      body: await request.host.summarise(param(request.params, 'bot'), toShowOptions(request)),
    }),
  }),
];
