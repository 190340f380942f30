import type { ProviderSlot } from '../companions/provider-slot.js';
import { LoadoutError } from '../contract/errors.js';
import type { SchemaChecker, SchemaOrigin } from '../schema/check-schema.js';
import { type FrozenDefinition, freezeDefinition } from './freeze-definition.js';

/** Why a definition is not used, and what to fix. */
export interface Quarantine {
  readonly reason: string;
}

/**
 * One tool of a catalogue: the raw definition as listed, and, from the first time that a bot is to be
 * offered it, the checked copy. Of 10,000 listed tools only those that bots have are ever copied.
 */
export class ListedTool {
  /** The name under which bots have it. */
  readonly name: string;
  /** The provider's own name for it. */
  readonly ownName: string;
  readonly slot: ProviderSlot;
  readonly aliases: readonly string[];
  readonly #raw: unknown;
  #checked: FrozenDefinition | Quarantine | undefined;
  #frozen: FrozenDefinition | Quarantine | undefined;
  #exposed: ListedTool | undefined;

  constructor(name: string, ownName: string, slot: ProviderSlot, aliases: readonly string[], raw: unknown) {
    this.name = name;
    this.ownName = ownName;
    this.slot = slot;
    this.aliases = aliases;
    this.#raw = raw;
  }

  get owner(): string {
    return this.slot.owner;
  }

  /** Who its owner was before. */
  get formerOwners(): readonly string[] {
    return this.slot.formerOwners;
  }

  /** All names that its owner ever stated for it; none where there is no other. */
  get relatedNames(): ReadonlySet<string> {
    return this.slot.related.of(this.ownName);
  }

  /** The definition without a look at what its schemas mean; undefined where it is not in order. Copied once. */
  get definition(): FrozenDefinition | undefined {
    if (this.#checked !== undefined && !('reason' in this.#checked)) return this.#checked;
    this.#frozen ??= freezeDefinition(this.#raw, this.ownName);
    return 'reason' in this.#frozen ? undefined : this.#frozen;
  }

  /** Copies, freezes, hashes and checks once; the verdict stays. */
  check(checker: SchemaChecker): FrozenDefinition | Quarantine {
    if (this.#checked === undefined) {
      this.#checked = checkOnce(this.#raw, this.ownName, checker, this.owner === 'builtin' ? 'built-in' : 'foreign');
      if (!('reason' in this.#checked)) this.#reportRemarks(this.#checked);
    }
    return this.#checked;
  }

  /** What does not speak against the tool, and its author wants to know. */
  #reportRemarks(checked: FrozenDefinition): void {
    if (checked.removed.length > 0) this.slot.report(this.#describeRemoval(checked));
    for (const field of checked.unknownFields) {
      const message = `"${this.ownName}" of ${this.owner} has the unknown field ${field} It is ignored.`;
      this.slot.report(new LoadoutError('TOOL_FIELD_UNKNOWN', message, { details: { tool: this.ownName } }));
    }
  }

  #describeRemoval({ removed }: FrozenDefinition): LoadoutError {
    const places = removed.map(({ pointer, count }) => `${count} at ${pointer}`).join(', ');
    return new LoadoutError(
      'TOOL_TEXT_CLEANED',
      `Characters that hide text from people were removed from "${this.ownName}" of ${this.owner}: ${places}.`,
      { details: { tool: this.ownName, owner: this.owner, removed } },
    );
  }

  /** Takes back the verdict: the schema passed every check, and could not be compiled. Holds from the next turn on. */
  quarantine(reason: string): void {
    if (this.#checked !== undefined && 'reason' in this.#checked) return;
    this.#checked = { reason };
    this.slot.announceChange();
  }

  /** The same tool under the operator's name for it; one object, so that the next merge knows its verdict. */
  exposedAs(name: string): ListedTool {
    if (this.#exposed?.name !== name)
      this.#exposed = new ListedTool(name, this.ownName, this.slot, this.aliases, this.#raw);
    return this.#exposed;
  }
}

function checkOnce(
  raw: unknown,
  name: string,
  checker: SchemaChecker,
  origin: SchemaOrigin,
): FrozenDefinition | Quarantine {
  const frozen = freezeDefinition(raw, name);
  if ('reason' in frozen) return frozen;
  const { schema, outputSchema } = frozen.definition;
  const problem = checker(schema, origin);
  if (problem !== undefined) return { reason: `schema: ${problem}` };
  const outputProblem = outputSchema === undefined ? undefined : checker(outputSchema, origin);
  if (outputProblem !== undefined) return { reason: `outputSchema: ${outputProblem}` };
  return frozen;
}
