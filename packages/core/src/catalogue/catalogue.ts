import type { ProviderSlot } from '../companions/provider-slot.js';
import type { LeftOutTool } from '../contract/report.js';
import type { ListedTool } from './listed-tool.js';

/** The parts of a {@link Catalogue}. */
export interface CatalogueParts {
  readonly tools: ReadonlyMap<string, ListedTool>;
  /** From alias to canonical name. */
  readonly aliases: ReadonlyMap<string, string>;
  /** From a name that nobody lists at present to the owner that it is kept for. */
  readonly reserved: ReadonlyMap<string, string>;
  /** The tools that the operator exposes under other names, by their owners' own names. */
  readonly exposed: ReadonlyMap<string, readonly ListedTool[]>;
  /** The operator's names, by owner and own name. */
  readonly rules: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly leftOut: readonly LeftOutTool[];
  /** In the order of precedence, those that are off or failing included. */
  readonly slots: readonly ProviderSlot[];
}

/** The result of one merge. Never changed; a turn keeps the one that it started with. */
export class Catalogue {
  readonly tools: ReadonlyMap<string, ListedTool>;
  readonly leftOut: readonly LeftOutTool[];
  readonly slots: readonly ProviderSlot[];
  readonly #aliases: ReadonlyMap<string, string>;
  readonly #reserved: ReadonlyMap<string, string>;
  readonly #exposed: ReadonlyMap<string, readonly ListedTool[]>;
  readonly #rules: CatalogueParts['rules'];
  #quarantined: ReadonlyMap<string | null, LeftOutTool> | undefined;

  constructor({ tools, aliases, reserved, exposed, rules, leftOut, slots }: CatalogueParts) {
    this.tools = tools;
    this.leftOut = leftOut;
    this.slots = slots;
    this.#aliases = aliases;
    this.#reserved = reserved;
    this.#exposed = exposed;
    this.#rules = rules;
  }

  /** The canonical name behind a name or an alias; the name itself where nobody lists it. */
  canonicalName(name: string): string {
    return this.tools.has(name) ? name : (this.#aliases.get(name) ?? name);
  }

  /** The tool behind a name or an alias. */
  find(name: string): ListedTool | undefined {
    return this.tools.get(name) ?? this.tools.get(this.#aliases.get(name) ?? '');
  }

  /**
   * The tool that an assignment stands for: the one of that name, whoever's it is now; behind an alias only a tool of the
   * owner that it was assigned from, or a built-in. An alias is a word of its author's: it takes over nothing of another
   * owner's (contract 4.3).
   */
  findAssigned({ toolName, owner }: { readonly toolName: string; readonly owner: string }): ListedTool | undefined {
    const named = this.tools.get(toolName);
    if (named !== undefined) return named;
    const behind = this.find(toolName);
    return behind?.owner === owner || behind?.owner === 'builtin' ? behind : undefined;
  }

  /** Whether `owner` may answer for a name that nobody lists: not where it is kept for another one. */
  mayRecognise(owner: string, name: string): boolean {
    const keeper = this.#reserved.get(name);
    return keeper === undefined || keeper === owner;
  }

  /** What an owner calls a tool that bots have as `name`, also while the owner lists nothing. */
  ownName(owner: string, name: string): string {
    for (const [ownName, as] of this.#rules.get(owner) ?? []) if (as === name) return ownName;
    return name;
  }

  /** What the operator calls a tool that its owner calls `ownName`; that where the operator has no name for it. */
  givenName(owner: string, ownName: string): string {
    return this.#rules.get(owner)?.get(ownName) ?? ownName;
  }

  /** Whether a name that nobody lists is kept for somebody. */
  isReserved(name: string): boolean {
    return this.#reserved.has(name);
  }

  /** The tool that its owner calls `ownName` and that the operator exposes under another name; of any owner, the first. */
  findExposed(ownName: string, owner?: string): ListedTool | undefined {
    return this.#exposed.get(ownName)?.find((tool) => owner === undefined || tool.owner === owner);
  }

  /** Why the definition of a name is quarantined, if it is. */
  quarantineOf(name: string): LeftOutTool | undefined {
    // Asked for each absent tool of each bot; made for the first. Of several, the first counts.
    this.#quarantined ??= new Map(
      this.leftOut
        .filter(({ status }) => status === 'quarantined')
        .reverse()
        .map((entry) => [entry.name, entry] as const),
    );
    return this.#quarantined.get(name);
  }
}
