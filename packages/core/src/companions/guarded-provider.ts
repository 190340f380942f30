import type { CallScope, ToolConfig } from '../contract/call.js';
import type { Clock } from '../contract/clock.js';
import { validateConfigurationKey } from '../contract/configuration-check.js';
import type { InvocationContext } from '../contract/context.js';
import type { ToolMetadata } from '../contract/definition.js';
import { LoadoutError } from '../contract/errors.js';
import type { ConfigurationProblem } from '../contract/implementation.js';
import type { JsonObject, MaybePromise } from '../contract/json.js';
import type { IToolProvider, ToolProviderFactory } from '../contract/provider.js';
import { describeError, invoke, isThenable, silence, silenceEach, withDeadline } from './guard.js';
import { readConfigurationProblems } from './read-configuration-problems.js';
import { readMetadata } from './read-metadata.js';

/** More definitions than this in one list are taken for a mistake. */
const MAX_LISTED_TOOLS = 100_000;

/** How long a provider may think about a name. */
const PROVIDES_TIMEOUT_MS = 2_000;

/** How long it may think about settings: whoever waits for an offer waits for it. */
const VALIDATE_TIMEOUT_MS = 1_000;

/** What calling a provider needs. */
export interface ProviderSurroundings {
  readonly clock: Clock;
  /** Told what goes wrong in a call; what goes wrong with lists is for whoever asks for them. */
  report(error: unknown): void;
}

/** What a companion registers: an instance that all turns share, or a factory of one per turn. */
export type ProviderSource = IToolProvider | ToolProviderFactory;

/**
 * One instance of a provider, as the host calls it. Every call into a companion's provider goes through
 * here and nowhere else: the shape of each answer is checked and failures name their owner. `execute` alone
 * passes on what it gets, because the pipeline judges results.
 */
export class GuardedProvider {
  readonly owner: string;
  /** Whether it wants to be told the context of each call. */
  readonly hasContextSetter: boolean;
  readonly #instance: IToolProvider;
  readonly #clock: Clock;
  readonly #report: (error: unknown) => void;

  constructor(owner: string, instance: unknown, around: ProviderSurroundings) {
    requireProvider(owner, instance);
    this.owner = owner;
    this.#instance = instance;
    this.#clock = around.clock;
    this.#report = around.report;
    this.hasContextSetter = typeof this.#instance.setInvocationContext === 'function';
  }

  /** The object behind it: instances are told apart by identity, also across owners. */
  get identity(): object {
    return this.#instance;
  }

  /** The raw definitions in an array of the host's own. Each is judged later, alone. */
  async list(): Promise<readonly unknown[]> {
    const answer: unknown = await this.#ask('getTools', () => this.#instance.getTools());
    if (!Array.isArray(answer)) throw this.#wrongShape('getTools', 'an array of definitions', answer);
    const list = await this.#ask('getTools', () => copyList(answer));
    if (list === undefined) throw this.#wrongShape('getTools', `at most ${MAX_LISTED_TOOLS} definitions`, answer);
    return list;
  }

  /** What people see, by tool name; empty where the provider has nothing to say. */
  async metadata(): Promise<ReadonlyMap<string, ToolMetadata>> {
    if (typeof this.#instance.getToolMetadata !== 'function') return new Map();
    const answer: unknown = await this.#ask('getToolMetadata', () => this.#instance.getToolMetadata?.());
    const metadata = readMetadata(answer);
    if (metadata === undefined) throw this.#wrongShape('getToolMetadata', 'an object with a key per tool', answer);
    return metadata;
  }

  /** Whether it answers for a name that nobody lists. */
  async provides(name: string): Promise<boolean> {
    if (typeof this.#instance.providesTool !== 'function') return false;
    const deadline = { clock: this.#clock, ms: PROVIDES_TIMEOUT_MS, what: `providesTool of ${this.owner}` };
    try {
      const asking = this.#ask('providesTool', () => this.#instance.providesTool?.(name));
      const answer: unknown = await withDeadline(asking, deadline);
      if (typeof answer !== 'boolean') throw this.#wrongShape('providesTool', 'true or false', answer);
      return answer;
    } catch (error) {
      this.#report(error);
      throw error;
    }
  }

  /** What is wrong with settings that fit a tool's schema. Rejects where it fails or answers too late, with who did. */
  judgeConfiguration(
    name: string,
    config: ToolConfig,
  ): readonly ConfigurationProblem[] | Promise<readonly ConfigurationProblem[]> {
    const method = 'validateConfiguration';
    let answer: unknown;
    try {
      const judge = (this.#instance as unknown as Readonly<Record<symbol, unknown>>)[validateConfigurationKey];
      if (typeof judge !== 'function') return [];
      answer = Reflect.apply(judge, this.#instance, [name, config]);
    } catch (error) {
      return Promise.reject(this.#reported(this.#failure(method, error)));
    }
    // Most judge at once, and then nobody waits.
    if (!isThenable(answer)) {
      const problems = readConfigurationProblems(answer);
      return problems ?? Promise.reject(this.#reported(this.#wrongShape(method, 'a list of problems', answer)));
    }
    return this.#awaitJudgement(method, answer);
  }

  async #awaitJudgement(method: string, answer: PromiseLike<unknown>): Promise<readonly ConfigurationProblem[]> {
    const what = `${method} of ${this.owner}`;
    try {
      const asking = this.#ask(method, () => answer);
      const given = await withDeadline(asking, { clock: this.#clock, ms: VALIDATE_TIMEOUT_MS, what });
      const problems = readConfigurationProblems(given);
      if (problems === undefined) throw this.#wrongShape(method, 'a list of problems', given);
      return problems;
    } catch (error) {
      throw this.#reported(error);
    }
  }

  #reported<E>(error: E): E {
    this.#report(error);
    return error;
  }

  /** Runs a call. May throw, reject or answer anything: the pipeline deals with it. */
  execute(name: string, args: JsonObject, config: ToolConfig, call: CallScope): MaybePromise<unknown> {
    return this.#instance.executeTool(name, args, config, call);
  }

  /** Tells the context, or that the call has ended. */
  async setContext(context: InvocationContext | null): Promise<void> {
    try {
      await invoke(() => this.#instance.setInvocationContext?.(context));
    } catch (error) {
      this.#report(this.#failure('setInvocationContext', error));
      throw error;
    }
  }

  async #ask<T>(method: string, work: () => MaybePromise<T>): Promise<T> {
    try {
      return await invoke(work);
    } catch (error) {
      throw this.#failure(method, error);
    }
  }

  #failure(method: string, cause: unknown): LoadoutError {
    const message = `${method} of ${this.owner} failed: ${describeError(cause)}`;
    return new LoadoutError('COMPANION_FAILED', message, { details: { owner: this.owner, method }, cause });
  }

  #wrongShape(method: string, expected: string, came: unknown): LoadoutError {
    silenceEach(came);
    return new LoadoutError(
      'COMPANION_WRONG_SHAPE',
      `${method} of ${this.owner} has to answer ${expected}, not ${nameShape(came)}.`,
      { details: { owner: this.owner, method } },
    );
  }
}

/** Throws `COMPANION_WRONG_SHAPE` for what cannot be a provider. */
function requireProvider(owner: string, value: unknown): asserts value is IToolProvider {
  const lacks = (name: string): boolean => typeof (value as Record<string, unknown>)[name] !== 'function';
  if (typeof value === 'object' && value !== null) {
    const missing = ['getTools', 'executeTool'].filter(lacks);
    if (missing.length === 0) return;
    throw new LoadoutError('COMPANION_WRONG_SHAPE', `The provider of ${owner} lacks ${missing.join(' and ')}.`);
  }
  throw new LoadoutError(
    'COMPANION_WRONG_SHAPE',
    `The provider of ${owner} has to be an object, not ${nameShape(value)}.`,
  );
}

/**
 * An array of the host's own; undefined for one that is too long. The length is read once: a proxy can answer
 * another one each time. An element that cannot be read is judged as `undefined`, alone.
 */
function copyList(list: readonly unknown[]): readonly unknown[] | undefined {
  const length: unknown = list.length;
  if (!Number.isInteger(length) || Number(length) < 0 || Number(length) > MAX_LISTED_TOOLS) return undefined;
  const copy: unknown[] = [];
  for (let index = 0; index < Number(length); index += 1) copy.push(readElement(list, index));
  return copy;
}

function readElement(list: readonly unknown[], index: number): unknown {
  try {
    const element = list[index];
    silence(element);
    return element;
  } catch {
    return undefined;
  }
}

function nameShape(value: unknown): string {
  if (value === null) return 'null';
  try {
    if (Array.isArray(value)) return `an array of ${value.length}`;
  } catch {
    return 'a proxy that cannot be read';
  }
  if (value === undefined) return 'undefined';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
