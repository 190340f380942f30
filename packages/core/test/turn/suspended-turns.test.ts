import { createMemoryStore, isLoadoutError, type RecordedTrace, type RecordedTurn, type Store } from '@loadout/core';
import { expect, test } from 'vitest';
import { chatCompletions } from '../../src/adapters/chat-completions.js';
import type { ModelCall } from '../../src/contract/model-adapter.js';
import type { CallOutcome } from '../../src/contract/result.js';
import { CallRun } from '../../src/execution/call-run.js';
import type { ExecutionParts } from '../../src/execution/execution-parts.js';
import type { LoopCall } from '../../src/execution/loop-call.js';
import { createApprovalOperations } from '../../src/operator/approval-operations.js';
import type { OperatorParts } from '../../src/operator/operator-parts.js';
import { Redactor } from '../../src/settings/redactor.js';
import { claimTurn } from '../../src/turn/claim-turn.js';
import { type ClosingTurn, closeOpenCalls, supersedeTurns } from '../../src/turn/close-open-calls.js';
import { resumeCalls } from '../../src/turn/resume-calls.js';
import { type SettledCall, suspendTurn } from '../../src/turn/suspend-turn.js';
import { readSuspendedDocument } from '../../src/turn/suspended-document.js';
import { collectLog } from '../builders/collected-log.js';
import { createManualClock } from '../builders/manual-clock.js';
import { readText } from '../builders/turn-builders.js';

// These parts are reached inside: what happens when a process dies between two of their steps cannot be seen from outside.

const dayMs = 24 * 60 * 60 * 1_000;

type Parts = ExecutionParts & OperatorParts;

async function openParts(store: Store = createMemoryStore()) {
  const clock = createManualClock();
  const { logger, entries } = collectLog();
  const traces: Partial<RecordedTrace>[] = [];
  const turns: Partial<RecordedTurn>[] = [];
  const redactor = new Redactor();
  // Only what keeps and answers turns is used of the parts of a host.
  const parts = {
    store,
    clock,
    logger,
    redactor,
    traces: {
      list: async () => traces,
      listTurns: async ({ turnId }: { turnId: string }) => turns.filter((turn) => turn.turnId === turnId),
      record: () => undefined,
      begin: () => undefined,
    },
  } as unknown as Parts;
  if ((await store.getBot('bot-a')) === undefined) {
    await store.change((writer) =>
      writer.addBot({ id: 'bot-a', displayName: 'A', createdAt: new Date(0).toISOString() }),
    );
  }
  const approvals = createApprovalOperations(parts, { name: 'anna', via: 'code' });
  return { parts, store, clock, redactor, traces, turns, log: entries, approvals };
}

const modelCall = (id: string, name = 'send'): ModelCall => ({ id, name, arguments: `{"to":"${id}"}` });

const answerOf = ({ id, name }: ModelCall, text = 'sent'): CallOutcome => ({
  content: [{ type: 'text', text }],
  isError: false,
  callId: id,
  tool: name,
  status: 'SUCCESS',
  executed: 'yes',
});

const waitingCall = (call: ModelCall): SettledCall => ({
  call,
  state: 'waiting',
  waiting: {
    approvalId: `approval of ${call.id}`,
    owner: 'acme',
    tool: call.name,
    label: 'Send',
    definitionHash: 'a1',
    argumentsHash: `hash of ${call.id}`,
    arguments: { to: call.id },
    refuse: () => answerOf(call, 'refused'),
  },
});

interface TurnStated {
  readonly id?: string;
  readonly conversation?: string | null;
  readonly user?: string | null;
  readonly calls: readonly SettledCall[];
  readonly transcript?: readonly string[];
}

async function suspend(parts: Parts, stated: TurnStated) {
  const { id = 'turn-1', conversation = 'room', user = 'u-1', calls, transcript } = stated;
  const context = {
    turnId: id,
    bot: { id: 'bot-a', displayName: 'A' },
    user: user === null ? null : { id: user },
    conversation: conversation === null ? null : { id: conversation },
    attachments: [],
    locale: 'en',
    component: 'chat',
    modelProvider: null,
    knownUrls: [],
  };
  const turn = {
    id,
    botId: 'bot-a',
    context,
    options: {},
    usage: { limits: {}, calls: calls.length, resultCharacters: 7, elapsedMs: 11, spent: null },
    confidence: { required: 'MEDIUM' },
    approved: new Set(),
    run: new CallRun(),
  };
  const rest = { model: { api: 'chat' }, transcript: transcript ?? null, sources: [] } as const;
  return suspendTurn(parts, turn as never, { ...rest, calls });
}

/** The turn that a new message has begun. */
function newTurn(stated: { conversation?: string | null; user?: string | null; startedAt?: number } = {}) {
  const { conversation = 'room', user = 'u-1', startedAt } = stated;
  const levels: string[] = [];
  const turn = {
    botId: 'bot-a',
    startedAt: startedAt ?? Number.POSITIVE_INFINITY,
    context: {
      user: user === null ? null : { id: user },
      conversation: conversation === null ? null : { id: conversation },
    },
    confidence: { reaches: () => true, keep: (level: string) => void levels.push(level) },
    catalogue: { canonicalName: (name: string) => (name === 'old_send' ? 'send' : name) },
    tools: new Map([['look', { policy: { readOnly: true } }]]),
    recognisable: new Map(),
  };
  return Object.assign(turn as unknown as ClosingTurn, { levels });
}

/** The turn that goes on. */
function turnWith(policy: { readonly readOnly: boolean; readonly idempotent: boolean }, isTrusted = true) {
  const tools = new Map([['send', { policy: { ...policy, timeoutMs: 1_000 } }]]);
  return {
    tools,
    recognisable: new Map(),
    catalogue: { canonicalName: (name: string) => name },
    confidence: { required: 'NONE', reaches: () => isTrusted, keep: () => undefined },
    budget: { usage: { calls: 0, resultCharacters: 0, elapsedMs: 0 }, countCall: () => 1 },
    approved: new Set(),
    run: new CallRun(),
  } as never;
}

const writing = { readOnly: false, idempotent: false };

async function codeOf(promise: Promise<unknown>): Promise<string | undefined> {
  return promise.then(
    () => undefined,
    (error: unknown) => (isLoadoutError(error) ? error.code : String(error)),
  );
}

test('a kept turn has what it was started with, what it used without the call that waits, and its transcript', async () => {
  const { parts, store } = await openParts();
  const calls: SettledCall[] = [
    { call: modelCall('c1'), state: 'answered', outcome: answerOf(modelCall('c1')) },
    waitingCall(modelCall('c2')),
    { call: modelCall('c3'), state: 'not-run' },
  ];
  expect(await suspend(parts, { calls, transcript: ['hello'] })).toEqual({ id: 'turn-1' });
  const kept = await store.getSuspendedTurn('turn-1');
  expect(kept).toMatchObject({ botId: 'bot-a', conversationId: 'room' });
  expect(Date.parse(kept?.expiresAt ?? '') - Date.parse(kept?.createdAt ?? '')).toBe(7 * dayMs);
  const document = kept && readSuspendedDocument(kept);
  expect(document?.options).toMatchObject({
    user: { id: 'u-1' },
    conversation: { id: 'room' },
    model: { api: 'chat' },
  });
  expect(document?.usage).toEqual({ calls: 2, resultCharacters: 7, elapsedMs: 11 });
  expect(await store.getSuspendedTranscript('turn-1')).toEqual(['hello']);
  expect(document?.calls.map(({ state }) => state)).toEqual(['answered', 'open', 'open']);
});

test('a turn that is too large is not kept, and says why', async () => {
  const { parts, store } = await openParts();
  const kept = await suspend(parts, { calls: [waitingCall(modelCall('c1'))], transcript: ['x'.repeat(10_000_000)] });
  expect(kept).toEqual({ problem: expect.stringContaining('too large') });
  expect(await store.listSuspendedTurns()).toEqual([]);
});

test('approvals are listed while they wait, decided once, and written down', async () => {
  const { parts, store, approvals } = await openParts();
  await suspend(parts, { calls: [waitingCall(modelCall('c1')), waitingCall(modelCall('c2', 'other'))] });
  const listed = await approvals.list();
  expect(listed.map(({ callId, state, tool, arguments: args }) => ({ callId, state, tool, args }))).toEqual([
    { callId: 'c2', state: 'waiting', tool: 'other', args: { to: 'c2' } },
    { callId: 'c1', state: 'waiting', tool: 'send', args: { to: 'c1' } },
  ]);
  expect(await approvals.list({ bot: 'bot-b' })).toEqual([]);
  expect(await codeOf(claimTurn(parts, 'turn-1'))).toBe('TURN_WAITING');
  const before = store.revision();
  expect(await approvals.allow('approval of c1')).toMatchObject({
    state: 'allowed',
    scope: 'once',
    decidedBy: { name: 'anna', via: 'code' },
  });
  expect(store.revision()).not.toBe(before);
  expect(await approvals.deny('approval of c2', { reason: ' No. ' })).toMatchObject({ state: 'denied', reason: 'No.' });
  expect(await codeOf(approvals.allow('approval of c2'))).toBe('APPROVAL_DECIDED');
  expect(await codeOf(approvals.allow('nothing'))).toBe('APPROVAL_UNKNOWN');
  expect((await store.listAudit()).map(({ action, subject, tool }) => ({ action, subject, tool }))).toEqual([
    { action: 'approval-denied', subject: 'approval of c2', tool: 'other' },
    { action: 'approval-allowed', subject: 'approval of c1', tool: 'send' },
  ]);
});

test('what is allowed for the conversation decides on other waiting calls of the tool, and is kept', async () => {
  const { parts, store, approvals } = await openParts();
  await suspend(parts, { calls: [waitingCall(modelCall('c1')), waitingCall(modelCall('c2'))] });
  await approvals.allow('approval of c1', { scope: 'conversation' });
  expect((await approvals.list()).map(({ state }) => state)).toEqual(['allowed', 'allowed']);
  expect(await store.listConversationApprovals('bot-a', 'room')).toMatchObject([{ toolName: 'send', owner: 'acme' }]);
});

test('a kept result is kept back from a model provider that does not reach what it requires', async () => {
  const { parts, store, approvals } = await openParts();
  const required = { ...answerOf(modelCall('c1'), 'the salary'), _meta: { 'loadout/requiredConfidence': 'MEDIUM' } };
  const calls: SettledCall[] = [
    { call: modelCall('c1'), state: 'answered', outcome: required },
    { call: modelCall('c0'), state: 'answered', outcome: answerOf(modelCall('c0'), 'public') },
    waitingCall(modelCall('c2')),
  ];
  await suspend(parts, { calls });
  const kept = await store.getSuspendedTurn('turn-1');
  expect(kept && readSuspendedDocument(kept)?.requiredConfidence).toBe('MEDIUM');
  await approvals.deny('approval of c2');
  for (const isTrusted of [false, true]) {
    const claim = await claimTurn(parts, 'turn-1');
    const turn = turnWith(writing, isTrusted);
    const settled = await resumeCalls({
      turn,
      claim,
      redactor: parts.redactor,
      execute: async (call) => answerOf(call, 'denied'),
    });
    const outcomes = settled.map((one) => ('outcome' in one ? one.outcome : undefined));
    expect(outcomes[0]?.status).toBe(isTrusted ? 'SUCCESS' : 'BLOCKED');
    expect(outcomes[0]).toMatchObject({ callId: 'c1', executed: 'yes' });
    expect(JSON.stringify(outcomes[0]).includes('the salary')).toBe(isTrusted);
    expect(JSON.stringify(outcomes[1])).toContain('public');
    await claim.release();
  }
});

test('of two that resume a turn at once one gets it', async () => {
  const { parts, approvals } = await openParts();
  await suspend(parts, { calls: [waitingCall(modelCall('c1'))] });
  await approvals.allow('approval of c1');
  const [one, other] = await Promise.allSettled([claimTurn(parts, 'turn-1'), claimTurn(parts, 'turn-1')]);
  expect(one.status).toBe('fulfilled');
  expect(other).toMatchObject({ status: 'rejected', reason: { code: 'TURN_UNKNOWN' } });
});

test('what was allowed runs with its decision, what was denied is told so, and nothing is left', async () => {
  const { parts, store, approvals } = await openParts();
  const first = modelCall('c0');
  await suspend(parts, {
    calls: [
      { call: first, state: 'answered', outcome: answerOf(first) },
      waitingCall(modelCall('c1')),
      waitingCall(modelCall('c2')),
      { call: modelCall('c3'), state: 'not-run' },
    ],
  });
  await approvals.allow('approval of c1');
  await approvals.deny('approval of c2', { reason: 'No.' });
  const claim = await claimTurn(parts, 'turn-1');
  const executed: [string, LoopCall['decision']][] = [];
  const settled = await resumeCalls({
    turn: turnWith(writing),
    claim,
    redactor: parts.redactor,
    execute: async (call, { decision }) => {
      executed.push([call.id, decision]);
      expect(await stateOf(store, call.id)).toBe('running');
      return answerOf(call);
    },
  });
  expect(executed).toEqual([
    ['c1', expect.objectContaining({ decision: 'allow', scope: 'once', argumentsHash: 'hash of c1' })],
    ['c2', { decision: 'deny', reason: 'No.' }],
    ['c3', undefined],
  ]);
  expect(settled.map(({ state }) => state)).toEqual(['answered', 'answered', 'answered', 'answered']);
  await claim.finish();
  expect(await store.listSuspendedTurns()).toEqual([]);
  expect(await codeOf(claimTurn(parts, 'turn-1'))).toBe('TURN_UNKNOWN');
});

test.each([
  ['is not repeated where it may do harm twice', writing, 1],
  ['runs again where it only reads', { readOnly: true, idempotent: false }, 2],
  ['runs again where it does no harm twice', { readOnly: false, idempotent: true }, 2],
])('a call that was running when the process ended %s', async (_, policy, times) => {
  const { parts, store, approvals, clock } = await openParts();
  await suspend(parts, { calls: [waitingCall(modelCall('c1')), { call: modelCall('c2'), state: 'not-run' }] });
  await approvals.allow('approval of c1', { scope: 'turn' });
  const executed: string[] = [];
  const died = await claimTurn(parts, 'turn-1');
  const dying = resumeCalls({
    turn: turnWith(policy),
    claim: died,
    redactor: parts.redactor,
    execute: (call) => {
      executed.push(call.id);
      // The process ends here.
      return new Promise(() => undefined);
    },
  });
  void dying;
  while (executed.length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(await codeOf(claimTurn(parts, 'turn-1'))).toBe('TURN_UNKNOWN');
  await clock.advance(62_000);
  const claim = await claimTurn(parts, 'turn-1');
  const settled = await resumeCalls({
    turn: turnWith(policy),
    claim,
    redactor: parts.redactor,
    execute: async (call) => {
      executed.push(call.id);
      return answerOf(call);
    },
  });
  expect(executed.filter((id) => id === 'c1')).toHaveLength(times);
  expect(executed.filter((id) => id === 'c2')).toHaveLength(1);
  const [first] = settled;
  expect(first?.state === 'answered' && first.outcome).toMatchObject(
    times === 1
      ? { status: 'ERROR', executed: 'unknown', content: [{ text: expect.stringContaining('may have run') }] }
      : {},
  );
  expect(await died.begin(1, { mayRepeat: false, timeoutMs: 0 })).toBe(false);
  await claim.finish();
  expect(await store.listSuspendedTurns()).toEqual([]);
});

test('whoever resumes once more, because the store failed at the end, runs nothing twice', async () => {
  const { parts, approvals } = await openParts();
  await suspend(parts, { calls: [waitingCall(modelCall('c1'))] });
  await approvals.allow('approval of c1');
  const claim = await claimTurn(parts, 'turn-1');
  const executed: string[] = [];
  const resume = () =>
    resumeCalls({
      turn: turnWith(writing),
      claim,
      redactor: parts.redactor,
      execute: async (call) => {
        executed.push(call.id);
        return answerOf(call);
      },
    });
  const first = await resume();
  expect(await resume()).toEqual(first);
  expect(await claim.begin(0, { mayRepeat: false, timeoutMs: 0 })).toBe(false);
  expect(executed).toEqual(['c1']);
});

test('a turn that has to wait again takes the place of the one before', async () => {
  const { parts, store, approvals } = await openParts();
  const calls: SettledCall[] = [waitingCall(modelCall('c1')), { call: modelCall('c2'), state: 'not-run' }];
  await suspend(parts, { calls });
  await approvals.allow('approval of c1');
  const claim = await claimTurn(parts, 'turn-1');
  const settled = await resumeCalls({
    turn: turnWith(writing),
    claim,
    redactor: parts.redactor,
    async execute(call, loop) {
      const again = waitingCall(call);
      if (call.id === 'c2' && again.state === 'waiting') loop.waiting = again.waiting;
      return answerOf(call);
    },
  });
  expect(settled.map(({ state }) => state)).toEqual(['answered', 'waiting']);
  await suspendTurn(
    parts,
    {
      id: 'turn-2',
      botId: 'bot-a',
      context: { conversation: { id: 'room' } },
      options: {},
      usage: { calls: 2, resultCharacters: 0, elapsedMs: 0 },
      confidence: { required: 'NONE' },
      approved: new Set(),
      run: new CallRun(),
    } as never,
    { model: { api: 'chat' }, calls: settled, transcript: null, sources: [], replaces: claim },
  );
  expect((await store.listSuspendedTurns()).map(({ id }) => id)).toEqual(['turn-2']);
  expect((await approvals.list()).map(({ callId, state }) => [callId, state])).toEqual([['c2', 'waiting']]);
});

test('a turn that is let go of can be resumed again at once', async () => {
  const { parts, approvals } = await openParts();
  await suspend(parts, { calls: [waitingCall(modelCall('c1'))] });
  await approvals.allow('approval of c1');
  const claim = await claimTurn(parts, 'turn-1');
  await claim.release();
  await (await claimTurn(parts, 'turn-1')).finish();
});

test('after seven days a turn is gone, and a late answer is refused', async () => {
  const { parts, store, approvals, clock } = await openParts();
  await suspend(parts, { calls: [waitingCall(modelCall('c1'))] });
  await clock.advance(7 * dayMs - 1);
  expect(await approvals.list()).toHaveLength(1);
  await clock.advance(1);
  expect(await codeOf(approvals.allow('approval of c1'))).toBe('APPROVAL_DECIDED');
  expect(await approvals.list()).toEqual([]);
  expect(await store.listSuspendedTurns()).toEqual([]);
  expect(await codeOf(claimTurn(parts, 'turn-1'))).toBe('TURN_UNKNOWN');
});

test('open calls are answered: waiting ones superseded, running ones "may have run", others as they were', async () => {
  const { parts, store, approvals } = await openParts();
  const done = modelCall('c0');
  await suspend(parts, {
    calls: [
      { call: done, state: 'answered', outcome: answerOf(done, 'the answer') },
      waitingCall(modelCall('c1')),
      waitingCall(modelCall('c2')),
      { call: modelCall('c3'), state: 'not-run' },
    ],
  });
  await approvals.allow('approval of c1');
  await approvals.deny('approval of c2');
  const claim = await claimTurn(parts, 'turn-1');
  await claim.begin(1, { mayRepeat: false, timeoutMs: 0 });
  const open = ['c0', 'c1', 'c2', 'c3'].map((id) => modelCall(id));
  const turn = newTurn();
  const answered = await closeOpenCalls(parts, turn, open);
  expect(turn.levels).toEqual(['MEDIUM']);
  expect(answered.map(({ outcome }) => [outcome.callId, outcome.status, outcome.executed])).toEqual([
    ['c0', 'SUCCESS', 'yes'],
    ['c1', 'ERROR', 'unknown'],
    ['c2', 'CANCELLED', 'no'],
    ['c3', 'CANCELLED', 'no'],
  ]);
  expect(JSON.stringify(answered[0])).toContain('the answer');
  expect(JSON.stringify(answered[2])).toContain('another message');
  // Whoever went on with the turn runs nothing more of it.
  expect(await claim.begin(2, { mayRepeat: false, timeoutMs: 0 })).toBe(false);
  expect(await store.listSuspendedTurns()).toEqual([]);
});

test('what waited is known for all responses whose calls a turn closes, and traces are read for 200 calls of them', async () => {
  const { parts, store } = await openParts();
  let reads = 0;
  Object.assign(parts.traces, {
    list: async () => {
      reads += 1;
      return [];
    },
  });
  for (const name of ['a', 'b']) {
    const done = modelCall(`${name}0`);
    const kept: SettledCall = { call: done, state: 'answered', outcome: answerOf(done, `the answer of ${name}`) };
    await suspend(parts, { id: `turn-${name}`, calls: [kept, waitingCall(modelCall(`${name}1`))] });
  }
  const turn = newTurn();
  const progress = { kept: [], answered: 0 };
  const close = (...ids: readonly string[]) =>
    closeOpenCalls(
      parts,
      turn,
      ids.map((id) => modelCall(id)),
      (name) => name,
      progress,
    );
  expect(JSON.stringify(await close('b0', 'b1'))).toContain('the answer of b');
  expect(await store.listSuspendedTurns()).toEqual([]);
  const answered = JSON.stringify(await close('a0', 'a1'));
  expect(answered).toContain('the answer of a');
  expect(answered).toContain('another message');
  for (let place = 0; place < 300; place += 1) await close(`c${place}`);
  expect(reads).toBe(196);
});

test('of thousands of open calls each is answered, and traces are read for 200', async () => {
  const { parts } = await openParts();
  let reads = 0;
  Object.assign(parts.traces, {
    list: async () => {
      reads += 1;
      return [];
    },
  });
  const open = Array.from({ length: 3_000 }, (_, place) => modelCall(`c${place}`));
  const answered = await closeOpenCalls(parts, newTurn(), open);
  expect(answered.map(({ outcome }) => outcome.callId)).toEqual(open.map(({ id }) => id));
  expect(answered.at(-1)?.outcome).toMatchObject({ executed: 'unknown' });
  expect(reads).toBe(200);
});

test.each([
  ['another user, outside of a conversation', 'u-1', 'u-2', null],
  ['nobody in particular, outside of a conversation', null, null, null],
  ['nobody in particular, of what a user has', 'u-1', null, null],
  ['another user in the same room', 'u-1', 'u-2', 'room'],
  ['somebody in the same room where the turn had no user', null, 'u-2', 'room'],
])('kept results do not go to %s', async (_, keptUser, user, conversation) => {
  const { parts, store } = await openParts();
  const done = modelCall('c0');
  const calls: SettledCall[] = [
    { call: done, state: 'answered', outcome: answerOf(done, 'the salary') },
    waitingCall(modelCall('c1')),
  ];
  await suspend(parts, { conversation, user: keptUser, calls });
  const turn = newTurn({ conversation, user });
  const answered = await closeOpenCalls(parts, turn, [done, modelCall('c1')]);
  expect(answered).toHaveLength(2);
  expect(JSON.stringify(answered)).not.toContain('the salary');
  // A room is everybody's in it: what waits there is over. Otherwise it is somebody else's, and stays.
  expect(await store.listSuspendedTurns()).toHaveLength(conversation === null ? 1 : 0);
});

test('outside of a conversation, and without a user in a room, kept results go to whom they belong', async () => {
  for (const [user, conversation] of [
    ['u-1', null],
    [null, 'room'],
  ] as const) {
    const { parts } = await openParts();
    const done = modelCall('c0');
    const kept: SettledCall = { call: done, state: 'answered', outcome: answerOf(done, 'the salary') };
    await suspend(parts, { conversation, user, calls: [kept, waitingCall(modelCall('c1'))] });
    const turn = newTurn({ conversation, user });
    expect(JSON.stringify(await closeOpenCalls(parts, turn, [done, modelCall('c1')]))).toContain('the salary');
  }
});

test('outside of a conversation a turn is found by exactly its calls', async () => {
  const { parts, store } = await openParts();
  await suspend(parts, { conversation: null, calls: [waitingCall(modelCall('c1')), waitingCall(modelCall('c2'))] });
  const turn = newTurn({ conversation: null });
  await closeOpenCalls(parts, turn, [modelCall('c1', 'other'), modelCall('c2')]);
  await closeOpenCalls(parts, turn, [{ ...modelCall('c1'), arguments: '{"to":"c9"}' }, modelCall('c2')]);
  await closeOpenCalls(parts, turn, [modelCall('c1')]);
  expect(await store.listSuspendedTurns()).toHaveLength(1);
  const answered = await closeOpenCalls(parts, turn, [modelCall('c1'), modelCall('c2')]);
  expect(JSON.stringify(answered)).toContain('another message');
  expect(await store.listSuspendedTurns()).toEqual([]);
});

test.each([{ conversation: 'room' }, { conversation: null }])(
  'a call is found under the name that its API took, and where secrets were taken out of its arguments: %o',
  async ({ conversation }) => {
    const { parts, store, redactor } = await openParts();
    redactor.remember(['canary-4711-secret']);
    const done = { ...modelCall('c0', 'tools.send'), arguments: '{"to":"canary-4711-secret"}' };
    const calls: SettledCall[] = [
      { call: done, state: 'answered', outcome: answerOf(done, 'the answer') },
      waitingCall(modelCall('c1')),
    ];
    await suspend(parts, { conversation, calls });
    const sent = { id: 'c0', name: chatCompletions.sentName('tools.send'), arguments: '{"to":"[secret]"}' };
    expect(sent.name).not.toBe('tools.send');
    const turn = newTurn({ conversation });
    const answered = await closeOpenCalls(parts, turn, [sent, modelCall('c1')], chatCompletions.sentName);
    expect(answered.map(({ outcome }) => readText(outcome))).toEqual([
      'the answer',
      expect.stringContaining('another message'),
    ]);
    expect(await store.listSuspendedTurns()).toEqual([]);
  },
);

test('a name that nobody has is shown without secrets where its call did not run; one of the host’s stays', async () => {
  const { parts, redactor } = await openParts();
  redactor.remember(['canary-4711-secret', 'read_course_4711']);
  const tools = new Map([['read_course_4711', { policy: writing }]]);
  const invented = modelCall('c1', 'canary-4711-secret');
  const known = modelCall('c2', 'read_course_4711');
  const closed = await closeOpenCalls(parts, Object.assign(newTurn(), { tools }) as never, [invented, known]);
  expect(closed.map(({ outcome }) => outcome.tool)).toEqual(['[secret]', 'read_course_4711']);
  const kept = [
    { call: invented, state: 'not-run', approval: null, outcome: null },
    { call: known, state: 'running', approval: null, outcome: null },
  ];
  const claim = { calls: async () => kept, begin: async () => false, settle: async () => undefined };
  const turn = Object.assign(turnWith(writing), { tools });
  const settled = await resumeCalls({ turn, claim: claim as never, redactor, execute: async (call) => answerOf(call) });
  const outcomes = settled.flatMap((one) => (one.state === 'answered' ? [one.outcome] : []));
  expect(outcomes).toMatchObject([
    { tool: '[secret]', executed: 'unknown' },
    { tool: 'read_course_4711', executed: 'unknown' },
  ]);
});

test('a turn that waits again while its calls are closed is judged as it is then', async () => {
  const memory = createMemoryStore();
  let meanwhile: (() => Promise<unknown>) | undefined;
  const store: Store = {
    ...memory,
    listSuspendedTurns: async (...filter) => {
      const turns = await memory.listSuspendedTurns(...filter);
      const then = meanwhile;
      meanwhile = undefined;
      await then?.();
      return turns;
    },
  };
  const { parts } = await openParts(store);
  const [first, second] = [modelCall('c0'), modelCall('c1')];
  await suspend(parts, { calls: [waitingCall(first), waitingCall(second)] });
  const secret = { ...answerOf(first, 'the answer'), _meta: { 'loadout/requiredConfidence': 'HIGH' } };
  meanwhile = async () => {
    await memory.change((writer) => writer.deleteSuspendedTurn('turn-1'));
    await suspend(parts, {
      id: 'turn-2',
      calls: [{ call: first, state: 'answered', outcome: secret }, waitingCall(second)],
    });
  };
  const turn = newTurn();
  const answered = await closeOpenCalls(parts, turn, [first, second]);
  expect(answered.map(({ outcome }) => readText(outcome))).toEqual([
    'the answer',
    expect.stringContaining('another message'),
  ]);
  expect(turn.levels).toEqual(['MEDIUM', 'HIGH']);
  expect(await memory.listSuspendedTurns()).toEqual([]);
});

const own = { tool: 'send', turnId: 'before', arguments: { to: 'c1' }, hasEnded: true, executed: 'yes' } as const;
const inRoom = { turnId: 'before', conversationId: 'room' } as const;
const inLobby = { turnId: 'before', conversationId: 'lobby' } as const;

test.each([
  ['ran, and its result is lost', own, inRoom, /^The call ran/],
  ['began and never ended', { ...own, hasEnded: false, executed: 'unknown' }, undefined, /may have run/],
  ['was given up', { ...own, executed: 'unknown' }, inRoom, /may have run/],
  ['was refused', { ...own, executed: 'no' }, inRoom, /did not run/],
  ['nobody wrote down', undefined, undefined, /did not run/],
  ['ran in a turn of another conversation', own, inLobby, /did not run/],
  ['ran in a turn that nobody wrote down', own, undefined, /^Whether .* may have run/],
  ['ran with other arguments', { ...own, arguments: { to: 'bob' } }, inRoom, /^Whether .* may have run/],
  ['was one of another tool', { ...own, tool: 'delete' }, inRoom, /did not run/],
] as const)('of a call that no turn waits for, the traces say whether it ran: it %s', async (_, trace, turn, text) => {
  const { parts, traces, turns } = await openParts();
  if (trace !== undefined) traces.push(trace);
  if (turn !== undefined) turns.push(turn);
  const [answered] = await closeOpenCalls(parts, newTurn(), [modelCall('c1')]);
  expect(readText(answered?.outcome ?? { content: [] })).toMatch(text);
});

test('a call by an old name is found under the one that its tool has now', async () => {
  const { parts, traces, turns } = await openParts();
  traces.push(own);
  turns.push(inRoom);
  const [answered] = await closeOpenCalls(parts, newTurn(), [modelCall('c1', 'old_send')]);
  expect(answered?.outcome).toMatchObject({ status: 'ERROR', executed: 'yes' });
});

test('where a row is not there before a call runs, one that may change something may have run', async () => {
  const { parts } = await openParts();
  delete (parts.traces as { begin?: unknown }).begin;
  const answered = await closeOpenCalls(parts, newTurn(), [modelCall('c1'), modelCall('c2', 'look')]);
  expect(answered.map(({ outcome }) => outcome.executed)).toEqual(['unknown', 'no']);
});

test('a kept result answers the same call, and no other with its id', async () => {
  const { parts } = await openParts();
  const done = modelCall('c0');
  await suspend(parts, {
    calls: [{ call: done, state: 'answered', outcome: answerOf(done) }, waitingCall(modelCall('c1'))],
  });
  const parsed = { ...done, arguments: { to: 'c0' } };
  const [one, other] = await closeOpenCalls(parts, newTurn(), [parsed, { ...modelCall('c1'), name: 'delete' }]);
  expect(one?.outcome.status).toBe('SUCCESS');
  expect(JSON.stringify(other)).not.toContain('another message');
});

test('what a turn requires that cannot be written down hands out no result', async () => {
  const { parts, store } = await openParts();
  const done = modelCall('c0');
  await suspend(parts, {
    calls: [{ call: done, state: 'answered', outcome: answerOf(done, 'the salary') }, waitingCall(modelCall('c1'))],
  });
  const turn = newTurn();
  Object.assign(turn.confidence, { keep: () => Promise.reject(new Error('disk full')) });
  expect(JSON.stringify(await closeOpenCalls(parts, turn, [done, modelCall('c1')]))).not.toContain('the salary');
  expect(await store.listSuspendedTurns()).toHaveLength(1);
});

test('a turn that began before another one waited lets it wait, unless its calls stand open in the transcript', async () => {
  const { parts, store, clock } = await openParts();
  const before = newTurn({ startedAt: clock.now() - 1 });
  await suspend(parts, { calls: [waitingCall(modelCall('c1'))] });
  await supersedeTurns(parts, before);
  await closeOpenCalls(parts, before, [modelCall('c0')]);
  expect(await store.listSuspendedTurns()).toHaveLength(1);
  await closeOpenCalls(parts, before, [modelCall('c1')]);
  expect(await store.listSuspendedTurns()).toEqual([]);
});

test('a new turn in the conversation supersedes what waits in it, and nothing else', async () => {
  const { parts, store } = await openParts();
  for (const [id, conversation] of [
    ['one', 'room'],
    ['two', 'lobby'],
    ['three', null],
  ] as const) {
    await suspend(parts, { id, conversation, calls: [waitingCall(modelCall(id))] });
  }
  await supersedeTurns(parts, newTurn());
  expect((await store.listSuspendedTurns()).map(({ id }) => id).sort()).toEqual(['three', 'two']);
});

async function stateOf(store: Store, callId: string): Promise<string | undefined> {
  const [turn] = await store.listSuspendedTurns();
  return turn && readSuspendedDocument(turn)?.calls.find(({ call }) => call.id === callId)?.state;
}

test('whoever lists and decides reads no transcript', async () => {
  const memory = createMemoryStore();
  let documents = '';
  const store: Store = {
    ...memory,
    listSuspendedTurns: async (...filter) => {
      const turns = await memory.listSuspendedTurns(...filter);
      documents += JSON.stringify(turns);
      return turns;
    },
    getSuspendedTranscript: () => Promise.reject(new Error('read')),
  };
  const { parts, approvals } = await openParts(store);
  await suspend(parts, { calls: [waitingCall(modelCall('c1'))], transcript: ['x'.repeat(1_000_000)] });
  await approvals.list();
  await approvals.allow('approval of c1');
  expect(documents.length).toBeLessThan(10_000);
});
