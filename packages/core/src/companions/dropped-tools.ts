import type { JsonObject } from '../contract/json.js';
import { copyTool, isNameOnly, type KnownName, nameEntry, readKnownName } from './known-tool.js';

/*
 * A tool that its provider stops to list may still be run by it (contract 1.8), and its last definition says under
 * which conditions. So that is kept, and stays with the snapshot of the list: a restart frees nothing. Of a listed tool
 * that has lost older names these are kept, as an entry without a definition: the provider may still run it by them.
 */

/** As many are kept of one provider, and as many characters of JSON; those that left first go first. */
const MAX_TOOLS = 2_000;
const MAX_CHARACTERS = 4_000_000;

interface Entry {
  readonly tool: JsonObject;
  readonly text: string;
}

/** What is kept, by the names in it. */
export interface DroppedNames {
  /** The last that left comes first. */
  readonly tools: readonly JsonObject[];
  readonly aliasesOf: (tool: JsonObject) => readonly string[];
  /** Where in `tools` the definition of a name is. */
  readonly places: ReadonlyMap<string, number>;
  /** Where those are that have a name as an older one. */
  readonly aliasPlaces: ReadonlyMap<string, readonly number[]>;
}

/** The last definitions of tools that a provider does not list any more, by its own names for them. */
export class DroppedTools {
  readonly #entries = new Map<string, Entry>();
  /** Keys of entries without a definition. */
  readonly #lost = new Set<string>();
  #names: DroppedNames | undefined;
  #characters = 0;
  readonly #isInOrder: (tool: JsonObject) => boolean;
  #newest: readonly unknown[] | undefined;
  /** Names in the newest list. */
  #listed: ReadonlySet<string | undefined> | undefined;

  constructor(isInOrder: (tool: JsonObject) => boolean = () => true) {
    this.#isInOrder = isInOrder;
  }

  /** The last that left comes first. */
  get tools(): readonly JsonObject[] {
    return this.names.tools;
  }

  /** Made once for all that is looked up until something changes. */
  get names(): DroppedNames {
    this.#names ??= collectNames([...this.#entries.values()].map(({ tool }) => tool).reverse());
    return this.#names;
  }

  find(name: string): JsonObject | undefined {
    return this.#entries.get(name)?.tool;
  }

  /** Keeps what a new list does not have any more. */
  leave(before: readonly unknown[], now: readonly unknown[]): void {
    this.#newest = now;
    this.#listed = undefined;
    // Foreign objects: each is read once, and only where there is something to compare.
    const stay = new Set(now);
    if (this.#entries.size === 0 && before.every((raw) => stay.has(raw))) return;
    const read = now.map(readOnce);
    this.#listed = new Set(read.map(({ known }) => known?.name));
    const done = new Set(this.#listed);
    const older = this.#findOlder(read);
    const readBefore = before.map(readOnce);
    this.#keepLostNames(readBefore, read);
    for (const { tool } of [...this.#entries.values()]) if (isCovered(tool, older)) this.#remove(keyOf(tool));
    for (const { raw, known } of inOrderOfNames(readBefore)) {
      const name = known?.name;
      if (done.has(name)) continue;
      // Of two with one name the first counts.
      done.add(name);
      const tool = copyTool(raw);
      if (tool !== undefined && isCovered(tool, older)) continue;
      // What is kept has been the last in order until now; one that is broken does not take its place.
      if (this.#entries.has(String(name)) && tool !== undefined && !this.#isInOrder(tool)) continue;
      this.keep(tool);
    }
  }

  /** Answers whether that is news. */
  keep(tool: JsonObject | undefined): boolean {
    return tool !== undefined && !isNameOnly(tool) && this.#put(tool);
  }

  /** The tool is in order and listed again. A turn that began with an older list says so too late. */
  forget(name: string): void {
    if (!this.#entries.has(name)) return;
    this.#listed ??= this.#newest && new Set(this.#newest.map((raw) => readKnownName(raw)?.name));
    if (this.#listed?.has(name) !== false) this.#remove(name);
  }

  /** What was kept by somebody else, the last that left first: it counts where nothing is known here. */
  restore(tools: readonly JsonObject[]): void {
    const own = this.tools;
    for (const tool of [...[...tools].reverse(), ...[...own].reverse()]) {
      this.#remove(keyOf(tool));
      if (!isNameOnly(tool) || tool.aliases !== undefined) this.#put(tool);
    }
  }

  /** Of those that somebody considered, what was not kept is forgotten here as well. */
  settle(considered: readonly JsonObject[], kept: readonly JsonObject[]): void {
    const stay = new Set(kept);
    for (const tool of considered) {
      const key = keyOf(tool);
      if (!stay.has(tool) && this.#entries.get(key)?.tool === tool) this.#remove(key);
    }
  }

  /** Older names of tools that are in order, each with all names of the tool. */
  #findOlder(now: readonly Read[]): ReadonlyMap<string, ReadonlySet<string>> {
    const older = new Map<string, ReadonlySet<string>>();
    for (const { raw, known } of now) {
      const aliases = known?.aliases.filter((alias) => this.#listed?.has(alias) === false) ?? [];
      if (aliases.length === 0) continue;
      const tool = copyTool(raw);
      if (tool === undefined || isNameOnly(tool) || !this.#isInOrder(tool)) continue;
      for (const alias of aliases) older.set(alias, new Set(namesOf(tool)));
    }
    return older;
  }

  /** Of tools that are listed: the older names that nobody has any more. Before what is covered by a listed tool is removed. */
  #keepLostNames(before: readonly Read[], now: readonly Read[]): void {
    const taken = new Set([...(this.#listed ?? []), ...aliasesIn(now)]);
    // A tool of that name was another one, and of several with one older name the first had it.
    const had = new Set<string | undefined>(before.map(({ known }) => known?.name));
    const lost = new Map<string, readonly string[]>();
    const lose = ({ name, aliases }: KnownName): void => {
      const gone = aliases.filter((alias) => !taken.has(alias) && !had.has(alias));
      for (const alias of gone) had.add(alias);
      if (gone.length > 0 && this.#listed?.has(name) === true) lost.set(name, [...(lost.get(name) ?? []), ...gone]);
    };
    for (const { known } of before) if (known !== undefined) lose(known);
    for (const tool of this.tools) lose({ name: String(tool.name), aliases: this.names.aliasesOf(tool) });
    for (const key of [...this.#lost]) {
      const name = String(this.#entries.get(key)?.tool.name);
      if (this.#listed?.has(name) === true && !lost.has(name)) this.#remove(key);
    }
    for (const [name, aliases] of lost) this.#put(nameEntry({ name, aliases }));
  }

  #put(tool: JsonObject): boolean {
    const key = keyOf(tool);
    const text = JSON.stringify(tool);
    if (this.#entries.get(key)?.text === text) return false;
    this.#remove(key);
    this.#entries.set(key, { tool, text });
    if (isNameOnly(tool)) this.#lost.add(key);
    this.#characters += text.length;
    while (this.#entries.size > MAX_TOOLS || this.#characters > MAX_CHARACTERS) {
      // Names alone say less than definitions.
      const [oldest = ''] = this.#lost.size > 0 ? this.#lost : this.#entries.keys();
      this.#remove(oldest);
    }
    return this.#entries.has(key);
  }

  #remove(key: string): void {
    this.#characters -= this.#entries.get(key)?.text.length ?? 0;
    this.#entries.delete(key);
    this.#lost.delete(key);
    this.#names = undefined;
  }
}

/** No tool has a name with a blank in it. */
function keyOf(tool: JsonObject): string {
  return isNameOnly(tool) ? `${String(tool.name)} formerly` : String(tool.name);
}

function collectNames(tools: readonly JsonObject[]): DroppedNames {
  const aliases = new Map(tools.map((tool) => [tool, readKnownName(tool)?.aliases ?? []]));
  const places = new Map<string, number>();
  const aliasPlaces = new Map<string, number[]>();
  for (const [place, tool] of tools.entries()) {
    if (!isNameOnly(tool)) places.set(String(tool.name), place);
    for (const alias of aliases.get(tool) ?? []) {
      const those = aliasPlaces.get(alias);
      if (those === undefined) aliasPlaces.set(alias, [place]);
      else those.push(place);
    }
  }
  return { tools, aliasesOf: (tool) => aliases.get(tool) ?? [], places, aliasPlaces };
}

function aliasesIn(read: readonly Read[]): readonly string[] {
  return read.flatMap(({ known }) => known?.aliases ?? []);
}

/** What is listed under another name now has not left, where that knows all names of it. */
function isCovered(tool: JsonObject, older: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const names = older.get(String(tool.name));
  return names !== undefined && namesOf(tool).every((name) => names.has(name));
}

/**
 * In the order in which they leave: one that has the name of another one as an older name of its own before that one. So who
 * claims a name of what left before it is that tool renamed, and not one of two that were there at once.
 */
function inOrderOfNames(read: readonly Read[]): readonly Read[] {
  const names = new Set(read.map(({ known }) => known?.name));
  const isClaiming = ({ known }: Read): boolean => known?.aliases.some((alias) => names.has(alias)) === true;
  const claiming = read.filter(isClaiming);
  return claiming.length === 0 ? read : [...claiming, ...read.filter((one) => !isClaiming(one))];
}

interface Read {
  readonly raw: unknown;
  readonly known: KnownName | undefined;
}

function readOnce(raw: unknown): Read {
  return { raw, known: readKnownName(raw) };
}

/**
 * Those of them that a bot may have, by a name of theirs or of what they became: a tool may have been given another name more
 * than once, and each of them leads to the next. `assigned` are the names that bots have of this owner: where one of them
 * belongs to no tool that is known, it may be the operator's name for any of them, and all stay.
 */
export function chooseAssigned(
  dropped: readonly JsonObject[],
  { listed, assigned }: { readonly listed: readonly unknown[]; readonly assigned: ReadonlySet<string> },
): readonly JsonObject[] {
  if (dropped.length === 0 || assigned.size === 0) return [];
  const known = new Set([...listed, ...dropped].flatMap(namesOf));
  if ([...assigned].some((name) => !known.has(name))) return dropped;
  const byName = new Map<string, JsonObject[]>();
  for (const tool of dropped) {
    for (const name of namesOf(tool)) {
      const those = byName.get(name);
      if (those === undefined) byName.set(name, [tool]);
      else those.push(tool);
    }
  }
  const chosen = new Set<JsonObject>();
  const names = [...assigned];
  for (const name of names) {
    const those = byName.get(name) ?? [];
    byName.delete(name);
    for (const tool of those) {
      chosen.add(tool);
      // The walk goes on with them.
      names.push(...namesOf(tool));
    }
  }
  return dropped.filter((tool) => chosen.has(tool));
}

function namesOf(tool: unknown): readonly string[] {
  const known = readKnownName(tool);
  return known === undefined ? [] : [known.name, ...known.aliases];
}
