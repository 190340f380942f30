import { createBotError, isLoadoutError, type NewBot, type RenameBotOptions } from '@loadout/core';
import { HttpProblem } from '../problem.js';
import { defineRoute, type Route } from '../route.js';
import { param } from './param.js';

/** The bots. */
export const botRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/v1/bots',
    operationId: 'listBots',
    tag: 'bots',
    summary: 'The bots',
    access: 'viewer',
    responses: { 200: 'BotList' },
    handle: async ({ host }) => ({ status: 200, body: { bots: await host.bots.list() } }),
  }),
  defineRoute<NewBot>({
    method: 'POST',
    path: '/api/v1/bots',
    operationId: 'addBot',
    tag: 'bots',
    summary: 'Adds a bot',
    access: 'operator',
    body: 'AddBotBody',
    responses: { 201: 'Bot' },
    isLocated: true,
    async handle({ host, body }) {
      const bot = await host.bots.add(body);
      return { status: 201, body: bot, headers: { location: locate(bot.id) } };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/v1/bots/{bot}',
    operationId: 'getBot',
    tag: 'bots',
    summary: 'One bot',
    access: 'viewer',
    ownBot: true,
    responses: { 200: 'Bot' },
    async handle({ host, params }) {
      const id = param(params, 'bot');
      const bot = await host.bots.get(id);
      if (bot === undefined) throw createBotError('BOT_UNKNOWN', id);
      return { status: 200, body: bot };
    },
  }),
  defineRoute<{ readonly displayName: string } & RenameBotOptions>({
    method: 'PATCH',
    path: '/api/v1/bots/{bot}',
    operationId: 'renameBot',
    tag: 'bots',
    summary: 'Gives a bot another display name',
    access: 'operator',
    body: 'RenameBotBody',
    responses: { 200: 'Bot' },
    async handle({ host, params, body: { displayName, ...seen } }) {
      const id = param(params, 'bot');
      try {
        return { status: 200, body: await host.bots.rename(id, displayName, seen) };
      } catch (error) {
        if (!isLoadoutError(error, 'BOT_NAME_CONFLICT')) throw error;
        const { code, message } = error;
        throw new HttpProblem(412, message, { facts: { code, current: (await host.bots.get(id)) ?? null } });
      }
    },
  }),
  defineRoute<NewBot>({
    method: 'POST',
    path: '/api/v1/bots/{bot}/copy',
    operationId: 'copyBot',
    tag: 'bots',
    summary: 'A new bot with the loadout of this one',
    access: 'operator',
    body: 'AddBotBody',
    responses: { 201: 'Bot' },
    isLocated: true,
    async handle({ host, params, body }) {
      const bot = await host.bots.copy(param(params, 'bot'), body);
      return { status: 201, body: bot, headers: { location: locate(bot.id) } };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/v1/bots/{bot}',
    operationId: 'removeBot',
    tag: 'bots',
    summary: 'Removes a bot with its loadout, its conversations and its tokens; the id is never used again',
    access: 'operator',
    responses: { 204: null },
    async handle({ host, params }) {
      await host.bots.remove(param(params, 'bot'));
      return { status: 204 };
    },
  }),
];

function locate(botId: string): string {
  return `/api/v1/bots/${encodeURIComponent(botId)}`;
}
