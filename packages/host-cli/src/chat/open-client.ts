import { isLoadoutError, type ModelClient } from '@loadout/core';
import { UsageError } from '../config/usage-error.js';
import type { Session } from '../session.js';
import type { Endpoint } from './endpoint.js';

/** The name that the key of the endpoint has among the host's secrets. */
export const MODEL_KEY_SECRET = 'model-endpoint';

/** The variable of the environment that goes before the secret. */
export const MODEL_KEY_VARIABLE = 'LOADOUT_MODEL_KEY';

/** A client, and the key that it was made with. */
export interface OpenedClient {
  readonly client: ModelClient;
  /** Undefined: the endpoint gets none. */
  readonly key: string | undefined;
  /** Whether it is the host's secret. */
  readonly isStored: boolean;
  /** Why the stored one cannot be read, and counts as not set. */
  readonly problem?: string;
}

/** Services on one's own machine ask for no key, but the clients refuse to be made without one. */
const noKey = 'none';

/**
 * The client for an endpoint; the one that was opened before, where the key is still the same. Both packages are large:
 * only the one that is needed is loaded. The host redacts the key from now on, wherever it comes from. Throws {@link UsageError}
 * for a key that no header carries.
 */
export async function openClient(
  endpoint: Endpoint,
  { host, readSecret }: Pick<Session, 'host' | 'readSecret'>,
  env: Readonly<Record<string, string | undefined>>,
  before?: OpenedClient,
): Promise<OpenedClient> {
  const given = readKey(env) || undefined;
  const stored: StoredKey = given === undefined && endpoint.isConfigured ? await readStored(readSecret) : {};
  const key = given ?? stored.key;
  if (before !== undefined && before.key === key) return before;
  const about = {
    key,
    isStored: stored.key !== undefined,
    ...(stored.problem === undefined ? {} : { problem: stored.problem }),
  };
  if (key !== undefined) host.secrets.remember(key);
  const options = {
    apiKey: key ?? noKey,
    baseURL: endpoint.baseUrl,
    logLevel: 'off',
    // A redirect would take the conversation to a service that nobody chose, and some clients the key as well.
    fetchOptions: { redirect: 'manual' },
  } as const;
  // What the clients would read from variables of their own belongs to other endpoints.
  if (endpoint.api === 'anthropic') {
    const { default: Anthropic } = await import('@anthropic-ai/sdk');
    return { client: new Anthropic({ ...options, authToken: null }), ...about };
  }
  const { default: OpenAI } = await import('openai');
  return { client: new OpenAI({ ...options, organization: null, project: null, webhookSecret: null }), ...about };
}

interface StoredKey {
  readonly key?: string | undefined;
  readonly problem?: string;
}

/** What cannot be read counts as not set, as every secret does. */
async function readStored(readSecret: Session['readSecret']): Promise<StoredKey> {
  try {
    return { key: await readSecret(MODEL_KEY_SECRET) };
  } catch (error) {
    if (!isLoadoutError(error, 'SECRET_UNAVAILABLE')) throw error;
    // The reason is in the log.
    const remedy = `See "loadout doctor", or give the key in ${MODEL_KEY_VARIABLE}.`;
    return { problem: `The model is sent no key: the secret "${MODEL_KEY_SECRET}" cannot be read. ${remedy}` };
  }
}

/**
 * The key of the environment, without the line break that files of keys end with. A client would leave out more than that,
 * and what it sends would be another text than the one that the host redacts.
 */
function readKey(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const key = env[MODEL_KEY_VARIABLE]?.replace(/\r?\n$/, '');
  if (key === undefined || key === '' || /^[!-~](?:[ -~]*[!-~])?$/.test(key)) return key;
  throw new UsageError(
    `${MODEL_KEY_VARIABLE} cannot be sent in a header: it may have printable ASCII characters, and no line break, and no space at its ends.`,
  );
}

/** Whether the key would cross a network in the clear. */
export function sendsKeyInTheClear({ baseUrl }: Endpoint, key: string | undefined): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return key !== undefined && protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}
