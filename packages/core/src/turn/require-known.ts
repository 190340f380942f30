import { LoadoutError } from '../contract/errors.js';
import { suggestWord } from '../schema/nearest-word.js';

/** Refuses an option that a method does not have: it would be without effect. Throws `CONFIGURATION_INVALID`. */
export function requireKnown(method: string, options: object, known: ReadonlySet<string>): void {
  for (const name in options) {
    if (known.has(name)) continue;
    throw new LoadoutError(
      'CONFIGURATION_INVALID',
      `${method}: there is no option "${name}". ${suggestWord(name, [...known])}`,
      { details: { field: name } },
    );
  }
}
