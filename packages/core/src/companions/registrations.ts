import type { RegistrationOptions } from '../contract/companion.js';
import type { ErrorCode } from '../contract/error-codes.js';
import { LoadoutError } from '../contract/errors.js';
import { readLeftOut } from '../contract/left-out.js';
import { isThenable, silence } from './guard.js';
import type { ProviderSource } from './guarded-provider.js';
import type { ProviderSlot } from './provider-slot.js';

const MAX_PROVIDERS = 256;
const PROVIDER_ID_PATTERN = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** A provider that answered the dispatch under way. */
export interface CollectedProvider {
  readonly slot: ProviderSlot;
  readonly source: ProviderSource;
}

/** What registering needs of the companion. */
export interface RegistrationParts {
  createSlot(id: string | undefined, source: ProviderSource | undefined): ProviderSlot;
  report(error: unknown, fallback?: ErrorCode): void;
}

/**
 * What one companion registers: taken while the dispatch is under way, refused with a reason otherwise (contract
 * 1.1). Slots stay when their provider is not registered again: they keep its names.
 */
export class Registrations {
  readonly #companionId: string;
  readonly #parts: RegistrationParts;
  readonly #slots = new Map<string, ProviderSlot>();
  /** Those of them that were registered in this process, in that order. */
  readonly #registered = new Set<ProviderSlot>();
  #collected: CollectedProvider[] = [];
  #isOpen = false;
  #isFull = false;

  constructor(companionId: string, parts: RegistrationParts) {
    this.#companionId = companionId;
    this.#parts = parts;
  }

  /** Every slot that there ever was, in the order of registration; then those of an earlier run alone. */
  get slots(): readonly ProviderSlot[] {
    return [...new Set([...this.#registered, ...this.#slots.values()])];
  }

  /**
   * The slot of a provider that is known from an earlier run. Throws `PROVIDER_REFUSED` where too many are known from
   * there alone.
   */
  restore(id: string | undefined): ProviderSlot {
    const known = this.#slots.get(id ?? '');
    if (known !== undefined) return known;
    if (this.#slots.size - this.#registered.size >= MAX_PROVIDERS) {
      throw this.#refusal(`before, and had more than ${MAX_PROVIDERS} by then`);
    }
    const slot = this.#parts.createSlot(id, undefined);
    this.#slots.set(id ?? '', slot);
    return slot;
  }

  /** The answers to the newest dispatch. */
  get collected(): readonly CollectedProvider[] {
    return this.#collected;
  }

  /** Answers are taken from now on. */
  open(): void {
    this.#collected.length = 0;
    this.#isOpen = true;
    this.#isFull = false;
  }

  /** What comes later is refused. */
  close(): void {
    this.#isOpen = false;
  }

  /** Never throws: a companion that does it wrong finds the reason in its problems. */
  register(source: ProviderSource, options: RegistrationOptions | undefined): void {
    // Said once: whoever registers a hundred thousand is not to make a hundred thousand errors.
    if (this.#isOpen && this.#isFull) return;
    try {
      const id = readProviderId(options);
      const known = this.#slots.get(id ?? '');
      this.#requireRegistrable(source, id, known);
      const slot = known ?? this.#parts.createSlot(id, source);
      if (known === undefined) this.#slots.set(id ?? '', slot);
      this.#registered.add(slot);
      const isNew = slot.adopt(source) || known === undefined;
      this.#collected.push({ slot, source });
      if (isNew) this.#reportLeftOut(source);
    } catch (error) {
      this.#parts.report(error, 'PROVIDER_REFUSED');
    }
  }

  #reportLeftOut(source: ProviderSource): void {
    for (const sentence of readLeftOut(source)) this.#parts.report(new LoadoutError('DEFINITION_LEFT_OUT', sentence));
  }

  #requireRegistrable(source: unknown, id: string | undefined, slot: ProviderSlot | undefined): void {
    if (!this.#isOpen) {
      throw this.#refusal(
        'after the dispatch had returned. Call event.registerProvider synchronously in the listener; do what takes time in getTools, or call event.toolsChanged() once it is done',
      );
    }
    if ((slot === undefined || source !== slot.source) && !canBeSource(source)) {
      silence(source);
      throw this.#refusal('that is neither a provider nor a factory of one (a promise of one is not enough)');
    }
    if (id === undefined && this.#collected.length > 0) {
      throw this.#refusal('without an id, as its second one. Pass { id: "…" } with each from the second on');
    }
    if (slot !== undefined && this.#collected.some((collected) => collected.slot === slot)) {
      throw this.#refusal(`under the id "${id ?? ''}" twice. Give each provider an id of its own`);
    }
    const isNewHere = slot === undefined || !this.#registered.has(slot);
    if (this.#collected.length >= MAX_PROVIDERS || (isNewHere && this.#registered.size >= MAX_PROVIDERS)) {
      this.#isFull = true;
      throw this.#refusal(`beyond the ${MAX_PROVIDERS} ids that one companion may have. Use the same ids in each turn`);
    }
  }

  #refusal(why: string): LoadoutError {
    return new LoadoutError('PROVIDER_REFUSED', `${this.#companionId} registered a provider ${why}.`);
  }
}

function canBeSource(source: unknown): boolean {
  return ((typeof source === 'object' && source !== null) || typeof source === 'function') && !isThenable(source);
}

/** Whether a value can tell the providers of one companion apart. */
export function isProviderId(id: unknown): id is string {
  return typeof id === 'string' && PROVIDER_ID_PATTERN.test(id);
}

function readProviderId(options: RegistrationOptions | undefined): string | undefined {
  const id: unknown = options?.id;
  if (id === undefined) return undefined;
  if (isProviderId(id)) return id;
  throw new LoadoutError(
    'PROVIDER_REFUSED',
    `The id of a provider is 1 to 64 lower-case letters, digits and "-", not ${typeof id === 'string' ? `"${id.slice(0, 80)}"` : `a ${typeof id}`}.`,
  );
}
