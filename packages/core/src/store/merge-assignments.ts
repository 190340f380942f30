import type { JsonObject } from '../contract/json.js';
import type { Assignment, NewAssignment } from './roles.js';

/** The owner of the tools that ship with the host. */
const BUILT_IN_OWNER = 'builtin';

/**
 * The rule of {@link LoadoutStore.assign}, for every store: what has to be written when `incoming` is
 * assigned to a bot that has `current`. Answers the new and the renewed assignments, each once, frozen, with
 * settings copied. Throws a `TypeError` for settings that JSON cannot carry.
 */
export function mergeAssignments(
  current: readonly Assignment[],
  incoming: readonly NewAssignment[],
  at: string,
): readonly Assignment[] {
  const known = new Map(current.map((assignment) => [assignment.toolName, assignment]));
  const written = new Map<string, Assignment>();
  let lastPosition = current.reduce((highest, { position }) => Math.max(highest, position), 0);
  for (const next of incoming) {
    const before = written.get(next.toolName) ?? known.get(next.toolName);
    if (before === undefined) lastPosition += 1;
    const settingsOverride =
      next.settingsOverride === undefined ? (before?.settingsOverride ?? null) : copySettings(next.settingsOverride);
    written.set(
      next.toolName,
      Object.freeze({
        toolName: next.toolName,
        owner: next.owner,
        label: next.label,
        definitionHash: next.definitionHash,
        settingsOverride,
        isBuiltIn: next.owner === BUILT_IN_OWNER,
        position: before?.position ?? lastPosition,
        assignedAt: before?.assignedAt ?? at,
        updatedAt: at,
      }),
    );
  }
  return [...written.values()];
}

/** A deeply frozen copy, made as a database would: through JSON text. */
function copySettings(settings: JsonObject | null): JsonObject | null {
  const text = JSON.stringify(settings);
  if (text === undefined) throw new TypeError('settingsOverride must be a JSON object or null');
  return JSON.parse(text, (_key, value: unknown) => Object.freeze(value));
}
