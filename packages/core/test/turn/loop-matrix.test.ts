import {
  type CallOutcome,
  createMemoryStore,
  MODEL_APIS,
  type ModelApi,
  type StopReason,
  type TurnOptions,
} from '@loadout/core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { expectValidTranscript } from '../adapters/request-checks.js';
import { countResults, drive } from '../builders/driven-loop.js';
import { createManualClock, type ManualClock } from '../builders/manual-clock.js';
import { answerAs, type Said, userMessage } from '../builders/model-responses.js';
import { openHost, readText, type TestTools } from '../builders/turn-builders.js';

/*
 * Each ending of a turn over each API: the transcript that results is one that the API takes, with one result for each
 * call. Requests and transcripts are judged by the checks of request-checks.ts, at each step.
 */

interface Surroundings {
  readonly clock: ManualClock;
  readonly controller: AbortController;
}

interface Ending {
  readonly title: string;
  readonly said: readonly Said[];
  readonly stop: StopReason;
  readonly options?: Omit<TurnOptions, 'bot'>;
  /** Is called when the request of this number is out. */
  readonly beforeResponse?: (number: number, around: Surroundings) => unknown;
  /** Of the calls, in their order. */
  readonly statuses: readonly CallOutcome['status'][];
}

let made = 0;
const call = (name: string, args: object = {}): NonNullable<Said['calls']>[number] => {
  made += 1;
  return { name, args, id: `call_${made}` };
};
const same = (): Said => ({ calls: [call('look', { at: 'x' })] });
const done: Said = { text: 'Done.' };

const endings: readonly Ending[] = [
  { title: 'an answer', said: [done], stop: 'answer', statuses: [] },
  {
    title: 'an answer after calls, some of which cannot be run',
    said: [{ text: 'I look.', calls: [call('look'), call('nobody'), call('strict', { n: 'many' })] }, done],
    stop: 'answer',
    statuses: ['SUCCESS', 'BLOCKED', 'ERROR'],
  },
  {
    title: 'the budget of calls, inside of a response',
    said: [{ calls: [call('look', { n: 1 }), call('look', { n: 2 }), call('look', { n: 3 }), call('nobody')] }, done],
    stop: 'calls-spent',
    options: { limits: { maxToolCalls: 2 } },
    statuses: ['SUCCESS', 'SUCCESS', 'BLOCKED', 'BLOCKED'],
  },
  {
    title: 'the budget of calls, and a model that calls in the last response all the same',
    said: [{ calls: [call('look')] }, { text: 'One more.', calls: [call('look', { n: 2 })] }],
    stop: 'calls-spent',
    options: { limits: { maxToolCalls: 1 } },
    statuses: ['SUCCESS', 'BLOCKED'],
  },
  {
    title: 'the budget of characters',
    said: [{ calls: [call('long'), call('look')] }, done],
    stop: 'characters-spent',
    options: { limits: { maxToolResultCharacters: 50 } },
    statuses: ['SUCCESS', 'BLOCKED'],
  },
  {
    title: 'the budget of time',
    said: [{ calls: [call('look')] }, { calls: [call('look', { n: 2 })] }, done],
    stop: 'time-spent',
    options: { limits: { maxTurnMs: 1_000 } },
    beforeResponse: (number, { clock }) => (number === 2 ? clock.advance(2_000) : undefined),
    statuses: ['SUCCESS', 'BLOCKED'],
  },
  {
    title: 'repetition',
    said: [...Array.from({ length: 6 }, same), done],
    stop: 'repetition',
    statuses: ['SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS', 'BLOCKED', 'BLOCKED'],
  },
  {
    title: 'an abort before a call',
    said: [{ calls: [call('look'), call('look')] }],
    stop: 'cancelled',
    beforeResponse: (_number, { controller }) => controller.abort(),
    statuses: ['CANCELLED', 'CANCELLED'],
  },
  {
    title: 'an abort during a call',
    said: [{ calls: [call('aborts'), call('look')] }],
    stop: 'cancelled',
    statuses: ['CANCELLED', 'CANCELLED'],
  },
  {
    title: 'an abort after a call',
    said: [{ calls: [call('look')] }, { text: 'too late' }],
    stop: 'cancelled',
    beforeResponse: (number, { controller }) => (number === 2 ? controller.abort() : undefined),
    statuses: ['SUCCESS'],
  },
  {
    title: 'an abort that ends the request',
    said: [{ calls: [call('look')] }, done],
    stop: 'cancelled',
    beforeResponse(number, { controller }) {
      if (number < 2) return;
      controller.abort();
      throw new Error('aborted');
    },
    statuses: ['SUCCESS'],
  },
  {
    title: 'a denial',
    said: [{ calls: [call('asks'), call('look')] }, done],
    stop: 'answer',
    options: { approver: () => ({ decision: 'deny', reason: 'not now' }) },
    statuses: ['BLOCKED', 'SUCCESS'],
  },
  {
    title: 'a request that failed',
    said: [{ calls: [call('look')] }, done],
    stop: 'model-failed',
    beforeResponse(number) {
      if (number === 2) throw new Error('status 500');
    },
    statuses: ['SUCCESS'],
  },
  {
    title: 'calls that were cut off once',
    said: [{ calls: [call('look'), call('look')], ending: 'length' }, done],
    stop: 'answer',
    statuses: ['ERROR', 'ERROR'],
  },
  {
    title: 'calls that were cut off twice',
    said: [{ calls: [call('look')], ending: 'length' }, { calls: [call('look')], ending: 'length' }, done],
    stop: 'length',
    statuses: ['ERROR', 'ERROR'],
  },
  { title: 'a text that was cut off', said: [{ text: 'Once upon', ending: 'length' }], stop: 'length', statuses: [] },
  { title: 'an empty answer', said: [{}], stop: 'empty', statuses: [] },
  {
    title: 'an empty answer after a call',
    said: [{ calls: [call('look')] }, {}],
    stop: 'empty',
    statuses: ['SUCCESS'],
  },
  { title: 'a refusal', said: [{ text: 'I cannot.', ending: 'refused' }], stop: 'refused', statuses: [] },
];

async function openMatrix(api: ModelApi) {
  const controller = new AbortController();
  const clock = createManualClock();
  const store = createMemoryStore();
  const number = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
  const tools: TestTools = {
    look: { policy: { kind: 'read', readOnly: true, identicalCallLimit: 4 }, run: () => 'seen' },
    strict: { schema: number, run: () => 'ran' },
    long: () => 'x'.repeat(60),
    asks: { policy: { approval: 'ask' }, run: () => 'ran' },
    aborts: () => {
      controller.abort();
      return new Promise(() => undefined);
    },
  };
  const opened = await openHost({ tools, clock, store, approver: () => ({ decision: 'later' }) });
  const startTurn = async (options: Omit<TurnOptions, 'bot'> = {}) => {
    const turn = await opened.startTurn({
      model: { api },
      conversation: { id: 'room' },
      signal: controller.signal,
      ...options,
    });
    onTestFinished(() => turn.end());
    return turn;
  };
  return { ...opened, controller, clock, startTurn };
}

describe.each(
  MODEL_APIS.flatMap((api) => [
    { api, isStreamed: false },
    { api, isStreamed: true },
  ]),
)('$api, streamed: $isStreamed', ({ api, isStreamed }) => {
  test.each(endings)('$title', async ({ said, stop, options, beforeResponse, statuses }) => {
    const { startTurn, clock, controller } = await openMatrix(api);
    const turn = await startTurn(options);
    const driven = await drive(turn, said, {
      api,
      isStreamed,
      ...(beforeResponse === undefined
        ? {}
        : { beforeResponse: (number) => beforeResponse(number, { clock, controller }) }),
    });
    expect(driven.stop).toBe(stop);
    expect(driven.steps.flatMap(({ outcomes }) => outcomes).map(({ status }) => status)).toEqual(statuses);
    const asked = said.slice(0, driven.requests.length).flatMap(({ calls = [] }) => calls);
    const ids = asked.slice(0, statuses.length).map(({ id }) => id);
    expect(countResults(api, driven.transcript)).toEqual(Object.fromEntries(ids.map((id) => [id, 1])));
  });

  test('a call that waits for a person, until the turn is resumed', async () => {
    const { startTurn, host } = await openMatrix(api);
    const said: readonly Said[] = [{ calls: [call('look'), call('asks'), call('look', { n: 2 })] }];
    const turn = await startTurn();
    const { stop, steps, transcript } = await drive(turn, said, { api, isStreamed });
    expect(stop).toBe('awaiting-approval');
    expect(countResults(api, transcript)).toEqual({});
    await turn.end();
    const [approval] = await host.approvals.list();
    await host.approvals.allow(approval?.id ?? '');
    const resumed = await host.resumeTurn(steps[0]?.suspension ?? '');
    const step = await resumed.loop.resume();
    expect(step.outcomes.map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
    const whole = [...(resumed.transcript ?? []), ...step.messages];
    expectValidTranscript(api, whole, resumed.loop.request().parameters);
    expect(Object.values(countResults(api, whole))).toEqual([1, 1, 1]);
    expect((await resumed.loop.accept(answerAs(api, done).response)).stop).toBe('answer');
    await resumed.turn.end();
  });

  test('a call that waits for a person is superseded by a new message', async () => {
    const { startTurn, host } = await openMatrix(api);
    const said: readonly Said[] = [{ calls: [call('look'), call('asks'), call('look', { n: 2 })] }];
    const first = await startTurn();
    const { transcript } = await drive(first, said, { api, isStreamed });
    await first.end();
    const loop = (await startTurn()).createLoop();
    const closing = await loop.closeOpenCalls(transcript);
    const whole = [...transcript, ...closing, userMessage(api, 'Never mind.')];
    expect(Object.values(countResults(api, whole))).toEqual([1, 1, 1]);
    expectValidTranscript(api, whole.slice(0, -1), loop.request().parameters);
    expect(await host.approvals.list()).toEqual([]);
  });
});

test('the model is told what is spent', async () => {
  const { startTurn } = await openMatrix('chat');
  const turn = await startTurn({ limits: { maxToolCalls: 1 } });
  const { steps, requests } = await drive(turn, [{ calls: [call('look'), call('look', { n: 1 })] }, done]);
  expect(readText(steps[0]?.outcomes[1] ?? { content: [] })).toMatch(/limit of 1 tool calls.*did not run.*Answer now/);
  expect(requests.map(({ isFinal }) => isFinal)).toEqual([false, true]);
  expect(requests[1]?.parameters).toMatchObject({ tool_choice: 'none', tools: requests[0]?.parameters.tools });
});
