import { isDeepStrictEqual } from 'node:util';
import { LoadoutError } from '../contract/errors.js';
import type { JsonObject } from '../contract/json.js';
import type { ToolSubject } from '../contract/tool-subject.js';
import { describeNote, type OrganisationNote, type OrganisationSubject } from '../settings/organisation-view.js';
import type { OperatorView } from '../turn/operator-view.js';
import { findLock } from '../turn/settings-layers.js';
import { nameAssigned, nameTool } from '../turn/tool-names.js';
import type { KnownTools } from './known-tools.js';

/*
 * What the organisation has locked nobody changes (contract 9.2): a value that counts for nothing would only look like a
 * change. What was stored before stays stored, out of effect, and counts again when the lock is gone.
 */

/** Throws `SETTING_LOCKED` for a setting that the organisation has locked, with its reason and whom to ask. */
export function requireUnlocked(view: OperatorView, tool: OrganisationSubject, field: string): void {
  const sentence = describeLock(view, tool, field);
  if (sentence !== undefined) throw lockedSetting(sentence, { tool: tool.name, field }, findLock(view, tool, field));
}

/** The error for what the organisation has decided otherwise. */
export function lockedSetting(
  sentence: string,
  details: Readonly<Record<string, unknown>>,
  { entry = null, reason = null, contact = null }: Partial<Record<keyof OrganisationNote, string | null>> = {},
): LoadoutError {
  return new LoadoutError('SETTING_LOCKED', sentence, { details: { ...details, entry, reason, contact } });
}

/** While nobody knows what the organisation has decided, nothing is changed that it may have. Throws `SETTING_LOCKED`. */
export function requireReadable(view: OperatorView, details: Readonly<Record<string, unknown>>): void {
  const sentence = describeUnreadable(view);
  if (sentence !== undefined) throw lockedSetting(sentence, details);
}

/** Why nothing may be changed at present; undefined where it may. */
export function describeUnreadable({ organisation: { unreadable } }: OperatorView): string | undefined {
  return unreadable === undefined
    ? undefined
    : `What the organisation has decided cannot be read, so nothing is changed that it may have locked. ${unreadable.place}: ${unreadable.message}`;
}

/** The same as a sentence; undefined where it is not locked. */
export function describeLock(view: OperatorView, tool: OrganisationSubject, field: string): string | undefined {
  const lock = findLock(view, tool, field);
  if (lock === undefined) return describeUnreadable(view);
  return `"${field}" of "${tool.name}" is locked by the organisation (${view.organisation.place}).${describeNote(lock)}`;
}

/** A tool by all its names, listed or not. */
export function lockSubject({ catalogue }: Pick<KnownTools, 'catalogue'>, subject: ToolSubject): OrganisationSubject {
  return nameTool(catalogue, subject);
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
    (field) => describeLock(view, tool, field) !== undefined && !isDeepStrictEqual(override[field], before?.[field]),
  );
}

/** An override with what it leaves out of locked fields: that is hidden, and stays what it was. */
export function keepHiddenFields(
  view: OperatorView,
  tool: OrganisationSubject,
  override: JsonObject,
  before: JsonObject | null,
): JsonObject {
  const hidden = Object.entries(before ?? {}).filter(
    ([field]) => !Object.hasOwn(override, field) && findLock(view, tool, field) !== undefined,
  );
  return hidden.length === 0 ? override : { ...override, ...Object.fromEntries(hidden) };
}

/** The same of an assignment, by the name that the bot has the tool under. */
export function lockSubjectOf(
  tools: Pick<KnownTools, 'catalogue'>,
  row: { readonly toolName: string; readonly owner: string },
): OrganisationSubject {
  const listed = tools.catalogue.findAssigned(row);
  return listed !== undefined && listed.owner === row.owner ? listed : nameAssigned(tools.catalogue, row);
}
