import type { JsonObject, JsonSchema, JsonValue } from './json.js';
import type { ModelApi, ModelDescription } from './model.js';
import type { CallOutcome } from './result.js';

/** A tool as an adapter gets it. */
export interface ConvertibleTool {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
  /** False: its author wants it sent non-strict. Default true. */
  readonly strict?: boolean;
}

/** Something that a conversion did, or why it did not. */
export interface ConversionRemark {
  /** JSON pointer into the tool's own schema. */
  readonly pointer: string;
  /** Kebab-case; `docs/reference/model-apis.md` lists them. */
  readonly code: string;
  /** A sentence for people: what, and what follows from it. */
  readonly message: string;
}

/**
 * How a tool is sent (contract 8.3): `strict`, `non-strict`, or not at all. `isChanged` says that its schema is not, word
 * for word, the tool's own; what was accepted before is accepted after, and nothing is narrowed.
 */
export interface ConvertedTool {
  readonly name: string;
  readonly mode: 'strict' | 'non-strict' | 'refused';
  readonly isChanged: boolean;
  readonly remarks: readonly ConversionRemark[];
  /** One entry of the API's tool array, frozen; null where it is refused. */
  readonly wire: JsonObject | null;
  /** Arguments as the model sent them, parsed, in the shape of the tool's own schema. Never throws; what it does not know it leaves. */
  restore(args: JsonValue): JsonValue;
}

/** The tool array of a request, with what only shows for all tools together. */
export interface EncodedTools {
  /** By name, in order. A tool that had to be sent otherwise because of the others says so in its remarks. */
  readonly tools: readonly ConvertedTool[];
  /** As the API takes it: Gemini's is one entry with all functions. Frozen. */
  readonly wire: readonly JsonObject[];
}

/** Whether, and what, the model has to call. */
export type ToolChoice =
  | { readonly type: 'auto' }
  | { readonly type: 'required' }
  | { readonly type: 'none' }
  | { readonly type: 'tool'; readonly name: string };

/** What a request says of tools. */
export interface ToolParameters {
  /** To be spread into the request's body. */
  readonly parameters: JsonObject;
  /** What could not be said as wanted, one sentence each. */
  readonly notes: readonly string[];
}

/** A call as it stands in a response. */
export interface ModelCall {
  /** As the transcript has it. */
  readonly id: string;
  /** As the model wrote it. Where no API takes that, the transcript has another in its place. */
  readonly name: string;
  /** The JSON text, or what the API has parsed already. */
  readonly arguments: unknown;
}

/** What a response is read against. */
export interface ResponseContext {
  /** Ids that calls have already: a call of the response that repeats one gets another (contract 7.6). */
  readonly usedIds: ReadonlySet<string>;
  /** Tells the response from every other one; ids that are made here are made of it. */
  readonly salt: string;
}

/** A response, read. */
export interface ModelResponse {
  /** What goes back, unchanged (contract 7.6). */
  readonly messages: readonly JsonObject[];
  /**
   * Of a paused one, where that is not the same: what goes back if the model is not asked to go on. The service takes what it
   * had begun only as long as it can go on with it.
   */
  readonly closedMessages?: readonly JsonObject[];
  /** In their order. Those that the model's service runs itself are not among them (contract 7.8). */
  readonly calls: readonly ModelCall[];
  /** What people read. */
  readonly text: string;
  /** `complete`; cut off by `length`; `refused` by the model or a filter; `paused`: it goes on when asked again. */
  readonly ending: 'complete' | 'length' | 'refused' | 'paused';
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number } | null;
}

/** Something of a streamed response for people, while it comes in. */
export type ModelDelta =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** A call has begun to come in; its arguments are not there yet. */
  | { readonly type: 'call'; readonly id: string; readonly name: string };

/** How a stream came to its end. */
export interface StreamEnd {
  /**
   * True: the connection was lost, or the client failed. An ending that was told with a piece of the answer says nothing then,
   * since some services write one with every piece.
   */
  readonly hasBrokenOff?: boolean;
}

/** Puts a streamed response together. */
export interface StreamReader {
  /** One event, parsed, as the API's client gives it. */
  push(event: unknown): readonly ModelDelta[];
  /** Whether the response has said how it ended. What comes after that changes nothing of it but its usage. */
  readonly hasEnded: boolean;
  /** The whole response, as the API gives it without streaming. A stream that broke off ends with `length`. */
  response(end?: StreamEnd): JsonValue;
}

/** A call and what becomes of it. */
export interface AnsweredCall {
  readonly call: ModelCall;
  readonly outcome: CallOutcome;
}

/**
 * How one API has tools, calls and results. Pure: no transport, no state, the same output for the same input. Nothing
 * outside an adapter knows which API is used (contract 8.1).
 */
export interface ModelAdapter {
  readonly api: ModelApi;
  convertTool(tool: ConvertibleTool, model: ModelDescription): ConvertedTool;
  /** None of them refused. */
  encodeTools(tools: readonly ConvertedTool[], model: ModelDescription): EncodedTools;
  /**
   * `transcript`, where the caller has it: Anthropic refuses messages with calls in a request without tools, so that a
   * turn without tools that follows one with some has to send a stand-in.
   */
  createParameters(
    tools: EncodedTools,
    choice: ToolChoice,
    model: ModelDescription,
    transcript?: readonly unknown[],
  ): ToolParameters;
  /** Throws a `LoadoutError` of `MODEL_RESPONSE_INVALID` for what is no response of this API. */
  readResponse(response: unknown, context?: ResponseContext): ModelResponse;
  /** With the context that the response is read in afterwards, calls are told under the same ids. */
  createStreamReader(context?: ResponseContext): StreamReader;
  /** What follows the response at once, before any text: one result for each call, in their order. */
  encodeResults(answered: readonly AnsweredCall[], model: ModelDescription): readonly JsonObject[];
  /** A user's message with this text. */
  encodeUserText(text: string): JsonObject;
  /** The calls at the end of a transcript that nobody has answered, in their order, under the ids that stand there. */
  findOpenCalls(transcript: readonly unknown[]): readonly ModelCall[];
  /** The name under which a transcript has a call that the model gave this one: the same, where the API takes it. */
  sentName(name: string): string;
  /** The ids of all calls in a transcript. */
  listCallIds(transcript: readonly unknown[]): readonly string[];
}
