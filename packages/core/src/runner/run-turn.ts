/*
 * The ready runner: the loop of a turn with a client of the model's service, for people without a loop of their own. It
 * does nothing that an embedder could not do with `turn.createLoop()`; whoever needs more than is here does that.
 */

import { closePausedMessages } from '../adapters/read-anthropic-response.js';
import { withoutForcedChoice } from '../adapters/thinking-choice.js';
import { LoadoutError } from '../contract/errors.js';
import { isRecord, type JsonObject } from '../contract/json.js';
import type { LoopOptions, LoopStep, Source, StopReason, TurnLoop } from '../contract/loop.js';
import type { ModelDelta } from '../contract/model-adapter.js';
import type { CallOutcome } from '../contract/result.js';
import type { ResumedTurn, Turn } from '../contract/turn.js';
import type { TurnUsage } from '../contract/turn-limits.js';
import { createRequest, isMadeToThink } from './create-request.js';
import { type ModelClient, type RunnerApi, requireSender, type SendRequest } from './model-client.js';
import { findOpenPlaces } from './open-calls.js';
import { readToEnd } from './read-to-end.js';
import { RunSignal } from './run-signal.js';

/** How {@link runTurn} asks the model. */
export interface RunOptions {
  /** The model's name, as its service knows it. */
  readonly model: string;
  /** What the model is told before the conversation; the instructions of the turn's tools follow it. */
  readonly system?: string;
  /** True: responses are streamed, and `onDelta` is told of each piece. Default false. */
  readonly stream?: boolean;
  /** With `stream`: text, reasoning, and calls that begin, as they come in. What it throws ends the turn as a failed request. */
  readonly onDelta?: (delta: ModelDelta) => void;
  /** Most tokens of one response. Anthropic's API needs a limit; it is 8,192, beside a budget of thinking, where nothing is said. */
  readonly maxTokens?: number;
  /**
   * Further parameters of each request, as `temperature`. What the runner and the loop say themselves goes before; `tools`
   * may have such as the service runs itself.
   */
  readonly extra?: object;
  /** Ends requests, beside the turn's, which cancels its calls as well, and beside the turn's end and its time. */
  readonly signal?: AbortSignal;
}

/** How {@link runTurn} goes. */
export interface RunTurnOptions extends RunOptions {
  readonly loop?: LoopOptions;
}

/** How {@link resumeRun} goes. */
export interface ResumeRunOptions extends RunOptions {
  /** The transcript up to the response that asked for the calls. Default: what was kept with the turn. */
  readonly transcript?: readonly unknown[];
}

/**
 * What a turn came to. `Message` is the type of the messages that were given: what you get back has the same, and nothing
 * checks it.
 */
export interface RunResult<Message = JsonObject> {
  readonly stop: StopReason;
  /**
   * What people read of the last response, with what it said before it paused. Where the request failed or was cancelled
   * while it was streamed: what had come in, which is no part of the transcript.
   */
  readonly text: string;
  /** What was added to the transcript at its end, in this order. */
  readonly messages: readonly Message[];
  /**
   * The whole of it. Where an earlier turn had left calls open, their results stand before what was said since, so
   * that this, and not `messages` alone, is what to go on with.
   */
  readonly transcript: readonly Message[];
  /** Pages and files that results stand on, each once: shown under "Sources used by tools". */
  readonly sources: readonly Source[];
  /** The calls of the turn, in the model's order. */
  readonly outcomes: readonly CallOutcome[];
  readonly usage: TurnUsage;
  /** What could not be asked for as wanted, one sentence each. */
  readonly notes: readonly string[];
  /** Under which the turn is resumed; set where it stopped with `awaiting-approval`. */
  readonly suspension: string | null;
  /**
   * Why a request failed, as it came: what the client threw, or what the service answered in place of a response. Undefined where the
   * stop is not `model-failed`.
   */
  readonly error: unknown;
}

/** Messages that are written out in the call: their own type would be too narrow for what a model says. */
type WrittenOut = readonly [JsonObject, ...JsonObject[]] | readonly [...JsonObject[], JsonObject];

/**
 * Asks the model, runs its calls, and asks again until there is a stop reason. Never rejects because of the model or its
 * service: what fails there is the result. The transcript has a result for each call in every ending but
 * `awaiting-approval`: those follow when the turn is resumed, or with the next message. It does not end the turn; whoever started it does. Throws `CONFIGURATION_INVALID` for a client or options that do not fit, and
 * `LOOP_MISUSED` for a turn that has a loop already.
 *
 * @example
 * const turn = await host.startTurn({ bot: 'demo', model: { api: 'chat' } });
 * const { text, transcript } = await runTurn(turn, new OpenAI(), messages, { model: 'gpt-5' });
 * await turn.end();
 */
export function runTurn(
  turn: Turn,
  client: ModelClient,
  messages: WrittenOut,
  options: RunTurnOptions,
): Promise<RunResult>;
export function runTurn<Message = JsonObject>(
  turn: Turn,
  client: ModelClient,
  messages: readonly Message[],
  options: RunTurnOptions,
): Promise<RunResult<Message>>;
export async function runTurn<Message>(
  turn: Turn,
  client: ModelClient,
  messages: readonly Message[],
  options: RunTurnOptions,
): Promise<RunResult<Message>> {
  const way = readWay(turn, client, options);
  requireMessages('messages', messages);
  const loop = turn.createLoop<Message>(options.loop);
  return new Run(loop, way, await closeTranscript(loop, messages)).go();
}

/** The transcript with results for all calls. */
async function closeTranscript<Message>(
  loop: TurnLoop<Message>,
  messages: readonly Message[],
): Promise<readonly Message[]> {
  const closed = [...messages];
  // The newest first: of what many calls came to, only so much is looked up.
  for (const { judged, at } of findOpenPlaces(messages).toReversed()) {
    closed.splice(at, 0, ...(await loop.closeOpenCalls(judged)));
  }
  return closed;
}

/**
 * Goes on with a turn that waited for a person: runs what was approved, answers what was denied, and asks the model again.
 * The rest is as with {@link runTurn}. Throws `CONFIGURATION_INVALID` also where there is no transcript to go on with.
 */
export async function resumeRun<Message = JsonObject>(
  resumed: ResumedTurn<Message>,
  client: ModelClient,
  options: ResumeRunOptions,
): Promise<RunResult<Message>> {
  const { turn, loop } = resumed;
  const way = readWay(turn, client, options);
  const transcript = (options.transcript as readonly Message[] | undefined) ?? resumed.transcript;
  if (transcript === null) {
    const message = 'No transcript was kept with the turn. Give it as `transcript`, up to the response with the calls.';
    throw new LoadoutError('CONFIGURATION_INVALID', message, { details: { field: 'transcript' } });
  }
  requireMessages('transcript', transcript);
  const run = new Run(loop, way, transcript);
  // Where the turn waits again, this is what it is kept with.
  loop.keepTranscript(transcript);
  run.take(await loop.resume());
  return run.go();
}

/** How requests are made, all of it read. */
interface Way {
  readonly api: RunnerApi;
  readonly send: SendRequest;
  readonly options: RunOptions;
  readonly system: readonly string[];
  readonly signal: AbortSignal | undefined;
  /** The same, where it is another one than the turn's, with which the loop's requests end anyway. */
  readonly ownSignal: AbortSignal | undefined;
}

function readWay(turn: Turn, client: ModelClient, options: RunOptions): Way {
  const api = turn.model?.api;
  if (api === undefined || api === 'gemini') {
    const found = api === undefined ? 'has no model API' : `is for "${api}"`;
    const message = `The turn ${found}, and the runner has clients for chat, responses and anthropic. Start it with such a \`model.api\`, or drive \`turn.createLoop()\`.`;
    throw new LoadoutError('CONFIGURATION_INVALID', message, { details: { field: 'model' } });
  }
  if (typeof options?.model !== 'string' || options.model.trim() === '') {
    const message = "The runner needs the model's name as its service knows it, in `model`.";
    throw new LoadoutError('CONFIGURATION_INVALID', message, { details: { field: 'model' } });
  }
  return {
    api,
    send: requireSender(client, api),
    options,
    system: [options.system ?? '', turn.instructions],
    signal: options.signal ?? turn.signal,
    ownSignal: options.signal === turn.signal ? undefined : options.signal,
  };
}

function requireMessages(field: string, value: unknown): void {
  if (Array.isArray(value) && value.every(isRecord)) return;
  const found = typeof value === 'string' ? 'is a text' : 'is something else';
  const message = `The runner needs a list of messages in \`${field}\`, and it ${found}. What the user says is { role: "user", content: "…" }.`;
  throw new LoadoutError('CONFIGURATION_INVALID', message, { details: { field } });
}

/** One turn on its way. */
class Run<Message> {
  readonly #loop: TurnLoop<Message>;
  readonly #way: Way;
  readonly #transcript: Message[];
  readonly #given: number;
  readonly #outcomes: CallOutcome[] = [];
  readonly #notes = new Set<string>();
  #last: LoopStep<Message> | undefined;
  #text = '';
  #isPaused = false;
  /** Of the response that is being streamed: what people have read. */
  #streamed = '';

  constructor(loop: TurnLoop<Message>, way: Way, transcript: readonly Message[]) {
    this.#loop = loop;
    this.#way = way;
    this.#transcript = [...transcript];
    this.#given = transcript.length;
  }

  take(step: LoopStep<Message>): void {
    this.#last = step;
    this.#text = this.#isPaused ? this.#text + step.text : step.text;
    this.#isPaused = step.stop === null && step.outcomes.length === 0;
    this.#transcript.push(...step.messages);
    this.#outcomes.push(...step.outcomes);
  }

  async go(): Promise<RunResult<Message>> {
    const ends = new RunSignal(this.#way.ownSignal);
    try {
      while (this.#loop.stop === null) this.take(await this.#ask(ends));
    } finally {
      ends.release();
    }
    return this.#finish(this.#loop.stop);
  }

  /** One request and what its response leads to. */
  async #ask(ends: RunSignal): Promise<LoopStep<Message>> {
    const { signal } = this.#way;
    if (signal?.aborted) return this.#loop.fail(signal.reason, { isCancelled: true });
    this.#loop.keepTranscript(this.#transcript);
    const { options, api, system, send } = this.#way;
    const extra = (options.extra ?? {}) as JsonObject;
    const request = this.#loop.request();
    const { parameters, notes } = isMadeToThink(api, extra) ? withoutForcedChoice(request) : request;
    for (const note of notes) this.#notes.add(note);
    const isStreamed = options.stream === true;
    const body = createRequest({
      api,
      system,
      isStreamed,
      model: options.model,
      // What a client sends as JSON is JSON.
      messages: this.#transcript as readonly unknown[] as readonly JsonObject[],
      maxTokens: options.maxTokens,
      extra,
      parameters,
    });
    let response: unknown;
    this.#streamed = '';
    const requestSignal = ends.follow(request.signal);
    try {
      response = await ends.wait(send(body, requestSignal));
      if (isStreamed) return await this.#readStream(response as AsyncIterable<unknown>, ends, requestSignal);
    } catch (error) {
      // A signal of the runner's own is nothing that the loop knows of.
      const step = this.#loop.fail(error, { isCancelled: signal?.aborted === true });
      return { ...step, text: this.#streamed };
    }
    return this.#loop.accept(response);
  }

  async #readStream(
    response: AsyncIterable<unknown>,
    ends: RunSignal,
    signal: AbortSignal,
  ): Promise<LoopStep<Message>> {
    const { onDelta } = this.#way.options;
    const stream = this.#loop.stream();
    let hasBegun = false;
    let isTelling = false;
    let hasBrokenOff = false;
    try {
      // A client answers with an iterable where the body asks for a stream; anything else throws here and fails the request.
      for await (const event of ends.read(readToEnd(response, () => stream.hasEnded))) {
        for (const delta of stream.push(event)) {
          hasBegun ||= delta.type !== 'reasoning';
          if (delta.type === 'text') this.#streamed += delta.text;
          isTelling = true;
          onDelta?.(delta);
          isTelling = false;
        }
        if (stream.isClosed) break;
      }
    } catch (error) {
      if (isTelling) throw error;
      hasBrokenOff = true;
      // Whatever comes once the response has said how it ended costs nothing of it.
      if (!stream.hasEnded) {
        if (signal.aborted || !hasBegun || isServiceError(error) || isUnreadable(error)) throw error;
        // The connection was lost. What people have read of the answer stays, as one that was cut off.
        const why = this.#loop.describeError(error);
        this.#notes.add(`The stream broke off, and the response counts as cut off: ${why}`);
      }
    }
    // Clients end a stream without an error when its signal aborts. A response that came in time is there.
    if (!stream.hasEnded || this.#way.signal?.aborted === true) signal.throwIfAborted();
    return stream.end({ hasBrokenOff });
  }

  #finish(stop: StopReason): RunResult<Message> {
    const messages = this.#close(this.#transcript.slice(this.#given));
    return {
      stop,
      text: this.#text,
      messages,
      transcript: [...this.#transcript.slice(0, this.#given), ...messages],
      sources: this.#loop.sources,
      outcomes: this.#outcomes,
      usage: this.#loop.usage,
      notes: [...this.#notes],
      suspension: this.#last?.suspension ?? null,
      error: this.#last?.error,
    };
  }

  /** Where the loop ends right after a pause, nobody goes on with what the service had begun. */
  #close(messages: readonly Message[]): readonly Message[] {
    if (this.#way.api !== 'anthropic' || this.#loop.stop === 'awaiting-approval') return messages;
    // Each is one that the loop gave, so it is JSON.
    return closePausedMessages(
      messages as readonly unknown[] as readonly JsonObject[],
    ) as readonly unknown[] as Message[];
  }
}

/** An event that is no JSON came whole: the connection is there. */
function isUnreadable(error: unknown): boolean {
  return error instanceof SyntaxError;
}

/** Clients put what the service itself says of a failure into `error`; an error of the connection has none. */
function isServiceError(error: unknown): boolean {
  return isRecord(error) && error.error !== undefined && error.error !== null;
}
