import type { Emitter } from 'mitt';
import { LoadoutError } from '../contract/errors.js';
import type { Companion } from './companion.js';
import type { ProviderSource } from './guarded-provider.js';
import type { HostEvents } from './host-events.js';
import type { ProviderSlot } from './provider-slot.js';

/** Who answered one dispatch, in order of precedence. The same object as long as the answers are the same. */
export interface Roster {
  readonly slots: readonly ProviderSlot[];
  /** The instance or factory behind each slot, as registered for this dispatch. */
  readonly sources: readonly ProviderSource[];
}

/**
 * Dispatches `CollectToolProviders` once per turn (contract 1.1). A dispatch that brings what the last one
 * brought answers the same roster, so that nothing behind it is computed again.
 */
export class ProviderCollector {
  readonly #bus: Emitter<HostEvents>;
  readonly #companions: readonly Companion[];
  readonly #builtIn: ProviderSlot;
  #last: Roster;
  #isCollecting = false;

  constructor(bus: Emitter<HostEvents>, companions: readonly Companion[], builtIn: ProviderSlot) {
    this.#bus = bus;
    this.#companions = companions;
    this.#builtIn = builtIn;
    this.#last = { slots: [builtIn], sources: [builtIn.source] };
  }

  /** Throws `COMPANION_FAILED` for a dispatch out of a listener: it would take over the answers to the one under way. */
  collect(): Roster {
    if (this.#isCollecting) {
      throw new LoadoutError(
        'COMPANION_FAILED',
        'Tools cannot be asked for inside a listener of CollectToolProviders. Do it in getTools, or after the listener has returned.',
      );
    }
    this.#isCollecting = true;
    for (const companion of this.#companions) companion.openCollection();
    try {
      this.#bus.emit('CollectToolProviders');
    } finally {
      this.#isCollecting = false;
      for (const companion of this.#companions) companion.closeCollection();
    }
    if (!this.#isUnchanged()) this.#last = this.#snapshot();
    return this.#last;
  }

  #isUnchanged(): boolean {
    const { slots, sources } = this.#last;
    let index = 1;
    for (const companion of this.#companions) {
      for (const { slot, source } of companion.collected) {
        if (slots[index] !== slot || sources[index] !== source) return false;
        index += 1;
      }
    }
    return index === slots.length;
  }

  #snapshot(): Roster {
    const collected = this.#companions.flatMap((companion) => companion.collected);
    const slots = [this.#builtIn, ...collected.map(({ slot }) => slot)];
    const sources = [this.#builtIn.source, ...collected.map(({ source }) => source)];
    const sameSlots =
      slots.length === this.#last.slots.length && slots.every((slot, i) => slot === this.#last.slots[i]);
    // The catalogue depends on who, not on which instance: keep the array that it is cached by.
    return { slots: sameSlots ? this.#last.slots : slots, sources };
  }
}
