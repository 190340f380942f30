import type { Actor } from '../contract/actor.js';
import type { ImportReport } from '../host-interface.js';
import type { OperatorParts } from './operator-parts.js';

/** Under construction. */
export async function importAll(
  _parts: OperatorParts,
  _actor: Actor,
  _document: unknown,
  _options: { readonly dryRun?: boolean } = {},
): Promise<ImportReport> {
  throw new Error('not built yet');
}
