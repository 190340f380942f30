/*
 * Somebody else was quicker with a tool. What was wanted here was about some of its facts: those are what "Apply mine" brings, and
 * the rest stays as the other one left it.
 */
import type { ApiSchemas } from '@loadout/server/client';
import { given } from '../../../api/queries.js';
import { isSameOverride, type RowFacts } from './find-touched.js';
import type { LoadoutChange } from './loadout-types.js';

/** How a tool stands in a loadout. */
export type Standing = Pick<
  ApiSchemas['Assignment'],
  'owner' | 'label' | 'definitionHash' | 'settingsOverride' | 'position'
>;

type Override = Standing['settingsOverride'];

/** What was wanted of a tool. */
export interface Mine {
  readonly tool: string;
  /** What it was about, and nothing else. Null: that the bot does not have the tool. */
  readonly wanted: Partial<Standing> | null;
  /** Where it started from, as far as that is known. Null: the bot did not have the tool. */
  readonly base: Partial<Standing> | null;
  /** It was to take what there is as what is wanted. */
  readonly accept?: LoadoutChange;
}

/** What comes of it. */
export interface Applied {
  /** None: it is so already. */
  readonly changes: readonly LoadoutChange[];
  /** How the tool stands then, as far as that is known; null: the bot does not have it. */
  readonly after: Partial<Standing> | null;
}

/** What a change is about. `origin`: what it takes back, which is less than all that the host brings back with it. */
export function findMine(change: LoadoutChange, base: RowFacts | undefined, origin: LoadoutChange | undefined): Mine {
  const { tool } = change;
  const own = base?.settingsOverride;
  const known = own === undefined ? {} : { settingsOverride: own };
  switch (change.action) {
    case 'unassign':
      return { tool, wanted: null, base: known };
    case 'accept':
      return { tool, wanted: {}, base: {}, accept: change };
    case 'override':
      return { tool, wanted: { settingsOverride: change.settingsOverride }, base: known };
    case 'move':
      return { tool, wanted: { position: change.position }, base: {} };
    case 'assign': {
      const { action: _action, tool: _tool, ...stated } = change;
      const { settingsOverride = null, owner, label, definitionHash } = stated;
      if (origin?.action === 'override' || origin?.action === 'assign') {
        const before = origin.settingsOverride;
        return { tool, wanted: { settingsOverride }, base: before === undefined ? {} : { settingsOverride: before } };
      }
      if (origin?.action === 'accept') return { tool, wanted: given({ owner, label, definitionHash }), base: {} };
      return { tool, wanted: given(stated), base: base?.isAssigned === true ? known : null };
    }
  }
}

/** Brings what was wanted to how the tool stands now; `now` undefined: the bot does not have it. */
export function applyMine({ tool, wanted, base, accept }: Mine, now: Standing | undefined): Applied {
  if (accept !== undefined) return { changes: [accept], after: now ?? null };
  if (wanted === null) return { changes: now === undefined ? [] : [{ action: 'unassign', tool }], after: null };
  if (now === undefined) return { changes: [{ action: 'assign', tool, ...wanted }], after: wanted };
  // It was to be on, and it is: what the other one gave it counts, and where he gave nothing, what was there before.
  if (base === null) {
    const settingsOverride = now.settingsOverride ?? wanted.settingsOverride ?? null;
    return listChanges(tool, now, { ...now, settingsOverride });
  }
  const settingsOverride =
    wanted.settingsOverride === undefined
      ? now.settingsOverride
      : mergeFields(wanted.settingsOverride, base.settingsOverride, now.settingsOverride);
  return listChanges(tool, now, { ...now, ...wanted, settingsOverride });
}

function listChanges(tool: string, now: Standing, after: Standing): Applied {
  const { owner, label, definitionHash, settingsOverride, position } = after;
  const hasMoved = position !== now.position;
  if (owner !== now.owner || definitionHash !== now.definitionHash) {
    const stated = { owner, label, definitionHash, settingsOverride, ...(hasMoved ? { position } : {}) };
    return { changes: [{ action: 'assign', tool, ...stated }], after };
  }
  const changes: LoadoutChange[] = [];
  if (!isSameOverride(settingsOverride, now.settingsOverride))
    changes.push({ action: 'override', tool, settingsOverride });
  if (hasMoved) changes.push({ action: 'move', tool, position });
  return { changes, after };
}

/** Fields that were to be changed, over the others of what there is now. Without a base all of what was wanted is. */
export function mergeFields(wanted: Override, base: Override | undefined, now: Override): Override {
  if (base === undefined) return wanted;
  const merged = { ...now };
  for (const field of new Set([...Object.keys(wanted ?? {}), ...Object.keys(base ?? {})])) {
    const value = wanted?.[field];
    if (JSON.stringify(value) === JSON.stringify(base?.[field])) continue;
    if (value === undefined) delete merged[field];
    else merged[field] = value;
  }
  return Object.keys(merged).length === 0 ? null : merged;
}
