import type { Clock, ClockTimer } from '../contract/clock.js';
import type { Logger } from '../contract/logger.js';
import type { Store } from '../store/roles.js';
import type { Companion } from './companion.js';
import { describeError, withDeadline } from './guard.js';
import type { ProviderSlot } from './provider-slot.js';
import type { SnapshotContent } from './snapshot-content.js';
import { SnapshotReading } from './snapshot-reading.js';
import { SnapshotWriter } from './snapshot-writer.js';

/** Lists that come one after the other are written together. */
const PAUSE_MS = 250;

/** Small ones share a change: each takes as long as the disk does. */
const LISTS_AT_ONCE = 16;

/** How long the start and the end of a host wait for the store. */
const STORE_TIMEOUT_MS = 5_000;

/** What snapshots are kept with. */
export interface ListSnapshotParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Keeps the last good list of each provider across restarts (contract 2.2): read before companions load, written a
 * moment after a new list came. It only ever adds safety, so nothing of it fails anybody: what goes wrong is in the log.
 *
 * The snapshot of a companion that is configured no more reserves nothing: its names are free (contract 1.4), and
 * whoever takes one is another owner, which bots do not get without being asked (contract 4.3). The snapshot itself
 * stays, because an entry that was removed by mistake, or only in one of several processes, is to find its names and
 * tools again. What one companion can leave behind has a bound: see `snapshot-room.ts`.
 */
export class ListSnapshots {
  readonly #parts: ListSnapshotParts;
  readonly #writer: SnapshotWriter;
  readonly #due = new Set<ProviderSlot>();
  #companions: readonly Companion[] = [];
  #readings: readonly SnapshotReading[] = [];
  #timer: ClockTimer | undefined;
  #writing: Promise<void> | undefined;
  /** A list came while others were written. */
  #isMoreDue = false;
  #lastFailure: string | undefined;
  #closing: Promise<void> | undefined;
  /** The end of the host has waited for long enough. */
  #isOver = false;

  constructor(parts: ListSnapshotParts) {
    this.#parts = parts;
    const { store, logger } = parts;
    this.#writer = new SnapshotWriter({ store, logger, registeredOwners: (id) => this.#findRegistered(id) });
  }

  /** Gives companions the lists that they had; called once, before they load. Never rejects. */
  async restore(companions: readonly Companion[]): Promise<void> {
    this.#companions = companions;
    if (!this.#parts.store.isDurable) return;
    const found = (owner: string, content: SnapshotContent) => this.#writer.know(owner, content);
    const parts = { ...this.#parts, timeoutMs: STORE_TIMEOUT_MS, found };
    this.#readings = companions.map((companion) => new SnapshotReading(companion, parts));
    await Promise.all(this.#readings.map((reading) => reading.start()));
  }

  /** A good list came: it is written a little later. */
  listed(slot: ProviderSlot): void {
    if (!this.#parts.store.isDurable || this.#closing !== undefined) return;
    this.#due.add(slot);
    if (this.#writing === undefined) this.#schedule();
    else this.#isMoreDue = true;
  }

  /** Writes what is due; call it before the store is closed. Never rejects, and is safe to call twice. */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    for (const reading of this.#readings) reading.close();
    this.#timer?.clear();
    this.#timer = undefined;
    const writing = (this.#writing ?? Promise.resolve()).then(() => this.#write());
    const deadline = { clock: this.#parts.clock, ms: STORE_TIMEOUT_MS, what: 'Writing the last lists' };
    try {
      await withDeadline(writing, deadline);
    } catch (error) {
      this.#isOver = true;
      this.#warn('The last lists were not written', error);
    }
  }

  #schedule(): void {
    if (this.#timer !== undefined) return;
    this.#timer = this.#parts.clock.setTimeout(() => {
      this.#timer = undefined;
      void this.#write();
    }, PAUSE_MS);
    this.#timer.unref();
  }

  #write(): Promise<void> {
    this.#writing ??= this.#writeDue().finally(() => {
      this.#writing = undefined;
      if (this.#isMoreDue && this.#closing === undefined) this.#schedule();
      this.#isMoreDue = false;
    });
    return this.#writing;
  }

  /** What the store refuses stays due: the next list, or the end of the host, tries it again. */
  async #writeDue(): Promise<void> {
    const done = new Set<ProviderSlot>();
    for (let slots = this.#nextDue(done); slots.length > 0 && !this.#isOver; slots = this.#nextDue(done)) {
      const written = await this.#writeSome(slots);
      for (const slot of written) done.add(slot);
    }
  }

  /**
   * Some of the companion that had the fewest turns, the shortest first: one with many large lists keeps no other from
   * its own.
   */
  #nextDue(done: ReadonlySet<ProviderSlot>): readonly ProviderSlot[] {
    const turns = new Map<string, number>();
    for (const { companionId } of done) turns.set(companionId, (turns.get(companionId) ?? 0) + 1);
    const open = new Map<string, ProviderSlot[]>();
    for (const slot of this.#due) {
      if (done.has(slot)) continue;
      const slots = open.get(slot.companionId);
      if (slots === undefined) open.set(slot.companionId, [slot]);
      else slots.push(slot);
    }
    const turnsOf = (id: string): number => turns.get(id) ?? 0;
    const [next] = [...open].sort(([a], [b]) => turnsOf(a) - turnsOf(b));
    const lengthOf = ({ list }: ProviderSlot): number => list?.tools.length ?? 0;
    return [...(next?.[1] ?? [])].sort((a, b) => lengthOf(a) - lengthOf(b)).slice(0, LISTS_AT_ONCE);
  }

  /** Answers those that are done with. */
  async #writeSome(slots: readonly ProviderSlot[]): Promise<readonly ProviderSlot[]> {
    // Before they are looked at: a list that comes from now on is due again.
    for (const slot of slots) this.#due.delete(slot);
    try {
      const done = await this.#writer.write(slots);
      this.#lastFailure = undefined;
      for (const slot of slots) if (!done.includes(slot)) this.#due.add(slot);
      return done;
    } catch (error) {
      for (const slot of slots) this.#due.add(slot);
      const failure = describeError(error);
      // Said once, and again after it was well in between.
      if (failure !== this.#lastFailure) this.#warn(`${describeOwners(slots)} not written down`, error);
      this.#lastFailure = failure;
      return slots;
    }
  }

  #findRegistered(companionId: string): ReadonlySet<string> {
    const slots = this.#companions.find(({ id }) => id === companionId)?.slots ?? [];
    return new Set(slots.filter((slot) => slot.isRegistered).map(({ owner }) => owner));
  }

  #warn(what: string, error: unknown): void {
    const message = `${what}: ${describeError(error)}`;
    this.#parts.logger({ level: 'warn', event: 'snapshot-not-kept', message, error });
  }
}

function describeOwners(slots: readonly ProviderSlot[]): string {
  const owners = slots.map(({ owner }) => owner).join(', ');
  return slots.length === 1 ? `The list of ${owners} was` : `The lists of ${owners} were`;
}
