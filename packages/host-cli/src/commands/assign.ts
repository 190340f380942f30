import { type Host, isLoadoutError, requireBotId } from '@loadout/core';
import { neutraliseLine } from '../output/neutralise.js';
import { requireToolName } from '../require-tool-name.js';
import type { Session } from '../session.js';
import { awaitLists } from './await-lists.js';

/** Gives tools to a bot, all or none. */
export async function assign({ host, out }: Session, bot: string, tools: readonly string[]): Promise<number> {
  requireBotId(bot);
  const assigned = await assignPatiently(host, bot, tools);
  // Two names of one tool give it once.
  out.print(`${bot} has ${list([...new Set(assigned)])}.`);
  return 0;
}

/** Takes tools from a bot; those it did not have are named. */
export async function unassign({ host, out }: Session, bot: string, tools: readonly string[]): Promise<number> {
  requireBotId(bot);
  for (const tool of tools) requireToolName(tool);
  const unassigned = [...(await host.unassign(bot, tools))];
  let missing = await findMissing(host, tools, unassigned);
  // One may be the alias of a tool that is not listed yet.
  if (missing.length > 0 && (await awaitLists(host))) {
    unassigned.push(...(await host.unassign(bot, missing)));
    missing = await findMissing(host, tools, unassigned);
  }
  if (missing.length > 0) out.warn(`${bot} did not have ${list(missing)}. See "loadout show ${bot}".`);
  if (unassigned.length > 0) out.print(`${bot} no longer has ${list(unassigned)}.`);
  return 0;
}

async function assignPatiently(host: Host, bot: string, tools: readonly string[]): Promise<readonly string[]> {
  try {
    return await host.assign(bot, tools);
  } catch (error) {
    if (!isLoadoutError(error, 'TOOL_UNKNOWN') || !(await awaitLists(host))) throw error;
    return host.assign(bot, tools);
  }
}

/** Those of `tools` that are not among the `unassigned`, whose aliases are answered with the tool's own name. */
async function findMissing(
  host: Host,
  tools: readonly string[],
  unassigned: readonly string[],
): Promise<readonly string[]> {
  const missing = [...new Set(tools)].filter((tool) => !unassigned.includes(tool));
  if (missing.length === 0) return missing;
  const listed = (await host.catalogue()).tools;
  const isAliasOfUnassigned = (tool: string): boolean =>
    listed.some(({ name, aliases }) => aliases.includes(tool) && unassigned.includes(name));
  return missing.filter((tool) => !isAliasOfUnassigned(tool));
}

function list(names: readonly string[]): string {
  return names.map(neutraliseLine).join(', ');
}
