import type { ModelClient } from '@loadout/core';

/** A method of a client, as the runner calls it. */
type Create = (body: never, options?: { readonly signal?: AbortSignal }) => PromiseLike<unknown>;

/** What clients have, one or the other. */
interface Clients {
  readonly chat?: { readonly completions: { create: Create } };
  readonly responses?: { create: Create };
  readonly messages?: { create: Create };
}

/**
 * The same client, whose errors do not repeat the key: services say which key they refuse, and what they say goes to
 * logs, terminals and answers.
 */
export function hideKey(client: ModelClient, key: string | undefined): ModelClient {
  // Shorter ones would change words that have nothing to do with them.
  if (key === undefined || key.length < 8) return client;
  const { chat, responses, messages }: Clients = client as Clients; // one of the three it is
  const hide = (owner: { create: Create } | undefined): { create: Create } => ({
    create: async (body, options) => {
      if (owner === undefined) throw new Error('The client has no such method.');
      try {
        const response = await owner.create(body, options);
        return isStream(response) ? hideInStream(response, key) : response;
      } catch (error) {
        throw withoutKey(error, key);
      }
    },
  });
  return { chat: { completions: hide(chat?.completions) }, responses: hide(responses), messages: hide(messages) };
}

async function* hideInStream(events: AsyncIterable<unknown>, key: string): AsyncGenerator<unknown> {
  try {
    yield* events;
  } catch (error) {
    throw withoutKey(error, key);
  }
}

/** What people and logs read of an error, and its status; not its headers and its body. */
function withoutKey(error: unknown, key: string, depth = 0): unknown {
  if (!(error instanceof Error) || depth > 4) return new Error('An error of the service that cannot be read.');
  const clean = (text: string): string => text.replaceAll(key, '[secret]');
  const { cause } = error;
  const copy = new Error(clean(error.message), cause === undefined ? {} : { cause: withoutKey(cause, key, depth + 1) });
  copy.name = error.name;
  if (error.stack !== undefined) copy.stack = clean(error.stack);
  if ('status' in error) Object.assign(copy, { status: error.status });
  if ('code' in error && typeof error.code === 'string') Object.assign(copy, { code: clean(error.code) });
  return copy;
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
