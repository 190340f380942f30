import type { Clock, ClockTimer } from '../contract/clock.js';
import type { ToolMetadata } from '../contract/definition.js';
import type { JsonObject } from '../contract/json.js';
import type { CompanionState } from '../contract/report.js';
import { invoke, withDeadline } from './guard.js';
import { GuardedProvider, type ProviderSource } from './guarded-provider.js';

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 300_000;

/** Between two rounds that `toolsChanged` asks for, so that a provider that calls it while listing does no harm. */
const LEAST_INTERVAL_MS = 200;

/** A good answer to `getTools`. Never changed, only replaced. */
export interface ProviderList {
  /** Raw definitions: foreign objects, to be judged one by one. */
  readonly tools: readonly unknown[];
  readonly listedAt: number;
}

/** What a slot needs from outside. */
export interface SlotSurroundings {
  readonly clock: Clock;
  readonly listTimeoutMs: number;
  /** The companion's settings as they are now. */
  settings(): JsonObject;
  /** A new list or new metadata arrived. */
  changed(): void;
  /** Something went wrong with the provider. */
  report(error: unknown): void;
}

/**
 * The lists of one (companion, id): asked once and kept (contract 1.2), served from the last good answer
 * while asking fails, and asked again in the background with growing pauses (contract 2.2).
 */
export class ProviderSlot {
  readonly owner: string;
  readonly id: string | undefined;
  readonly companionId: string;
  #source: ProviderSource;
  #shared: GuardedProvider | undefined;
  #lister: Promise<GuardedProvider> | undefined;
  #list: ProviderList | undefined;
  #metadata: ReadonlyMap<string, ToolMetadata> = new Map();
  #lastError: unknown;
  #failures = 0;
  #round = 0;
  #answeredRound = 0;
  #asking: Promise<void> | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  #timer: ClockTimer | undefined;
  #closed = false;
  readonly #around: SlotSurroundings;

  constructor(companionId: string, id: string | undefined, source: ProviderSource, around: SlotSurroundings) {
    this.companionId = companionId;
    this.id = id;
    this.owner = id === undefined ? companionId : `${companionId}/${id}`;
    this.#source = source;
    this.#around = around;
  }

  /** What the newest dispatch registered. */
  get source(): ProviderSource {
    return this.#source;
  }

  /** The last good list. */
  get list(): ProviderList | undefined {
    return this.#list;
  }

  get metadata(): ReadonlyMap<string, ToolMetadata> {
    return this.#metadata;
  }

  /** The companion's settings as they are now. */
  get settings(): JsonObject {
    return this.#around.settings();
  }

  /** Why it is not `ready`. */
  get lastError(): unknown {
    return this.#lastError;
  }

  get state(): CompanionState {
    if (this.#list === undefined) return this.#lastError === undefined ? 'loading' : 'failed';
    return this.#lastError === undefined ? 'ready' : 'stale';
  }

  /** Takes what a dispatch registered. A new object under a known id keeps the lists. */
  adopt(source: ProviderSource): void {
    if (source === this.#source) return;
    this.#source = source;
    this.#shared = undefined;
    this.#lister = undefined;
  }

  /** Resolves when the first round has settled; undefined when there is nothing to wait for. */
  firstList(): Promise<void> | undefined {
    if (this.#list !== undefined || this.#closed) return undefined;
    if (this.#round === 0) this.refresh();
    return this.#lastError === undefined ? this.#asking : undefined;
  }

  /** Asks now, or joins the round that is under way. Never rejects. */
  refresh(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#timer?.clear();
    this.#timer = undefined;
    this.#asking ??= this.#ask();
    return this.#asking;
  }

  /** Asks again soon: after the round that is under way, and not too often. */
  invalidate(): void {
    if (this.#closed || this.#round === 0) return;
    const pause = Math.max(0, this.#askedAt + LEAST_INTERVAL_MS - this.#around.clock.now());
    if (this.#asking === undefined && pause === 0) {
      this.refresh();
    } else {
      this.#schedule(pause);
    }
  }

  /** Adds to the problems of the companion. */
  report(error: unknown): void {
    this.#around.report(error);
  }

  /** The instance that all turns share, or a new one of the factory. Rejects with what is wrong. */
  instance(source: ProviderSource): GuardedProvider | Promise<GuardedProvider> {
    if (typeof source === 'function') return this.#make(source);
    if (source !== this.#source) return new GuardedProvider(this.owner, source, this.#around.clock);
    this.#shared ??= new GuardedProvider(this.owner, source, this.#around.clock);
    return this.#shared;
  }

  close(): void {
    this.#closed = true;
    this.#timer?.clear();
  }

  async #ask(): Promise<void> {
    const round = ++this.#round;
    const { clock, listTimeoutMs } = this.#around;
    this.#askedAt = clock.now();
    const answer = this.#readLists(round);
    // A late answer is still an answer: it counts unless a newer round has answered. Its failure was reported.
    answer.catch(() => undefined);
    try {
      await withDeadline(answer, { clock, ms: listTimeoutMs, what: `getTools of ${this.owner}` });
    } catch (error) {
      if (this.#answeredRound < round) this.#fail(error);
    } finally {
      this.#asking = undefined;
    }
  }

  async #readLists(round: number): Promise<void> {
    this.#lister ??= Promise.resolve(this.instance(this.#source));
    const lister = this.#lister;
    let provider: GuardedProvider;
    try {
      provider = await lister;
    } catch (error) {
      if (this.#lister === lister) this.#lister = undefined;
      throw error;
    }
    const [tools, metadata] = await Promise.all([provider.list(), this.#readMetadata(provider)]);
    if (this.#closed || round < this.#answeredRound) return;
    this.#answeredRound = round;
    this.#list = { tools, listedAt: this.#around.clock.now() };
    if (metadata !== undefined) this.#metadata = metadata;
    this.#lastError = undefined;
    this.#failures = 0;
    this.#around.changed();
  }

  /** Labels are a courtesy: without them the tools are still served. */
  async #readMetadata(provider: GuardedProvider): Promise<ReadonlyMap<string, ToolMetadata> | undefined> {
    const { clock, listTimeoutMs } = this.#around;
    const what = `getToolMetadata of ${this.owner}`;
    try {
      // Shorter than the whole round, so that a hang here leaves the list in time.
      return await withDeadline(provider.metadata(), { clock, ms: listTimeoutMs / 2, what });
    } catch (error) {
      this.#around.report(error);
      return undefined;
    }
  }

  #fail(error: unknown): void {
    this.#lastError = error;
    this.#around.report(error);
    this.#around.changed();
    const pause = Math.min(FIRST_RETRY_MS * 2 ** this.#failures++, LAST_RETRY_MS);
    if (!this.#closed) this.#schedule(pause);
  }

  #schedule(delayMs: number): void {
    if (this.#timer !== undefined) return;
    this.#timer = this.#around.clock.setTimeout(() => {
      this.#timer = undefined;
      if (this.#asking === undefined) this.refresh();
      else void this.#asking.then(() => this.refresh());
    }, delayMs);
    this.#timer.unref();
  }

  async #make(factory: () => unknown): Promise<GuardedProvider> {
    const { clock, listTimeoutMs } = this.#around;
    const made = invoke(factory);
    made.catch(() => undefined);
    const instance = await withDeadline(made, { clock, ms: listTimeoutMs, what: `The factory of ${this.owner}` });
    return new GuardedProvider(this.owner, instance, clock);
  }
}
