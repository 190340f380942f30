import type { Catalogue } from '../catalogue/catalogue.js';
import type { SchemaChecker } from '../schema/check-schema.js';
import { createPace } from './make-change.js';

/** Looks at all definitions of a catalogue, which is long for the first time, and lets others have their turns meanwhile. */
export async function checkTools({ tools }: Catalogue, checker: SchemaChecker): Promise<void> {
  const pace = createPace();
  for (const listed of tools.values()) {
    listed.check(checker);
    const turn = pace();
    if (turn !== undefined) await turn;
  }
}
