import type { JsonObject, JsonValue } from '../contract/json.js';
import type { Redactor } from '../settings/redactor.js';
import { makeFrozenCopy } from '../store/frozen-copy.js';
import { MAX_ARGUMENT_BYTES } from './copy-arguments.js';
import { parseArguments } from './parse-arguments.js';

const MASK = '[masked]';

/** What people may see of arguments: sensitive ones masked, secrets redacted (contract 6.9, 9.5). */
export function maskSensitive(args: JsonObject, sensitive: readonly string[], redactor: Redactor): JsonObject {
  if (sensitive.length === 0) return redactor.json(args);
  const masked: Record<string, JsonValue> = { ...args };
  for (const name of sensitive) {
    if (Object.hasOwn(masked, name)) masked[name] = MASK;
  }
  return redactor.json(masked);
}

/**
 * The same of arguments as they came, in a frozen copy. Text that is no object is shown as it is, but of a tool with
 * sensitive arguments nothing of it: nobody can say where in it they stand.
 */
export function showGiven(given: unknown, sensitive: readonly string[], redactor: Redactor): JsonValue {
  const parsed = parseArguments(given);
  if (parsed.ok) return makeFrozenCopy(maskSensitive(parsed.args, sensitive, redactor));
  const isShown = typeof given === 'string' && given.length <= MAX_ARGUMENT_BYTES && sensitive.length === 0;
  return isShown ? redactor.text(given) : null;
}
