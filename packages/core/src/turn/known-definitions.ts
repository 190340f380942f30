import { type FrozenDefinition, freezeDefinition } from '../catalogue/freeze-definition.js';
import type { ListedTool } from '../catalogue/listed-tool.js';
import { readKnownName } from '../companions/known-tool.js';
import type { ProviderSlot } from '../companions/provider-slot.js';
import type { JsonObject } from '../contract/json.js';
import { formatToolSubject } from '../contract/tool-subject.js';
import type { Assignment } from '../store/records.js';
import type { StoreReader } from '../store/roles.js';

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
    const accepted = freeze(stored, stored.name);
    if (accepted === undefined) return undefined;
    // A bot may have it under an older name.
    return this.#findLast(slot, stored.name) ?? accepted;
  }

  #findLast(slot: ProviderSlot, name: string): KnownDefinition | undefined {
    const last = findLastDefinition(slot, name);
    if (last !== undefined) return last;
    const known =
      this.#seen.get(formatToolSubject({ owner: slot.owner, toolName: name })) ?? findIn(slot.earlierTools, name);
    if (known !== undefined) slot.keepDropped(known.definition);
    return known;
  }

  #findByAlias(slot: ProviderSlot, alias: string): KnownDefinition | undefined {
    const ofOwner = formatToolSubject({ owner: slot.owner, toolName: '' });
    for (const [key, known] of this.#seen) {
      if (!key.startsWith(ofOwner) || known.definition.aliases?.includes(alias) !== true) continue;
      slot.keepDropped(known.definition);
      return known;
    }
    return undefined;
  }
}

/**
 * The last definition of a tool that its provider lists, or listed, by its own name or an older one. A bot may have a listed
 * tool by a name that counts no more.
 */
function findLastDefinition(slot: ProviderSlot, name: string): KnownDefinition | undefined {
  return followNames(slot, name).known;
}

/** The same, with all names that lead to it: a tool may have been given another name more than once. */
export function followNames(
  slot: ProviderSlot,
  name: string,
): { readonly known: KnownDefinition | undefined; readonly names: readonly string[] } {
  const listed = findIn(slot.list?.tools ?? [], name);
  if (listed !== undefined) return { known: listed, names: [name] };
  const dropped = slot.dropped.tools;
  const named = dropped.findIndex((tool) => tool.name === name);
  const names = [name];
  let index = named === -1 ? dropped.findIndex((tool) => aliasesOf(tool).includes(name)) : named;
  let tool = dropped[index];
  while (tool !== undefined) {
    const present = String(tool.name);
    names.push(present, ...aliasesOf(tool));
    // Of those that left later.
    const next = dropped.slice(0, index).findIndex((one) => aliasesOf(one).includes(present));
    if (next === -1) return { known: freezeDropped(tool, present), names };
    index = next;
    tool = dropped[index];
  }
  return { known: undefined, names };
}

const aliases = new WeakMap<object, readonly string[]>();

function aliasesOf(tool: JsonObject): readonly string[] {
  let known = aliases.get(tool);
  if (known === undefined) {
    known = readKnownName(tool)?.aliases ?? [];
    aliases.set(tool, known);
  }
  return known;
}

/** Kept definitions never change, and are asked for with each offer. */
const frozen = new WeakMap<object, KnownDefinition | undefined>();

function freezeDropped(tool: JsonObject | undefined, name: string): KnownDefinition | undefined {
  if (tool === undefined) return undefined;
  if (!frozen.has(tool)) frozen.set(tool, freeze(tool, name));
  return frozen.get(tool);
}

function findIn(tools: readonly unknown[], name: string): KnownDefinition | undefined {
  const raw = tools.find((tool) => readKnownName(tool)?.name === name);
  return freeze(raw, name);
}

function freeze(raw: unknown, name: string): KnownDefinition | undefined {
  const definition = raw === undefined ? undefined : freezeDefinition(raw, name);
  return definition === undefined || 'reason' in definition ? undefined : definition;
}
