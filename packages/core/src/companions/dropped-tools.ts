import type { JsonObject } from '../contract/json.js';
import { copyTool, isNameOnly, type KnownName, readKnownName } from './known-tool.js';

/*
 * A tool that its provider stops to list may still be run by it (contract 1.8), and its last definition says under
 * which conditions. So that is kept, and stays with the snapshot of the list: a restart frees nothing.
 */

/** As many are kept of one provider, and as many characters of JSON; those that left first go first. */
const MAX_TOOLS = 2_000;
const MAX_CHARACTERS = 4_000_000;

interface Entry {
  readonly tool: JsonObject;
  readonly text: string;
}

/** The last definitions of tools that a provider does not list any more, by its own names for them. */
export class DroppedTools {
  readonly #entries = new Map<string, Entry>();
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
    return [...this.#entries.values()].map(({ tool }) => tool).reverse();
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
    for (const { tool } of [...this.#entries.values()]) if (isCovered(tool, older)) this.#remove(String(tool.name));
    for (const { raw, known } of inOrderOfNames(before)) {
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
    if (tool === undefined || isNameOnly(tool)) return false;
    const name = String(tool.name);
    const text = JSON.stringify(tool);
    if (this.#entries.get(name)?.text === text) return false;
    this.#remove(name);
    this.#entries.set(name, { tool, text });
    this.#characters += text.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= MAX_TOOLS && this.#characters <= MAX_CHARACTERS) break;
      this.#remove(oldest);
    }
    return this.#entries.has(name);
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
      this.#remove(String(tool.name));
      this.keep(tool);
    }
  }

  /** Of those that somebody considered, what was not kept is forgotten here as well. */
  settle(considered: readonly JsonObject[], kept: readonly JsonObject[]): void {
    const stay = new Set(kept);
    for (const tool of considered) {
      const name = String(tool.name);
      if (!stay.has(tool) && this.find(name) === tool) this.#remove(name);
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

  #remove(name: string): void {
    this.#characters -= this.#entries.get(name)?.text.length ?? 0;
    this.#entries.delete(name);
  }
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
function inOrderOfNames(tools: readonly unknown[]): readonly Read[] {
  const read = tools.map(readOnce);
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
 * Those of them that a bot may have. `assigned` are the names that bots have of this owner: where one of them belongs to
 * no tool that is known, it may be the operator's name for any of them, and all stay.
 */
export function chooseAssigned(
  dropped: readonly JsonObject[],
  { listed, assigned }: { readonly listed: readonly unknown[]; readonly assigned: ReadonlySet<string> },
): readonly JsonObject[] {
  if (dropped.length === 0 || assigned.size === 0) return [];
  const known = new Set([...listed, ...dropped].flatMap(namesOf));
  if ([...assigned].some((name) => !known.has(name))) return dropped;
  return dropped.filter((tool) => namesOf(tool).some((name) => assigned.has(name)));
}

function namesOf(tool: unknown): readonly string[] {
  const known = readKnownName(tool);
  return known === undefined ? [] : [known.name, ...known.aliases];
}
