import {
  type ApprovalDecision,
  type Clock,
  type ConfidenceLevel,
  type JsonValue,
  type LoopStep,
  resumeRun,
  type TurnLoop,
  type TurnOptions,
} from '@loadout/core';
import { expect, test } from 'vitest';
import { createDeferred } from '../builders/deferred.js';
import { createManualClock } from '../builders/manual-clock.js';
import { answerAs, type SaidCall } from '../builders/model-responses.js';
import { openHost, readText, type TestTools } from '../builders/turn-builders.js';

type Calls = readonly SaidCall[];

const secret = { content: [{ type: 'text', text: 'the salary' }], _meta: { 'loadout/requiredConfidence': 'HIGH' } };
const cited = {
  content: [{ type: 'text', text: 'a page' }],
  _meta: { 'loadout/sources': [{ url: 'https://acme.example/a' }] },
};
const source = { url: 'https://acme.example/a', title: 'https://acme.example/a' };

const of = (confidence: ConfidenceLevel): Partial<TurnOptions> => ({ modelProvider: { id: 'acme', confidence } });

interface WaitingOptions {
  readonly conversation?: TurnOptions['conversation'];
  readonly more?: TestTools;
  readonly clock?: Clock;
}

/** A host whose approver says what `answers` says of a tool, and else `later`. */
async function openWaiting({ conversation = { id: 'room' }, more = {}, ...options }: WaitingOptions = {}) {
  const answers = new Map<string, ApprovalDecision>();
  const asked: string[] = [];
  const ran: string[] = [];
  const note = (name: string) => () => {
    ran.push(name);
    return name;
  };
  const ask = { kind: 'write', approval: 'ask' } as const;
  const opened = await openHost({
    ...options,
    approver: ({ tool }) => {
      asked.push(tool);
      return answers.get(tool) ?? { decision: 'later' };
    },
    tools: {
      send: { policy: ask, run: note('send') },
      other: { policy: ask, run: note('other') },
      once: { policy: { kind: 'write', approval: 'never', maxCallsPerTurn: 1 }, run: note('once') },
      asks_once: { policy: { ...ask, maxCallsPerTurn: 1 }, run: note('asks_once') },
      write: { policy: { kind: 'write', approval: 'never', identicalCallLimit: 3 }, run: note('write') },
      pay: { policy: { kind: 'read', readOnly: true, approval: 'never' }, run: () => secret },
      cite: { policy: { kind: 'read', readOnly: true, approval: 'never' }, run: () => cited },
      ...more,
    },
  });
  const startTurn = (rest: Partial<TurnOptions> = {}) =>
    opened.startTurn({ model: { api: 'chat' }, conversation, ...rest });
  const step = (loop: TurnLoop, calls: Calls): Promise<LoopStep> => {
    loop.request();
    return loop.accept(answerAs('chat', { calls }).response);
  };
  /** A turn that waits with these calls, and is allowed to go on. */
  const wait = async (calls: Calls, options: Partial<TurnOptions> = {}): Promise<LoopStep & { id: string }> => {
    const turn = await startTurn(options);
    const waiting = await step(turn.createLoop(), calls);
    await turn.end();
    return { ...waiting, id: waiting.suspension ?? '' };
  };
  const allow = async (): Promise<void> => {
    for (const { id, state } of await opened.host.approvals.list()) {
      if (state === 'waiting') await opened.host.approvals.allow(id);
    }
  };
  return { ...opened, startTurn, step, wait, allow, answers, asked, ran };
}

const call = (id: string, name: string, args: object = {}): SaidCall => ({ id, name, args });

test.each([{ conversation: { id: 'room' } }, { conversation: null }])(
  '5.6 a result that is kept with a turn that waited goes to no model provider that does not reach what it requires: %o',
  async ({ conversation }) => {
    const { startTurn, wait } = await openWaiting({ conversation });
    const user = { id: 'u-1' };
    const waiting = await wait([call('c1', 'pay'), call('c2', 'send')], { ...of('HIGH'), user });
    const turn = await startTurn({ ...of('UNTRUSTED'), user });
    const loop = turn.createLoop();
    const closed = await loop.closeOpenCalls(waiting.messages);
    expect(JSON.stringify(closed)).not.toContain('the salary');
    expect(closed).toHaveLength(2);
    expect(turn.requiredConfidence).toBe('HIGH');
    expect(loop.stop).toBe('confidence');
    expect(() => loop.request()).toThrow(/HIGH/);
  },
);

test.each(['turn.end()', 'signal', 'host.close()'])(
  '6.8 a resume that is cancelled by %s in the middle is final: each call has one result',
  async (how) => {
    const running = createDeferred<void>();
    const slow: TestTools[string] = {
      policy: { kind: 'write', approval: 'never' },
      run: () => {
        running.resolve();
        return new Promise(() => {});
      },
    };
    const { host, wait, allow, ran } = await openWaiting({ more: { slow } });
    const waiting = await wait([call('c1', 'send'), call('c2', 'slow'), call('c3', 'write')]);
    await allow();
    const controller = new AbortController();
    const { turn, loop } = await host.resumeTurn(waiting.id, { signal: controller.signal });
    const resuming = loop.resume();
    await running.promise;
    const ending = how === 'signal' ? controller.abort() : how === 'turn.end()' ? turn.end() : host.close();
    const resumed = await resuming;
    await ending;
    expect(resumed.stop).toBe('cancelled');
    expect(resumed.outcomes.map(({ status, executed }) => [status, executed])).toEqual([
      ['SUCCESS', 'yes'],
      ['CANCELLED', 'unknown'],
      ['CANCELLED', 'no'],
    ]);
    expect(resumed.messages).toHaveLength(3);
    expect(resumed.outcomes.map(readText).join()).not.toContain('another message');
    expect(ran).toEqual(['send']);
    if (how === 'host.close()') return;
    await turn.end();
    await expect(host.resumeTurn(waiting.id)).rejects.toMatchObject({ code: 'TURN_UNKNOWN' });
    expect(await host.approvals.list()).toEqual([]);
  },
);

test.each(['turn.end()', 'signal'])(
  '6.8 a resume that was cancelled by %s before answers nothing, and can be had again',
  async (how) => {
    const { host, wait, allow, ran } = await openWaiting();
    const waiting = await wait([call('c1', 'send')]);
    await allow();
    const controller = new AbortController();
    const { turn, loop } = await host.resumeTurn(waiting.id, { signal: controller.signal });
    if (how === 'signal') controller.abort();
    else await turn.end();
    expect(loop.stop).toBe('cancelled');
    expect(await loop.resume()).toMatchObject({ stop: 'cancelled', messages: [], outcomes: [] });
    await turn.end();
    expect(ran).toEqual([]);
    const again = await host.resumeTurn(waiting.id);
    expect((await again.loop.resume()).outcomes).toMatchObject([{ status: 'SUCCESS' }]);
    expect(ran).toEqual(['send']);
  },
);

test('6.8 nobody else goes on with a turn while a person who is asked in it takes their time', async () => {
  const clock = createManualClock();
  const { host, wait, allow, ran } = await openWaiting({ clock });
  const waiting = await wait([call('c1', 'send'), call('c2', 'other')]);
  await allow();
  const asked = createDeferred<void>();
  const decided = createDeferred<ApprovalDecision>();
  const approver = () => {
    asked.resolve();
    return decided.promise;
  };
  const { turn, loop } = await host.resumeTurn(waiting.id, { approver });
  const timers = clock.pending;
  const resuming = loop.resume();
  await asked.promise;
  await clock.advance(15 * 60_000);
  await expect(host.resumeTurn(waiting.id)).rejects.toMatchObject({ code: 'TURN_UNKNOWN' });
  decided.resolve({ decision: 'allow', scope: 'once' });
  expect((await resuming).outcomes).toMatchObject([{ status: 'SUCCESS' }, { status: 'SUCCESS' }]);
  expect(ran).toEqual(['send', 'other']);
  await turn.end();
  // No timer is left that would write once more.
  expect(clock.pending).toBe(timers);
});

test('6.8 a resumed turn that nobody works on is free again after a minute', async () => {
  const clock = createManualClock();
  const { host, wait, allow, ran } = await openWaiting({ clock });
  const waiting = await wait([call('c1', 'send')]);
  await allow();
  const left = await host.resumeTurn(waiting.id);
  await clock.advance(61_000);
  expect((await (await host.resumeTurn(waiting.id)).loop.resume()).outcomes).toMatchObject([{ status: 'SUCCESS' }]);
  await expect(left.loop.resume()).rejects.toMatchObject({ code: 'TURN_UNKNOWN' });
  expect(ran).toEqual(['send']);
});

test.each([{ conversation: { id: 'room' } }, { conversation: null }])(
  '5.6 whoever resumes with a model provider that does not reach what is required is refused, and the approval stays: %o',
  async ({ conversation }) => {
    const { host, wait, allow, ran } = await openWaiting({ conversation });
    const waiting = await wait([call('c1', 'pay'), call('c2', 'send')], of('HIGH'));
    await allow();
    const refused = host.resumeTurn(waiting.id, { modelProvider: { id: 'other', confidence: 'LOW' } });
    await expect(refused).rejects.toMatchObject({
      code: 'CONFIGURATION_INVALID',
      message: expect.stringMatching(/LOW.*HIGH/s),
      details: { field: 'modelProvider' },
    });
    expect(ran).toEqual([]);
    const { turn, loop } = await host.resumeTurn(waiting.id);
    expect((await loop.resume()).outcomes).toMatchObject([{ status: 'SUCCESS' }, { status: 'SUCCESS' }]);
    expect(ran).toEqual(['send']);
    await turn.end();
  },
);

test('6.8 a resume whose turn was superseded meanwhile answers nothing', async () => {
  const { host, startTurn, wait, allow, ran } = await openWaiting();
  const waiting = await wait([call('c1', 'send')]);
  await allow();
  const { turn, loop } = await host.resumeTurn(waiting.id);
  expect(await (await startTurn()).createLoop().closeOpenCalls(waiting.messages)).toHaveLength(1);
  await expect(loop.resume()).rejects.toMatchObject({ code: 'TURN_UNKNOWN' });
  await turn.end();
  expect(ran).toEqual([]);
});

test('6.8 a turn that goes on knows what was approved for it, how often it called a tool, and what it repeats', async () => {
  const { host, startTurn, step, allow, answers, asked, ran } = await openWaiting();
  answers.set('send', { decision: 'allow', scope: 'turn' });
  const turn = await startTurn();
  const loop = turn.createLoop();
  await step(loop, [call('a1', 'send', { n: 1 }), call('a2', 'once'), call('a3', 'write'), call('a4', 'write')]);
  const waiting = await step(loop, [call('b1', 'asks_once'), call('b2', 'write')]);
  await turn.end();
  answers.delete('send');
  asked.length = 0;
  await allow();
  const resumed = await host.resumeTurn(waiting.suspension ?? '');
  // What waited is no second call of its tool.
  expect((await resumed.loop.resume()).outcomes.map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS']);
  const next = await step(resumed.loop, [call('d1', 'send', { n: 2 }), call('d2', 'once'), call('d3', 'asks_once')]);
  expect(next.outcomes.map(({ status }) => status)).toEqual(['SUCCESS', 'BLOCKED', 'BLOCKED']);
  expect(next.outcomes.slice(1).map(readText).join()).toContain('may be called once in one turn');
  expect(asked).toEqual([]);
  expect(ran).toEqual(['send', 'once', 'write', 'write', 'asks_once', 'write', 'send']);
});

test('7.2 a run of identical calls goes on where a person was waited for', async () => {
  const { host, startTurn, step, allow } = await openWaiting({
    more: { repeat: { policy: { kind: 'write', approval: 'ask', identicalCallLimit: 2 }, run: () => 'again' } },
  });
  const turn = await startTurn({
    approver: ({ callId }) => (callId === 'a1' ? { decision: 'allow', scope: 'once' } : { decision: 'later' }),
  });
  const waiting = await step(turn.createLoop(), [call('a1', 'repeat'), call('a2', 'repeat'), call('a3', 'repeat')]);
  await turn.end();
  await allow();
  const { loop } = await host.resumeTurn(waiting.suspension ?? '');
  expect((await loop.resume()).outcomes.map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS', 'BLOCKED']);
});

test('7.2 a call that waits is counted once, also where another one came after it', async () => {
  const { host, startTurn, step, allow } = await openWaiting();
  const turn = await startTurn({
    approver: async () => {
      await turn.call({ name: 'write', arguments: {} });
      return { decision: 'later' };
    },
  });
  const waiting = await step(turn.createLoop(), [call('c1', 'asks_once')]);
  await turn.end();
  await allow();
  const { loop } = await host.resumeTurn(waiting.suspension ?? '');
  expect((await loop.resume()).outcomes.map(({ status }) => status)).toEqual(['SUCCESS']);
});

test.each([
  [{ api: 'anthropic' } as const, /"anthropic".*"chat"/],
  [{}, /not stated.*"chat"/],
  [null, /not stated.*"chat"/],
])('6.8 a turn goes on over the model API that it waited with: %o', async (model, message) => {
  const { host, wait, allow, ran } = await openWaiting();
  const waiting = await wait([call('c1', 'send')]);
  await allow();
  await expect(host.resumeTurn(waiting.id, { model })).rejects.toMatchObject({
    code: 'CONFIGURATION_INVALID',
    message: expect.stringMatching(message),
    details: { field: 'model.api' },
  });
  expect(ran).toEqual([]);
  const { loop } = await host.resumeTurn(waiting.id, { model: { api: 'chat', strict: false } });
  expect((await loop.resume()).outcomes).toMatchObject([{ status: 'SUCCESS' }]);
});

test('6.8 a turn that began before does not supersede one that waits since', async () => {
  const clock = createManualClock();
  const { host, startTurn, step, wait, allow } = await openWaiting({ clock });
  const older = await startTurn();
  const loop = older.createLoop();
  loop.request();
  await clock.advance(1);
  const waiting = await wait([call('c1', 'send')]);
  await allow();
  await loop.accept(answerAs('chat', { text: 'Of the older message.' }).response);
  const { loop: resumed } = await host.resumeTurn(waiting.id);
  expect((await resumed.resume()).outcomes).toMatchObject([{ status: 'SUCCESS' }]);
  expect((await step(resumed, [call('c2', 'cite')])).stop).toBeNull();
});

test('6.8 a turn that was resumed and waits again is as old as its message: a newer one supersedes it', async () => {
  const clock = createManualClock();
  const { host, startTurn, step, wait, allow } = await openWaiting({ clock });
  const waiting = await wait([call('c1', 'send'), call('c2', 'other')]);
  await allow();
  await clock.advance(1);
  const newer = (await startTurn()).createLoop();
  newer.request();
  await clock.advance(1);
  // It waits again in the same response, and in a later one.
  const { turn, loop } = await host.resumeTurn(waiting.id);
  const again = await loop.resume();
  await turn.end();
  await allow();
  const once = await host.resumeTurn(again.suspension ?? '');
  await once.loop.resume();
  expect((await step(once.loop, [call('c3', 'send', { n: 2 })])).stop).toBe('awaiting-approval');
  await once.turn.end();
  await newer.accept(answerAs('chat', { text: 'Of the newer message.' }).response);
  expect(await host.approvals.list()).toEqual([]);
});

test('6.8 a turn that waits again is kept with the transcript that was given last', async () => {
  const { host, wait, allow, answers } = await openWaiting();
  const waiting = await wait([call('c1', 'send'), call('c2', 'other')]);
  await allow();
  const transcript = [{ role: 'user', content: 'Mine.' }, ...waiting.messages];
  const client = { chat: { completions: { create: async () => answerAs('chat', { text: 'Done.' }).response } } };
  const resumed = await host.resumeTurn(waiting.id);
  const again = await resumeRun(resumed, client, { model: 'm', transcript });
  expect(again.stop).toBe('awaiting-approval');
  await resumed.turn.end();
  answers.set('other', { decision: 'allow', scope: 'once' });
  await allow();
  expect((await host.resumeTurn(again.suspension ?? '')).transcript).toEqual(transcript);
});

test('7.5 sources are those of all results: of what waits, of what went on, and of what a new message found open', async () => {
  const { host, startTurn, step, allow } = await openWaiting();
  const turn = await startTurn();
  const loop = turn.createLoop();
  await step(loop, [call('a1', 'cite')]);
  const waiting = await step(loop, [call('c1', 'send')]);
  expect(loop.sources).toEqual([source]);
  await turn.end();
  await allow();
  const resumed = await host.resumeTurn(waiting.suspension ?? '');
  expect(resumed.loop.sources).toEqual([source]);
  await resumed.turn.end();

  const other = await startTurn({ conversation: { id: 'lobby' } });
  const first = other.createLoop();
  const open = await step(first, [call('d1', 'cite'), call('d2', 'send')]);
  expect(first.sources).toEqual([source]);
  await other.end();
  const next = (await startTurn({ conversation: { id: 'lobby' } })).createLoop();
  await next.closeOpenCalls(open.messages as JsonValue[]);
  expect(next.sources).toEqual([source]);
});

test.each(['turn.end()', 'signal'])('7.3 a turn that was cancelled by %s asks the model nothing more', async (how) => {
  const { startTurn } = await openWaiting();
  const controller = new AbortController();
  const turn = await startTurn({ signal: controller.signal });
  const loop = turn.createLoop();
  loop.request();
  if (how === 'signal') controller.abort();
  else await turn.end();
  expect(loop.stop).toBe('cancelled');
  expect(() => loop.request()).toThrow(expect.objectContaining({ code: 'LOOP_MISUSED' }));
  // What was paid for already is put in order.
  const step = await loop.accept(answerAs('chat', { calls: [call('c1', 'write')] }).response);
  expect(step).toMatchObject({ stop: 'cancelled', outcomes: [{ status: 'CANCELLED', executed: 'no' }] });
});

test('7.3 a turn that has ended has no loop', async () => {
  const { startTurn } = await openWaiting();
  const turn = await startTurn();
  await turn.end();
  expect(() => turn.createLoop()).toThrow(expect.objectContaining({ code: 'TURN_ENDED' }));
});

test('7.3 a tool that ends its own turn, and waits for that, holds up neither', async () => {
  const ended = createDeferred<void>();
  let end: () => Promise<void> = async () => undefined;
  const more: TestTools = {
    stop: async () => {
      await end();
      ended.resolve();
    },
  };
  const { startTurn, step } = await openWaiting({ more });
  const turn = await startTurn();
  end = () => turn.end();
  const stopped = await step(turn.createLoop(), [call('c1', 'stop'), call('c2', 'write')]);
  expect(stopped.stop).toBe('cancelled');
  expect(stopped.outcomes.map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED']);
  await ended.promise;
});
