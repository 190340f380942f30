import { type ModelClient, type RunResult, runTurn } from '@loadout/core';
import { expect, test } from 'vitest';
import { createDeferred } from '../builders/deferred.js';
import { createManualClock, settle } from '../builders/manual-clock.js';
import { answerAs } from '../builders/model-responses.js';
import { openHost } from '../builders/turn-builders.js';

const question = { role: 'user', content: 'Go.' };

/** A client whose answers are given; where there is none, a request is never answered, and its signal is not listened to. */
function scriptClient(answers: readonly unknown[]): { client: ModelClient; signals: AbortSignal[] } {
  const signals: AbortSignal[] = [];
  const create = (_body: never, options?: { readonly signal?: AbortSignal }): Promise<unknown> => {
    if (options?.signal !== undefined) signals.push(options.signal);
    const answer = answers[signals.length - 1];
    return answer === undefined ? new Promise(() => undefined) : Promise.resolve(answer);
  };
  return { client: { chat: { completions: { create } } }, signals };
}

/** Fails at once where the run has not ended. */
async function requireEnded(run: Promise<RunResult>): Promise<RunResult> {
  await settle();
  const ended = await Promise.race([run, settle().then(() => undefined)]);
  expect(ended, 'the run goes on').toBeDefined();
  return ended as RunResult;
}

test('7.1 a request that hangs ends with the turn’s time, as time-spent', async () => {
  const clock = createManualClock();
  const { startTurn } = await openHost({ tools: { look: () => 'seen' }, clock });
  const turn = await startTurn({ model: { api: 'chat' }, limits: { maxTurnMs: 10_000 } });
  const { client, signals } = scriptClient([answerAs('chat', { calls: [{ name: 'look', id: 'call_1' }] }).response]);
  const run = runTurn(turn, client, [question], { model: 'm' });
  // The first call loads what checks arguments, which takes time of its own.
  await expect.poll(() => signals.length).toBe(2);
  await clock.advance(9_999);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  await clock.advance(1);
  const result = await requireEnded(run);
  expect(result).toMatchObject({ stop: 'time-spent', outcomes: [{ status: 'SUCCESS' }], error: undefined });
  expect(result.messages).toMatchObject([{ role: 'assistant' }, { role: 'tool', tool_call_id: 'call_1' }]);
  expect(signals[1]?.aborted).toBe(true);
  await turn.end();
  expect(clock.pending).toBe(0);
});

test('7.1 a stream that hangs ends with the turn’s time, and its iterator is told', async () => {
  const clock = createManualClock();
  const { startTurn } = await openHost({ tools: {}, clock });
  const turn = await startTurn({ model: { api: 'chat' }, limits: { maxTurnMs: 10_000 } });
  let returned = 0;
  const iterator = {
    next: () => new Promise<never>(() => undefined),
    return: () => {
      returned += 1;
      return new Promise<never>(() => undefined);
    },
  };
  const { client } = scriptClient([{ [Symbol.asyncIterator]: () => iterator }]);
  const run = runTurn(turn, client, [question], { model: 'm', stream: true });
  await clock.advance(10_000);
  expect(await requireEnded(run)).toMatchObject({ stop: 'time-spent', messages: [] });
  expect(returned).toBe(1);
});

test('7.1 a request ends with its turn, as cancelled', async () => {
  const clock = createManualClock();
  const { startTurn } = await openHost({ tools: {}, clock });
  const ended = await startTurn({ model: { api: 'chat' } });
  const first = scriptClient([]);
  const run = runTurn(ended, first.client, [question], { model: 'm' });
  await settle();
  await ended.end();
  expect(await requireEnded(run)).toMatchObject({ stop: 'cancelled', error: undefined });
  const controller = new AbortController();
  const aborted = await startTurn({ model: { api: 'chat' }, signal: controller.signal });
  const second = scriptClient([]);
  const other = runTurn(aborted, second.client, [question], { model: 'm' });
  await settle();
  controller.abort();
  expect(await requireEnded(other)).toMatchObject({ stop: 'cancelled', error: undefined });
  for (const { signals } of [first, second]) expect(signals[0]?.aborted).toBe(true);
  expect(clock.pending).toBe(0);
});

test('7.1 what a person takes to approve is not a request’s time either', async () => {
  const clock = createManualClock();
  const asked = createDeferred<void>();
  const { startTurn } = await openHost({
    tools: { careful: { policy: { approval: 'ask' }, run: () => 'ran' } },
    clock,
    approver: () => {
      asked.resolve();
      return new Promise(() => undefined);
    },
  });
  const turn = await startTurn({ model: { api: 'chat' }, limits: { maxTurnMs: 10_000 } });
  const { client, signals } = scriptClient([]);
  const run = runTurn(turn, client, [question], { model: 'm' });
  await settle();
  const calling = turn.call({ name: 'careful' });
  await asked.promise;
  await clock.advance(3_600_000);
  expect(signals[0]?.aborted).toBe(false);
  await turn.end();
  expect((await requireEnded(run)).stop).toBe('cancelled');
  expect((await calling).status).toBe('CANCELLED');
});

test('7.3 the last request has a minute of its own where the time is spent', async () => {
  const clock = createManualClock();
  const { startTurn } = await openHost({ tools: { slow: () => clock.advance(11_000).then(() => 'late') }, clock });
  const turn = await startTurn({ model: { api: 'chat' }, limits: { maxTurnMs: 10_000 } });
  const { client, signals } = scriptClient([answerAs('chat', { calls: [{ name: 'slow', id: 'call_1' }] }).response]);
  const run = runTurn(turn, client, [question], { model: 'm' });
  await settle();
  while (signals.length < 2) await settle();
  await clock.advance(59_000);
  expect(signals[1]?.aborted).toBe(false);
  await clock.advance(1_000);
  expect((await requireEnded(run)).stop).toBe('time-spent');
});

test('7.3 a loop whose time is spent says so where its request fails, also without the request’s signal', async () => {
  const clock = createManualClock();
  const { startTurn } = await openHost({ tools: {}, clock });
  const turn = await startTurn({ model: { api: 'chat' }, limits: { maxTurnMs: 10_000 } });
  const loop = turn.createLoop();
  loop.request();
  await clock.advance(10_000);
  expect(loop.fail(new Error('timed out'))).toMatchObject({ stop: 'time-spent', messages: [] });
  const next = (await startTurn({ model: { api: 'chat' }, limits: { maxTurnMs: 10_000 } })).createLoop();
  next.request();
  expect(next.fail(new Error('out of order')).stop).toBe('model-failed');
});
