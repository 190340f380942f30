import { isThenable } from '../companions/guard.js';
import { readKnownName } from '../companions/known-tool.js';
import type { ProviderList } from '../companions/provider-list.js';
import type { ProviderSlot } from '../companions/provider-slot.js';
import type { StatedName } from '../companions/related-names.js';
import { judgeDefinition } from './check-definition.js';
import { ListedTool } from './listed-tool.js';

/** A definition that its provider has to mend. */
export interface QuarantinedDefinition {
  readonly name: string | null;
  readonly reason: string;
  /** How many there are, where they are not named. */
  readonly count?: number;
}

/** One provider's list, each definition judged alone. */
export interface JudgedList {
  readonly tools: readonly ListedTool[];
  readonly quarantined: readonly QuarantinedDefinition[];
  /** Tools that it listed before and still has labels for: those that it has switched off. Their names stay its own. */
  readonly switchedOff: readonly ListedTool[];
}

/** More broken definitions of one list than this are counted, not named. */
const MAX_QUARANTINED = 1_000;

const promiseReason = 'A definition is a promise. Wait for it: return await Promise.all(definitions).';

const judged = new WeakMap<ProviderList, JudgedList>();
const newestOf = new WeakMap<ProviderSlot, JudgedList>();

/** Judges a list once: a merge that follows a change elsewhere reuses the tools with all that is known of them. */
export function judgeList(slot: ProviderSlot, list: ProviderList): JudgedList {
  let result = judged.get(list);
  if (result === undefined) {
    result = judgeEach(slot, list);
    judged.set(list, result);
    newestOf.set(slot, result);
  }
  return result;
}

function judgeEach(slot: ProviderSlot, list: ProviderList): JudgedList {
  const tools: ListedTool[] = [];
  const quarantined: QuarantinedDefinition[] = [];
  const stated: StatedName[] = [];
  let unnamed = 0;
  for (const raw of list.tools) {
    const verdict = judgeDefinition(raw);
    if ('reason' in verdict) {
      const known = readKnownName(raw);
      if (known !== undefined) stated.push({ ...known, isTool: () => false });
      if (quarantined.length < MAX_QUARANTINED)
        quarantined.push({ name: verdict.name, reason: isThenable(raw) ? promiseReason : verdict.reason });
      else unnamed += 1;
    } else {
      const { name, aliases } = verdict;
      tools.push(new ListedTool(name, name, slot, aliases, raw));
      stated.push({ name, aliases, isTool: () => true });
    }
  }
  slot.stateNames(stated);
  if (unnamed > 0)
    quarantined.push({
      name: null,
      count: unnamed,
      reason: `${unnamed} more definitions of ${slot.owner} are broken. Mend the first ones.`,
    });
  return { tools, quarantined, switchedOff: findSwitchedOff(slot, list, tools) };
}

function findSwitchedOff(
  slot: ProviderSlot,
  { names = [] }: ProviderList,
  tools: readonly ListedTool[],
): readonly ListedTool[] {
  const before = newestOf.get(slot);
  if (before === undefined && names.length === 0) return [];
  const listed = new Set(tools.map(({ name }) => name));
  const found = new Map<string, ListedTool>();
  for (const tool of [...(before?.tools ?? []), ...(before?.switchedOff ?? [])]) {
    if (!listed.has(tool.name) && slot.metadata.has(tool.name)) found.set(tool.name, tool);
  }
  for (const { name, aliases } of names) {
    if (!listed.has(name) && !found.has(name)) found.set(name, new ListedTool(name, name, slot, aliases, undefined));
  }
  return [...found.values()];
}
