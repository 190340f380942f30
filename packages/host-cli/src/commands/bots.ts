import { requireBotId } from '@loadout/core';
import { neutraliseLine } from '../output/neutralise.js';
import { formatTable } from '../output/table.js';
import type { Session } from '../session.js';

interface Flags {
  readonly json?: boolean;
}

/** The bots, in order of their ids. */
export async function listBots({ host, out }: Session, flags: Flags): Promise<number> {
  const bots = await host.bots.list();
  if (flags.json) out.printJson({ bots });
  else if (bots.length === 0) out.print('There is no bot. Add one with "loadout bots add ID".');
  else {
    const rows = bots.map(({ id, createdAt, displayName }) => [id, createdAt, displayName]);
    for (const line of formatTable({ titles: ['BOT', 'SINCE', 'NAME'], rows, last: 'cut' }, out)) out.print(line);
  }
  return 0;
}

/** Adds a bot without tools. */
export async function addBot(
  { host, out }: Session,
  id: string,
  flags: Flags & { readonly name?: string },
): Promise<number> {
  const bot = await host.bots.add({ id, ...(flags.name === undefined ? {} : { displayName: flags.name }) });
  if (flags.json) out.printJson(bot);
  else out.print(`Added ${bot.id}. Give it tools with "loadout assign ${bot.id} TOOL".`);
  return 0;
}

/** Gives a bot another name for people. */
export async function renameBot(
  { host, out }: Session,
  id: string,
  flags: Flags & { readonly to: string },
): Promise<number> {
  const bot = await host.bots.rename(requireBotId(id), flags.to);
  if (flags.json) out.printJson(bot);
  else out.print(`${bot.id} is called ${neutraliseLine(bot.displayName)} now.`);
  return 0;
}

/** Adds a bot with the loadout of another one. */
export async function copyBot(
  { host, out }: Session,
  from: string,
  flags: Flags & { readonly id: string; readonly name?: string },
): Promise<number> {
  const displayName = flags.name === undefined ? {} : { displayName: flags.name };
  const bot = await host.bots.copy(requireBotId(from), { id: flags.id, ...displayName });
  if (flags.json) out.printJson(bot);
  else out.print(`Added ${bot.id} with the loadout of ${from}. See "loadout show ${bot.id}".`);
  return 0;
}

/** Removes a bot, and says what went with it: its loadout, and the tokens that were for it alone. */
export async function removeBot({ host, out }: Session, id: string, flags: Flags): Promise<number> {
  const { assignments } = await host.show(requireBotId(id));
  const tokens = (await host.tokens.list()).filter((token) => token.bot === id);
  await host.bots.remove(id);
  const tools = assignments.map(({ toolName }) => toolName);
  const loadout =
    tools.length === 0 ? 'It had no tools.' : `Its loadout went with it: ${tools.map(neutraliseLine).join(', ')}.`;
  if (flags.json) out.printJson({ removed: id, tools, tokens: tokens.map((token) => token.id) });
  else {
    out.print(`Removed ${id}. ${loadout} The id cannot be used again.`);
    for (const token of tokens) out.print(`The token ${token.id} (${neutraliseLine(token.name)}) went with it.`);
  }
  return 0;
}
