/*
 * What somebody entered and has not saved. A draft remembers what the host had when it was begun, so that a change that
 * somebody else made meanwhile is seen, and never overwritten without a word.
 */
import { findBelow, findOwn } from './field-kind.js';
import type { LastChange } from './last-change.js';
import type { Setting } from './settings-types.js';

export interface Draft {
  /** `unset`: the layer below is to count. */
  readonly action: 'set' | 'unset';
  readonly value?: unknown;
  /** What is shown is empty, because somebody emptied it. */
  readonly isCleared?: boolean;
  /** What the host had when this was begun, as {@link versionOf} tells. */
  readonly base: string;
}

export type Drafts = ReadonlyMap<string, Draft>;

/** What the host has in the layer that is edited, to be compared. Secrets are told apart by who set them when. */
export function versionOf(setting: Setting, bot: string | undefined, change: LastChange | undefined): string {
  const own = findOwn(setting, bot);
  if (own === undefined) return 'none';
  return setting.isSecret ? `secret ${change?.id ?? ''}` : JSON.stringify(own.value);
}

/** Whether saving it would change anything. */
export function isChange(draft: Draft, setting: Setting, bot: string | undefined): boolean {
  const own = findOwn(setting, bot);
  if (draft.action === 'unset') return own !== undefined;
  if (setting.isSecret) return draft.value !== '';
  const present = own === undefined ? setting.value : own.value;
  return JSON.stringify(draft.value) !== JSON.stringify(present);
}

/** What somebody entered, as a draft. Where it is empty and hides nothing, the field is to have no value. */
export function draftOf(value: unknown, setting: Setting, bot: string | undefined, base: string): Draft {
  const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  const hidesNothing = findBelow(setting, bot) === undefined;
  if (value === undefined || (isEmpty && hidesNothing && !setting.isSecret)) {
    // An empty list is a value where a list was.
    const own = findOwn(setting, bot);
    if (Array.isArray(value) && own !== undefined) return { action: 'set', value, base };
    return { action: 'unset', isCleared: true, base };
  }
  return { action: 'set', value, base };
}

/** What a field shows: what was entered, or what is set, or what counts without that. */
export function shownValue(setting: Setting, bot: string | undefined, draft: Draft | undefined): unknown {
  if (draft?.action === 'set') return draft.value;
  if (draft?.isCleared) return undefined;
  if (draft !== undefined) return findBelow(setting, bot)?.value;
  const own = findOwn(setting, bot);
  return own === undefined ? (setting.value ?? undefined) : own.value;
}
