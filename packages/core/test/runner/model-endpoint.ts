import Anthropic from '@anthropic-ai/sdk';
import { LLMock } from '@copilotkit/aimock';
import type { JsonObject } from '@loadout/core';
import OpenAI from 'openai';
import { onTestFinished } from 'vitest';
import type { RunnerApi } from '../../src/runner/model-client.js';

/** What the model of a test answers: calls, or a text. */
export type Answer =
  | { readonly text: string }
  | { readonly failure: string }
  | { readonly calls: readonly { readonly name: string; readonly arguments: JsonObject; readonly id?: string }[] };

/** A loopback endpoint that gives one answer after another, and the real clients for it. */
export interface ModelEndpoint {
  readonly openai: OpenAI;
  readonly anthropic: Anthropic;
  /** The bodies that the clients sent, as they went out. */
  readonly bodies: readonly JsonObject[];
  clientFor(api: RunnerApi): OpenAI | Anthropic;
}

/** Opens an endpoint that is closed when the test has finished. */
export async function openModelEndpoint(answers: readonly Answer[]): Promise<ModelEndpoint> {
  const mock = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent', chunkSize: 7 });
  const left = [...answers];
  mock.on({ predicate: () => true }, () => {
    const answer = left.shift();
    if (answer === undefined) return { content: 'nothing was scripted for this request' };
    if ('text' in answer) return { content: answer.text };
    if ('failure' in answer) return { error: { message: answer.failure, type: 'server_error' }, status: 500 };
    return {
      toolCalls: answer.calls.map((call) => ({ ...call, arguments: JSON.stringify(call.arguments) })),
    };
  });
  await mock.start();
  onTestFinished(() => mock.stop());
  const bodies: JsonObject[] = [];
  // The endpoint keeps requests in a shape of its own; what goes over the wire is seen here.
  const recording: typeof fetch = (url, init) => {
    bodies.push(JSON.parse(String(init?.body)));
    return fetch(url, init);
  };
  const options = { apiKey: 'test', maxRetries: 0, timeout: 10_000, fetch: recording };
  const openai = new OpenAI({ ...options, baseURL: `${mock.url}/v1` });
  const anthropic = new Anthropic({ ...options, baseURL: mock.url });
  return { openai, anthropic, bodies, clientFor: (api) => (api === 'anthropic' ? anthropic : openai) };
}
