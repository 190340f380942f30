import { type ErrorCode, isLoadoutError, type LoadoutError } from '@loadout/core';
import { UsageError } from '../config/usage-error.js';
import { redactHead } from './redact-head.js';

/** What the command says of an error, and how it ends. */
export interface ErrorDescription {
  readonly message: string;
  readonly exitCode: 1 | 2;
}

/** Codes that mean: the command line or the configuration has to change. All others are refusals, exit code 1. */
const usageCodes: readonly ErrorCode[] = [
  'BOT_ID_INVALID',
  'BOT_NAME_INVALID',
  'TOOL_NAME_INVALID',
  'TOOL_SETTINGS_INVALID',
  'COMPANION_SETTINGS_INVALID',
  'DECISION_INVALID',
  'TOKEN_INVALID',
  'IMPORT_INVALID',
  'LOADOUT_CHANGE_INVALID',
  'CONFIGURATION_INVALID',
  'STORE_NEWER',
  'STORE_UNAVAILABLE',
];

/** What to type next, where a command helps; added to the host's own sentence. */
const remedies: Partial<Record<ErrorCode, string>> = {
  BOT_EXISTS: 'Try "loadout bots list".',
  BOT_UNKNOWN: 'Try "loadout bots list".',
  TOOL_UNKNOWN: 'Try "loadout tools".',
  COMPANION_UNKNOWN: 'Try "loadout companions list".',
  OWNER_UNKNOWN: 'Try "loadout tools".',
  TOKEN_UNKNOWN: 'Try "loadout token list".',
  STORE_UNAVAILABLE: 'Another file can be named with --database, LOADOUT_DATABASE or "database" in the configuration.',
};

/** One line with a remedy for what was foreseen; the whole error for what was not, whose texts are redacted before they are cut. */
export function describeError(error: unknown, redact?: (text: string) => string): ErrorDescription {
  if (error instanceof UsageError) return { message: error.message, exitCode: 2 };
  if (!isLoadoutError(error)) return { message: `Unexpected: ${formatWhole(error, redact)}`, exitCode: 1 };
  const remedy = remedies[error.code];
  const text = remedy === undefined ? error.message : `${error.message} ${remedy}`;
  return {
    message: listsProblems(error) ? text : toLine(text),
    exitCode: usageCodes.includes(error.code) ? 2 : 1,
  };
}

/** What is wrong with a document stands in lines of its own; other texts, as those of SQLite, have lines by accident. */
function listsProblems({ details }: LoadoutError): boolean {
  return Array.isArray(details.problems);
}

function toLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** How many causes are followed; the chain of a hostile error never ends. */
const mostCauses = 10;

/** More of one error is not shown. */
const mostCharacters = 20_000;

/** The stack with the causes, within bounds; `redact` sees each text before it is cut. Never throws, whatever was thrown. */
export function formatWhole(
  error: unknown,
  redact: (text: string) => string = (text) => text,
  causesLeft = mostCauses,
): string {
  try {
    if (!(error instanceof Error)) return redactHead(String(error), mostCharacters, redact);
    const text = redactHead(String(error.stack ?? error.message), mostCharacters, redact);
    if (error.cause === undefined || causesLeft === 0) return text;
    return `${text}\n  caused by ${formatWhole(error.cause, redact, causesLeft - 1)}`;
  } catch {
    return 'something thrown that cannot be read';
  }
}
