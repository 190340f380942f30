import { LoadoutError } from '../contract/errors.js';
import { createBotError } from '../store/bot-id.js';
import { describeValue } from './describe-value.js';

/*
 * Embedders without types may pass anything: what cannot be read is refused by name before anything is made of it.
 */

/** The error for an argument of the wrong type. Never says a text, which may be a secret. */
export function wrongArgument(method: string, name: string, expected: string, value: unknown): LoadoutError {
  const found = typeof value === 'string' ? 'a text' : describeValue(value);
  return new LoadoutError('CONFIGURATION_INVALID', `${method}: ${name} has to be ${expected}, but is ${found}.`, {
    details: { field: name },
  });
}

/** The id of a bot as somebody names it: whether there is such a bot is for the store. */
export function requireId(botId: unknown): string {
  if (typeof botId === 'string') return botId;
  throw createBotError('BOT_ID_INVALID', botId);
}

/** A list of names; the names in it are judged where they are used. */
export function requireList(method: string, toolNames: readonly string[]): readonly string[] {
  if (Array.isArray(toolNames)) return toolNames;
  throw wrongArgument(method, 'toolNames', 'a list of names', toolNames);
}
