import type { Catalogue } from '../catalogue/catalogue.js';
import type { JsonObject } from '../contract/json.js';
import type { Assignment } from '../store/records.js';

/** What an assignment says of its tool, beside its place and its times. */
export interface AssignmentFacts {
  readonly owner: string;
  readonly label: string;
  readonly definitionHash: string | null;
  readonly settingsOverride: JsonObject | null;
}

/** Which tool a name, or an assignment, stands for. */
export type ToolNames = Pick<Catalogue, 'canonicalName' | 'findAssigned'>;

/** The owner of the tools that ship with the host. */
export const BUILT_IN_OWNER = 'builtin';

/** The highest place in a loadout. */
export const MAX_POSITION = 1_000_000_000;

/**
 * A loadout while it is changed: in memory, so that a list of changes is tried as a whole before anything is written,
 * and so that what undoes it can be tried as well.
 */
export class LoadoutDraft {
  readonly #rows = new Map<string, Assignment>();
  /** From the name of a tool to the names that its assignments have. */
  readonly #byTool = new Map<string, Set<string>>();
  readonly #names: ToolNames;
  readonly #at: string;
  #lastPosition = 0;

  constructor(rows: readonly Assignment[], names: ToolNames, at: string) {
    this.#names = names;
    this.#at = at;
    for (const row of rows) this.#set(row);
  }

  /** The highest place that is taken. */
  get lastPosition(): number {
    return this.#lastPosition;
  }

  get rows(): ReadonlyMap<string, Assignment> {
    return this.#rows;
  }

  get(toolName: string): Assignment | undefined {
    return this.#rows.get(toolName);
  }

  /** The assignment of a tool, under whatever name it was made; the one of exactly this name before others. */
  find(name: string): Assignment | undefined {
    return this.#rows.get(name) ?? this.findAll(name)[0];
  }

  /** All assignments of a tool, in the order of their making. A name that is assigned means that assignment's tool. */
  findAll(name: string): readonly Assignment[] {
    const named = this.#rows.get(name);
    const tool = named === undefined ? this.#names.canonicalName(name) : this.#toolOf(named);
    return [...(this.#byTool.get(tool) ?? [])].flatMap((known) => this.#rows.get(known) ?? []);
  }

  /** Writes an assignment over the one of the same name, which keeps its place, or at the end. */
  put(toolName: string, facts: AssignmentFacts): void {
    const before = this.#rows.get(toolName);
    this.#set({
      toolName,
      owner: facts.owner,
      label: facts.label,
      definitionHash: facts.definitionHash,
      settingsOverride: facts.settingsOverride,
      isBuiltIn: facts.owner === BUILT_IN_OWNER,
      position: before?.position ?? this.#lastPosition + 1,
      assignedAt: before?.assignedAt ?? this.#at,
      updatedAt: this.#at,
    });
  }

  /** Gives an assignment another name; the rest stays. */
  rename(from: string, to: string): void {
    const row = this.#rows.get(from);
    if (row === undefined) return;
    this.#forget(row);
    this.#rows.delete(from);
    this.#set({ ...row, toolName: to });
  }

  remove(toolName: string): void {
    const row = this.#rows.get(toolName);
    if (row === undefined) return;
    this.#forget(row);
    this.#rows.delete(toolName);
    this.#findLast();
  }

  /** Gives an assignment a place. Who has that place, and who stands close behind, moves up by one. */
  place(toolName: string, position: number): void {
    const row = this.#rows.get(toolName);
    if (row === undefined || row.position === position) return;
    const byPosition = new Map<number, Assignment[]>();
    for (const other of this.#rows.values()) {
      if (other === row || other.position < position) continue;
      const there = byPosition.get(other.position);
      if (there === undefined) byPosition.set(other.position, [other]);
      else there.push(other);
    }
    this.#rows.set(toolName, { ...row, position, updatedAt: this.#at });
    // Who has to give way takes the next place, and whoever has that gives way in turn.
    let displaced = byPosition.get(position) ?? [];
    for (let next = position + 1; displaced.length > 0; next += 1) {
      const [first, ...rest] = displaced;
      if (first === undefined) break;
      this.#rows.set(first.toolName, { ...first, position: next, updatedAt: this.#at });
      displaced = [...rest, ...(byPosition.get(next) ?? [])];
    }
    this.#findLast();
  }

  #findLast(): void {
    this.#lastPosition = 0;
    for (const { position } of this.#rows.values()) this.#lastPosition = Math.max(this.#lastPosition, position);
  }

  #toolOf(row: Assignment): string {
    return this.#names.findAssigned(row)?.name ?? row.toolName;
  }

  #forget(row: Assignment): void {
    this.#byTool.get(this.#toolOf(row))?.delete(row.toolName);
  }

  #set(row: Assignment): void {
    const before = this.#rows.get(row.toolName);
    // Under another owner it may stand for another tool.
    if (before !== undefined && before.owner !== row.owner) this.#forget(before);
    this.#rows.set(row.toolName, row);
    const tool = this.#toolOf(row);
    const names = this.#byTool.get(tool);
    if (names === undefined) this.#byTool.set(tool, new Set([row.toolName]));
    else names.add(row.toolName);
    this.#lastPosition = Math.max(this.#lastPosition, row.position);
  }
}
