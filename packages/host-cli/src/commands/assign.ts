import { neutraliseLine } from '../output/neutralise.js';
import type { Session } from '../session.js';

/** Gives tools to a bot, all or none. */
export async function assign({ host, out }: Session, bot: string, tools: readonly string[]): Promise<number> {
  const assigned = await host.assign(bot, tools);
  // Two names of one tool give it once.
  out.print(`${bot} has ${list([...new Set(assigned)])}.`);
  return 0;
}

/** Takes tools from a bot; those it did not have are named. */
export async function unassign({ host, out }: Session, bot: string, tools: readonly string[]): Promise<number> {
  const unassigned = await host.unassign(bot, tools);
  const missing = [...new Set(tools)].filter((tool) => !unassigned.includes(tool));
  const missingCount = new Set(tools).size - unassigned.length;
  if (missingCount > 0) {
    // An alias is answered with the tool's own name, so it is missing among the answers and gone all the same.
    const which = missingCount === missing.length ? list(missing) : `${missingCount} of ${list(missing)}`;
    out.warn(`${bot} did not have ${which}. See "loadout show ${bot}".`);
  }
  if (unassigned.length > 0) out.print(`${bot} no longer has ${list(unassigned)}.`);
  return 0;
}

function list(names: readonly string[]): string {
  return names.map(neutraliseLine).join(', ');
}
