import type { ModelClient } from '@loadout/core';
import type { Session } from '../session.js';
import type { Endpoint } from './endpoint.js';
import { hideKey } from './hide-key.js';

/** The name that the key of the endpoint has among the host's secrets. */
export const MODEL_KEY_SECRET = 'model-endpoint';

/** The variable of the environment that goes before the secret. */
export const MODEL_KEY_VARIABLE = 'LOADOUT_MODEL_KEY';

/** A client, and the key that it was made with. */
export interface OpenedClient {
  readonly client: ModelClient;
  /** Undefined: the endpoint gets none. */
  readonly key: string | undefined;
}

/** Services on one's own machine ask for no key, but the clients refuse to be made without one. */
const noKey = 'none';

/**
 * The client for an endpoint; the one that was opened before, where the key is still the same. Both packages are large:
 * only the one that is needed is loaded.
 */
export async function openClient(
  endpoint: Endpoint,
  { readSecret }: Pick<Session, 'readSecret'>,
  env: Readonly<Record<string, string | undefined>>,
  before?: OpenedClient,
): Promise<OpenedClient> {
  const key = env[MODEL_KEY_VARIABLE] || (endpoint.isConfigured ? await readSecret(MODEL_KEY_SECRET) : undefined);
  if (before !== undefined && before.key === key) return before;
  const options = { apiKey: key ?? noKey, baseURL: endpoint.baseUrl, logLevel: 'off' } as const;
  // What the clients would read from variables of their own belongs to other endpoints.
  if (endpoint.api === 'anthropic') {
    const { default: Anthropic } = await import('@anthropic-ai/sdk');
    return { client: hideKey(new Anthropic({ ...options, authToken: null }), key), key };
  }
  const { default: OpenAI } = await import('openai');
  const client = new OpenAI({ ...options, organization: null, project: null, webhookSecret: null });
  return { client: hideKey(client, key), key };
}

/** Whether the key would cross a network in the clear. */
export function sendsKeyInTheClear({ baseUrl }: Endpoint, key: string | undefined): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return key !== undefined && protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}
