import { LoadoutError } from '../contract/errors.js';

/** What is wrong with an option of a method; `problem` is the rest of a sentence that begins with the option's name. */
export function invalidOption(
  field: string,
  problem: string,
  { in: method = 'startTurn', cause }: { readonly in?: string; readonly cause?: unknown } = {},
): LoadoutError {
  return new LoadoutError('CONFIGURATION_INVALID', `${method}: ${field} ${problem}.`, { details: { field }, cause });
}
