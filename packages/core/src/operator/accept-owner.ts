import type { Actor } from '../contract/actor.js';
import type { OwnerAccepted } from '../host-interface.js';
import type { OperatorParts } from './operator-parts.js';

/** Under construction. */
export async function acceptOwner(
  _parts: OperatorParts,
  _actor: Actor,
  _oldOwner: string,
  _newOwner: string,
): Promise<OwnerAccepted> {
  throw new Error('not built yet');
}
