import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue } from '../contract/json.js';
import type { LoadoutChange } from '../contract/loadout-change.js';
import type { Assignment } from '../store/records.js';
import { LoadoutDraft, type ToolNames } from './loadout-draft.js';
import { createPace } from './make-change.js';

/** What of an assignment counts when two are compared: all but its times. */
const facts = ['owner', 'label', 'definitionHash', 'settingsOverride', 'position'] as const;

/** One assignment before and after; of one of the two nothing where it was made or removed. */
export interface Difference {
  readonly toolName: string;
  readonly before: Assignment | undefined;
  readonly after: Assignment | undefined;
}

/** What differs between two loadouts but for times: what is gone first, then the rest in the order of places. */
export function compareLoadouts(
  before: readonly Assignment[],
  after: ReadonlyMap<string, Assignment>,
): readonly Difference[] {
  const known = new Map(before.map((row) => [row.toolName, row]));
  const gone = before.filter(({ toolName }) => !after.has(toolName));
  const rest = [...after.values()].sort((a, b) => a.position - b.position);
  return [
    ...gone.map((row) => ({ toolName: row.toolName, before: row, after: undefined })),
    ...rest
      .map((row) => ({ toolName: row.toolName, before: known.get(row.toolName), after: row }))
      .filter((pair) => pair.before === undefined || !isSameAssignment(pair.before, pair.after)),
  ];
}

/** Whether two assignments are the same but for their times. */
function isSameAssignment(one: Assignment, other: Assignment): boolean {
  return facts.every((fact) => isSameFact(one[fact], other[fact]));
}

/** Most facts are equal as they stand, and of many rows each is compared. */
function isSameFact(one: JsonValue, other: JsonValue): boolean {
  return one === other || (typeof one === 'object' && isDeepStrictEqual(one, other));
}

/** An assignment for the log: all of it, or what of it differs from another. */
export function describeAssignment(
  row: Assignment,
  override: JsonObject | null,
  other?: Assignment,
): { readonly [key: string]: JsonValue } {
  const stated: Record<string, JsonValue> = {};
  for (const fact of facts) {
    if (other !== undefined && isSameFact(row[fact], other[fact])) continue;
    stated[fact] = fact === 'settingsOverride' ? override : row[fact];
  }
  return stated;
}

/**
 * The changes that lead from `after` back to `before`, found by trying them. What is too much goes first; then every
 * assignment takes its place in the order of places, so that none that stands already is pushed away again.
 */
export async function findUndo(
  before: readonly Assignment[],
  after: readonly Assignment[],
  { names, at }: { readonly names: ToolNames; readonly at: string },
): Promise<readonly LoadoutChange[]> {
  const undo: LoadoutChange[] = [];
  const draft = new LoadoutDraft(after, names, at);
  const pace = createPace();
  const wanted = new Set(before.map(({ toolName }) => toolName));
  for (const { toolName } of after) {
    if (wanted.has(toolName) || draft.get(toolName) === undefined) continue;
    undo.push({ action: 'unassign', tool: toolName });
    for (const row of draft.findAll(toolName)) draft.remove(row.toolName);
  }
  for (const row of [...before].sort((a, b) => a.position - b.position)) {
    const { toolName: tool, position, owner, label, definitionHash, settingsOverride } = row;
    const now = draft.get(tool);
    if (now !== undefined && isSameAssignment(now, row)) continue;
    if (now !== undefined && isSameAssignment({ ...now, position }, row)) {
      undo.push({ action: 'move', tool, position });
    } else {
      undo.push({ action: 'assign', tool, settingsOverride, position, owner, label, definitionHash });
      draft.put(tool, row);
    }
    draft.place(tool, position);
    await pace();
  }
  return undo;
}
