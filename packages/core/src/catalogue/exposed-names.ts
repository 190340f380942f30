import type { ProviderSlot } from '../companions/provider-slot.js';
import type { ExposeAs } from '../contract/configuration.js';
import { TOOL_NAME_PATTERN } from '../contract/definition.js';
import type { LeftOutTool } from '../contract/report.js';
import { nearestWord } from '../schema/nearest-word.js';
import type { JudgedList } from './judge-list.js';
import type { ListedTool } from './listed-tool.js';

/** The operator's names for the tools of one owner, by the owner's own names. */
export type OwnerNames = ReadonlyMap<string, string>;

/** What a merge has given away so far. */
export interface NamesSoFar {
  readonly tools: ReadonlyMap<string, ListedTool>;
  readonly reserved: ReadonlyMap<string, string>;
  readonly leftOut: LeftOutTool[];
}

const noNames: OwnerNames = new Map();

/**
 * The rules of `exposeAs`, by owner and own name (contract 1.5). A rule that cannot be followed is left out with
 * its reason; of two for one tool the first counts.
 */
export function readExposeAs(exposeAs: readonly ExposeAs[], leftOut: LeftOutTool[]): ReadonlyMap<string, OwnerNames> {
  const rules = new Map<string, Map<string, string>>();
  for (const rule of exposeAs) {
    const { owner, tool, as } = rule;
    let ofOwner = rules.get(owner);
    if (ofOwner === undefined) {
      ofOwner = new Map();
      rules.set(owner, ofOwner);
    }
    const first = ofOwner.get(tool);
    if (!TOOL_NAME_PATTERN.test(as)) {
      leftOut.push(ruleLeftOut(rule, `"${as}" for "${tool}" of ${owner} is no valid tool name. Correct it.`));
    } else if (first !== undefined) {
      const reason = `there are two rules for "${tool}" of ${owner}; the first one, as "${first}", counts. Remove the one as "${as}".`;
      leftOut.push(ruleLeftOut(rule, reason));
    } else {
      ofOwner.set(tool, as);
    }
  }
  return rules;
}

/**
 * Which of the operator's names the tools of one list get, by their own names. A tool whose new name is taken
 * keeps its own one, so that a wrong rule makes no tool vanish.
 */
export function chooseNames(
  owner: string,
  list: readonly ListedTool[],
  names: OwnerNames = noNames,
  { tools, reserved, leftOut }: NamesSoFar,
): OwnerNames {
  const granted = new Map<string, string>();
  if (names.size === 0) return granted;
  const kept = new Set<string>();
  const renamed = new Map<string, ListedTool>();
  for (const tool of list) {
    const as = names.get(tool.ownName);
    if (as === undefined || as === tool.ownName) kept.add(tool.ownName);
    else if (!renamed.has(tool.ownName)) {
      renamed.set(tool.ownName, tool);
      granted.set(tool.ownName, as);
    }
  }
  // Two tools may change names; one that has to keep its own may thereby take another one's new name.
  for (let isSettled = false; !isSettled; ) {
    isSettled = true;
    const taken = new Set(kept);
    for (const [ownName, as] of granted) {
      const keeper = reserved.get(as);
      const isOwnAlias = keeper === owner && renamed.get(ownName)?.aliases.includes(as) === true;
      const holder = tools.get(as)?.owner ?? (isOwnAlias ? undefined : keeper) ?? (taken.has(as) ? owner : undefined);
      if (holder === undefined) {
        taken.add(as);
        continue;
      }
      const whose = holder === owner ? `another tool of ${owner}` : holder;
      const reason = `"${ownName}" of ${owner} cannot be exposed as "${as}": that name is taken by ${whose}. Choose another "as"; until then the tool keeps its own name.`;
      leftOut.push({ ...ruleLeftOut({ owner, tool: ownName, as }, reason), holder });
      granted.delete(ownName);
      kept.add(ownName);
      isSettled = false;
    }
  }
  return granted;
}

/** What the rules are compared with in the end. */
export interface KnownOwners {
  readonly companionIds: readonly string[];
  readonly slots: readonly ProviderSlot[];
  readonly judge: (slot: ProviderSlot) => JudgedList | undefined;
}

/** Rules for owners that are not there, and for tools that their owners do not list. */
export function findUnusedRules(
  rules: ReadonlyMap<string, OwnerNames>,
  { companionIds, slots, judge }: KnownOwners,
): readonly LeftOutTool[] {
  const unused: LeftOutTool[] = [];
  for (const [owner, names] of rules) {
    const slot = slots.find((one) => one.owner === owner);
    const list = slot === undefined ? undefined : judge(slot);
    // Its provider has not answered or fails, which is said with its companion.
    if (slot !== undefined && list === undefined) continue;
    const isKnownOwner = slot !== undefined || companionIds.includes(owner);
    const known = list === undefined ? [] : [...list.tools, ...list.switchedOff].map(({ ownName }) => ownName);
    const isListed = new Set<string | null>([...known, ...(list?.quarantined ?? []).map(({ name }) => name)]);
    for (const [tool, as] of names) {
      if (isListed.has(tool)) continue;
      const reason = isKnownOwner
        ? `${owner} lists no tool "${tool}" at present. ${suggest(tool, known, 'Correct or remove the rule')}`
        : explainUnknownOwner(owner, companionIds, slots);
      unused.push(ruleLeftOut({ owner, tool, as }, reason));
    }
  }
  return unused;
}

function explainUnknownOwner(owner: string, companionIds: readonly string[], slots: readonly ProviderSlot[]): string {
  const owners = [...new Set([...companionIds, ...slots.map((slot) => slot.owner)])];
  const companion = companionIds.find((id) => owner.startsWith(`${id}/`));
  if (companion === undefined) {
    return `no configured companion is called "${owner}". ${suggest(owner, owners, 'Configure it, or remove the rule')}`;
  }
  const own = owners.filter((one) => one === companion || one.startsWith(`${companion}/`));
  const id = owner.slice(companion.length + 1);
  return `${companion} has no provider "${id}" at present. ${suggest(owner, own, 'Correct or remove the rule')}`;
}

function suggest(word: string, candidates: readonly string[], otherwise: string): string {
  const nearest = nearestWord(word, candidates);
  return nearest === undefined ? `${otherwise}.` : `Did you mean "${nearest}"?`;
}

function ruleLeftOut({ owner, tool, as }: ExposeAs, reason: string): LeftOutTool {
  return { name: as, owner, tool, status: 'skipped', cause: 'expose-as', reason: `exposeAs: ${reason}` };
}
