import { createBotError, requireBotId } from './bot-id.js';
import type { NewBot } from './records.js';

const MAX_NAME_CHARACTERS = 200;

/** A new bot with its id and name, checked, by the rule that every store keeps. Throws `BOT_ID_INVALID`, `BOT_NAME_INVALID`. */
export function requireNewBot(bot: NewBot): Required<NewBot> {
  // Embedders without types may pass anything.
  const stated = (bot ?? {}) as { readonly id?: unknown; readonly displayName?: unknown };
  const id = requireBotId(stated.id);
  const displayName = stated.displayName ?? id;
  if (typeof displayName === 'string' && displayName.trim() !== '' && displayName.length <= MAX_NAME_CHARACTERS) {
    return { id, displayName };
  }
  throw createBotError('BOT_NAME_INVALID', id);
}
