import { requireBotId } from '@loadout/core';
import { neutraliseLine } from '../output/neutralise.js';
import { formatTable } from '../output/table.js';
import type { Session } from '../session.js';

/** The bots, in order of their ids. */
export async function listBots({ host, out }: Session, flags: { readonly json?: boolean }): Promise<number> {
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
export async function addBot({ host, out }: Session, id: string, flags: { readonly name?: string }): Promise<number> {
  const bot = await host.bots.add({ id, ...(flags.name === undefined ? {} : { displayName: flags.name }) });
  out.print(`Added ${bot.id}. Give it tools with "loadout assign ${bot.id} TOOL".`);
  return 0;
}

/** Removes a bot, and says what went with it. */
export async function removeBot({ host, out }: Session, id: string): Promise<number> {
  const { assignments } = await host.show(requireBotId(id));
  await host.bots.remove(id);
  const names = assignments.map(({ toolName }) => neutraliseLine(toolName)).join(', ');
  const loadout = assignments.length === 0 ? 'It had no tools.' : `Its loadout went with it: ${names}.`;
  out.print(`Removed ${id}. ${loadout} The id cannot be used again.`);
  return 0;
}
