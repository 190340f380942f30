import type { Catalogue } from './catalogue.js';

/** Who an owner says that it was formerly. */
export type FormerOwners = (owner: string) => readonly string[];

/** The owner that says that it is this one under a new name (contract 4.3); told, and accepted by the operator alone. */
export function findRenamedOwner(
  { slots }: Pick<Catalogue, 'slots'>,
  formerOwners: FormerOwners,
  owner: string,
): string | undefined {
  return slots.find((slot) => slot.owner !== owner && formerOwners(slot.owner).includes(owner))?.owner;
}
