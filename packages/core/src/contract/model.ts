/** The APIs of models that Loadout speaks: Chat Completions, Responses, Anthropic Messages, Gemini. */
export const MODEL_APIS = Object.freeze(['chat', 'responses', 'anthropic', 'gemini'] as const);

/** One of {@link MODEL_APIS}. */
export type ModelApi = (typeof MODEL_APIS)[number];

/** Whether `value` names an API. */
export function isModelApi(value: unknown): value is ModelApi {
  return (MODEL_APIS as readonly unknown[]).includes(value);
}

/**
 * What a turn has to know of its model. Tools never see it: the context of a call does not say which model API is used
 * (contract 3.1).
 */
export interface ModelDescription {
  /** The API that the model is reached through. Absent: no tool is converted, and the turn has no loop. */
  readonly api?: ModelApi;
  /** False: it cannot call tools, and is offered none. Default true. */
  readonly canCallTools?: boolean;
  /** Whether results may carry images, where the API takes them. Default true; false: a short placeholder. */
  readonly takesImages?: boolean;
  /** False: a Chat Completions service that refuses `parallel_tool_calls`; it is left out (contract 7.4). Default true. */
  readonly takesParallelToolCalls?: boolean;
  /** Whether schemas are sent strict where that is lossless. Default: true for OpenAI's APIs, false for Anthropic. */
  readonly strict?: boolean;
  /** Anthropic: thinking is on, which refuses a forced tool choice. Default false. */
  readonly isThinking?: boolean;
  /** Gemini: where schemas go. Default `parametersJsonSchema`. */
  readonly geminiSchema?: 'parametersJsonSchema' | 'parameters';
}
