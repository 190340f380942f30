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
  if (unassigned.length < new Set(tools).size) {
    const missing = tools.filter((tool) => !unassigned.includes(tool));
    // An alias answers with the tool's own name, so it can be missing here and gone all the same.
    if (unassigned.length === 0 || missing.length < tools.length) {
      out.warn(`${bot} did not have ${list(missing)}. See "loadout show ${bot}".`);
    }
  }
  if (unassigned.length > 0) out.print(`${bot} no longer has ${list(unassigned)}.`);
  return 0;
}

function list(names: readonly string[]): string {
  return names.map(neutraliseLine).join(', ');
}
