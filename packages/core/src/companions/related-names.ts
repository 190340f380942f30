import { isToolName, type KnownName } from './known-tool.js';

/*
 * A provider says by `aliases` that two names are one tool, and may say something else with its next list. What was decided
 * of a tool has to hold whatever it says then, so names that were ever stated for one tool stay related, and that stays
 * with the snapshot of the list. Related names free a tool of nothing and give it nothing: only what restricts counts
 * under all of them.
 */

/** As many names of one provider are remembered, and of one tool. The first ones stay: what was decided of them holds. */
const MAX_NAMES = 10_000;
const MAX_NAMES_OF_ONE = 1_000;

const noNames: ReadonlySet<string> = new Set();

/** A definition's name and its older ones. */
export interface StatedName extends KnownName {
  /** False: it is broken, and takes no name from another tool. */
  isTool(): boolean;
}

/** Which names a provider ever stated for one tool. */
export class RelatedNames {
  readonly #groups = new Map<string, Set<string>>();
  #isFull = false;

  /** Whether there was no room for some. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** All of them, in the same order whenever they came. */
  get groups(): readonly (readonly string[])[] {
    const groups = [...new Set(this.#groups.values())].map((group) => [...group].sort());
    return groups.sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
  }

  /** All names that were stated for the tool of a name, that name among them; none where there is no other. */
  of(name: string): ReadonlySet<string> {
    return this.#groups.get(name) ?? noNames;
  }

  /** Takes what one list says. An alias that another tool has, as its name or an earlier one's alias, says nothing (contract 1.8). */
  state(tools: readonly StatedName[]): void {
    if (tools.every(({ aliases }) => aliases.length === 0)) return;
    const holders = new Map<string, StatedName[]>();
    for (const tool of tools) addTo(holders, tool.name, tool);
    for (const tool of tools) {
      for (const alias of tool.aliases) {
        if (alias === tool.name) continue;
        if (holders.get(alias)?.some((other) => other !== tool && other.isTool()) !== true)
          this.#relate(tool.name, alias);
        addTo(holders, alias, tool);
      }
    }
  }

  /** Takes what was kept. */
  restore(groups: readonly (readonly string[])[]): void {
    for (const [first, ...others] of groups) {
      if (first !== undefined) for (const other of others) this.#relate(first, other);
    }
  }

  #relate(one: string, other: string): void {
    const [left, right] = [this.#groups.get(one), this.#groups.get(other)];
    if (left !== undefined && left === right) return;
    const added = Number(left === undefined) + Number(right === undefined);
    if (this.#groups.size + added > MAX_NAMES || (left?.size ?? 1) + (right?.size ?? 1) > MAX_NAMES_OF_ONE) {
      this.#isFull = true;
      return;
    }
    const [a, b] = [left ?? this.#begin(one), right ?? this.#begin(other)];
    const [small, large] = a.size < b.size ? [a, b] : [b, a];
    for (const name of small) {
      large.add(name);
      this.#groups.set(name, large);
    }
  }

  #begin(name: string): Set<string> {
    const group = new Set([name]);
    this.#groups.set(name, group);
    return group;
  }
}

/** What a snapshot has of them, as if a stranger had written it. */
export function readRelatedNames(stated: unknown): readonly (readonly string[])[] {
  if (!Array.isArray(stated)) return [];
  const groups = stated.filter(Array.isArray).map((group: readonly unknown[]) => group.filter(isToolName));
  return groups.filter(({ length }) => length > 1);
}

function addTo(map: Map<string, StatedName[]>, name: string, tool: StatedName): void {
  const known = map.get(name);
  if (known === undefined) map.set(name, [tool]);
  else known.push(tool);
}
