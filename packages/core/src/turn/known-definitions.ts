import { type FrozenDefinition, freezeDefinition } from '../catalogue/freeze-definition.js';
import type { ListedTool } from '../catalogue/listed-tool.js';
import { readKnownName } from '../companions/known-tool.js';
import { formatToolSubject } from '../contract/tool-subject.js';
import type { Assignment } from '../store/records.js';
import type { StoreReader } from '../store/roles.js';

/** As many definitions are remembered; then those go that were checked first, and what was accepted counts. */
const MAX_DEFINITIONS = 2_000;

/** A definition that was in order once. */
export type KnownDefinition = Pick<FrozenDefinition, 'definition' | 'hash'>;

/**
 * The last definitions that bots' tools had, by owner and own name: for tools that are no longer listed. Of what this
 * process has not seen, the definition counts that the provider's last list of an earlier run has, and then the one that
 * an assignment was made with.
 */
export class KnownDefinitions {
  readonly #seen = new Map<string, KnownDefinition>();

  remember({ owner, ownName }: Pick<ListedTool, 'owner' | 'ownName'>, checked: KnownDefinition): void {
    const key = formatToolSubject({ owner, toolName: ownName });
    this.#seen.delete(key);
    this.#seen.set(key, checked);
    if (this.#seen.size <= MAX_DEFINITIONS) return;
    const [oldest] = this.#seen.keys();
    if (oldest !== undefined) this.#seen.delete(oldest);
  }

  /** `ownName` is what the owner calls the tool, as far as that can be told from the name that the bot has. */
  async find(
    assignment: Assignment,
    ownName: string,
    { store, earlier = [] }: { readonly store: StoreReader; readonly earlier?: readonly unknown[] | undefined },
  ): Promise<KnownDefinition | undefined> {
    const { owner, definitionHash } = assignment;
    const seen = this.#seen.get(formatToolSubject({ owner, toolName: ownName })) ?? findEarlier(earlier, ownName);
    if (seen !== undefined) return seen;
    const stored = definitionHash === null ? undefined : await store.getDefinition(definitionHash);
    if (typeof stored?.name !== 'string') return this.#findByAlias(owner, ownName);
    const accepted = freezeDefinition(stored, stored.name);
    if ('reason' in accepted) return undefined;
    // A bot may have it under an older name.
    const ownKey = formatToolSubject({ owner, toolName: stored.name });
    return this.#seen.get(ownKey) ?? findEarlier(earlier, stored.name) ?? accepted;
  }

  #findByAlias(owner: string, alias: string): KnownDefinition | undefined {
    const ofOwner = formatToolSubject({ owner, toolName: '' });
    for (const [key, known] of this.#seen)
      if (key.startsWith(ofOwner) && known.definition.aliases?.includes(alias) === true) return known;
    return undefined;
  }
}

function findEarlier(earlier: readonly unknown[], name: string): KnownDefinition | undefined {
  const raw = earlier.find((tool) => readKnownName(tool)?.name === name);
  const frozen = raw === undefined ? undefined : freezeDefinition(raw, name);
  return frozen === undefined || 'reason' in frozen ? undefined : frozen;
}
