import type { FrozenDefinition } from '../catalogue/freeze-definition.js';
import type { ListedTool } from '../catalogue/listed-tool.js';
import type { ProviderSlot } from '../companions/provider-slot.js';
import type { JsonObject } from '../contract/json.js';
import { formatToolSubject } from '../contract/tool-subject.js';
import type { Assignment } from '../store/records.js';
import type { StoreReader } from '../store/roles.js';
import { followNames, freezeKept, namesIn } from './follow-names.js';

/** As many definitions are remembered; then those go that were checked first, and what was accepted counts. */
const MAX_DEFINITIONS = 2_000;

/** A definition that was in order once. */
export type KnownDefinition = Pick<FrozenDefinition, 'definition' | 'hash'>;

/**
 * The last definitions that bots' tools had, for tools that are no longer listed, or not in order. What the provider
 * lists, or listed last, counts, if it is in order; else what this process has seen in order, or the list of an earlier run had,
 * and that is then kept with the provider's lists, so that a restart changes nothing; else the definition that an
 * assignment was made with.
 */
export class KnownDefinitions {
  readonly #seen = new Map<string, KnownDefinition>();

  remember({ owner, ownName, slot }: ListedTool, checked: KnownDefinition): void {
    slot.dropped.forget(ownName);
    const key = formatToolSubject({ owner, toolName: ownName });
    this.#seen.delete(key);
    this.#seen.set(key, checked);
    if (this.#seen.size <= MAX_DEFINITIONS) return;
    const [oldest] = this.#seen.keys();
    if (oldest !== undefined) this.#seen.delete(oldest);
  }

  /** `ownName` is what the owner calls the tool, as far as that can be told from the name that the bot has. */
  async find(
    { definitionHash }: Pick<Assignment, 'definitionHash'>,
    ownName: string,
    { store, slot }: { readonly store: StoreReader; readonly slot: ProviderSlot },
  ): Promise<KnownDefinition | undefined> {
    const last = this.#findLast(slot, ownName);
    if (last !== undefined) return last;
    const stored = definitionHash === null ? undefined : await store.getDefinition(definitionHash);
    if (typeof stored?.name !== 'string') return this.#findByAlias(slot, ownName);
    const accepted = freezeKept(stored);
    if (accepted === undefined) return undefined;
    // A bot may have it under an older name.
    return this.#findLast(slot, stored.name) ?? accepted;
  }

  #findLast(slot: ProviderSlot, name: string): KnownDefinition | undefined {
    // A bot may have a listed tool by a name that counts no more.
    const { known: last, ownName, listed } = followNames(slot, name);
    if (last?.definition.name === ownName && listed !== undefined) return last;
    const renamed = this.#findBroken(slot, ownName);
    if (renamed === undefined && last?.definition.name === ownName) return last;
    // Of a tool that is listed and not in order the last definition on the way is older than what was seen of it.
    const known =
      renamed ?? this.#findSeen(slot, ownName) ?? (last === undefined ? this.#findSeen(slot, name) : undefined);
    if (known !== undefined) slot.keepDropped(known.definition);
    return known ?? last;
  }

  /** What was seen of a tool that has the name as an older one and is quarantined now, so that its aliases are not known. */
  #findBroken(slot: ProviderSlot, alias: string): KnownDefinition | undefined {
    for (const name of namesIn(slot).quarantined) {
      if (name === null) continue;
      const seen = this.#findSeen(slot, name);
      if (seen?.definition.aliases?.includes(alias) === true) return seen;
    }
    return undefined;
  }

  #findSeen(slot: ProviderSlot, toolName: string): KnownDefinition | undefined {
    return this.#seen.get(formatToolSubject({ owner: slot.owner, toolName })) ?? findEarlier(slot, toolName);
  }

  #findByAlias(slot: ProviderSlot, alias: string): KnownDefinition | undefined {
    const ofOwner = formatToolSubject({ owner: slot.owner, toolName: '' });
    for (const [key, known] of this.#seen) {
      if (!key.startsWith(ofOwner) || known.definition.aliases?.includes(alias) !== true) continue;
      return this.#findLast(slot, known.definition.name);
    }
    return undefined;
  }
}

/** By list, which never changes. */
const earlier = new WeakMap<readonly unknown[], ReadonlyMap<unknown, JsonObject>>();

function findEarlier({ earlierTools }: ProviderSlot, name: string): KnownDefinition | undefined {
  let byName = earlier.get(earlierTools);
  if (byName === undefined) {
    // Plain JSON of the host's own. The first of a name counts.
    byName = new Map((earlierTools as readonly JsonObject[]).toReversed().map((tool) => [tool.name, tool]));
    earlier.set(earlierTools, byName);
  }
  const tool = byName.get(name);
  return tool && freezeKept(tool);
}
