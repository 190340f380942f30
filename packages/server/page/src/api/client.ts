import type { ApiPaths } from '@loadout/server/client';
import createFetchClient, { type FetchResponse } from 'openapi-fetch';
import { ApiProblem } from './problem.js';
import { loadSentences } from './problem-sentences.js';

type Media = 'application/json' | 'application/problem+json';

/** What says that a request comes from the page: no form can send it, and no other origin may. */
export const pageHeaders: Readonly<Record<string, string>> = { 'x-loadout-page': '1' };

/** The API of the host that served the page. The session is a cookie. */
export const api = createFetchClient<ApiPaths, Media>({ baseUrl: location.origin, headers: pageHeaders });

/**
 * What an answer holds; throws an {@link ApiProblem}.
 *
 * @example
 * const { bots } = await read(api.GET('/api/v1/bots'));
 */
// biome-ignore lint/suspicious/noExplicitAny: as the client's own type has it
export async function read<Answer extends FetchResponse<any, any, Media>>(
  answer: Promise<Answer>,
): Promise<NonNullable<Answer['data']>> {
  let settled: Answer;
  try {
    settled = await answer;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiProblem(0, {}, error);
  }
  const { data, error, response } = settled;
  if (response.ok) return data as NonNullable<Answer['data']>; // 204 has none, and no caller reads it
  await loadSentences();
  throw new ApiProblem(response.status, (error ?? {}) as object);
}
