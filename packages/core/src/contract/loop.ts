import type { JsonObject, JsonValue } from './json.js';
import type { ModelDelta, StreamEnd } from './model-adapter.js';
import type { CallOutcome } from './result.js';
import type { TurnUsage } from './turn-limits.js';

/** Why a turn's loop ended. `docs/reference/loop.md` says of each what the transcript ends with. */
export const STOP_REASONS = Object.freeze([
  /** The model answered without a call. */
  'answer',
  /** It answered with nothing at all. */
  'empty',
  /** Its answer was cut off by length; none of the calls in it was run. */
  'length',
  /** The model, or a filter of its service, refused. */
  'refused',
  /** A budget was spent; the model was asked once more without tools. */
  'calls-spent',
  'characters-spent',
  'time-spent',
  /** The model went on repeating a call that was refused; it was asked once more without tools. */
  'repetition',
  /** A call waits for a person; the turn is kept and can be resumed. */
  'awaiting-approval',
  /** A result may not go to this model provider, and nothing further may (contract 5.6). */
  'confidence',
  /** The turn's signal aborted, or it was ended. */
  'cancelled',
  /** The request failed, or the response could not be read. */
  'model-failed',
] as const);

/** One of {@link STOP_REASONS}. */
export type StopReason = (typeof STOP_REASONS)[number];

/** A page or file that a result stands on. */
export interface Source {
  readonly url: string;
  readonly title: string;
}

/** What the first request asks for; later ones are `auto`. */
export type FirstToolChoice =
  | 'auto'
  | 'required'
  /** The first offered read-only tool of kind `search` with a required text `query`; `auto` where there is none. */
  | 'search'
  | { readonly tool: string };

/** How a loop goes. */
export interface LoopOptions {
  /** Default `auto`. */
  readonly firstToolChoice?: FirstToolChoice;
  /** True: neighbouring read-only calls of one response overlap (contract 7.5). Default false: one after the other. */
  readonly overlapReadOnly?: boolean;
  /** Told of each call of the model's before it goes through the pipeline, and of its result: frozen copies of its own. */
  readonly onCall?: (event: LoopCallEvent) => void;
}

/** A call of the model's, for people who follow a turn. */
export type LoopCallEvent =
  | {
      readonly type: 'started';
      readonly callId: string;
      readonly tool: string;
      readonly label: string;
      /**
       * Sensitive ones masked, secrets redacted. Text that is no JSON object is shown as it came; null where nothing may be
       * shown, as of a name that nobody has.
       */
      readonly arguments: JsonValue;
    }
  | {
      readonly type: 'finished';
      readonly callId: string;
      readonly tool: string;
      readonly label: string;
      readonly outcome: CallOutcome;
    };

/** What the next request has to say of tools. */
export interface LoopRequest {
  /** 1 for the first. */
  readonly number: number;
  /** To be spread into the request's body last: nothing may override it (contract 7.4). */
  readonly parameters: JsonObject;
  /** Nothing more will be asked after it: calling is switched off (contract 7.3). */
  readonly isFinal: boolean;
  /** What could not be asked for as wanted, one sentence each. */
  readonly notes: readonly string[];
  /**
   * For the client: aborts with the turn, and when the turn's time is over (contract 7.1). The last request has a minute at
   * least. Hand what the client then throws to {@link TurnLoop.fail}.
   */
  readonly signal: AbortSignal;
}

/** What a response led to. `Message` is the type of a message, as with {@link TurnLoop}. */
export interface LoopStep<Message = JsonObject> {
  /** To be appended to the transcript, in this order: the response unchanged, then the results. */
  readonly messages: readonly Message[];
  /** Null: ask again. */
  readonly stop: StopReason | null;
  /** What people read of this response. */
  readonly text: string;
  /** The calls of this response with their results, in the response's order. */
  readonly outcomes: readonly CallOutcome[];
  /** Under which the turn can be resumed; set where it waits for approval. */
  readonly suspension: string | null;
  /** With `model-failed`: what the request failed with, or why its response could not be read. */
  readonly error?: unknown;
}

/** Reads one streamed response. */
export interface LoopStream<Message = JsonObject> {
  /** Nothing more of it counts: it cannot be read, or is too long. Stop reading, close the client's stream, and call `end`. */
  readonly isClosed: boolean;
  /**
   * The response has said how it ended: nothing counts any more but its usage, and where the client's stream fails or stays
   * open, nothing is lost. Call `end` all the same.
   */
  readonly hasEnded: boolean;
  /** One event of the API's client, parsed. */
  push(event: unknown): readonly ModelDelta[];
  /**
   * The stream is over: like {@link TurnLoop.accept} with the whole response. Say where it broke off: what had not said
   * before how it ended was cut off then, and none of its calls runs.
   */
  end(end?: StreamEnd): Promise<LoopStep<Message>>;
}

/**
 * The loop of a turn without a transport (contract 7): whoever has a client asks for the request, sends it, hands in the
 * response, appends the messages, until there is a stop reason. Whatever happens, each call of the transcript has exactly
 * one result afterwards.
 *
 * A transcript is the JSON of the turn's model API. `Message` is the type that your client has for one of its messages: it
 * is what you get back, and nothing checks it.
 * @example
 * const loop = turn.createLoop<ChatCompletionMessageParam>();
 * for (;;) {
 *   const { parameters } = loop.request();
 *   const step = await loop.accept(await client.chat.completions.create({ model, messages, ...parameters }));
 *   messages.push(...step.messages);
 *   if (step.stop !== null) break;
 * }
 */
export interface TurnLoop<Message = JsonObject> {
  /** Throws `LOOP_MISUSED` after the end, where the turn was cancelled, or while a response is being worked on. */
  request(): LoopRequest;
  /** Runs the calls of a response. Never rejects: what cannot be read ends the loop as `model-failed`. */
  accept(response: unknown): Promise<LoopStep<Message>>;
  stream(): LoopStream<Message>;
  /** The request failed: ends the loop, as `cancelled` where the turn or the request was, and as `time-spent` where its time was over. */
  fail(error: unknown, options?: { readonly isCancelled?: boolean }): LoopStep<Message>;
  /** What an error says, without secrets: for texts about a request that are shown, as `error` and what a client throws are raw. */
  describeError(error: unknown): string;
  /**
   * Answers what an earlier turn left open at the end of a transcript, before a new message of the user's is appended:
   * what waited for approval as superseded, what ran when the process died as "may have run", the rest as not run
   * (contract 6.8). Empty where nothing is open. What it answers is never run, unless the turn has neither a conversation
   * nor a user: a turn that waits then stays, and can be resumed. The results belong right behind the response: where
   * something was said since, they go before it. Earlier responses are asked for with the transcript up to each, the
   * newest first.
   */
  closeOpenCalls(transcript: readonly unknown[]): Promise<readonly Message[]>;
  /**
   * Keeps what the embedder would lose in a restart, for the case that the turn has to wait for a person: a copy goes
   * into the store with it. Called before each request by whoever wants that; before `resume`, with the response that
   * asked for the calls, where something else than what was kept goes on.
   */
  keepTranscript(transcript: readonly unknown[]): void;
  /**
   * Of a resumed turn: runs what was approved, answers what was denied. The first thing to do with it. Where the turn is
   * cancelled meanwhile, what is left is answered so. Where it was before, nothing is answered, and the turn can be resumed
   * again once this one has ended. Rejects with `TURN_UNKNOWN` where somebody else has gone on with it, or the user with
   * another message.
   */
  resume(): Promise<LoopStep<Message>>;
  /**
   * `confidence` from the beginning where the conversation requires more than the turn's model provider has; `cancelled`
   * as soon as the turn is. A response that is out may be handed in all the same.
   */
  readonly stop: StopReason | null;
  /** Of all results so far, each once. */
  readonly sources: readonly Source[];
  readonly usage: TurnUsage;
}
