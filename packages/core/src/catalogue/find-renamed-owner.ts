import type { Catalogue } from './catalogue.js';

/** Who an owner says that it was formerly. */
export type FormerOwners = (owner: string) => readonly string[];

/**
 * The owner that says that it is this one under a new name (contract 4.3); told, and accepted by the operator alone. Nobody is
 * an owner that is there itself.
 */
export function findRenamedOwner(
  { slots }: Pick<Catalogue, 'slots'>,
  formerOwners: FormerOwners,
  owner: string,
): string | undefined {
  if (slots.some((slot) => slot.owner === owner && slot.isRegistered)) return undefined;
  return slots.find((slot) => formerOwners(slot.owner).includes(owner))?.owner;
}
