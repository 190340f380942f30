import { LoadoutError } from '../contract/errors.js';
import type { ModelApi } from '../contract/model.js';

/**
 * A method that sends one request. Written so that the overloaded methods of the real clients fit; neither client is a
 * dependency of this package, not even as types.
 */
interface Sender {
  create(body: never, options?: { readonly signal?: AbortSignal }): PromiseLike<unknown>;
}

/** What the runner needs of a client for Chat Completions: `new OpenAI()` of the package `openai` is one. */
export interface ChatCompletionsClient {
  readonly chat: { readonly completions: Sender };
}

/** What the runner needs of a client for Responses: `new OpenAI()` of the package `openai` is one. */
export interface ResponsesClient {
  readonly responses: Sender;
}

/** What the runner needs of a client for Anthropic Messages: `new Anthropic()` of `@anthropic-ai/sdk` is one. */
export interface MessagesClient {
  readonly messages: Sender;
}

/** A client of a model's service. Which method is used, the turn's model says. */
export type ModelClient = ChatCompletionsClient | ResponsesClient | MessagesClient;

/** Sends a body as JSON; answers the response, or an iterable of its events where the body asks for a stream. */
export type SendRequest = (body: object, signal: AbortSignal) => PromiseLike<unknown>;

/** The APIs that clients are known for. */
export type RunnerApi = Exclude<ModelApi, 'gemini'>;

const methods: Readonly<Record<RunnerApi, string>> = {
  chat: 'chat.completions.create',
  responses: 'responses.create',
  anthropic: 'messages.create',
};

/** Finds the method for the API. Throws `CONFIGURATION_INVALID` where the client has none. */
export function requireSender(client: ModelClient, api: RunnerApi): SendRequest {
  const sender = findSender(client, api);
  if (typeof sender?.create !== 'function') {
    const message = `The turn's model is reached through "${api}", so the client needs a method ${methods[api]}, and has none.`;
    throw new LoadoutError('CONFIGURATION_INVALID', message, { details: { field: 'client' } });
  }
  // The body has what the API asks for; the client's own types say it more narrowly than can be said without them.
  return (body, signal) => sender.create(body as never, { signal });
}

function findSender(client: ModelClient, api: RunnerApi): Sender | undefined {
  const methodsOf = client as Partial<ChatCompletionsClient & ResponsesClient & MessagesClient> | null | undefined;
  if (api === 'chat') return methodsOf?.chat?.completions;
  return api === 'responses' ? methodsOf?.responses : methodsOf?.messages;
}
