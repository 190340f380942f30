import type { Clock, ClockTimer } from '../contract/clock.js';
import type { Logger } from '../contract/logger.js';
import type { CompanionSnapshot, SnapshotSummary } from '../store/records.js';
import type { Store } from '../store/roles.js';
import type { Companion } from './companion.js';
import { describeError, withDeadline } from './guard.js';
import type { ProviderSlot } from './provider-slot.js';
import { readSnapshot } from './read-snapshot.js';
import { createSnapshotContent, type SnapshotContent } from './snapshot-content.js';
import { SnapshotReading } from './snapshot-reading.js';
import { findRoom, isReadable, MAX_SNAPSHOT_BYTES, type SnapshotRoom } from './snapshot-room.js';

/** Lists that come one after the other are written together. */
const PAUSE_MS = 250;

/** How long the start and the end of a host wait for the store. */
const STORE_TIMEOUT_MS = 5_000;

const noNames: SnapshotContent['names'] = new Map();

/** What snapshots are kept with. */
export interface ListSnapshotParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What a snapshot was when it was last read or written here. */
type KnownContent = Pick<SnapshotContent, 'hash' | 'names'>;

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
  /** By owner. Other processes write as well: what the store has is asked of the store. */
  readonly #known = new Map<string, KnownContent>();
  readonly #due = new Set<ProviderSlot>();
  /** Companions of which it was said that old lists made room. */
  readonly #saidRoom = new Set<string>();
  #companions: readonly Companion[] = [];
  #readings: readonly SnapshotReading[] = [];
  #timer: ClockTimer | undefined;
  #writing: Promise<void> | undefined;
  /** A list came while others were written. */
  #isMoreDue = false;
  #lastFailure: string | undefined;
  #closing: Promise<void> | undefined;

  constructor(parts: ListSnapshotParts) {
    this.#parts = parts;
  }

  /** Gives companions the lists that they had; called once, before they load. Never rejects. */
  async restore(companions: readonly Companion[]): Promise<void> {
    this.#companions = companions;
    if (!this.#parts.store.isDurable) return;
    const found = (owner: string, content: SnapshotContent) => this.#know(owner, content);
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
    for (let slot = this.#nextDue(done); slot !== undefined; slot = this.#nextDue(done)) {
      this.#due.delete(slot);
      done.add(slot);
      try {
        await this.#writeOne(slot);
        this.#lastFailure = undefined;
      } catch (error) {
        this.#due.add(slot);
        const failure = describeError(error);
        // Said once, and again after it was well in between.
        if (failure !== this.#lastFailure) this.#warn(`The list of ${slot.owner} was not written down`, error);
        this.#lastFailure = failure;
      }
    }
  }

  /** Of the companion that had the fewest turns, the shortest: one with many large lists keeps no other from its own. */
  #nextDue(done: ReadonlySet<ProviderSlot>): ProviderSlot | undefined {
    const turns = new Map<string, number>();
    for (const { companionId } of done) turns.set(companionId, (turns.get(companionId) ?? 0) + 1);
    let next: ProviderSlot | undefined;
    let least: readonly number[] = [];
    for (const slot of this.#due) {
      if (done.has(slot)) continue;
      const order = [turns.get(slot.companionId) ?? 0, slot.list?.tools.length ?? 0];
      if (next !== undefined && compareNumbers(order, least) >= 0) continue;
      next = slot;
      least = order;
    }
    return next;
  }

  async #writeOne(slot: ProviderSlot): Promise<void> {
    const { list, metadata, owner, companionId } = slot;
    if (list === undefined) return;
    const { store } = this.#parts;
    const summaries = await store.listSnapshots(companionId);
    const stored = summaries.find((one) => one.owner === owner);
    const before = await this.#findBefore(owner, stored);
    const owners = { owner, registered: this.#findRegistered(companionId) };
    const room = findRoom(summaries, owners);
    const listed = { tools: list.tools, metadata, before: before?.names ?? noNames };
    const content = await createSnapshotContent(listed, room);
    const { tools, hash } = content;
    if (hash === stored?.hash && hash === before?.hash && room.evicted.length === 0) return;
    const listedAt = new Date(list.listedAt).toISOString();
    const snapshot: CompanionSnapshot = { owner, companionId, tools, metadata: content.metadata, hash, listedAt };
    const evicted = await store.change(async (writer) => {
      // Another process may have written meanwhile.
      const now = findRoom(await writer.listSnapshots(companionId), owners);
      for (const one of now.evicted) await writer.deleteSnapshot(one);
      await writer.putSnapshot(snapshot);
      return now.evicted;
    });
    for (const one of evicted) this.#known.delete(one);
    this.#know(owner, content);
    if (evicted.length > 0) this.#sayRoom(companionId);
    if (content.extent !== 'whole' && hash !== before?.hash) this.#sayExtent(slot, content, room);
  }

  /** What the snapshot says that the new one replaces; undefined where there is none that can be read. */
  async #findBefore(owner: string, stored: SnapshotSummary | undefined): Promise<KnownContent | undefined> {
    const known = this.#known.get(owner);
    if (stored === undefined || known?.hash === stored.hash || !isReadable(stored)) return known;
    const snapshot = await this.#parts.store.getSnapshot(owner);
    try {
      const { content } = await readSnapshot(snapshot);
      this.#know(owner, content);
      return content;
    } catch {
      // A broken one: that was said when the host started, or comes from another process since, and is replaced.
      return known;
    }
  }

  #findRegistered(companionId: string): ReadonlySet<string> {
    const slots = this.#companions.find(({ id }) => id === companionId)?.slots ?? [];
    return new Set(slots.filter((slot) => slot.isRegistered).map(({ owner }) => owner));
  }

  #know(owner: string, { hash, names }: SnapshotContent): void {
    this.#known.set(owner, { hash, names });
  }

  #sayRoom(companionId: string): void {
    if (this.#saidRoom.has(companionId)) return;
    this.#saidRoom.add(companionId);
    const message = `${companionId} has left too many lists of providers that it no longer registers: the oldest are removed. Let it use the same ids at each start.`;
    this.#parts.logger({ level: 'warn', event: 'snapshots-removed', companion: companionId, message });
  }

  #sayExtent({ owner, companionId }: ProviderSlot, { extent, names }: SnapshotContent, room: SnapshotRoom): void {
    const isFull = room.wholeBytes < MAX_SNAPSHOT_BYTES;
    const why = isFull
      ? `All lists of ${companionId} together are too large`
      : `The list of ${owner} is larger than 5 MB`;
    const what =
      extent === 'names' ? 'its names and labels are' : names.size > 0 ? 'some of its names are' : 'its place is';
    const message = `${why}: of ${owner}, only ${what} kept for the next start.`;
    this.#parts.logger({ level: 'warn', event: 'snapshot-shortened', companion: companionId, message });
  }

  #warn(what: string, error: unknown): void {
    const message = `${what}: ${describeError(error)}`;
    this.#parts.logger({ level: 'warn', event: 'snapshot-not-kept', message, error });
  }
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (const [index, value] of a.entries()) {
    const difference = value - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
