import { expect, test } from 'vitest';
import { createManualClock } from '../builders/manual-clock.js';
import { answerAs } from '../builders/model-responses.js';
import { openHost } from '../builders/turn-builders.js';

const START = 1_700_000_000_000;

test("a turn's record begins when the turn began, also where a person took their time to approve", async () => {
  const clock = createManualClock(START);
  const { host, startTurn } = await openHost({
    clock,
    approver: async () => {
      await clock.advance(40_000);
      return { decision: 'allow', scope: 'once' };
    },
    tools: { send: { policy: { kind: 'write', approval: 'ask' }, run: () => 'sent' } },
  });
  const turn = await startTurn();
  await clock.advance(1_000);
  expect(await turn.call({ name: 'send', arguments: {} })).toMatchObject({ status: 'SUCCESS' });
  await clock.advance(500);
  // What a person takes is not the turn's time; but it passes.
  expect(turn.usage.elapsedMs).toBe(1_500);
  await turn.end();
  expect(await host.traces.listTurns?.()).toMatchObject([{ startedAt: START, durationMs: 41_500, requests: [] }]);
  // Of the call it is told what was the person's.
  expect(await host.traces.list()).toMatchObject([{ startedAt: START + 1_000, durationMs: 40_000, waitedMs: 40_000 }]);
});

test('the record of a turn has the times of its requests, also of one that nobody answered', async () => {
  const clock = createManualClock(START);
  const { host, startTurn } = await openHost({ clock, tools: { search: { run: () => 'found' } } });
  const turn = await startTurn({ model: { api: 'chat' } });
  const loop = turn.createLoop();
  await clock.advance(100);
  loop.request();
  await clock.advance(700);
  await loop.accept(answerAs('chat', { calls: [{ id: 'c1', name: 'search' }] }).response);
  await clock.advance(50);
  loop.request();
  // The same one: asked again, it is no other.
  loop.request();
  await clock.advance(30);
  await turn.end();
  expect(await host.traces.listTurns?.()).toMatchObject([
    {
      modelRequests: 2,
      requests: [
        { startedAt: START + 100, durationMs: 700 },
        { startedAt: START + 850, durationMs: 30 },
      ],
    },
  ]);
  const [call] = await host.traces.list();
  expect(call).not.toHaveProperty('waitedMs');
});

test('the record of a turn that goes on begins when it went on', async () => {
  const clock = createManualClock(START);
  const { host, startTurn } = await openHost({
    clock,
    approver: () => ({ decision: 'later' }),
    tools: { send: { policy: { kind: 'write', approval: 'ask' }, run: () => 'sent' } },
  });
  const first = await startTurn({ model: { api: 'chat' } });
  const loop = first.createLoop();
  loop.request();
  await clock.advance(7_000);
  const { suspension } = await loop.accept(answerAs('chat', { calls: [{ id: 'c1', name: 'send' }] }).response);
  await first.end();
  await clock.advance(60_000);
  for (const { id } of await host.approvals.list()) await host.approvals.allow(id);
  const resumed = await host.resumeTurn(suspension ?? '');
  await resumed.loop.resume();
  await clock.advance(2_000);
  expect(resumed.turn.usage.elapsedMs).toBe(9_000);
  await resumed.turn.end();
  expect(await host.traces.listTurns?.()).toMatchObject([
    { startedAt: START + 67_000, durationMs: 2_000 },
    { startedAt: START, durationMs: 7_000 },
  ]);
});
