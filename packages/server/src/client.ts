/** `@loadout/server/client`: a typed client of the HTTP API, made of its OpenAPI document. */
import createFetchClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './generated/api.js';

/** Where the server is, and who asks. */
export interface ApiClientOptions {
  /** As `http://127.0.0.1:8787`. */
  readonly baseUrl: string;
  readonly token: string;
  /** Default: the global one. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** A client with a method for each method of HTTP: `client.GET('/api/v1/bots')`. */
export type ApiClient = Client<paths, Media>;

/** Each path of the API, with what it takes and answers. */
export type ApiPaths = paths;

/** What it reads; streams of events are for whoever opens them. */
type Media = 'application/json' | 'application/problem+json';

/** What bodies and answers are, by their names in the document. */
export type ApiSchemas = components['schemas'];

/**
 * Makes a client. It answers `{ data }` or `{ error }`, which is a problem document, and throws only where there is no answer.
 *
 * @example
 * const { data } = await createClient({ baseUrl, token }).GET('/api/v1/bots');
 */
export function createClient({ baseUrl, token, fetch }: ApiClientOptions): ApiClient {
  return createFetchClient<paths, Media>({
    baseUrl,
    headers: { authorization: `Bearer ${token}` },
    ...(fetch === undefined ? {} : { fetch }),
  });
}
