import type { Actor } from '../contract/actor.js';
import type { Host } from '../host-interface.js';
import type { OperatorParts } from './operator-parts.js';

/** Under construction. */
export function createBotOperations(_parts: OperatorParts, _actor: Actor): Host['bots'] {
  throw new Error('not built yet');
}
