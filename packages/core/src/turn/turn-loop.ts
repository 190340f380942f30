import { wrongArgument } from '../catalogue/wrong-argument.js';
import { describeError } from '../companions/guard.js';
import type { JsonObject } from '../contract/json.js';
import type { LoopOptions, LoopRequest, LoopStep, LoopStream, Source, StopReason, TurnLoop } from '../contract/loop.js';
import type { ModelDescription } from '../contract/model.js';
import type {
  AnsweredCall,
  EncodedTools,
  ModelAdapter,
  ModelResponse,
  ResponseContext,
} from '../contract/model-adapter.js';
import type { TurnUsage } from '../contract/turn-limits.js';
import type { ExecutionParts, TurnScope } from '../execution/execution-parts.js';
import type { ModelRequestTrace } from '../store/traces.js';
import type { TurnClaim } from './claim-turn.js';
import { type ClosingProgress, closeOpenCalls, supersedeTurns } from './close-open-calls.js';
import { SourceCollection } from './collect-sources.js';
import { chooseFirstTool } from './first-tool-choice.js';
import { LastRequest } from './last-request.js';
import { LoopCalls, type LoopCallsParts } from './loop-calls.js';
import { describeState, type LoopState, misused } from './loop-state.js';
import { ModelRequests } from './model-requests.js';
import { readLoopOptions } from './read-loop-options.js';
import { ResponseReader, requireFewCalls } from './response-reader.js';
import { resumeCalls } from './resume-calls.js';
import { type SettledCall, suspendTurn } from './suspend-turn.js';
import { answerUnrun, type UnrunScope } from './unrun-outcome.js';
import { UsedIds } from './used-ids.js';

/** What a loop is made of. */
export interface LoopParts {
  readonly host: ExecutionParts;
  readonly turn: TurnScope & { readonly usage: TurnUsage; readonly startedAt: number };
  readonly adapter: ModelAdapter;
  readonly model: ModelDescription;
  readonly tools: EncodedTools;
  readonly converted: LoopCallsParts['converted'];
  readonly options: LoopOptions | undefined;
  /** Of a turn that waited for a person and goes on. */
  readonly claim: TurnClaim | undefined;
}

/** A model that is paused more often in a row than this is not asked again: what it said counts. */
const MAX_PAUSES = 10;

/** A service may answer with a whole page in place of an error, and looking for secrets takes time. */
const MAX_DESCRIPTION_CHARACTERS = 2_000;

/** The loop of one turn (contract 7): a state machine without a transport. */
export class ToolLoop implements TurnLoop {
  readonly #parts: LoopParts;
  readonly #options: ReturnType<typeof readLoopOptions>;
  readonly #calls: LoopCalls;
  readonly #sources: SourceCollection;
  readonly #usedIds: UsedIds;
  readonly #requests: ModelRequests;
  readonly #last: LastRequest;
  #state: LoopState;
  #stop: StopReason | null = null;
  #hasSuperseded: boolean;
  /** Responses in a row that were paused and called nothing, and whether any of them said something. */
  #pauses = 0;
  #hasSaid = false;
  #transcript: readonly JsonObject[] | null = null;
  #response: readonly JsonObject[] = [];
  #suspension: string | null = null;
  readonly #closing: ClosingProgress = { kept: [], answered: 0 };
  /** What is being worked on: also something that is misused beside it ends none of that. */
  readonly #work = new Set<Promise<unknown>>();

  constructor(parts: LoopParts) {
    this.#parts = parts;
    this.#options = readLoopOptions(parts.options);
    this.#sources = new SourceCollection(parts.claim?.document.progress.sources);
    this.#state = parts.claim === undefined ? 'ready' : 'kept';
    // The conversation has results that this model provider may not get, so it is asked nothing (contract 5.6).
    if (this.#state === 'ready' && !parts.turn.confidence.isReached) {
      this.#state = 'ended';
      this.#stop = 'confidence';
    }
    // Of a resumed turn nobody said anything new.
    this.#hasSuperseded = parts.claim !== undefined;
    this.#requests = new ModelRequests(parts.host.clock, parts.turn);
    this.#last = new LastRequest(parts.turn.budget);
    this.#usedIds = new UsedIds(parts.adapter, parts.turn.id);
    if (parts.claim !== undefined) this.#usedIds.addKept(parts.claim);
    this.#calls = new LoopCalls({
      host: parts.host,
      turn: parts.turn,
      converted: parts.converted,
      overlapReadOnly: this.#options.overlapReadOnly,
      onCall: this.#options.onCall,
      suspend: (settled) => this.#suspend(settled, undefined),
    });
  }

  get stop(): StopReason | null {
    if (this.#stop !== null || this.#state === 'working' || !this.#parts.turn.isOver) return this.#stop;
    return 'cancelled';
  }

  get sources(): readonly Source[] {
    return this.#sources.list();
  }

  get usage(): TurnUsage {
    return this.#parts.turn.usage;
  }

  /** How often the model was asked. */
  get requests(): number {
    return this.#requests.count;
  }

  /** When they were made. */
  get requestTimes(): readonly ModelRequestTrace[] {
    return this.#requests.times;
  }

  request(): LoopRequest {
    if (this.stop === 'cancelled') throw misused('request cannot be called: the turn was cancelled, or has ended.');
    // Whoever sends a request once more gets the same one.
    if (this.#state === 'asked' && this.#requests.newest !== undefined) return this.#requests.newest;
    this.#require('request', 'ready');
    const { adapter, model, tools, turn, claim } = this.#parts;
    const isFinal = this.#last.reason !== undefined;
    const wished = this.requests === 0 && claim === undefined ? this.#options.firstToolChoice : 'auto';
    const canonicalName = (name: string): string => turn.catalogue.canonicalName(name);
    const { choice, notes } = isFinal
      ? { choice: { type: 'none' } as const, notes: [] }
      : chooseFirstTool(wished, { tools: turn.tools, canonicalName });
    const said = adapter.createParameters(tools, choice, model, this.#transcript ?? undefined);
    this.#state = 'asked';
    return this.#requests.open({ parameters: said.parameters, isFinal, notes: [...notes, ...said.notes] });
  }

  /** Ends the request that is out: the turn is over. */
  cancelRequest(): void {
    this.#requests.cancel();
  }

  accept(response: unknown): Promise<LoopStep> {
    this.#require('accept', 'asked');
    this.#requests.close();
    this.#state = 'working';
    return this.#track(this.#accept(() => this.#parts.adapter.readResponse(response, this.#createContext())));
  }

  stream(): LoopStream {
    this.#require('stream', 'asked');
    const asked = this.#requests.newest;
    const reader = new ResponseReader(this.#parts.adapter, this.#createContext());
    return {
      get isClosed() {
        return reader.isClosed;
      },
      get hasEnded() {
        return reader.hasEnded;
      },
      push: (event) => reader.push(event),
      end: (end) => {
        this.#require('the end of a stream', 'asked');
        if (this.#requests.newest !== asked) throw misused('The stream belongs to an earlier request.');
        this.#requests.close();
        this.#state = 'working';
        if (reader.isTooLong)
          this.#log('model-response-cut', 'A streamed response is too long, and was cut off.', null);
        return this.#track(this.#accept(() => reader.read(end)));
      },
    };
  }

  fail(error: unknown, { isCancelled = false }: { readonly isCancelled?: boolean } = {}): LoopStep {
    this.#require('fail', 'ready', 'asked');
    const { turn } = this.#parts;
    const isTimedOut = this.#requests.close();
    if (turn.isOver || isCancelled) return this.#end('cancelled');
    if (isTimedOut) {
      this.#log('model-timed-out', "The request to the model took more than the turn's time.", error);
      return this.#end('time-spent');
    }
    this.#log('model-failed', `The request to the model failed: ${describeError(error)}`, error);
    return this.#end('model-failed', { error });
  }

  describeError(error: unknown): string {
    return this.#parts.host.redactor.head(describeError(error), MAX_DESCRIPTION_CHARACTERS);
  }

  closeOpenCalls(transcript: readonly unknown[]): Promise<readonly JsonObject[]> {
    return this.#track(this.#closeOpenCalls(transcript));
  }

  async #closeOpenCalls(transcript: readonly unknown[]): Promise<readonly JsonObject[]> {
    // Also where nothing may be asked: the transcript stays in order.
    if (this.#stop !== 'confidence' || this.requests > 0) this.#require('closeOpenCalls', 'ready');
    const { host, turn, adapter, model } = this.#parts;
    requireTranscript('closeOpenCalls', transcript);
    const open = adapter.findOpenCalls(transcript);
    this.#usedIds.addTranscript(transcript);
    const answered = await closeOpenCalls(host, turn, open, adapter.sentName, this.#closing);
    for (const { outcome } of answered) this.#sources.add(outcome);
    await this.#supersede();
    // What was kept of the earlier turn may require more than this one's model provider has.
    if (this.#state === 'ready' && !turn.confidence.isReached) this.#end('confidence');
    return answered.length === 0 ? [] : adapter.encodeResults(answered, model);
  }

  keepTranscript(transcript: readonly unknown[]): void {
    requireTranscript('keepTranscript', transcript);
    // What a client sends as JSON is JSON.
    this.#transcript = [...(transcript as readonly JsonObject[])];
  }

  resume(): Promise<LoopStep> {
    return this.#track(this.#resume());
  }

  /** Whoever ends the turn waits for what is being worked on. Never rejects. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#work);
  }

  #track<Result>(work: Promise<Result>): Promise<Result> {
    const done = (): void => void this.#work.delete(work);
    this.#work.add(work);
    work.then(done, done);
    return work;
  }

  async #resume(): Promise<LoopStep> {
    const { claim, turn, host } = this.#parts;
    const { redactor } = host;
    this.#require('resume', 'kept');
    if (claim === undefined) throw misused('Only the loop of a turn that waited can be resumed.');
    // Nothing is begun: the turn can be resumed again, once this one has ended.
    if (turn.isOver) return this.#end('cancelled');
    this.#state = 'working';
    let settled: readonly SettledCall[];
    try {
      const execute = async (...given: Parameters<LoopCalls['run']>) => (await this.#calls.run(...given)).outcome;
      settled = await claim.holdDuring(() => resumeCalls({ turn, claim, redactor, execute }));
      const failed = settled.some(({ state }) => state === 'waiting') ? await this.#suspend(settled, claim) : undefined;
      if (this.#suspension !== null) return this.#await(settled, []);
      const isOurs = await claim.finish();
      const problem = failed?.problem ?? '';
      settled = settled.map((one) => answer({ turn, redactor }, one, problem, isOurs ? 'not-run' : 'taken-over'));
      if (!isOurs) return this.#leave(settled);
    } catch (error) {
      this.#state = 'kept';
      throw error;
    }
    return this.#goOn(settled, [], '');
  }

  async #accept(read: () => ModelResponse): Promise<LoopStep> {
    let response: ModelResponse;
    try {
      response = read();
      this.#parts.turn.budget.addTokens(response.usage);
      requireFewCalls(response);
    } catch (error) {
      if (this.#parts.turn.isOver) return this.#end('cancelled');
      this.#log('model-response-invalid', `The model's response could not be read: ${describeError(error)}`, error);
      return this.#end('model-failed', { error });
    }
    this.#usedIds.addCalls(response.calls);
    await this.#supersede();
    return response.calls.length === 0 ? this.#takeAnswer(response) : this.#takeCalls(response);
  }

  /** Calls of a response never have an id that another call of the conversation has, as far as it is known. */
  #createContext(): ResponseContext {
    this.#usedIds.addTranscript(this.#transcript);
    return this.#usedIds.contextOf(this.requests);
  }

  /** A response without calls is the last one, unless it says that it goes on. */
  #takeAnswer({ ending, text, messages, closedMessages: closed = messages }: ModelResponse): LoopStep {
    const { turn } = this.#parts;
    if (turn.isOver) return this.#end('cancelled', { messages: closed, text });
    if (this.#last.reason !== undefined) return this.#end(this.#last.reason, { messages: closed, text });
    if (ending === 'length' || ending === 'refused') return this.#end(ending, { messages: closed, text });
    this.#pauses = ending === 'paused' ? this.#pauses + 1 : 0;
    this.#hasSaid ||= text.trim() !== '';
    if (this.#pauses === 0 || this.#pauses > MAX_PAUSES) {
      return this.#end(this.#hasSaid ? 'answer' : 'empty', { messages: closed, text });
    }
    const step = this.#decide({ messages, text, outcomes: [] });
    if (step.stop !== null) return { ...step, messages: closed };
    if (this.#last.reason === undefined) return step;
    // The last request never ends with what the model said.
    return { ...step, messages: [...closed, this.#parts.adapter.encodeUserText(this.#last.explain())] };
  }

  async #takeCalls({ ending, calls, messages, text }: ModelResponse): Promise<LoopStep> {
    this.#response = messages;
    this.#pauses = 0;
    this.#hasSaid = false;
    const refusal = this.#last.refusalOf(ending);
    const { calls: settled, repetition } = await this.#calls.settle(calls, refusal);
    if (this.#suspension !== null) return this.#await(settled, messages, text);
    if (ending === 'refused') {
      const outcomes = this.#readOutcomes(settled);
      return this.#end('refused', { messages: this.#encode(settled, messages), text, outcomes });
    }
    this.#last.add({ isCut: ending === 'length', wasFinal: this.#requests.newest?.isFinal === true, repetition });
    return this.#goOn(settled, messages, text);
  }

  /** All calls have their results. */
  #goOn(settled: readonly SettledCall[], messages: readonly JsonObject[], text: string): LoopStep {
    const outcomes = this.#readOutcomes(settled);
    for (const outcome of outcomes) this.#sources.add(outcome);
    const encoded = this.#encode(settled, messages);
    if (this.#requests.newest?.isFinal === true && this.#last.reason !== undefined) {
      return this.#end(this.#parts.turn.isOver ? 'cancelled' : this.#last.reason, {
        messages: encoded,
        text,
        outcomes,
      });
    }
    return this.#decide({ messages: encoded, text, outcomes });
  }

  /** Somebody else goes on with the turn: here nothing of it is asked or run any more. */
  #leave(settled: readonly SettledCall[]): LoopStep {
    const outcomes = this.#readOutcomes(settled);
    for (const outcome of outcomes) this.#sources.add(outcome);
    return this.#end('cancelled', { messages: this.#encode(settled, []), outcomes });
  }

  /** Whether the model is asked again, and whether for the last time. */
  #decide(step: Pick<LoopStep, 'messages' | 'text' | 'outcomes'>): LoopStep {
    const { turn } = this.#parts;
    const stop = turn.isOver ? 'cancelled' : turn.confidence.isReached ? null : 'confidence';
    this.#last.look();
    this.#state = stop === null ? 'ready' : 'ended';
    this.#stop = stop;
    return Object.freeze({ ...step, stop, suspension: null });
  }

  #await(settled: readonly SettledCall[], messages: readonly JsonObject[], text = ''): LoopStep {
    const outcomes = this.#readOutcomes(settled);
    this.#state = 'ended';
    this.#stop = 'awaiting-approval';
    return Object.freeze({ messages, stop: this.#stop, text, outcomes, suspension: this.#suspension });
  }

  #end(stop: StopReason, said: Partial<Pick<LoopStep, 'messages' | 'text' | 'outcomes' | 'error'>> = {}): LoopStep {
    this.#state = 'ended';
    this.#stop = stop;
    return Object.freeze({ messages: [], text: '', outcomes: [], ...said, stop, suspension: null });
  }

  async #suspend(
    settled: readonly SettledCall[],
    replaces: TurnClaim | undefined,
  ): Promise<{ readonly problem: string } | undefined> {
    const { host, turn, model, claim } = this.#parts;
    const before = this.#transcript ?? replaces?.transcript ?? null;
    const response = replaces === undefined ? this.#response : [];
    const transcript = before === null ? null : [...before, ...response];
    for (const outcome of this.#readOutcomes(settled)) this.#sources.add(outcome);
    const sources = this.#sources.list();
    const waitsSince = claim && (claim.document.waitsSince ?? claim.turn.createdAt);
    const usedIds = this.#usedIds.listBeside(transcript);
    const kept = await suspendTurn(host, turn, {
      model,
      calls: settled,
      transcript,
      sources,
      usedIds,
      replaces,
      waitsSince,
    });
    if ('problem' in kept) return kept;
    this.#suspension = kept.id;
    return undefined;
  }

  /** What waited in the conversation is over once the user's new message is worked on (contract 6.8). */
  async #supersede(): Promise<void> {
    if (this.#hasSuperseded) return;
    this.#hasSuperseded = true;
    await supersedeTurns(this.#parts.host, this.#parts.turn);
  }

  #encode(settled: readonly SettledCall[], messages: readonly JsonObject[]): readonly JsonObject[] {
    const { adapter, model } = this.#parts;
    const answered = settled.filter((one): one is AnsweredCall & SettledCall => one.state === 'answered');
    return [...messages, ...adapter.encodeResults(answered, model)];
  }

  #readOutcomes(settled: readonly SettledCall[]): LoopStep['outcomes'] {
    return settled.flatMap((one) => (one.state === 'answered' ? [one.outcome] : []));
  }

  #require(method: string, ...states: readonly LoopState[]): void {
    if (states.includes(this.#state)) return;
    if (this.#stop === 'confidence') {
      const { required } = this.#parts.turn.confidence;
      throw misused(
        `${method} cannot be called: the conversation requires a model provider of confidence ${required}.`,
      );
    }
    throw misused(`${method} cannot be called now: ${describeState(this.#state)}`);
  }

  #log(event: string, message: string, error: unknown): void {
    const { host, turn } = this.#parts;
    host.logger({ level: 'warn', event, message, bot: turn.botId, turn: turn.id, error });
  }
}

/** A call for which there is no waiting any more, and those behind it. */
function answer(scope: UnrunScope, one: SettledCall, problem: string, ending: 'not-run' | 'taken-over'): SettledCall {
  if (one.state === 'answered') return one;
  const { call } = one;
  const outcome = one.state === 'waiting' ? one.waiting.refuse(problem) : answerUnrun(scope, call, ending);
  return { call, state: 'answered', outcome };
}

function requireTranscript(method: string, transcript: unknown): void {
  if (!Array.isArray(transcript)) throw wrongArgument(method, 'transcript', 'a list of messages', transcript);
}
