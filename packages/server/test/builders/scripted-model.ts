import type { ModelClient } from '@loadout/core';
import type { ChatEndpoint } from '../../src/index.js';

/** What the model answers: a text, a call, pieces with what ends them, a failure, or nothing for as long as it is waited for. */
export type Answer =
  | { readonly text: string }
  | { readonly call: string; readonly arguments?: object }
  | { readonly deltas: readonly object[]; readonly lost?: Error }
  | Error
  | 'hang';

/** A model without a service, and the requests that it got. */
export interface ScriptedModel {
  readonly chat: ChatEndpoint;
  readonly requests: readonly { readonly messages: readonly Record<string, unknown>[] }[];
}

/** Streams Chat Completions, one answer after another; after the last one it says "Hello." for ever. */
export function scriptModel(answers: readonly Answer[] = []): ScriptedModel {
  const left = [...answers];
  const requests: ScriptedModel['requests'][number][] = [];
  const create = async (body: never, options?: { readonly signal?: AbortSignal }): Promise<unknown> => {
    // It goes on changing.
    requests.push(structuredClone(body));
    const answer = left.shift() ?? { text: 'Hello.' };
    if (answer instanceof Error) throw answer;
    if (answer === 'hang') return untilAborted(options?.signal);
    return stream(answer, requests.length);
  };
  const client: ModelClient = { chat: { completions: { create } } };
  return {
    requests,
    chat: {
      api: 'chat',
      model: 'scripted',
      modelProvider: { id: 'scripted', confidence: 'LOW' },
      system: 'Be brief.',
      openClient: async () => client,
      describeFailure: (error) => `It failed: ${error instanceof Error ? error.message : error}.`,
    },
  };
}

async function* stream(answer: Exclude<Answer, Error | 'hang'>, number: number): AsyncGenerator<object> {
  const chunk = (delta: object, reason: string | null = null): object => ({
    id: `chatcmpl-${number}`,
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'scripted',
    choices: [{ index: 0, delta, finish_reason: reason }],
  });
  yield chunk({ role: 'assistant', content: '' });
  if ('text' in answer) {
    for (const word of answer.text.split(/(?<= )/)) yield chunk({ content: word });
    yield chunk({}, 'stop');
    return;
  }
  if ('deltas' in answer) {
    for (const delta of answer.deltas) yield chunk(delta);
    if (answer.lost !== undefined) throw answer.lost;
    yield chunk({}, 'stop');
    return;
  }
  const call = { name: answer.call, arguments: JSON.stringify(answer.arguments ?? {}) };
  yield chunk({ tool_calls: [{ index: 0, id: `call_${number}`, type: 'function', function: call }] });
  yield chunk({}, 'tool_calls');
}

function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
