import type { ToolListing } from '@loadout/core';
import { neutraliseLine } from '../output/neutralise.js';
import type { Session } from '../session.js';
import { awaitLists } from './await-lists.js';

/** Which owner takes over from which. */
interface Acceptance {
  readonly oldOwner: string;
  readonly newOwner: string;
  readonly json: boolean;
}

/** Takes one owner's tools for those of another one, for every bot: as they are shown, or not at all. */
export async function acceptOwner({ host, out }: Session, { oldOwner, newOwner, json }: Acceptance): Promise<number> {
  // What the new one lists decides what moves.
  await awaitLists(host, { owners: [newOwner] });
  const listed = (await host.catalogue()).tools.filter(({ owner }) => owner === newOwner);
  if (!json) for (const line of await describeTaken(host, listed, oldOwner)) out.print(line);
  const definitions = Object.fromEntries(listed.map(({ name, definitionHash }) => [name, definitionHash]));
  const accepted = await host.owners.accept(oldOwner, newOwner, { definitions });
  if (json) {
    out.printJson(accepted);
    return 0;
  }
  const { tools, bots, settings, decisions, isFormerly } = accepted;
  const [from, to] = [neutraliseLine(oldOwner), neutraliseLine(newOwner)];
  if (tools.length === 0) {
    const rest = settings + decisions === 0 ? ' Nothing was changed.' : '';
    out.print(`No bot has a tool of ${from} that ${to} lists.${rest}`);
  } else {
    out.print(`From ${from} to ${to}: ${tools.map(neutraliseLine).join(', ')}.`);
    out.print(`Bots that have them: ${bots.join(', ') || 'none'}.`);
  }
  if (settings + decisions > 0)
    out.print(`What was set for its tools moved: settings ${settings}, decisions ${decisions}.`);
  if (isFormerly) out.print(`${to} states that it was formerly ${from}; all of its tools moved.`);
  return 0;
}

/** What bots are about to get, a line for each tool. */
async function describeTaken(
  host: Session['host'],
  listed: readonly ToolListing[],
  oldOwner: string,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const { name, label, definitionHash, policy } of listed) {
    const { bots } = await host.describeTool(name);
    if (!bots.some(({ owner }) => owner === oldOwner)) continue;
    const effect = policy.readOnly ? 'only reads' : policy.destructive ? 'can destroy data' : 'can change data';
    const words = [effect, `approval ${policy.approval}`, `definition ${definitionHash.slice(0, 12)}`];
    lines.push(neutraliseLine(`${name} (${label}): ${words.join(', ')}`));
  }
  return lines;
}
