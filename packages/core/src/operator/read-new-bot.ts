import { LoadoutError } from '../contract/errors.js';
import { requireBotId } from '../store/bot-id.js';
import type { NewBot } from '../store/records.js';
import { findNameProblem } from './read-name.js';

/** A new bot with its id and name, checked. Throws `BOT_ID_INVALID`, `BOT_NAME_INVALID`. */
export function requireNewBot(bot: NewBot): Required<NewBot> {
  // Embedders without types may pass anything.
  const stated = (bot ?? {}) as { readonly id?: unknown; readonly displayName?: unknown };
  const id = requireBotId(stated.id);
  const displayName = stated.displayName ?? id;
  const problem = findNameProblem(displayName);
  // What has no problem is a text.
  if (problem === undefined) return { id, displayName: displayName as string };
  throw new LoadoutError('BOT_NAME_INVALID', `The display name of "${id}" ${problem}`, { details: { botId: id } });
}
