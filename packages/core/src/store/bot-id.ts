import type { ErrorCode } from '../contract/error-codes.js';
import { LoadoutError } from '../contract/errors.js';

/** A slug: lower-case letters and digits, single hyphens between them. At most {@link MAX_BOT_ID_LENGTH} characters. */
const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const MAX_BOT_ID_LENGTH = 64;

/** Whether `value` can be the id of a bot: a slug of 1 to 64 lower-case letters, digits and single hyphens. */
export function isBotId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_BOT_ID_LENGTH && slugPattern.test(value);
}

/** `value` if it can be the id of a bot. Throws `BOT_ID_INVALID`. */
export function requireBotId(value: unknown): string {
  if (isBotId(value)) return value;
  throw createBotError('BOT_ID_INVALID', value);
}

/** What is wrong with the id of a bot. */
export type BotErrorCode = Extract<ErrorCode, `BOT_${string}`>;

/** The error that every store throws about the id of a bot, so that all of them say the same. */
export function createBotError(code: BotErrorCode, botId: unknown): LoadoutError {
  const shown = describeId(botId);
  return new LoadoutError(code, messages[code](shown), {
    details: { botId: typeof botId === 'string' ? botId : shown },
  });
}

const messages: Readonly<Record<BotErrorCode, (shown: string) => string>> = {
  BOT_EXISTS: (shown) => `The bot ${shown} exists already. Choose another id.`,
  BOT_ID_INVALID: (shown) =>
    `${shown} is no id of a bot: expected 1 to ${MAX_BOT_ID_LENGTH} lower-case letters, digits and single hyphens, ` +
    'with a letter or digit at both ends. Choose an id like "support-desk".',
  BOT_ID_RETIRED: (shown) => `The bot ${shown} was removed, and ids are never used again. Choose another id.`,
  BOT_NAME_INVALID: (shown) =>
    `The display name of ${shown} has to be a text of 1 to 200 characters that is not blank.`,
  BOT_NAME_CONFLICT: (shown) =>
    `The bot ${shown} has another display name than the one that was read. Read it again, then rename it.`,
  BOT_UNKNOWN: (shown) => `There is no bot ${shown}. List the bots, or add it.`,
};

function describeId(botId: unknown): string {
  if (typeof botId !== 'string') return `A value of type ${botId === null ? 'null' : typeof botId}`;
  return JSON.stringify(botId.length > 80 ? `${botId.slice(0, 80)}…` : botId);
}
