import { Catalogue } from '../catalogue/catalogue.js';
import { describeCatalogue } from '../catalogue/describe-catalogue.js';
import type { ListedTool } from '../catalogue/listed-tool.js';
import type { ToolDefinition } from '../contract/definition.js';
import type { ToolDescription } from '../host-interface.js';
import { collectTools, definitionOf, type KnownTools, requireToolName, unknownTool } from './known-tools.js';
import type { OperatorParts } from './operator-parts.js';

const detailFields = [
  'outputSchema',
  'settingsSchema',
  'visibleIn',
  'minimumConfidence',
  'systemPromptInstructions',
  'sensitiveArguments',
] as const;

/** One tool by name or alias, also one that nobody lists. See `Host.describeTool`. */
export async function describeTool(parts: OperatorParts, toolName: string, locale: string): Promise<ToolDescription> {
  const typed = requireToolName(toolName);
  const tools = await collectTools(parts);
  const { catalogue } = tools;
  const name = catalogue.canonicalName(typed);
  const listed = catalogue.tools.get(name);
  const described = listed === undefined ? undefined : describeInDetail(tools, listed, locale);
  const leftOut = [...catalogue.leftOut, ...(described?.leftOut ?? [])].filter((one) => one.name === name);
  const bots = await listBots(parts, tools, name);
  const isKnown = listed !== undefined || leftOut.length > 0 || bots.length > 0 || catalogue.isReserved(name);
  if (!isKnown) throw unknownTool(typed, catalogue);
  return Object.freeze({ name, tool: described?.tool ?? null, leftOut, bots });
}

function describeInDetail({ catalogue, checker }: KnownTools, listed: ListedTool, locale: string) {
  // The description of a catalogue that has this tool alone: the others are not looked at.
  const empty = new Map<string, never>();
  const { slots } = catalogue;
  const alone = new Catalogue({
    tools: new Map([[listed.name, listed]]),
    aliases: empty,
    reserved: empty,
    exposed: empty,
    rules: empty,
    leftOut: [],
    slots,
  });
  const { tools, leftOut } = describeCatalogue(alone, checker, locale);
  const [tool] = tools;
  const definition = definitionOf(listed, checker);
  if (tool === undefined || definition === undefined) return { tool: undefined, leftOut };
  return { tool: { ...tool, ...pickDetails(definition) }, leftOut };
}

function pickDetails(definition: ToolDefinition): Pick<ToolDefinition, (typeof detailFields)[number]> {
  const stated = detailFields.filter((field) => definition[field] !== undefined);
  return Object.fromEntries(stated.map((field) => [field, definition[field]]));
}

/** Who has the tool, under any of its names. */
async function listBots(
  { store }: OperatorParts,
  { catalogue }: KnownTools,
  name: string,
): Promise<ToolDescription['bots']> {
  const bots: { readonly bot: string; readonly owner: string }[] = [];
  for (const { toolName, owner } of await store.listAssignedTools()) {
    if ((catalogue.findAssigned({ toolName, owner })?.name ?? toolName) !== name) continue;
    for (const bot of await store.listBotsWithTool(toolName, owner)) bots.push({ bot, owner });
  }
  return bots.sort((a, b) => (a.bot < b.bot ? -1 : a.bot > b.bot ? 1 : 0));
}
