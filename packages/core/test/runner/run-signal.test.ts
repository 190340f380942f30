import { getEventListeners } from 'node:events';
import { type ModelClient, runTurn } from '@loadout/core';
import { expect, onTestFinished, test } from 'vitest';
import { createManualClock, settle } from '../builders/manual-clock.js';
import { answerAs } from '../builders/model-responses.js';
import { openHost } from '../builders/turn-builders.js';

const question = { role: 'user', content: 'Go.' } as const;
const model = { api: 'chat' } as const;

type Ending = 'answers' | 'fails' | 'hangs';

/** A client that listens to the signal of each request and takes no listener away, as the real ones do. */
function createClient(calls: number, ending: Ending): { client: ModelClient; signals: AbortSignal[] } {
  const signals: AbortSignal[] = [];
  const create = async (body: { readonly stream?: boolean }, options?: { readonly signal?: AbortSignal }) => {
    const { signal } = options ?? {};
    if (signal === undefined) throw new Error('No signal came.');
    signal.addEventListener('abort', () => undefined, { once: true });
    const id = `call_${signals.push(signal)}`;
    const isLast = signals.length > calls;
    if (isLast && ending === 'fails') throw new Error('out of order');
    if (isLast && ending === 'hangs') return new Promise(() => undefined);
    const { events, response } = answerAs(
      'chat',
      isLast ? { text: 'Done.' } : { calls: [{ name: 'look', id, args: { id } }] },
    );
    return body.stream === true ? streamOf(events) : response;
  };
  return { client: { chat: { completions: { create } } }, signals };
}

async function* streamOf(events: readonly object[]): AsyncGenerator<object> {
  yield* events;
}

const ways = ['whole', 'streamed'].flatMap((how) =>
  ['the turn’s', 'its own', 'one that is both'].map((whose) => [how, whose] as const),
);

test.each(ways)('%s: runs leave nothing listening to a signal that many share: %s', async (how, whose) => {
  const { startTurn } = await openHost({ tools: { look: () => 'seen' } });
  const { signal } = new AbortController();
  const ofTurn = whose === 'its own' ? {} : { signal };
  const ofRun = whose === 'the turn’s' ? {} : { signal };
  for (const ending of ['answers', 'fails', 'answers'] as const) {
    const turn = await startTurn({ model, ...ofTurn });
    const { client } = createClient(2, ending);
    const result = await runTurn(turn, client, [question], { model: 'm', stream: how === 'streamed', ...ofRun });
    expect(result.stop).toBe(ending === 'fails' ? 'model-failed' : 'answer');
    await turn.end();
  }
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('runs that share a signal, with listeners of others on it, all end when it aborts', async () => {
  const { startTurn } = await openHost({ tools: { look: () => 'seen' } });
  const controller = new AbortController();
  const { signal } = controller;
  signal.addEventListener('abort', () => undefined, { once: true });
  const runs = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const turn = await startTurn({ model });
      return runTurn(turn, createClient(0, 'hangs').client, [question], { model: 'm', signal });
    }).map(async (run, index) => {
      if (index === 2) setImmediate(() => controller.abort(new Error('shutdown')));
      return run;
    }),
  );
  expect(runs.map(({ stop }) => stop)).toEqual(['cancelled', 'cancelled', 'cancelled']);
});

test.each(ways)('%s: a signal that aborts ends a later request at once, %s', async (how, whose) => {
  const { startTurn } = await openHost({ tools: { look: () => 'seen' } });
  const controller = new AbortController();
  const { signal } = controller;
  const turn = await startTurn({ model, ...(whose === 'its own' ? {} : { signal }) });
  const { client, signals } = createClient(2, 'hangs');
  const own = whose === 'the turn’s' ? {} : { signal };
  const run = runTurn(turn, client, [question], { model: 'm', stream: how === 'streamed', ...own });
  await expect.poll(() => signals.length).toBe(3);
  controller.abort();
  await settle();
  const ended = await Promise.race([run, settle().then(() => undefined)]);
  expect(ended).toMatchObject({ stop: 'cancelled', error: undefined });
  expect(signals[2]?.aborted).toBe(true);
  await turn.end();
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test.each(['none', 'its own'])('all requests of a run share one signal, with no warning of it: %s', async (whose) => {
  const warnings: string[] = [];
  const onWarning = ({ name }: Error): void => void warnings.push(name);
  process.on('warning', onWarning);
  onTestFinished(() => void process.off('warning', onWarning));
  const { startTurn } = await openHost({ tools: { look: () => 'seen' } });
  const { client, signals } = createClient(15, 'answers');
  const own = whose === 'none' ? {} : { signal: new AbortController().signal };
  const turn = await startTurn({ model });
  await runTurn(turn, client, [question], { model: 'm', ...own });
  await turn.end();
  // Warnings come with the next tick.
  await settle();
  expect(signals).toHaveLength(16);
  expect(new Set(signals).size).toBe(1);
  expect(warnings).toEqual([]);
});

test('a loop whose request took too long, and was answered all the same, has a new signal for the last one', async () => {
  const clock = createManualClock();
  const { startTurn } = await openHost({ tools: { look: () => 'seen' }, clock });
  const loop = (await startTurn({ model, limits: { maxTurnMs: 10_000 } })).createLoop();
  const first = loop.request().signal;
  await clock.advance(10_000);
  expect(first.aborted).toBe(true);
  await loop.accept(answerAs('chat', { calls: [{ name: 'look', id: 'call_1' }] }).response);
  const last = loop.request();
  expect(last).toMatchObject({ isFinal: true, number: 2 });
  expect(last.signal.aborted).toBe(false);
  await clock.advance(60_000);
  expect(last.signal.aborted).toBe(true);
  loop.fail(new Error('aborted'));
  expect(clock.pending).toBe(0);
});
