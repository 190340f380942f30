import type { ToolConfig } from '../contract/call.js';
import type { Clock } from '../contract/clock.js';
import type { ToolMetadata } from '../contract/definition.js';
import { LoadoutError } from '../contract/errors.js';
import type { ConfigurationProblem } from '../contract/implementation.js';
import type { JsonObject } from '../contract/json.js';
import type { CompanionState } from '../contract/report.js';
import { DroppedTools } from './dropped-tools.js';
import { withDeadline } from './guard.js';
import type { GuardedProvider, ProviderSource } from './guarded-provider.js';
import { copyTool, type KnownName, readKnownName } from './known-tool.js';
import { ProviderInstances } from './provider-instances.js';
import type { ProviderList, RestoredList } from './provider-list.js';
import { RelatedNames, type StatedName } from './related-names.js';
import { RoundTimer } from './round-timer.js';
import { steadyTime } from './steady-time.js';

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 300_000;

/**
 * Between two rounds that `toolsChanged` asks for. The pause grows while one change follows the other, so that a
 * provider that reports one whenever it is asked does no harm, and is the least again after some quiet.
 */
const LEAST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 30_000;

/** A good answer, and how it was before. */
export interface ListArrival {
  readonly slot: ProviderSlot;
  /** How many tools the list before had; undefined where there was none. */
  readonly toolsBefore: number | undefined;
  /** Whether the last attempt had failed. */
  readonly hadFailed: boolean;
}

/** What a slot needs from outside. */
export interface SlotSurroundings {
  readonly clock: Clock;
  readonly listTimeoutMs: number;
  /** The companion's settings as they are now. */
  settings(): JsonObject;
  /** The values of those that are secret. */
  secrets(): readonly string[];
  /** What the companion says that it was called before. */
  formerly?(): readonly string[];
  /** A new list or new metadata arrived. */
  changed(): void;
  /** The same, for whoever wants to know what came. */
  listed?(arrival: ListArrival): void;
  /** Whether a definition could be offered. Absent: nobody can tell. */
  readonly isInOrder?: (tool: JsonObject) => boolean;
  /** More is known of a tool that is no longer listed, without a new list. */
  recalled?(slot: ProviderSlot): void;
  /** Something went wrong with the provider. */
  report(error: unknown): void;
  /** The same for what is in the log already. */
  note(error: unknown): void;
}

/**
 * The lists of one (companion, id): asked once and kept (contract 1.2), served from the last good answer
 * while asking fails, and asked again in the background with growing pauses (contract 2.2). A slot may begin with the
 * list of an earlier run, long before its provider is registered, if it ever is.
 */
export class ProviderSlot {
  readonly owner: string;
  readonly id: string | undefined;
  readonly companionId: string;
  readonly #instances: ProviderInstances;
  #list: ProviderList | undefined;
  #isRestored = false;
  #earlierTools: readonly unknown[] = [];
  readonly #dropped: DroppedTools;
  readonly #related: RelatedNames;
  #metadata: ReadonlyMap<string, ToolMetadata> = new Map();
  #lastError: unknown;
  #failures = 0;
  #listedInMs: number | undefined;
  #round = 0;
  #answeredRound = 0;
  #asking: Promise<void> | undefined;
  #following: Promise<void> | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  #firstAskedAt = Number.POSITIVE_INFINITY;
  #pauseMs = LEAST_PAUSE_MS;
  #isChangeDue = false;
  #closed = false;
  readonly #timer: RoundTimer;
  readonly #around: SlotSurroundings;

  /** Without a source it waits for one: see {@link adopt}. */
  constructor(
    companionId: string,
    id: string | undefined,
    source: ProviderSource | undefined,
    around: SlotSurroundings,
  ) {
    this.companionId = companionId;
    this.id = id;
    this.owner = id === undefined ? companionId : `${companionId}/${id}`;
    this.#instances = new ProviderInstances(this.owner, source, around);
    this.#around = around;
    this.#dropped = new DroppedTools(around.isInOrder);
    this.#related = new RelatedNames();
    this.#timer = new RoundTimer(around.clock, () => {
      void (this.#asking ?? Promise.resolve()).then(() => this.#askNow());
    });
  }

  /** What the newest dispatch registered. */
  get source(): ProviderSource {
    return this.#instances.source;
  }

  /** Definitions of the list of an earlier run, also when its provider has answered. */
  get earlierTools(): readonly unknown[] {
    return this.#earlierTools;
  }

  /** The last definitions of tools that it does not list any more. */
  get dropped(): DroppedTools {
    return this.#dropped;
  }

  /** Names that it ever stated for one tool. */
  get related(): RelatedNames {
    return this.#related;
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

  /** The values of those that are secret. */
  get secrets(): readonly string[] {
    return this.#around.secrets();
  }

  /** The owners that it was before, by its companion's manifest. */
  get formerOwners(): readonly string[] {
    const formerly = this.#around.formerly?.() ?? [];
    return formerly.map((id) => `${id}${this.owner.slice(this.companionId.length)}`);
  }

  /** Why it is not `ready`. */
  get lastError(): unknown {
    return this.#lastError;
  }

  get state(): CompanionState {
    if (this.#list === undefined) return this.#lastError === undefined ? 'loading' : 'failed';
    if (this.#lastError !== undefined) return 'stale';
    return this.#isRestored ? 'loading' : 'ready';
  }

  /** Whether its list is the one of an earlier run: its provider has not answered in this one. */
  get isRestored(): boolean {
    return this.#isRestored;
  }

  /** Whether a dispatch in this process brought its provider. */
  get isRegistered(): boolean {
    return this.#instances.isRegistered;
  }

  /** How often asking has failed since it last answered. */
  get failures(): number {
    return this.#failures;
  }

  /** How long its last good answer took; undefined where it has not answered in this run. */
  get listedInMs(): number | undefined {
    return this.#listedInMs;
  }

  /** When it is asked again, in milliseconds since 1970; undefined where that is not planned. */
  get nextTryAt(): number | undefined {
    return this.#timer.dueAt;
  }

  /** Whether it was first asked so long ago, and has never answered. */
  isUnansweredFor(ms: number): boolean {
    return this.#answeredRound === 0 && this.#round > 0 && this.#time() - this.#firstAskedAt >= ms;
  }

  /**
   * Begins with the list of an earlier run, until its provider answers. Where it has answered already, the list says
   * which tools are switched off.
   */
  restore({ list, metadata, droppedTools, relatedNames = [] }: RestoredList): void {
    this.#earlierTools = list.tools;
    this.recall({ tools: list.tools, droppedTools, relatedNames });
    this.stateNames(list.tools.flatMap((tool) => this.#readStated(tool)));
    if (this.#list === undefined) {
      this.#list = list;
      this.#metadata = metadata;
      this.#isRestored = true;
    } else {
      this.#list = { ...this.#list, names: this.#namesOf(list, this.#list) };
    }
    this.#around.changed();
  }

  /** Takes over what a snapshot knows of tools that are not listed; what is known here counts more. */
  recall({
    tools,
    droppedTools,
    relatedNames = [],
  }: Pick<RestoredList, 'droppedTools' | 'relatedNames'> & Pick<ProviderList, 'tools'>): void {
    this.#related.restore(relatedNames);
    const kept = new DroppedTools(this.#around.isInOrder);
    kept.restore(droppedTools);
    if (this.#list !== undefined) kept.leave(tools, this.#list.tools);
    this.#dropped.restore(kept.tools);
  }

  /** Keeps the definition by which a tool was judged that it does not list, or not in order. */
  keepDropped(definition: object): void {
    if (this.#dropped.keep(copyTool(definition))) this.#around.recalled?.(this);
  }

  /** Takes what a list says of names. Asked once for each. */
  stateNames(tools: readonly StatedName[]): void {
    const wasFull = this.#related.isFull;
    this.#related.state(tools);
    if (wasFull || !this.#related.isFull) return;
    const message = `${this.owner} has stated more names for its tools than are remembered: what is decided under one that it gives up later may not hold. Decide under the present names.`;
    this.report(new LoadoutError('TOOL_NAMES_TOO_MANY', message, { details: { owner: this.owner } }));
  }

  /** Takes what a dispatch registered; answers whether it is new. A new object under a known id keeps the lists. */
  adopt(source: ProviderSource): boolean {
    return this.#instances.adopt(source);
  }

  /** Asks if that was never done. Resolves when the first round has settled; undefined when there is nothing to wait for. */
  firstList(): Promise<void> | undefined {
    if ((this.#list !== undefined && !this.#isRestored) || this.#closed) return undefined;
    if (this.#round === 0) void this.#askNow();
    return this.#lastError === undefined ? this.#asking : undefined;
  }

  /** Resolves when lists that were asked after this call have answered or failed. Never rejects. */
  refresh(): Promise<void> {
    if (this.#asking === undefined) return this.#askNow();
    // The round that is under way may have looked before what made somebody call this.
    this.#following ??= this.#asking.then(() => {
      this.#following = undefined;
      return this.#askNow();
    });
    return this.#following;
  }

  /** Lists have changed: asks again soon, after the round that is under way, and not too often. */
  invalidate(): void {
    if (this.#closed || this.#round === 0 || this.#isChangeDue) return;
    const since = this.#time() - this.#askedAt;
    const isQuiet = since >= 2 * this.#pauseMs;
    const pause = isQuiet ? LEAST_PAUSE_MS : this.#pauseMs;
    this.#pauseMs = isQuiet ? LEAST_PAUSE_MS : Math.min(2 * pause, LONGEST_PAUSE_MS);
    if (this.#asking === undefined && since >= pause) {
      void this.#askNow();
    } else {
      this.#isChangeDue = true;
      this.#timer.plan(Math.max(0, pause - since));
    }
  }

  /** What is known of its tools changed, without a new list. */
  announceChange(): void {
    this.#around.changed();
  }

  /** Adds to the problems of the companion. */
  report(error: unknown): void {
    this.#around.report(error);
  }

  /** The same for what is in the log already. */
  note(error: unknown): void {
    this.#around.note(error);
  }

  /** The instance that all turns share, or a new one of the factory. Rejects with what is wrong. */
  instance(source: ProviderSource): GuardedProvider | Promise<GuardedProvider> {
    return this.#instances.get(source);
  }

  /** What the provider says of settings that fit a tool's schema. One that has not been registered says nothing. */
  judgeConfiguration(
    name: string,
    config: ToolConfig,
  ): readonly ConfigurationProblem[] | Promise<readonly ConfigurationProblem[]> {
    const provider = this.#instances.judge();
    if (provider === undefined) return [];
    const judge = (asked: GuardedProvider) => asked.judgeConfiguration(name, config);
    return provider instanceof Promise ? provider.then(judge) : judge(provider);
  }

  close(): void {
    this.#closed = true;
    this.#timer.clear();
  }

  /** Asks, or joins the round that is under way. */
  #askNow(): Promise<void> {
    if (this.#closed || !this.isRegistered) return Promise.resolve();
    if (this.#asking === undefined) {
      this.#timer.clear();
      this.#isChangeDue = false;
      this.#asking = this.#ask();
    }
    return this.#asking;
  }

  async #ask(): Promise<void> {
    const round = ++this.#round;
    const { clock, listTimeoutMs } = this.#around;
    this.#askedAt = this.#time();
    this.#firstAskedAt = Math.min(this.#firstAskedAt, this.#askedAt);
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
    const startedAt = this.#time();
    const provider = await this.#instances.lister();
    const [tools, metadata] = await Promise.all([provider.list(), this.#readMetadata(provider)]);
    if (this.#closed || round < this.#answeredRound) return;
    const arrival = { slot: this, toolsBefore: this.#list?.tools.length, hadFailed: this.#lastError !== undefined };
    this.#answeredRound = round;
    if (metadata !== undefined) this.#metadata = metadata;
    this.#dropped.leave(this.#list?.tools ?? [], tools);
    this.#list = { tools, names: this.#namesOfEarlierRun(), listedAt: this.#around.clock.now() };
    this.#listedInMs = this.#time() - startedAt;
    this.#isRestored = false;
    this.#lastError = undefined;
    this.#failures = 0;
    this.#around.changed();
    this.#around.listed?.(arrival);
  }

  #readStated(raw: unknown): readonly StatedName[] {
    const known = readKnownName(raw);
    if (known === undefined) return [];
    const isTool = (): boolean => {
      const tool = copyTool(raw);
      return tool !== undefined && this.#around.isInOrder?.(tool) !== false;
    };
    return [{ ...known, isTool }];
  }

  /** A tool of an earlier run that has a label still is switched off, if the new list does not have it. */
  #namesOfEarlierRun(): readonly KnownName[] {
    if (this.#list === undefined) return [];
    return this.#isRestored ? this.#namesOf(this.#list) : this.#namesOf({ tools: [] }, this.#list);
  }

  #namesOf(
    { tools, names = [] }: Pick<ProviderList, 'tools' | 'names'>,
    { names: more = [] }: Pick<ProviderList, 'names'> = {},
  ): readonly KnownName[] {
    const listed = tools.map(readKnownName).filter((known) => known !== undefined);
    return [...listed, ...names, ...more].filter(({ name }) => this.#metadata.has(name));
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
    if (!this.#closed) this.#timer.plan(pause);
  }

  #time(): number {
    return steadyTime(this.#around.clock);
  }
}
