import { createBotError, ROLES } from '@loadout/core';
import type { Caller } from './caller.js';
import { HttpProblem } from './problem.js';
import type { Route } from './route.js';

/**
 * Throws where the caller may not use the route. A bot's token is told nothing of other bots: they are as unknown to it
 * as those that do not exist.
 */
export function authorise(
  { access, ownBot }: Pick<Route, 'access' | 'ownBot'>,
  { role, bot }: Caller,
  params: Readonly<Record<string, string>>,
): void {
  if (access === 'anyone' || access === 'token') return;
  if (role !== null) {
    if (ROLES.indexOf(role) >= ROLES.indexOf(access)) return;
    throw new HttpProblem(403, `This needs the role ${access}; the token has the role ${role}.`);
  }
  if (params.bot !== undefined && params.bot !== bot) throw createBotError('BOT_UNKNOWN', params.bot);
  if (ownBot) return;
  throw new HttpProblem(403, `This needs the role ${access}; the token is for the tools of the bot ${bot} alone.`);
}
