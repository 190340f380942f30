import type { Actor } from '../contract/actor.js';
import type { Host } from '../host-interface.js';
import type { OperatorParts } from './operator-parts.js';

/** Under construction. */
export function createTokenOperations(_parts: OperatorParts, _actor: Actor): Host['tokens'] {
  throw new Error('not built yet');
}
