import {
  type Clock,
  type ConfidenceLevel,
  createMemoryStore,
  type JsonObject,
  type LoopStep,
  type SuspendedTurn,
  type TurnLoop,
  type TurnOptions,
} from '@loadout/core';
import { expect, test } from 'vitest';
import { createDeferred } from '../builders/deferred.js';
import { createManualClock } from '../builders/manual-clock.js';
import { answerAs, type SaidCall } from '../builders/model-responses.js';
import { openHost, readText } from '../builders/turn-builders.js';

const secret = { content: [{ type: 'text', text: 'the salary' }], _meta: { 'loadout/requiredConfidence': 'HIGH' } };

const of = (confidence: ConfidenceLevel): Partial<TurnOptions> => ({ modelProvider: { id: 'acme', confidence } });

const call = (id: string, name: string, args: object = {}): SaidCall => ({ id, name, args });

/** No process of any machine has this id. */
const NOBODY = 2 ** 22 + 1;

/** A host on whose store another process resumed a turn, and died while `hang` ran. */
async function openCrashed(calls: readonly SaidCall[], options: Partial<TurnOptions> = {}, clock?: Clock) {
  const store = createMemoryStore();
  const asked: string[] = [];
  const ran: string[] = [];
  const running = createDeferred<void>();
  const finished = createDeferred<string>();
  const note = (name: string) => () => {
    ran.push(name);
    return name;
  };
  const ask = { kind: 'write', approval: 'ask' } as const;
  const opened = await openHost({
    store,
    ...(clock === undefined ? {} : { clock }),
    approver: ({ tool }) => {
      asked.push(tool);
      return { decision: 'later' };
    },
    tools: {
      send: { policy: ask, run: note('send') },
      other: { policy: ask, run: note('other') },
      once: { policy: { kind: 'write', approval: 'never', maxCallsPerTurn: 1 }, run: note('once') },
      write: { policy: { kind: 'write', approval: 'never', identicalCallLimit: 2 }, run: note('write') },
      pay: { policy: { kind: 'read', readOnly: true, approval: 'never' }, run: () => secret },
      hang: {
        policy: { kind: 'write', approval: 'never', maxCallsPerTurn: 1 },
        run: () => {
          running.resolve();
          return finished.promise;
        },
      },
    },
  });
  const step = (loop: TurnLoop, next: readonly SaidCall[]): Promise<LoopStep> => {
    loop.request();
    return loop.accept(answerAs('chat', { calls: next }).response);
  };
  const allow = async (scope: 'once' | 'turn' = 'once'): Promise<void> => {
    for (const { id, state } of await opened.host.approvals.list()) {
      if (state === 'waiting') await opened.host.approvals.allow(id, { scope });
    }
  };
  const changeClaim = async (change: JsonObject): Promise<void> => {
    const [turn] = (await store.listSuspendedTurns('bot-a')) as readonly [SuspendedTurn];
    const claim = { ...(turn.document.claim as JsonObject), ...change };
    await store.change((writer) => writer.putSuspendedTurn({ ...turn, document: { ...turn.document, claim } }));
  };
  const turn = await opened.startTurn({ model: { api: 'chat' }, ...options });
  const loop = turn.createLoop();
  loop.keepTranscript([{ role: 'user', content: 'Go.' }]);
  const waiting = await step(loop, calls);
  await turn.end();
  await allow('turn');
  const id = waiting.suspension ?? '';
  const died = await opened.host.resumeTurn(id);
  const resuming = died.loop.resume();
  await running.promise;
  asked.length = 0;
  return {
    ...opened,
    id,
    waiting,
    step,
    allow,
    changeClaim,
    asked,
    ran,
    died,
    resuming,
    finish: () => finished.resolve('done'),
    crash: () => changeClaim({ process: NOBODY }),
  };
}

test('6.8 a turn that is resumed is let go of once its calls have ended, also where resume is called twice', async () => {
  const { host, id, died } = await openCrashed([call('c1', 'send'), call('c2', 'hang')]);
  await expect(died.loop.resume()).rejects.toMatchObject({ code: 'LOOP_MISUSED' });
  await expect(died.loop.closeOpenCalls([])).rejects.toMatchObject({ code: 'LOOP_MISUSED' });
  await died.turn.end();
  // What ran was answered, so that nothing is left to go on with.
  await expect(host.resumeTurn(id)).rejects.toMatchObject({ code: 'TURN_UNKNOWN' });
});

test.each([{ conversation: { id: 'room' } }, { conversation: null }])(
  '5.6 after a crash in the middle of a resume, what its results required goes on to count: %o',
  async ({ conversation }) => {
    const calls = [call('c1', 'send'), call('c2', 'pay'), call('c3', 'hang')];
    const { host, id, step, allow, crash } = await openCrashed(calls, { ...of('HIGH'), conversation });
    await crash();
    await expect(host.resumeTurn(id, of('UNTRUSTED'))).rejects.toMatchObject({ details: { field: 'modelProvider' } });
    const { turn, loop } = await host.resumeTurn(id);
    await loop.resume();
    expect(turn.requiredConfidence).toBe('HIGH');
    const waiting = await step(loop, [call('d1', 'other')]);
    await turn.end();
    await allow();
    const refused = host.resumeTurn(waiting.suspension ?? '', of('UNTRUSTED'));
    await expect(refused).rejects.toMatchObject({ details: { field: 'modelProvider' } });
  },
);

test('5.6 what kept results required counts for the turn that closes their calls, also after a crash', async () => {
  const calls = [call('c1', 'send'), call('c2', 'pay'), call('c3', 'hang')];
  const user = { id: 'u-1' };
  const { startTurn, waiting, crash } = await openCrashed(calls, { ...of('HIGH'), user });
  await crash();
  const turn = await startTurn({ model: { api: 'chat' }, user, ...of('UNTRUSTED') });
  const loop = turn.createLoop();
  expect(JSON.stringify(await loop.closeOpenCalls(waiting.messages))).not.toContain('the salary');
  expect(loop.stop).toBe('confidence');
});

test('6.8 after a crash in the middle of a resume, its calls count, and what was approved for the turn holds', async () => {
  const calls = [call('c1', 'send'), call('c2', 'once'), call('c3', 'write'), call('c4', 'hang'), call('c5', 'send')];
  const { host, id, step, asked, ran, crash } = await openCrashed(calls, { limits: { maxToolCalls: 9 } });
  await crash();
  const { turn, loop } = await host.resumeTurn(id);
  const resumed = await loop.resume();
  expect(resumed.outcomes.map(({ executed }) => executed)).toEqual(['yes', 'yes', 'yes', 'unknown', 'yes']);
  expect(turn.usage.calls).toBe(5);
  const next = await step(loop, [call('d1', 'once'), call('d2', 'hang'), call('d3', 'send', { n: 2 })]);
  expect(next.outcomes.map(({ status }) => status)).toEqual(['BLOCKED', 'BLOCKED', 'SUCCESS']);
  expect(next.outcomes.slice(0, 2).map(readText).join()).toContain('may be called once in one turn');
  expect(turn.usage.calls).toBe(8);
  expect(asked).toEqual([]);
  expect(ran).toEqual(['send', 'once', 'write', 'send', 'send']);
});

test.each([
  ['another thread of the same process', { process: process.pid, instance: 'another' }],
  ['another copy of the code in the same process', { process: process.pid, instance: undefined }],
])('6.8 a turn that %s goes on with is not taken from it before its time is over', async (_, claim) => {
  const clock = createManualClock();
  const { host, id, changeClaim } = await openCrashed([call('c1', 'send'), call('c2', 'hang')], {}, clock);
  await changeClaim({ ...claim, token: 'not ours' } as JsonObject);
  await expect(host.resumeTurn(id)).rejects.toMatchObject({ code: 'TURN_UNKNOWN' });
  await clock.advance(15 * 60_000);
  expect((await (await host.resumeTurn(id)).loop.resume()).outcomes.map(({ executed }) => executed)).toEqual([
    'yes',
    'unknown',
  ]);
});

test('6.8 a loop whose turn was taken over asks and runs nothing more', async () => {
  const calls = [call('c1', 'send'), call('c2', 'hang'), call('c3', 'write')];
  const { startTurn, waiting, died, resuming, ran, finish } = await openCrashed(calls, {
    conversation: { id: 'room' },
  });
  const next = await startTurn({ model: { api: 'chat' }, conversation: { id: 'room' } });
  const closed = JSON.stringify(await next.createLoop().closeOpenCalls(waiting.messages));
  expect(closed).toContain('how it ended is not known');
  expect(closed).not.toContain('process ended');
  finish();
  const step = await resuming;
  expect(step.stop).toBe('cancelled');
  expect(step.messages).toHaveLength(3);
  expect(step.outcomes.map(({ executed }) => executed)).toEqual(['yes', 'yes', 'unknown']);
  expect(readText(step.outcomes[2] ?? { content: [] })).toContain('the user went on with another message');
  expect(() => died.loop.request()).toThrow(expect.objectContaining({ code: 'LOOP_MISUSED' }));
  expect(ran).toEqual(['send']);
});
