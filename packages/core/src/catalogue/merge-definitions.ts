import type { ProviderSlot } from '../companions/provider-slot.js';
import type { ExposeAs } from '../contract/configuration.js';
import { TOOL_NAME_PATTERN } from '../contract/definition.js';
import type { LeftOutTool } from '../contract/report.js';
import { Catalogue } from './catalogue.js';
import { judgeList } from './judge-list.js';
import type { ListedTool } from './listed-tool.js';

/** A slot in the order of precedence. */
export interface MergeSlot {
  readonly slot: ProviderSlot;
  /** False: known from an earlier turn, but off or failing now. It keeps its names and offers nothing. */
  readonly isPresent: boolean;
}

/** All that one merge depends on. */
export interface MergeInput {
  /** Built-ins first, then companions in the order of the configuration. */
  readonly slots: readonly MergeSlot[];
  /** Names and aliases of built-ins, whatever state these are in. */
  readonly builtInNames: ReadonlySet<string>;
  /** Definition files that were left out; their names are reserved all the same. */
  readonly builtInsLeftOut: readonly LeftOutTool[];
  readonly exposeAs: readonly ExposeAs[];
}

/**
 * Merges lists by name: the first definition of a name wins, a later one is skipped and says so
 * (contract 1.4, 1.5). A pure function of its input.
 */
export function mergeDefinitions({ slots, builtInNames, builtInsLeftOut, exposeAs }: MergeInput): Catalogue {
  const tools = new Map<string, ListedTool>();
  const reserved = new Map<string, string>();
  const leftOut: LeftOutTool[] = [...builtInsLeftOut];
  const asleep: { readonly name: string; readonly aliases: readonly string[] }[] = [];
  const renames = readRenames(exposeAs, leftOut);
  for (const name of builtInNames) reserved.set(name, 'builtin');

  for (const { slot, isPresent } of slots) {
    const { owner } = slot;
    if (slot.list === undefined) continue;
    const { tools: listed, quarantined, switchedOff } = judgeList(slot, slot.list);
    for (const tool of isPresent ? switchedOff : [...listed, ...switchedOff]) {
      const name = renames.get(renameKey(owner, tool.ownName)) ?? tool.name;
      if (tools.has(name) || reserved.has(name)) continue;
      // Nobody may step into the place of a tool that is off, or whose companion is.
      reserved.set(name, owner);
      asleep.push({ name, aliases: tool.aliases });
    }
    if (!isPresent) continue;
    for (const tool of listed) {
      const name = renames.size === 0 ? tool.name : takeName(renames, tool);
      const obstacle = findObstacle(name, owner, tools, reserved);
      if (obstacle === undefined) tools.set(name, name === tool.name ? tool : tool.exposedAs(name));
      else leftOut.push({ name, owner, status: 'skipped', reason: `${describeTool(tool, name)} ${obstacle}` });
    }
    for (const { name, reason } of quarantined) leftOut.push({ name, owner, status: 'quarantined', reason });
  }
  const aliases = mergeAliases(tools, reserved, leftOut);
  for (const { name, aliases: old } of asleep) {
    // Its provider may still answer for it, under its old names as well.
    for (const alias of old)
      if (!tools.has(alias) && !reserved.has(alias) && !aliases.has(alias)) aliases.set(alias, name);
  }
  for (const { owner, tool, as } of exposeAs) {
    if (!renames.has(renameKey(owner, tool))) continue;
    leftOut.push({
      name: as,
      owner,
      status: 'skipped',
      reason: `exposeAs: ${owner} lists no tool "${tool}" at present.`,
    });
  }
  return new Catalogue({ tools, aliases, reserved, leftOut, slots: slots.map(({ slot }) => slot) });
}

/** Why `owner` cannot have `name`, or undefined when it can. */
function findObstacle(
  name: string,
  owner: string,
  tools: ReadonlyMap<string, ListedTool>,
  reserved: ReadonlyMap<string, string>,
): string | undefined {
  const holder = tools.get(name);
  if (holder !== undefined) {
    return holder.owner === owner
      ? 'is listed twice; the first definition counts. Remove the other.'
      : `is skipped: ${holder.owner} has that name already. Bring it in under another one with exposeAs.`;
  }
  const keeper = reserved.size === 0 ? undefined : reserved.get(name);
  if (keeper !== undefined && keeper !== owner) {
    return `is skipped: the name is reserved for ${keeper}. Bring it in under another one with exposeAs.`;
  }
  return undefined;
}

function describeTool(tool: ListedTool, name: string): string {
  return tool.ownName === name
    ? `"${name}" of ${tool.owner}`
    : `"${tool.ownName}" of ${tool.owner}, exposed as "${name}",`;
}

/** Aliases lose to every name, and to earlier aliases. */
function mergeAliases(
  tools: ReadonlyMap<string, ListedTool>,
  reserved: ReadonlyMap<string, string>,
  leftOut: LeftOutTool[],
): Map<string, string> {
  const aliases = new Map<string, string>();
  for (const tool of tools.values()) {
    for (const alias of tool.aliases) {
      const target = aliases.get(alias);
      const keeper = reserved.get(alias);
      const holder = tools.get(alias)?.owner ?? tools.get(target ?? '')?.owner ?? keeper;
      if (alias === tool.name || target === tool.name) continue;
      if (holder === undefined || (keeper === tool.owner && !tools.has(alias) && target === undefined)) {
        aliases.set(alias, tool.name);
      } else {
        const reason = `The alias "${alias}" of "${tool.name}" (${tool.owner}) is skipped: ${holder} has that name. Remove the alias.`;
        leftOut.push({ name: alias, owner: tool.owner, status: 'skipped', reason });
      }
    }
  }
  return aliases;
}

/** By owner and own name. A rule whose new name is none is left out. */
function readRenames(exposeAs: readonly ExposeAs[], leftOut: LeftOutTool[]): Map<string, string> {
  const renames = new Map<string, string>();
  for (const { owner, tool, as } of exposeAs) {
    if (TOOL_NAME_PATTERN.test(as)) renames.set(renameKey(owner, tool), as);
    else
      leftOut.push({
        name: as,
        owner,
        status: 'skipped',
        reason: `exposeAs: "${as}" for "${tool}" of ${owner} is no valid tool name. Correct it.`,
      });
  }
  return renames;
}

/** The operator's name for a tool, if there is one. What is left in `renames` in the end was for nobody. */
function takeName(renames: Map<string, string>, tool: ListedTool): string {
  const key = renameKey(tool.owner, tool.ownName);
  const name = renames.get(key);
  renames.delete(key);
  return name ?? tool.name;
}

function renameKey(owner: string, tool: string): string {
  return `${owner}\n${tool}`;
}
