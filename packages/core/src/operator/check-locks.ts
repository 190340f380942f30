import { isDeepStrictEqual } from 'node:util';
import { LoadoutError } from '../contract/errors.js';
import type { JsonObject } from '../contract/json.js';
import type { ToolSubject } from '../contract/tool-subject.js';
import { describeNote, type OrganisationSubject } from '../settings/organisation-view.js';
import type { OperatorView } from '../turn/operator-view.js';
import { findLock } from '../turn/settings-layers.js';
import { findSubject, type KnownTools } from './known-tools.js';

/*
 * What the organisation has locked nobody changes (contract 9.2): a value that counts for nothing would only look like a
 * change. What was stored before stays stored, out of effect, and counts again when the lock is gone.
 */

/** Throws `SETTING_LOCKED` for a setting that the organisation has locked, with its reason and whom to ask. */
export function requireUnlocked(view: OperatorView, tool: OrganisationSubject, field: string): void {
  const sentence = describeLock(view, tool, field);
  if (sentence === undefined) return;
  const { reason = null, contact = null } = findLock(view, tool, field) ?? {};
  throw new LoadoutError('SETTING_LOCKED', sentence, { details: { tool: tool.name, field, reason, contact } });
}

/** The same as a sentence; undefined where it is not locked. */
export function describeLock(view: OperatorView, tool: OrganisationSubject, field: string): string | undefined {
  const lock = findLock(view, tool, field);
  if (lock === undefined) return undefined;
  return `"${field}" of "${tool.name}" is locked by the organisation (${view.organisation.place}).${describeNote(lock)}`;
}

/** A tool by all its names; one that nobody lists by the name that is kept of it. */
export function lockSubject(
  tools: Pick<KnownTools, 'catalogue'>,
  { owner, toolName }: ToolSubject,
): OrganisationSubject {
  return findSubject(tools, { owner, toolName }) ?? { owner, name: toolName, ownName: toolName };
}

/**
 * The first locked field that an override gives a value which it did not have before. Leaving one out is no change of
 * what counts, and neither is giving back what was there.
 */
export function findLockedField(
  view: OperatorView,
  tool: OrganisationSubject,
  override: JsonObject | null,
  before: JsonObject | null,
): string | undefined {
  if (override === null) return undefined;
  return Object.keys(override).find(
    (field) => findLock(view, tool, field) !== undefined && !isDeepStrictEqual(override[field], before?.[field]),
  );
}

/** The same of an assignment, by the name that the bot has the tool under. */
export function lockSubjectOf(
  { catalogue }: Pick<KnownTools, 'catalogue'>,
  row: { readonly toolName: string; readonly owner: string },
): OrganisationSubject {
  const listed = catalogue.findAssigned(row);
  if (listed !== undefined && listed.owner === row.owner) return listed;
  return { owner: row.owner, name: row.toolName, ownName: row.toolName };
}
