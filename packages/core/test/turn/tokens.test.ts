import type { ModelApi } from '@loadout/core';
import { expect, test } from 'vitest';
import { answerAs, type Said } from '../builders/model-responses.js';
import { openHost } from '../builders/turn-builders.js';

const said: readonly Said[] = [{ calls: [{ id: 'c1', name: 'look' }] }, { text: 'done' }];

/** What a service says that a response cost: 100 and 7 tokens, in the words of its API. */
const counted: Readonly<Record<ModelApi, object>> = {
  chat: { usage: { prompt_tokens: 100, completion_tokens: 7 } },
  responses: { usage: { input_tokens: 100, output_tokens: 7 } },
  anthropic: { usage: { input_tokens: 90, cache_read_input_tokens: 10, output_tokens: 7 } },
  gemini: { usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 5, thoughtsTokenCount: 2 } },
};

async function runCounted(api: ModelApi, counts: readonly boolean[]) {
  const { host, startTurn } = await openHost({ tools: { look: () => 'seen' } });
  const turn = await startTurn({ model: { api } });
  const loop = turn.createLoop();
  for (const [index, one] of said.entries()) {
    loop.request();
    const response: object = answerAs(api, one).response as object;
    const { usage: _, ...rest } = response as Record<string, unknown>;
    await loop.accept(counts[index] === true ? { ...rest, ...counted[api] } : rest);
  }
  const { usage } = loop;
  await turn.end();
  return { usage, traces: await host.traces.listTurns?.() };
}

test.each(Object.keys(counted) as ModelApi[])('%s: tokens of all responses are told, and written down', async (api) => {
  const { usage, traces } = await runCounted(api, [true, true]);
  expect(usage).toMatchObject({ inputTokens: 200, outputTokens: 14 });
  expect(traces).toMatchObject([{ stop: 'answer', inputTokens: 200, outputTokens: 14 }]);
});

test('a service that counts nothing leaves them unknown, one that counts sometimes is believed', async () => {
  expect((await runCounted('chat', [])).traces).toMatchObject([{ inputTokens: null, outputTokens: null }]);
  expect((await runCounted('chat', [false, true])).usage).toMatchObject({ inputTokens: 100, outputTokens: 7 });
});
