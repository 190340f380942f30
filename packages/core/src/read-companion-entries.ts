import { isCompanionId } from './companions/is-companion-id.js';
import type { CompanionEntry } from './contract/configuration.js';
import { LoadoutError } from './contract/errors.js';

/** Entries in order; of entries with the same id the first counts. Throws `CONFIGURATION_INVALID`. */
export function readCompanionEntries(stated: readonly (string | CompanionEntry)[]): {
  readonly entries: readonly CompanionEntry[];
  readonly duplicates: readonly LoadoutError[];
} {
  const entries = new Map<string, CompanionEntry>();
  const duplicates: LoadoutError[] = [];
  for (const [index, one] of stated.entries()) {
    const entry = typeof one === 'string' ? { id: one } : one;
    const id: unknown = entry?.id;
    if (!isCompanionId(id)) {
      throw new LoadoutError(
        'CONFIGURATION_INVALID',
        `companions[${index}]: the id has to be the name of a package (and not "builtin"), not ${JSON.stringify(id)}.`,
        { details: { index } },
      );
    }
    if (entries.has(id)) {
      duplicates.push(
        new LoadoutError(
          'COMPANION_DUPLICATE',
          `${id} is configured twice; companions[${index}] is left out. Remove it.`,
          {
            details: { companion: id, index },
          },
        ),
      );
    } else {
      entries.set(id, entry);
    }
  }
  return { entries: [...entries.values()], duplicates };
}
