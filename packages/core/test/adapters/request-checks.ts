import { expect } from 'vitest';
import type { ModelApi } from '../../src/contract/model.js';
import { checkAnthropicRequest } from './check-anthropic-request.js';
import { checkChatRequest } from './check-chat-request.js';
import { checkGeminiRequest } from './check-gemini-request.js';
import { checkResponsesRequest } from './check-responses-request.js';
import type { RequestBody } from './request-problems.js';

/*
 * Judges a whole request body by the documented rules of its API: what a service would answer with status 400. Each
 * check answers sentences, one for each problem; none for a request that is valid.
 */

const checks: Readonly<Record<ModelApi, (body: RequestBody) => readonly string[]>> = {
  chat: checkChatRequest,
  responses: checkResponsesRequest,
  anthropic: checkAnthropicRequest,
  gemini: checkGeminiRequest,
};

/** The member of a body that holds the transcript. */
export const transcriptMembers: Readonly<Record<ModelApi, string>> = {
  chat: 'messages',
  responses: 'input',
  anthropic: 'messages',
  gemini: 'contents',
};

/** What the API would refuse of this request; empty where it is valid. */
export function checkRequest(api: ModelApi, body: RequestBody): readonly string[] {
  return checks[api](body);
}

/** Fails with every problem of the request. */
export function expectValidRequest(api: ModelApi, body: RequestBody): void {
  expect(checkRequest(api, body), JSON.stringify(body, null, 1).slice(0, 4_000)).toEqual([]);
}

/** Judges a transcript that a user's next message could follow; `tools` and what belongs to them may be added. */
export function expectValidTranscript(
  api: ModelApi,
  transcript: readonly unknown[],
  parameters: RequestBody = {},
): void {
  const next = api === 'gemini' ? { role: 'user', parts: [{ text: 'Go on.' }] } : { role: 'user', content: 'Go on.' };
  expectValidRequest(api, { [transcriptMembers[api]]: [...transcript, next], ...parameters });
}
