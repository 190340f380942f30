import { UsageError } from '../config/usage-error.js';

/** The choice that the text names, in any case. Throws {@link UsageError} with the choices there are. */
export function requireChoice<T extends string>(flag: string, text: string, choices: readonly T[]): T {
  const choice = choices.find((each) => each.toLowerCase() === text.trim().toLowerCase());
  if (choice !== undefined) return choice;
  throw new UsageError(`${flag} is ${JSON.stringify(text)}. Expected one of ${choices.join(', ')}.`);
}
