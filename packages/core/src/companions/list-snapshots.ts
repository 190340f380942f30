import type { Clock, ClockTimer } from '../contract/clock.js';
import type { Logger } from '../contract/logger.js';
import type { CompanionSnapshot } from '../store/records.js';
import type { Store } from '../store/roles.js';
import type { Companion } from './companion.js';
import { describeError, withDeadline } from './guard.js';
import type { ProviderSlot } from './provider-slot.js';
import { readSnapshot } from './read-snapshot.js';
import { createSnapshotContent, type SnapshotContent } from './snapshot-content.js';

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

/**
 * Keeps the last good list of each provider across restarts (contract 2.2): read before companions load, written a
 * moment after a new list came. It only ever adds safety, so nothing of it fails anybody: what goes wrong is in the log.
 *
 * The snapshot of a companion that is configured no more reserves nothing: its names are free (contract 1.4), and
 * whoever takes one is another owner, which bots do not get without being asked (contract 4.3). The snapshot itself
 * stays, because an entry that was removed by mistake, or only in one of several processes, is to find its names and
 * tools again; {@link forgetUnconfigured} removes it when the operator refreshes all lists.
 */
export class ListSnapshots {
  readonly #parts: ListSnapshotParts;
  /** What the store has, by owner. */
  readonly #kept = new Map<string, Pick<SnapshotContent, 'hash' | 'names'>>();
  readonly #due = new Set<ProviderSlot>();
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
    if (!this.#parts.store.isDurable) return;
    for (const snapshot of await this.#readAll()) {
      try {
        const companion = companions.find(({ id }) => id === snapshot.companionId);
        if (companion === undefined) continue;
        const { restored, content } = await readSnapshot(snapshot);
        companion.restoreList(restored);
        this.#kept.set(snapshot.owner, content);
      } catch (error) {
        this.#warn('snapshot-left-out', `The last list of ${nameOwner(snapshot)} cannot be used`, error);
      }
    }
  }

  /** A good list came: it is written a little later. */
  listed(slot: ProviderSlot): void {
    if (!this.#parts.store.isDurable || this.#closing !== undefined) return;
    this.#due.add(slot);
    if (this.#writing === undefined) this.#schedule();
    else this.#isMoreDue = true;
  }

  /** Removes what is kept of companions that are configured no more; answers their owners. Never rejects. */
  async forgetUnconfigured(companions: readonly Companion[]): Promise<readonly string[]> {
    const { store } = this.#parts;
    if (!store.isDurable) return [];
    const configured = new Set(companions.map(({ id }) => id));
    try {
      // Read before the change: others need not wait for megabytes of lists.
      const unused = (await store.listSnapshots()).filter(({ companionId }) => !configured.has(companionId));
      const owners = unused.map(({ owner }) => owner);
      if (owners.length === 0) return owners;
      await store.change(async (writer) => {
        for (const owner of owners) await writer.deleteSnapshot(owner);
      });
      return owners;
    } catch (error) {
      this.#warn('snapshot-not-removed', 'The lists of companions that are configured no more were not removed', error);
      return [];
    }
  }

  /** Writes what is due; call it before the store is closed. Never rejects, and is safe to call twice. */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    this.#timer?.clear();
    this.#timer = undefined;
    const writing = (this.#writing ?? Promise.resolve()).then(() => this.#write());
    const deadline = { clock: this.#parts.clock, ms: STORE_TIMEOUT_MS, what: 'Writing the last lists' };
    try {
      await withDeadline(writing, deadline);
    } catch (error) {
      this.#warn('snapshot-not-kept', 'The last lists were not written', error);
    }
  }

  async #readAll(): Promise<readonly CompanionSnapshot[]> {
    const { store, clock } = this.#parts;
    try {
      const deadline = { clock, ms: STORE_TIMEOUT_MS, what: 'Reading the last lists' };
      return [...(await withDeadline(store.listSnapshots(), deadline))];
    } catch (error) {
      this.#warn('snapshots-unreadable', 'The lists of the last run cannot be read', error);
      return [];
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
    for (const slot of [...this.#due]) {
      this.#due.delete(slot);
      try {
        await this.#writeOne(slot);
        this.#lastFailure = undefined;
      } catch (error) {
        this.#due.add(slot);
        const failure = describeError(error);
        // Said once, and again after it was well in between.
        if (failure !== this.#lastFailure) {
          this.#warn('snapshot-not-kept', `The list of ${slot.owner} was not written down`, error);
        }
        this.#lastFailure = failure;
      }
    }
  }

  async #writeOne(slot: ProviderSlot): Promise<void> {
    const { list, metadata, owner, companionId } = slot;
    if (list === undefined) return;
    const kept = this.#kept.get(owner);
    const content = await createSnapshotContent({ tools: list.tools, metadata, before: kept?.names ?? noNames });
    if (content.hash === kept?.hash) return;
    const { tools, hash, names } = content;
    const listedAt = new Date(list.listedAt).toISOString();
    const snapshot: CompanionSnapshot = { owner, companionId, tools, metadata: content.metadata, hash, listedAt };
    await this.#parts.store.change((writer) => writer.putSnapshot(snapshot));
    this.#kept.set(owner, { hash, names });
    if (content.extent !== 'whole') this.#sayExtent(slot, content.extent);
  }

  #sayExtent({ owner, companionId }: ProviderSlot, extent: 'names' | 'cut'): void {
    const what = extent === 'names' ? 'names and labels are' : 'as many names as fit are';
    const message = `The list of ${owner} is larger than 5 MB: only its ${what} kept for the next start.`;
    this.#parts.logger({ level: 'warn', event: 'snapshot-shortened', companion: companionId, message });
  }

  #warn(event: string, what: string, error: unknown): void {
    this.#parts.logger({ level: 'warn', event, message: `${what}: ${describeError(error)}`, error });
  }
}

/** A text for the log about a row that may be anything. */
function nameOwner(snapshot: CompanionSnapshot): string {
  const { owner }: { readonly owner?: unknown } = Object(snapshot);
  return typeof owner === 'string' ? owner.slice(0, 300) : 'a provider';
}
