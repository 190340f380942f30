import { isLoadoutError, LoadoutError } from '../contract/errors.js';
import { describeError, invoke, withDeadline } from './guard.js';
import { GuardedProvider, type ProviderSource, type ProviderSurroundings } from './guarded-provider.js';

/** What the instances need from outside. */
export interface InstanceSurroundings extends ProviderSurroundings {
  /** A factory has this long, in milliseconds. */
  readonly listTimeoutMs: number;
}

/** The guarded instances of what is registered under one (companion, id): one object for all, or those of a factory. */
export class ProviderInstances {
  readonly #owner: string;
  readonly #around: InstanceSurroundings;
  #source: ProviderSource;
  #shared: GuardedProvider | undefined;
  #lister: Promise<GuardedProvider> | undefined;

  /** Without a source there is nothing to ask, until one is adopted. */
  constructor(owner: string, source: ProviderSource | undefined, around: InstanceSurroundings) {
    this.#owner = owner;
    this.#around = around;
    this.#source = source ?? unregistered;
  }

  /** What the newest dispatch registered. */
  get source(): ProviderSource {
    return this.#source;
  }

  get isRegistered(): boolean {
    return this.#source !== unregistered;
  }

  /** Answers whether the source is a new one. */
  adopt(source: ProviderSource): boolean {
    if (source === this.#source) return false;
    this.#source = source;
    this.#shared = undefined;
    this.#lister = undefined;
    return true;
  }

  /** The instance that all turns share, or a new one of the factory. Rejects with what is wrong. */
  get(source: ProviderSource): GuardedProvider | Promise<GuardedProvider> {
    if (typeof source === 'function') return this.#make(source);
    if (source !== this.#source) return this.#guard(source);
    this.#shared ??= this.#guard(source);
    return this.#shared;
  }

  /** The instance that is asked for lists. After a failure of the factory the next call makes another. */
  async lister(): Promise<GuardedProvider> {
    this.#lister ??= Promise.resolve(this.get(this.#source));
    const lister = this.#lister;
    try {
      return await lister;
    } catch (error) {
      if (this.#lister === lister) this.#lister = undefined;
      throw error;
    }
  }

  /** The instance that judges settings: of a factory the one that lists, as the others are their turns'. */
  judge(): GuardedProvider | Promise<GuardedProvider> | undefined {
    if (!this.isRegistered) return undefined;
    return typeof this.#source === 'function' ? this.#lister : this.get(this.#source);
  }

  #guard(instance: unknown): GuardedProvider {
    return new GuardedProvider(this.#owner, instance, this.#around);
  }

  async #make(factory: () => unknown): Promise<GuardedProvider> {
    const { clock, listTimeoutMs } = this.#around;
    try {
      const made = invoke(() => requireFactory(factory)());
      made.catch(() => undefined);
      return this.#guard(await withDeadline(made, { clock, ms: listTimeoutMs, what: `The factory of ${this.#owner}` }));
    } catch (error) {
      const failure = isLoadoutError(error)
        ? error
        : new LoadoutError('COMPANION_FAILED', `The factory of ${this.#owner} failed: ${describeError(error)}`, {
            cause: error,
          });
      this.#around.report(failure);
      throw failure;
    }
  }
}

/** Stands for what nobody has registered in this process: never called, told apart by identity. */
const unregistered: ProviderSource = () => {
  throw new Error('No provider is registered.');
};

/** A class is a function as well; what a call of it throws helps nobody who meant to register it. */
function requireFactory(factory: () => unknown): () => unknown {
  if (!/^class\b/.test(Function.prototype.toString.call(factory))) return factory;
  throw new TypeError('it is a class. Register an instance of it, or () => new …');
}
