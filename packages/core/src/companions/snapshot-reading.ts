import type { Clock, ClockTimer } from '../contract/clock.js';
import type { Logger } from '../contract/logger.js';
import type { SnapshotSummary } from '../store/records.js';
import type { Store } from '../store/roles.js';
import type { Companion } from './companion.js';
import { describeError, withDeadline } from './guard.js';
import { readSnapshot } from './read-snapshot.js';
import type { SnapshotContent } from './snapshot-content.js';
import { chooseReadable } from './snapshot-room.js';

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 300_000;

/** What reading stands on. */
export interface SnapshotReadingParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How long a start waits for it. */
  readonly timeoutMs: number;
  /** What the store has of an owner. */
  readonly found: (owner: string, content: SnapshotContent) => void;
}

/**
 * Gives one companion the lists that it had, one after the other: whatever is wrong with them costs no other companion
 * its own. While the store cannot be read, others can take the names; so it is tried until it can.
 */
export class SnapshotReading {
  readonly #companion: Companion;
  readonly #parts: SnapshotReadingParts;
  readonly #done = new Set<string>();
  #failures = 0;
  #timer: ClockTimer | undefined;
  #isClosed = false;

  constructor(companion: Companion, parts: SnapshotReadingParts) {
    this.#companion = companion;
    this.#parts = parts;
  }

  /** Resolves when all is read, has failed for the first time, or has taken too long. Never rejects. */
  async start(): Promise<void> {
    const { clock, timeoutMs: ms } = this.#parts;
    const what = `Reading the last lists of ${this.#companion.id}`;
    try {
      await withDeadline(this.#attempt(), { clock, ms, what });
    } catch (error) {
      this.#warnOfFailure(error);
    }
  }

  /** Ends what goes on in the background. */
  close(): void {
    this.#isClosed = true;
    this.#timer?.clear();
  }

  async #attempt(): Promise<void> {
    try {
      await this.#readAll();
    } catch (error) {
      if (this.#isClosed) return;
      if (this.#failures === 0) this.#warnOfFailure(error);
      this.#retry();
      return;
    }
    if (this.#failures === 0 || this.#isClosed) return;
    const message = `The last lists of ${this.#companion.id} are read now.`;
    this.#parts.logger({ level: 'info', event: 'snapshots-read', companion: this.#companion.id, message });
  }

  #retry(): void {
    const pause = Math.min(FIRST_RETRY_MS * 2 ** this.#failures++, LAST_RETRY_MS);
    this.#timer = this.#parts.clock.setTimeout(() => void this.#attempt(), pause);
    this.#timer.unref();
  }

  /** One that cannot be read keeps the others waiting no longer than it takes to fail. Rejects with the last failure. */
  async #readAll(): Promise<void> {
    const { chosen, left } = chooseReadable(await this.#parts.store.listSnapshots(this.#companion.id));
    let failure: unknown;
    let hasFailed = false;
    for (const { owner } of chosen) {
      if (this.#isClosed || this.#done.has(owner)) continue;
      try {
        await this.#readOne(owner);
        this.#done.add(owner);
      } catch (error) {
        failure = error;
        hasFailed = true;
      }
    }
    if (this.#failures === 0) this.#sayLeft(left);
    if (hasFailed) throw failure;
  }

  async #readOne(owner: string): Promise<void> {
    const snapshot = await this.#parts.store.getSnapshot(owner);
    if (snapshot === undefined || this.#isClosed) return;
    try {
      const { restored, content, problems } = await readSnapshot(snapshot);
      this.#companion.restoreList(restored);
      this.#parts.found(owner, content);
      if (problems.length === 0) return;
      const what = `The last list of ${nameOwner(owner)} is broken, and only what can be read of it is used`;
      this.#warn('snapshot-broken', what, problems.join('; '));
    } catch (error) {
      this.#warn('snapshot-left-out', `The last list of ${nameOwner(owner)} cannot be used`, error);
    }
  }

  #sayLeft(left: readonly SnapshotSummary[]): void {
    const [first] = left;
    if (first === undefined) return;
    const others = left.length === 1 ? '' : ` and ${left.length - 1} more`;
    const what = `The last list of ${nameOwner(first.owner)}${others} cannot be used`;
    this.#warn('snapshot-left-out', what, 'too large, or too many');
  }

  #warnOfFailure(error: unknown): void {
    const what = `The last lists of ${this.#companion.id} cannot be read, and until they can others may take their names`;
    this.#warn('snapshots-unreadable', what, error);
  }

  #warn(event: string, what: string, why: unknown): void {
    const message = `${what}: ${describeError(why)}`;
    this.#parts.logger({ level: 'warn', event, companion: this.#companion.id, message, error: why });
  }
}

/** A text for the log about a row that may be anything. */
function nameOwner(owner: unknown): string {
  return typeof owner === 'string' ? owner.slice(0, 300) : 'a provider';
}
