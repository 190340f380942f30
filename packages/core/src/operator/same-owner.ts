import { BUILT_IN_OWNER } from './loadout-draft.js';
import type { OperatorParts } from './operator-parts.js';

/**
 * Whether two owners of a tool are one: a companion under two names, or the host itself, into which tools move. What one of
 * them had is the other's without being brought there by anybody.
 */
export function isSameOwner({ registry }: Pick<OperatorParts, 'registry'>, one: string, other: string): boolean {
  if (one === other || one === BUILT_IN_OWNER || other === BUILT_IN_OWNER) return true;
  return registry.formerOwners(one).includes(other) || registry.formerOwners(other).includes(one);
}
