import { findRenamedOwner } from '../catalogue/find-renamed-owner.js';
import type { KnownTools } from './known-tools.js';
import type { OperatorParts } from './operator-parts.js';

/** The owner that says that it is this one under a new name. */
export function findSuccessor(
  registry: OperatorParts['registry'],
  catalogue: KnownTools['catalogue'],
  owner: string,
): string | undefined {
  return findRenamedOwner(catalogue, (one) => registry.formerOwners(one), owner);
}

/** The rest of a sentence about what is kept for an owner that has another name now. */
export function sayFormerly(owner: string, successor: string): string {
  return `${successor} says that it was formerly ${owner}. It counts for nothing until that is accepted.`;
}

/** The command by which one owner is taken for another. */
export function acceptOf(owner: string, successor: string): string {
  return `loadout owners accept ${owner} ${successor}`;
}
