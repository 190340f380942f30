import { type ApprovalDecision, type JsonObject, type JsonValue, resumeRun, runTurn } from '@loadout/core';
import { expect, test } from 'vitest';
import { expectValidRequest, expectValidTranscript } from '../adapters/request-checks.js';
import { createDeferred } from '../builders/deferred.js';
import { openHost, type TestTools } from '../builders/turn-builders.js';
import { openModelEndpoint } from './model-endpoint.js';

const apis = ['chat', 'responses', 'anthropic'] as const;
const question: JsonValue = { role: 'user', content: 'Go.' };
const call = (name: string, args: JsonObject = {}, id = `call_${name}`) => ({ name, arguments: args, id });
const options = { model: 'test-model' };

/** Anthropic takes a transcript with calls only beside tools. */
function toolsOf([body]: readonly JsonObject[]): JsonObject {
  return body?.tools === undefined ? {} : { tools: body.tools };
}

test.each(apis)('%s: several calls of one response are answered in their order', async (api) => {
  const endpoint = await openModelEndpoint([
    { calls: [call('slow', {}, 'call_a'), call('quick', {}, 'call_b')] },
    { text: 'Both.' },
  ]);
  const tools: TestTools = {
    slow: { policy: { readOnly: true }, run: () => new Promise((resolve) => setImmediate(resolve, 'slow')) },
    quick: { policy: { readOnly: true }, run: () => 'quick' },
  };
  const { startTurn } = await openHost({ tools });
  const turn = await startTurn({ model: { api } });
  const result = await runTurn(turn, endpoint.clientFor(api), [question], {
    ...options,
    loop: { overlapReadOnly: true },
  });
  expect(result.outcomes.map(({ callId }) => callId)).toEqual(['call_a', 'call_b']);
  expectValidTranscript(api, result.transcript, toolsOf(endpoint.bodies));
});

test.each(apis)('%s: a budget that is spent ends with one more request without calls', async (api) => {
  const endpoint = await openModelEndpoint([
    { calls: [call('echo', { n: 1 }, 'call_1'), call('echo', { n: 2 }, 'call_2')] },
    { text: 'That is all.' },
  ]);
  const { startTurn } = await openHost({ tools: { echo: (args) => args } });
  const turn = await startTurn({ model: { api }, limits: { maxToolCalls: 1 } });
  const result = await runTurn(turn, endpoint.clientFor(api), [question], { ...options, stream: true });
  expect(result).toMatchObject({ stop: 'calls-spent', text: 'That is all.' });
  expect(result.outcomes.map(({ status }) => status)).toEqual(['SUCCESS', 'BLOCKED']);
  for (const body of endpoint.bodies) expectValidRequest(api, body);
  expectValidTranscript(api, result.transcript, toolsOf(endpoint.bodies));
});

test.each(
  (['chat', 'responses'] as const).flatMap((api) => [
    [api, ['developer', 'user']] as const,
    [api, ['user', 'developer']] as const,
  ]),
)('%s: calls that were left open are answered right behind them, whoever has spoken since: %j', async (api, roles) => {
  const endpoint = await openModelEndpoint([{ calls: [call('send')] }, { text: 'Never mind.' }]);
  const { startTurn, host } = await openHost({
    tools: { send: { policy: { approval: 'ask' }, run: () => 'sent' } },
    approver: () => ({ decision: 'later' }),
  });
  const start = () => startTurn({ model: { api }, conversation: { id: 'room' } });
  const asked = await start();
  const { transcript } = await runTurn(asked, endpoint.clientFor(api), [question], options);
  await asked.end();
  const since: readonly JsonValue[] = roles.map((role) => ({ role, content: `A word of the ${role}'s.` }));
  const result = await runTurn(await start(), endpoint.clientFor(api), [...transcript, ...since], options);
  expect(result.stop).toBe('answer');
  expect(await host.approvals.list()).toEqual([]);
  const sent = endpoint.bodies.at(-1) ?? {};
  expectValidRequest(api, sent);
  expect((sent.messages ?? sent.input) as JsonValue).toMatchObject([question, {}, {}, ...since]);
  expect(JSON.stringify(result.transcript[transcript.length])).toContain('call_send');
});

test.each(apis)('%s: a service that fails leaves a transcript to go on with', async (api) => {
  const endpoint = await openModelEndpoint([
    { calls: [call('echo')] },
    { failure: 'out of order' },
    { text: 'Again.' },
  ]);
  const { startTurn } = await openHost({ tools: { echo: () => 'x' } });
  const turn = await startTurn({ model: { api } });
  const failed = await runTurn(turn, endpoint.clientFor(api), [question], options);
  expect(failed).toMatchObject({ stop: 'model-failed', error: { message: expect.stringContaining('out of order') } });
  await turn.end();
  const next = await startTurn({ model: { api } });
  const again = await runTurn(next, endpoint.clientFor(api), [...failed.transcript, question], options);
  expect(again).toMatchObject({ stop: 'answer', text: 'Again.' });
  for (const body of endpoint.bodies) expectValidRequest(api, body);
});

test.each(apis)('%s: what an earlier turn left open is answered before what the user said since', async (api) => {
  const endpoint = await openModelEndpoint([{ calls: [call('careful')] }, { text: 'As you like.' }]);
  const tools: TestTools = { careful: { policy: { approval: 'ask' }, run: () => 'ran' } };
  const { startTurn } = await openHost({ tools, approver: () => ({ decision: 'later' }) });
  const turn = await startTurn({ model: { api } });
  const waiting = await runTurn(turn, endpoint.clientFor(api), [question], options);
  expect(waiting).toMatchObject({ stop: 'awaiting-approval', suspension: turn.id });
  await turn.end();
  const said: JsonValue = { role: 'user', content: 'Never mind.' };
  const next = await startTurn({ model: { api } });
  const result = await runTurn(next, endpoint.clientFor(api), [...waiting.transcript, said], options);
  expect(result.stop).toBe('answer');
  expectValidRequest(api, endpoint.bodies.at(-1) ?? {});
  const at = result.transcript.indexOf(said);
  expect(at).toBeGreaterThan(waiting.transcript.length - 1);
  expect(result.messages).toEqual(result.transcript.slice(at + 1));
});

test.each(apis)(
  '%s: every call that stands open is answered behind its own message, whoever called since',
  async (api) => {
    const asked = { calls: [call('look', {}, 'call_1'), call('careful', {}, 'call_2')] };
    const endpoint = await openModelEndpoint([
      asked,
      { calls: [call('look', {}, 'call_3')] },
      { text: 'Done.' },
      { text: 'As you like.' },
    ]);
    const tools: TestTools = {
      careful: { policy: { approval: 'ask' }, run: () => 'ran' },
      look: () => 'what was seen',
    };
    const { startTurn } = await openHost({ tools, approver: () => ({ decision: 'later' }) });
    const run = async (transcript: readonly JsonValue[], id = 'room') => {
      const turn = await startTurn({ conversation: { id }, model: { api } });
      const result = await runTurn(turn, endpoint.clientFor(api), transcript, options);
      await turn.end();
      return result;
    };
    const waiting = await run([question]);
    expect(waiting.stop).toBe('awaiting-approval');
    // Somebody with another host went on without an answer to the calls.
    const other = await run([question], 'elsewhere');
    expect(other.stop).toBe('answer');
    const said: JsonValue = { role: 'user', content: 'Never mind.' };
    const result = await run([...waiting.transcript, said, ...other.transcript, said]);
    expect(result.stop).toBe('answer');
    expectValidRequest(api, endpoint.bodies.at(-1) ?? {});
    const results = JSON.stringify(result.transcript.slice(waiting.transcript.length, result.transcript.indexOf(said)));
    for (const id of ['call_1', 'call_2']) expect(results.split(id)).toHaveLength(2);
    expect(results).toContain('what was seen');
  },
);

test.each(apis)('%s: a turn that waited goes on with the transcript that was kept', async (api) => {
  const endpoint = await openModelEndpoint([{ calls: [call('careful')] }, { text: 'It ran.' }]);
  const tools: TestTools = { careful: { policy: { approval: 'ask' }, run: () => 'ran' } };
  const { host, startTurn } = await openHost({ tools });
  const later = (): ApprovalDecision => ({ decision: 'later' });
  const turn = await startTurn({ model: { api }, approver: later });
  const { suspension, transcript } = await runTurn(turn, endpoint.clientFor(api), [question], {
    ...options,
    stream: true,
  });
  await turn.end();
  const [approval] = await host.approvals.list();
  await host.approvals.allow(approval?.id ?? '');
  const resumed = await host.resumeTurn(suspension ?? '', { model: { api } });
  const result = await resumeRun(resumed, endpoint.clientFor(api), options);
  await resumed.turn.end();
  expect(result).toMatchObject({ stop: 'answer', text: 'It ran.', outcomes: [{ status: 'SUCCESS' }] });
  expect(result.transcript.slice(0, transcript.length)).toEqual(transcript);
  expectValidRequest(api, endpoint.bodies.at(-1) ?? {});
});

test('a signal ends a request that is not answered, and the tool that runs', async () => {
  const endpoint = await openModelEndpoint([{ calls: [call('wait')] }]);
  const running = createDeferred<void>();
  const tools: TestTools = {
    wait: (_args, _config, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        running.resolve();
      }),
  };
  const { startTurn } = await openHost({ tools });
  const controller = new AbortController();
  const turn = await startTurn({ model: { api: 'chat' }, signal: controller.signal });
  const run = runTurn(turn, endpoint.openai, [question], options);
  await running.promise;
  controller.abort();
  const result = await run;
  expect(result).toMatchObject({ stop: 'cancelled', error: undefined, outcomes: [{ status: 'CANCELLED' }] });
  expectValidTranscript('chat', result.transcript);
});

test("the runner's own signal ends the turn as cancelled, also before the first request", async () => {
  const endpoint = await openModelEndpoint([{ text: 'never' }]);
  const { startTurn } = await openHost({ tools: {} });
  const turn = await startTurn({ model: { api: 'chat' } });
  const result = await runTurn(turn, endpoint.openai, [question], { ...options, signal: AbortSignal.abort() });
  expect(result).toMatchObject({ stop: 'cancelled', error: undefined, messages: [] });
  expect(endpoint.bodies).toEqual([]);
});

test("the trace of a turn whose request the runner's own signal ended says that it was cancelled", async () => {
  const endpoint = await openModelEndpoint([{ calls: [call('stop')] }, { text: 'never' }]);
  const controller = new AbortController();
  const tools: TestTools = { stop: () => controller.abort() };
  const { host, startTurn } = await openHost({ tools });
  const turn = await startTurn({ model: { api: 'chat' } });
  const result = await runTurn(turn, endpoint.openai, [question], { ...options, signal: controller.signal });
  expect(result).toMatchObject({ stop: 'cancelled', error: undefined, outcomes: [{ status: 'SUCCESS' }] });
  await turn.end();
  expect(await host.traces.listTurns?.()).toMatchObject([{ stop: 'cancelled', modelRequests: 1 }]);
});

test('a stream that is read by a listener that throws ends as a failed request', async () => {
  const endpoint = await openModelEndpoint([{ text: 'Hello there.' }]);
  const { startTurn } = await openHost({ tools: {} });
  const turn = await startTurn({ model: { api: 'chat' } });
  const onDelta = (): void => {
    throw new Error('no room');
  };
  const result = await runTurn(turn, endpoint.openai, [question], { ...options, stream: true, onDelta });
  expect(result).toMatchObject({ stop: 'model-failed', error: { message: 'no room' }, messages: [] });
});

test.each(['required', { tool: 'echo' }] as const)(
  'a model that the embedder makes think is not made to call: %j',
  async (firstToolChoice) => {
    const endpoint = await openModelEndpoint([{ text: 'Thought.' }, { text: 'Not thought.' }]);
    const { startTurn } = await openHost({ tools: { echo: () => 'x' } });
    const run = async (extra: JsonObject) =>
      runTurn(await startTurn({ model: { api: 'anthropic' } }), endpoint.anthropic, [question], {
        ...options,
        extra,
        loop: { firstToolChoice },
      });
    const thinking = await run({ thinking: { type: 'enabled', budget_tokens: 10_000 } });
    expect(thinking.notes).toEqual([expect.stringContaining('The model is thinking')]);
    const plain = await run({ thinking: { type: 'disabled' } });
    expect(plain.notes).toEqual([]);
    const [thought, free] = endpoint.bodies;
    expect(thought).toMatchObject({ tool_choice: { type: 'auto' }, max_tokens: 18_192 });
    expect(free?.tool_choice).not.toEqual({ type: 'auto' });
    for (const body of endpoint.bodies) expectValidRequest('anthropic', body);
  },
);

test('what is no response of the API is said as such', async () => {
  const { startTurn } = await openHost({ tools: {} });
  const turn = await startTurn({ model: { api: 'chat' } });
  const client = { chat: { completions: { create: async () => ({ output: 'of another API' }) } } };
  expect(await runTurn(turn, client, [question], options)).toMatchObject({
    stop: 'model-failed',
    error: { code: 'MODEL_RESPONSE_INVALID' },
  });
});

test('wrong arguments are refused with what to do', async () => {
  const { startTurn } = await openHost({ tools: {} });
  const { openai, anthropic } = await openModelEndpoint([]);
  const start = (api?: 'chat' | 'gemini' | 'anthropic') => startTurn(api === undefined ? {} : { model: { api } });
  const refused = { code: 'CONFIGURATION_INVALID' };
  await expect(runTurn(await start(), openai, [question], options)).rejects.toMatchObject(refused);
  await expect(runTurn(await start('gemini'), openai, [question], options)).rejects.toThrow(/gemini/);
  await expect(runTurn(await start('chat'), anthropic, [question], options)).rejects.toThrow(
    /chat\.completions\.create/,
  );
  await expect(runTurn(await start('anthropic'), openai, [question], options)).rejects.toThrow(/messages\.create/);
  await expect(runTurn(await start('chat'), openai, [question], { model: ' ' })).rejects.toMatchObject(refused);
  for (const messages of ['Hello', ['Hello'], undefined, [null]]) {
    const run = runTurn(await start('chat'), openai, messages as never, options);
    await expect(run).rejects.toMatchObject({ ...refused, message: expect.stringContaining('role: "user"') });
  }
});
