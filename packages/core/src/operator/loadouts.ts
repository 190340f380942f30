import type { Actor } from '../contract/actor.js';
import type { JsonObject } from '../contract/json.js';
import type { LoadoutChange, LoadoutChanged } from '../contract/loadout-change.js';
import type { OperatorParts } from './operator-parts.js';

/** Under construction. */
export async function changeLoadout(
  _parts: OperatorParts,
  _actor: Actor,
  _botId: string,
  _changes: readonly LoadoutChange[],
  _options: { readonly ifRevision?: number } = {},
): Promise<LoadoutChanged> {
  throw new Error('not built yet');
}

/** Under construction. */
export async function assignTools(
  _parts: OperatorParts,
  _actor: Actor,
  _botId: string,
  _toolNames: readonly string[],
  _settingsOverride?: JsonObject,
): Promise<readonly string[]> {
  throw new Error('not built yet');
}

/** Under construction. */
export async function unassignTools(
  _parts: OperatorParts,
  _actor: Actor,
  _botId: string,
  _toolNames: readonly string[],
): Promise<readonly string[]> {
  throw new Error('not built yet');
}
