import type { ProviderSlot } from '../companions/provider-slot.js';
import type { ExposeAs } from '../contract/configuration.js';
import type { LeftOutTool } from '../contract/report.js';
import { Catalogue } from './catalogue.js';
import { chooseNames, findUnusedRules, readExposeAs } from './exposed-names.js';
import { judgeList } from './judge-list.js';
import type { ListedTool } from './listed-tool.js';
import { SkippedNames } from './skipped-names.js';

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
  /** All that are configured, also those that never registered a provider. */
  readonly companionIds: readonly string[];
}

/**
 * Merges lists by name: the first definition of a name wins, a later one is skipped and says so
 * (contract 1.4, 1.5). A pure function of its input.
 */
export function mergeDefinitions(input: MergeInput): Catalogue {
  const { slots, builtInNames, builtInsLeftOut, exposeAs, companionIds } = input;
  const tools = new Map<string, ListedTool>();
  const reserved = new Map<string, string>();
  const leftOut: LeftOutTool[] = [...builtInsLeftOut];
  const asleep: { readonly name: string; readonly aliases: readonly string[] }[] = [];
  const exposed = new Map<string, ListedTool[]>();
  const withAliases: ListedTool[] = [];
  const skipped = new SkippedNames(leftOut);
  const rules = readExposeAs(exposeAs, leftOut);
  for (const name of builtInNames) reserved.set(name, 'builtin');

  for (const { slot, isPresent } of slots) {
    const { owner } = slot;
    if (slot.list === undefined) continue;
    const { tools: listed, quarantined, switchedOff } = judgeList(slot, slot.list);
    for (const tool of isPresent ? switchedOff : [...listed, ...switchedOff]) {
      const name = rules.get(owner)?.get(tool.ownName) ?? tool.name;
      if (tools.has(name) || reserved.has(name)) continue;
      // Nobody may step into the place of a tool that is off, or whose companion is.
      reserved.set(name, owner);
      asleep.push({ name, aliases: tool.aliases });
    }
    if (!isPresent) continue;
    const names = chooseNames(owner, listed, rules.get(owner), { tools, reserved, leftOut });
    for (const tool of listed) {
      const name = names.size === 0 ? tool.name : (names.get(tool.ownName) ?? tool.name);
      const obstacle = findObstacle(name, owner, tools, reserved);
      if (obstacle !== undefined) {
        const { sentence, cause, holder } = obstacle;
        const reason = `${describeTool(tool, name)} ${sentence}`;
        const own = tool.ownName === name ? {} : { tool: tool.ownName };
        skipped.add({ name, owner, cause, holder, ...own, reason });
        continue;
      }
      const placed = name === tool.name ? tool : tool.exposedAs(name);
      tools.set(name, placed);
      if (placed !== tool) exposed.set(tool.ownName, [...(exposed.get(tool.ownName) ?? []), placed]);
      if (placed.aliases.length > 0) withAliases.push(placed);
    }
    for (const one of quarantined) leftOut.push({ ...one, owner, status: 'quarantined', cause: 'definition' });
  }
  const aliases = mergeAliases(withAliases, tools, reserved, skipped);
  skipped.sayRest();
  for (const { name, aliases: old } of asleep) {
    // Its provider may still answer for it, under its old names as well.
    for (const alias of old)
      if (!tools.has(alias) && !reserved.has(alias) && !aliases.has(alias)) aliases.set(alias, name);
  }
  const allSlots = slots.map(({ slot }) => slot);
  const judge = (slot: ProviderSlot) => (slot.list === undefined ? undefined : judgeList(slot, slot.list));
  leftOut.push(...findUnusedRules(rules, { companionIds, slots: allSlots, judge }));
  return new Catalogue({ tools, aliases, reserved, exposed, rules, leftOut, slots: allSlots });
}

/** Why `owner` cannot have `name`, or undefined when it can. */
function findObstacle(
  name: string,
  owner: string,
  tools: ReadonlyMap<string, ListedTool>,
  reserved: ReadonlyMap<string, string>,
): Obstacle | undefined {
  const holder = tools.get(name)?.owner;
  if (holder === owner) {
    const sentence = 'is listed twice; the first definition counts. Remove the other.';
    return { cause: 'listed-twice', holder, sentence };
  }
  if (holder !== undefined) {
    const sentence = `is skipped: ${holder} has that name already. Bring it in under another one with exposeAs.`;
    return { cause: 'name-taken', holder, sentence };
  }
  const keeper = reserved.size === 0 ? undefined : reserved.get(name);
  if (keeper !== undefined && keeper !== owner) {
    const sentence = `is skipped: the name is reserved for ${keeper}. Bring it in under another one with exposeAs.`;
    return { cause: 'name-taken', holder: keeper, sentence };
  }
  return undefined;
}

/** What keeps a tool from its name. */
interface Obstacle {
  readonly cause: 'name-taken' | 'listed-twice';
  readonly holder: string;
  /** The rest of a sentence. */
  readonly sentence: string;
}

function describeTool(tool: ListedTool, name: string): string {
  return tool.ownName === name
    ? `"${name}" of ${tool.owner}`
    : `"${tool.ownName}" of ${tool.owner}, exposed as "${name}",`;
}

/** Aliases lose to every name, and to earlier aliases. */
function mergeAliases(
  withAliases: readonly ListedTool[],
  tools: ReadonlyMap<string, ListedTool>,
  reserved: ReadonlyMap<string, string>,
  skipped: SkippedNames,
): Map<string, string> {
  const aliases = new Map<string, string>();
  for (const tool of withAliases) {
    for (const alias of tool.aliases) {
      const target = aliases.get(alias);
      const keeper = reserved.get(alias);
      const holder = tools.get(alias)?.owner ?? tools.get(target ?? '')?.owner ?? keeper;
      if (alias === tool.name || target === tool.name) continue;
      if (holder === undefined || (keeper === tool.owner && !tools.has(alias) && target === undefined)) {
        aliases.set(alias, tool.name);
      } else {
        const reason = `The alias "${alias}" of "${tool.name}" (${tool.owner}) is skipped: ${holder} has that name. Remove the alias.`;
        skipped.add({ name: alias, owner: tool.owner, cause: 'alias-taken', holder, tool: tool.name, reason });
      }
    }
  }
  return aliases;
}
