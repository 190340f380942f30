/**
 * Under this key a provider that is made of files says, one sentence each, what it had to leave out. The host
 * shows the sentences with the companion. The key is shared by all copies of this package.
 */
export const leftOutKey = Symbol.for('loadout.leftOut');

/** At most this many sentences are read. */
const MAX_SENTENCES = 20;

/** What a provider says that it left out. Never throws, whatever `provider` is. */
export function readLeftOut(provider: unknown): readonly string[] {
  try {
    if (typeof provider !== 'object' || provider === null) return [];
    const sentences = (provider as Record<symbol, unknown>)[leftOutKey];
    if (!Array.isArray(sentences)) return [];
    return sentences.slice(0, MAX_SENTENCES).filter((sentence) => typeof sentence === 'string');
  } catch {
    // A proxy or a getter that throws says nothing.
    return [];
  }
}
