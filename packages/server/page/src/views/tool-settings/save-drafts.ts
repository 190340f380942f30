import { isApiProblem, isConflict } from '../../api/problem.js';
import type { Draft, Drafts } from './draft.js';
import { deleteSetting, putSetting } from './settings-queries.js';
import type { Scope } from './settings-types.js';

/** What became of each field. */
export interface SaveOutcome {
  readonly saved: Drafts;
  /** What the host says of a value, by field. */
  readonly errors: ReadonlyMap<string, string>;
  /** Somebody else was first. */
  readonly conflicts: ReadonlySet<string>;
  /** What ended it: no answer, a role that may not, a bot that is gone. */
  readonly error: unknown;
}

/** Codes that are about the value of one field. */
const fieldCodes: readonly (string | undefined)[] = [
  'TOOL_SETTINGS_INVALID',
  'SETTING_UNKNOWN',
  'SETTING_SECRET',
  'SETTING_LOCKED',
  'SECRET_UNAVAILABLE',
];

/**
 * Saves field by field. What the tool refuses on account of another field is tried again once that one is saved. Ends where
 * the host does not answer.
 */
export async function saveDrafts(
  scope: Scope,
  drafts: readonly (readonly [field: string, draft: Draft, revision: string])[],
): Promise<SaveOutcome> {
  const saved = new Map<string, Draft>();
  const conflicts = new Set<string>();
  let waiting = drafts;
  for (;;) {
    const errors = new Map<string, string>();
    for (const [field, draft, revision] of waiting) {
      try {
        if (draft.action === 'set') await putSetting(scope, { field, revision, value: draft.value });
        else await deleteSetting(scope, { field, revision });
        saved.set(field, draft);
      } catch (error) {
        if (isConflict(error)) {
          conflicts.add(field);
          continue;
        }
        const message = findMessage(error);
        if (message === undefined) return { saved, errors, conflicts, error };
        errors.set(field, message);
      }
    }
    const isProgress = errors.size > 0 && errors.size < waiting.length;
    if (!isProgress) return { saved, errors, conflicts, error: undefined };
    waiting = waiting.filter(([field]) => errors.has(field));
  }
}

function findMessage(error: unknown): string | undefined {
  if (!isApiProblem(error)) return undefined;
  const [place] = error.places;
  if (place !== undefined) return place.message ?? error.message;
  return fieldCodes.includes(error.code) ? error.message : undefined;
}
