import type { Catalogue } from '../catalogue/catalogue.js';
import type { Roster } from '../companions/collect-providers.js';
import { TurnInstanceContext } from '../companions/instance-gate.js';
import type { ProviderSlot } from '../companions/provider-slot.js';
import type { ConfidenceLevel } from '../contract/confidence.js';
import type { ContextBot, InvocationContext } from '../contract/context.js';
import { LoadoutError } from '../contract/errors.js';
import type { JsonObject } from '../contract/json.js';
import type { LoopOptions, TurnLoop } from '../contract/loop.js';
import type { ModelDescription } from '../contract/model.js';
import type { ConvertedTool, ModelAdapter } from '../contract/model-adapter.js';
import type { CallOutcome } from '../contract/result.js';
import type { OfferedTool, ToolCall, Turn, WithheldTool } from '../contract/turn.js';
import type { TurnUsage } from '../contract/turn-limits.js';
import { CallRun } from '../execution/call-run.js';
import type { CallableTool } from '../execution/callable-tool.js';
import type { ConfidenceGuard } from '../execution/confidence-guard.js';
import type { ExecutionParts, TurnInstance, TurnScope, TurnWishes } from '../execution/execution-parts.js';
import { executeCall } from '../execution/pipeline.js';
import { TurnBudget } from '../execution/turn-budget.js';
import type { TurnClaim } from './claim-turn.js';
import type { Offer } from './create-offer.js';
import { recordTurn } from './record-turn.js';
import { mergeTurnLimits } from './turn-limits.js';
import { ToolLoop } from './turn-loop.js';

/** What a turn is made of. */
export interface TurnParts {
  readonly host: ExecutionParts;
  readonly context: InvocationContext;
  readonly options: TurnWishes;
  readonly catalogue: Catalogue;
  readonly roster: Roster;
  readonly offer: Offer;
  readonly confidence: ConfidenceGuard;
  readonly model: ModelDescription | undefined;
  /** Of the model's API; undefined where the turn is for none. */
  readonly adapter: ModelAdapter | undefined;
  /** Of a turn that waited for a person and goes on: what was kept of it. */
  readonly claim?: TurnClaim | undefined;
  /** Told once, when the turn has ended. */
  readonly ended: (turn: ToolTurn) => void;
}

/** Writing a number costs as much as validating arguments, so the suffixes of generated call ids are kept. */
const suffixes: string[] = [];

function suffixOf(count: number): string {
  const suffix = suffixes[count] ?? `-${count}`;
  if (count <= 1_000) suffixes[count] = suffix;
  return suffix;
}

/** One run of a bot. Everything in it stays what it was at its start. */
export class ToolTurn implements Turn, TurnScope {
  readonly context: InvocationContext;
  readonly options: TurnWishes;
  readonly catalogue: Catalogue;
  readonly roster: Roster;
  /** Set where the turn goes on with one that waited for a person. */
  readonly claim: TurnClaim | undefined;
  readonly model: ModelDescription | undefined;
  readonly approved: Set<string>;
  readonly startedAt: number;
  readonly confidence: ConfidenceGuard;
  readonly budget: TurnBudget;
  readonly run: CallRun;
  readonly #host: ExecutionParts;
  readonly #offer: Offer;
  readonly #adapter: ModelAdapter | undefined;
  readonly #instances = new Map<ProviderSlot, TurnInstance | Promise<TurnInstance>>();
  readonly #ended: (turn: ToolTurn) => void;
  #loop: ToolLoop | undefined;
  #made = 0;
  #running = 0;
  #isOver = false;
  #onIdle: (() => void) | undefined;
  readonly #onAbort = (): void => {
    this.#loop?.cancelRequest();
    this.#host.waiting.cancel(this);
  };

  constructor(parts: TurnParts) {
    this.context = parts.context;
    this.options = parts.options;
    this.catalogue = parts.catalogue;
    this.roster = parts.roster;
    this.#host = parts.host;
    this.#offer = parts.offer;
    this.confidence = parts.confidence;
    this.claim = parts.claim;
    this.model = parts.model;
    this.#adapter = parts.adapter;
    this.#ended = parts.ended;
    const limits = mergeTurnLimits(this.#host.turnLimits, this.options.limits);
    const earlier = parts.claim?.document;
    this.startedAt = this.#host.clock.now();
    this.budget = new TurnBudget(this.#host.clock, limits, earlier?.usage);
    this.run = new CallRun(earlier?.progress.run);
    this.approved = new Set(earlier?.progress.approved);
    this.options.signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  get id(): string {
    return this.context.turnId;
  }

  get bot(): ContextBot {
    return this.context.bot;
  }

  get botId(): string {
    return this.context.bot.id;
  }

  get signal(): AbortSignal | undefined {
    return this.options.signal;
  }

  get offered(): readonly OfferedTool[] {
    return this.#offer.offered;
  }

  get withheld(): readonly WithheldTool[] {
    return this.#offer.withheld;
  }

  get toolsJson(): string {
    return this.#offer.toolsJson;
  }

  get converted(): readonly ConvertedTool[] {
    return this.#offer.encoded.tools;
  }

  get instructions(): string {
    return this.#offer.instructions;
  }

  get requiredConfidence(): ConfidenceLevel {
    return this.confidence.required;
  }

  get tools(): ReadonlyMap<string, CallableTool> {
    return this.#offer.tools;
  }

  get assigned(): ReadonlySet<string> {
    return this.#offer.assigned;
  }

  get recognisable(): Offer['recognisable'] {
    return this.#offer.recognisable;
  }

  get isOver(): boolean {
    return this.#isOver || this.options.signal?.aborted === true;
  }

  get usage(): TurnUsage {
    return this.budget.usage;
  }

  call(toolCall: ToolCall): Promise<CallOutcome> {
    return executeCall(this.#host, this, toolCall);
  }

  createLoop<Message = JsonObject>(options?: LoopOptions): TurnLoop<Message> {
    const { model, claim } = this;
    const adapter = this.#adapter;
    if (this.#isOver) throw new LoadoutError('TURN_ENDED', 'The turn has ended, so it has no loop. Start another one.');
    if (this.#loop !== undefined)
      throw new LoadoutError('LOOP_MISUSED', 'The turn has a loop already. Start another turn.');
    if (model === undefined || adapter === undefined) {
      const message = 'The turn has no model API, so it has no loop. Start it with model: { api }.';
      throw new LoadoutError('LOOP_MISUSED', message);
    }
    this.#loop = new ToolLoop({
      host: this.#host,
      turn: this,
      adapter,
      model,
      tools: this.#offer.encoded,
      converted: this.#offer.converted,
      options,
      claim,
    });
    // Messages are what the API has them to be; which type that is, only the embedder knows.
    return this.#loop as TurnLoop<unknown> as TurnLoop<Message>;
  }

  async end(): Promise<void> {
    const isFirst = !this.#isOver;
    if (!this.#isOver) {
      this.#isOver = true;
      this.options.signal?.removeEventListener('abort', this.#onAbort);
      this.#onAbort();
      this.#ended(this);
    }
    if (this.#running > 0) await this.#untilIdle();
    // What a resumed turn has answered is written down before anybody else may go on with it.
    await this.#loop?.settled();
    if (isFirst && (this.#loop !== undefined || this.budget.calls > 0)) this.#record();
    // Whoever goes on with it next need not wait for this process.
    await this.claim?.release();
  }

  #record(): void {
    const loop = this.#loop;
    recordTurn(this.#host, {
      context: this.context,
      startedAt: this.startedAt,
      budget: this.budget,
      modelApi: loop === undefined ? null : (this.model?.api ?? null),
      modelRequests: loop?.requests ?? 0,
      requests: loop?.requestTimes ?? [],
      offered: this.offered.length,
      withheld: this.withheld.length,
      stop: loop?.stop ?? null,
    });
  }

  async #untilIdle(): Promise<void> {
    await new Promise<void>((resolve) => {
      const before = this.#onIdle;
      this.#onIdle = () => {
        before?.();
        resolve();
      };
    });
  }

  nextCallId(): string {
    return this.id + suffixOf(++this.#made);
  }

  callBegan(): void {
    this.#running += 1;
  }

  callEnded(): void {
    this.#running -= 1;
    if (this.#running > 0 || this.#onIdle === undefined) return;
    this.#onIdle();
    this.#onIdle = undefined;
  }

  instanceOf(slot: ProviderSlot): TurnInstance | Promise<TurnInstance> {
    let instance = this.#instances.get(slot);
    if (instance === undefined) {
      instance = this.#createInstance(slot);
      this.#instances.set(slot, instance);
    }
    return instance;
  }

  /** A factory is asked once per turn, at the first call; what it rejects with, every call of the turn gets. */
  #createInstance(slot: ProviderSlot): TurnInstance | Promise<TurnInstance> {
    const source = this.roster.sources[this.roster.slots.indexOf(slot)];
    if (source === undefined) {
      throw new LoadoutError('COMPANION_FAILED', `${slot.owner} did not register for this turn.`);
    }
    const made = slot.instance(source);
    if (!(made instanceof Promise)) return { provider: made, own: undefined };
    return made.then((provider) => ({ provider, own: new TurnInstanceContext() }));
  }
}
