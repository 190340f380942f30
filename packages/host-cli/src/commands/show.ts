import { type Host, type LoadoutView, requireBotId } from '@loadout/core';
import { neutraliseLine } from '../output/neutralise.js';
import { formatTable } from '../output/table.js';
import type { Session } from '../session.js';
import { awaitLists } from './await-lists.js';

/** A bot's loadout as a turn started now would have it. */
export async function show({ host, out }: Session, botId: string, flags: { readonly json?: boolean }): Promise<number> {
  const view = await showPatiently(host, requireBotId(botId));
  if (flags.json) {
    out.printJson(view);
    return 0;
  }
  const { bot, offered, withheld } = view;
  out.print(`${out.style.bold(bot.id)}  ${neutraliseLine(bot.displayName)}  since ${bot.createdAt}`);
  if (offered.length + withheld.length === 0)
    out.print(`It has no tools. Give it some with "loadout assign ${bot.id} TOOL".`);
  if (offered.length > 0) {
    out.print(`\n${out.style.bold(`Offered (${offered.length})`)}`);
    const rows = offered.map(({ name, owner, label }) => [name, owner, label]);
    for (const line of formatTable({ titles: ['TOOL', 'OWNER', 'LABEL'], rows, last: 'cut' }, out)) out.print(line);
  }
  if (withheld.length > 0) {
    out.print(`\n${out.style.bold(`Withheld (${withheld.length})`)}`);
    const rows = withheld.map(({ name, owner, label, code, reason }) => [name, owner, label, code, reason]);
    const titles = ['TOOL', 'OWNER', 'LABEL', 'CODE', 'WHY'];
    for (const line of formatTable({ titles, rows, last: 'wrap' }, out)) out.print(line);
  }
  return 0;
}

/** Waits for the companions of tools that may be withheld only because they have not listed them yet. */
async function showPatiently(host: Host, botId: string): Promise<LoadoutView> {
  const view = await host.show(botId);
  const owners = view.withheld.filter(({ code }) => code === 'companion-failed').map(({ owner }) => owner);
  return owners.length > 0 && (await awaitLists(host, { owners })) ? host.show(botId) : view;
}
