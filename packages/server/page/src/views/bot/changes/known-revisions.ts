/*
 * Changes are made for the loadout as this tab knows it. The revision comes with each reading and each answer, and so does
 * the host's own time of it, by which the log tells what others have done since.
 */

/** What is known of a loadout. */
export interface KnownRevision {
  readonly revision: number;
  /** By the clock of the host. ISO 8601; undefined where it said none. */
  readonly at: string | undefined;
}

const known = new Map<string, KnownRevision>();

/** Remembers a revision, unless a later one is known. */
export function noteRevision(bot: string, revision: number, response: Response): void {
  if (revision < (known.get(bot)?.revision ?? 0)) return;
  const date = response.headers.get('date');
  known.set(bot, { revision, at: date === null ? undefined : new Date(date).toISOString() });
}

/** The latest that is known; undefined where nothing of the bot was read. */
export function findRevision(bot: string): KnownRevision | undefined {
  return known.get(bot);
}
