import type { LeftOutTool } from '../contract/report.js';

/** More names and aliases of one owner than this are counted, not named. */
const MAX_SKIPPED = 1_000;

/** What one merge skips, added to all that it leaves out. An owner that asks for ten thousand names of others fills no list. */
export class SkippedNames {
  readonly #leftOut: LeftOutTool[];
  readonly #counts = new Map<string, number>();

  constructor(leftOut: LeftOutTool[]) {
    this.#leftOut = leftOut;
  }

  add(entry: Omit<LeftOutTool, 'status'>): void {
    const count = (this.#counts.get(entry.owner) ?? 0) + 1;
    this.#counts.set(entry.owner, count);
    if (count <= MAX_SKIPPED) this.#leftOut.push({ ...entry, status: 'skipped' });
  }

  /** Says how many are not named; call it once, at the end. */
  sayRest(): void {
    for (const [owner, count] of this.#counts) {
      if (count <= MAX_SKIPPED) continue;
      const rest = count - MAX_SKIPPED;
      const reason = `${rest} more names and aliases of ${owner} are skipped: others have them, or it lists them twice.`;
      this.#leftOut.push({ name: null, owner, status: 'skipped', cause: 'too-many', count: rest, reason });
    }
  }
}
