import {
  type ApprovalDecision,
  type Approver,
  createMemoryStore,
  type Host,
  isLoadoutError,
  type JsonValue,
  type LoopStep,
  type TurnLoop,
  type TurnOptions,
} from '@loadout/core';
import { expect, test } from 'vitest';
import { createManualClock } from '../builders/manual-clock.js';
import { type OpenHostOptions, openHost, readText, type TestTools } from '../builders/turn-builders.js';

const later: Approver = () => ({ decision: 'later' });
const dayMs = 24 * 60 * 60 * 1_000;

interface Asked {
  readonly id: string;
  readonly name: string;
  readonly args?: object;
}

/** What a model of Chat Completions answers that calls tools. */
function responseWith(...calls: readonly Asked[]) {
  return {
    choices: [
      {
        index: 0,
        finish_reason: 'tool_calls',
        message: {
          role: 'assistant',
          content: null,
          tool_calls: calls.map(({ id, name, args = {} }) => ({
            id,
            type: 'function',
            function: { name, arguments: JSON.stringify(args) },
          })),
        },
      },
    ],
  };
}

const answer = { choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Done.' } }] };

/** One tool that asks, one that does not, and what they were called with. */
function createTools(): { readonly tools: TestTools; readonly ran: unknown[] } {
  const ran: unknown[] = [];
  const tools: TestTools = {
    send: {
      policy: { kind: 'write', approval: 'ask' },
      sensitiveArguments: ['token'],
      run: (args) => {
        ran.push(args);
        return 'sent';
      },
    },
    look: { policy: { kind: 'read', readOnly: true, approval: 'never' }, run: () => 'seen' },
  };
  return { tools, ran };
}

async function openLater(options: OpenHostOptions = {}) {
  const { tools, ran } = createTools();
  const opened = await openHost({ tools, approver: later, ...options });
  const startTurn = (rest: Partial<TurnOptions> = {}) =>
    opened.startTurn({ model: { api: 'chat' }, conversation: { id: 'room' }, ...rest });
  return { ...opened, ran, startTurn };
}

/** Runs one response in a turn of its own, as far as it goes. */
async function ask(
  opened: Awaited<ReturnType<typeof openLater>>,
  calls: readonly Asked[],
  { transcript, ...options }: Partial<TurnOptions> & { readonly transcript?: readonly JsonValue[] } = {},
): Promise<LoopStep> {
  const turn = await opened.startTurn(options);
  const loop = turn.createLoop();
  if (transcript !== undefined) loop.keepTranscript(transcript);
  loop.request();
  const step = await loop.accept(responseWith(...calls));
  await turn.end();
  return step;
}

async function approve(host: Host, decision: Exclude<ApprovalDecision, { decision: 'later' }>): Promise<void> {
  const waiting = (await host.approvals.list()).find(({ state }) => state === 'waiting');
  expect(waiting).toBeDefined();
  if (decision.decision === 'allow') await host.approvals.allow(waiting?.id ?? '', { scope: decision.scope });
  else await host.approvals.deny(waiting?.id ?? '', decision.reason === undefined ? {} : { reason: decision.reason });
}

async function codeOf(promise: Promise<unknown>): Promise<string | undefined> {
  return promise.then(
    () => undefined,
    (error: unknown) => (isLoadoutError(error) ? error.code : String(error)),
  );
}

const toolTexts = (messages: readonly JsonValue[]): readonly unknown[] =>
  messages.flatMap((message) => {
    const { role, content, tool_call_id: id } = message as { role?: string; content?: unknown; tool_call_id?: string };
    return role === 'tool' ? [[id, content]] : [];
  });

test('6.8 "later" ends the turn with awaiting-approval, holds nothing, and the call is not run', async () => {
  const opened = await openLater();
  const step = await ask(opened, [{ id: 'c1', name: 'send', args: { to: 'anna', token: 'abc' } }]);
  expect(step).toMatchObject({ stop: 'awaiting-approval', suspension: expect.any(String), outcomes: [] });
  expect(step.messages).toEqual([
    responseWith({ id: 'c1', name: 'send', args: { to: 'anna', token: 'abc' } }).choices[0]?.message,
  ]);
  expect(opened.ran).toEqual([]);
  const [approval] = await opened.host.approvals.list();
  expect(approval).toMatchObject({
    turnId: step.suspension,
    callId: 'c1',
    tool: 'send',
    conversationId: 'room',
    state: 'waiting',
    arguments: { to: 'anna', token: '[masked]' },
  });
  // Nobody has ended it, so nobody wrote down how.
  expect(await opened.host.traces.list()).toEqual([]);
  expect(await codeOf(opened.host.resumeTurn(step.suspension ?? ''))).toBe('TURN_WAITING');
});

test('6.8 outside of a loop "later" is BLOCKED', async () => {
  const { startTurn, host, ran } = await openLater();
  const turn = await startTurn();
  const outcome = await turn.call({ name: 'send' });
  expect(outcome).toMatchObject({ status: 'BLOCKED', executed: 'no' });
  expect(readText(outcome)).toContain('nobody can say now');
  expect(await host.approvals.list()).toEqual([]);
  expect(ran).toEqual([]);
});

test('6.8 the approver of a turn stands over the one of the host', async () => {
  const { startTurn, ran } = await openLater({ approver: () => ({ decision: 'deny' }) });
  const turn = await startTurn({ approver: () => ({ decision: 'allow', scope: 'once' }) });
  expect((await turn.call({ name: 'send' })).status).toBe('SUCCESS');
  expect(ran).toHaveLength(1);
});

test('6.8 a turn that was allowed goes on in another host on the same store, with its transcript', async () => {
  const store = createMemoryStore();
  const first = await openLater({ store });
  const calls = [
    { id: 'c1', name: 'look' },
    { id: 'c2', name: 'send', args: { to: 'anna' } },
    { id: 'c3', name: 'look' },
  ];
  const user = { role: 'user', content: 'Send it.' };
  const step = await ask(first, calls, { transcript: [user] });
  await first.host.close();

  const second = await openLater({ store, assign: null });
  await approve(second.host, { decision: 'allow', scope: 'once' });
  const { turn, loop, transcript } = await second.host.resumeTurn(step.suspension ?? '');
  expect(transcript).toEqual([user, ...step.messages]);
  expect(turn.usage.calls).toBe(1);
  expect(() => loop.request()).toThrow(/resume/);
  const resumed = await loop.resume();
  expect(resumed.stop).toBeNull();
  expect(toolTexts(resumed.messages)).toEqual([
    ['c1', 'seen'],
    ['c2', 'sent'],
    ['c3', 'seen'],
  ]);
  expect(second.ran).toEqual([{ to: 'anna' }]);
  expect(turn.usage.calls).toBe(3);
  loop.request();
  expect((await loop.accept(answer)).stop).toBe('answer');
  await turn.end();
  expect(await store.listSuspendedTurns()).toEqual([]);
  expect(await second.host.approvals.list()).toEqual([]);
  expect(await codeOf(second.host.resumeTurn(step.suspension ?? ''))).toBe('TURN_UNKNOWN');
});

test.each([{ transcript: null }, { transcript: [] }, { transcript: [{ role: 'user', content: 'Look.' }] }])(
  '7.6 a call gets no id of one before its turn waited, twice, whatever was kept of the transcript: %j',
  async ({ transcript }) => {
    const opened = await openLater();
    const turn = await opened.startTurn();
    const first = turn.createLoop();
    const messages: JsonValue[] = [];
    const say = async (loop: TurnLoop, ...calls: readonly Asked[]): Promise<LoopStep> => {
      loop.request();
      const step = await loop.accept(responseWith(...calls));
      messages.push(...step.messages);
      return step;
    };
    const goOn = async ({ suspension }: LoopStep) => {
      await approve(opened.host, { decision: 'allow', scope: 'once' });
      const { loop, turn: resumed } = await opened.host.resumeTurn(suspension ?? '');
      messages.push(...(await loop.resume()).messages);
      return { loop, resumed };
    };
    if (transcript !== null) first.keepTranscript(transcript);
    await say(first, { id: 'call_0', name: 'look' });
    const waiting = await say(first, { id: 'call_1', name: 'send' });
    await turn.end();
    const second = await goOn(waiting);
    const again = await say(second.loop, { id: 'call_2', name: 'send' });
    await second.resumed.end();
    const third = await goOn(again);
    for (const id of ['call_0', 'call_1', 'call_2']) await say(third.loop, { id, name: 'look' });
    await third.resumed.end();
    const ids = toolTexts(messages).map((entry) => Object(entry)[0]);
    expect(ids.slice(0, 3)).toEqual(['call_0', 'call_1', 'call_2']);
    expect(ids).toHaveLength(6);
    expect(new Set(ids).size).toBe(6);
  },
);

test('6.8 what was denied is answered with the reason, and the rest runs', async () => {
  const opened = await openLater();
  const step = await ask(opened, [
    { id: 'c1', name: 'send' },
    { id: 'c2', name: 'look' },
  ]);
  await approve(opened.host, { decision: 'deny', reason: 'Not today.' });
  const { turn, loop } = await opened.host.resumeTurn(step.suspension ?? '');
  const resumed = await loop.resume();
  expect(toolTexts(resumed.messages)).toEqual([
    ['c1', expect.stringContaining('Not today.')],
    ['c2', 'seen'],
  ]);
  expect(resumed.outcomes[0]).toMatchObject({ status: 'BLOCKED', executed: 'no' });
  expect(opened.ran).toEqual([]);
  await turn.end();
});

test('6.8 of two that resume at once one gets the turn, and the approval is used once', async () => {
  const opened = await openLater();
  const step = await ask(opened, [{ id: 'c1', name: 'send' }]);
  await approve(opened.host, { decision: 'allow', scope: 'once' });
  const results = await Promise.allSettled(
    [1, 2].map(async () => (await opened.host.resumeTurn(step.suspension ?? '')).loop.resume()),
  );
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(opened.ran).toHaveLength(1);
});

test('6.8 an approval for the conversation holds in another host, and for other turns', async () => {
  const store = createMemoryStore();
  const first = await openLater({ store });
  const step = await ask(first, [{ id: 'c1', name: 'send' }]);
  await approve(first.host, { decision: 'allow', scope: 'conversation' });
  await (await first.host.resumeTurn(step.suspension ?? '')).loop.resume();
  const second = await openLater({ store, assign: null });
  const turn = await second.startTurn();
  expect((await turn.call({ name: 'send', arguments: { other: 1 } })).status).toBe('SUCCESS');
  const elsewhere = await second.startTurn({ conversation: { id: 'lobby' } });
  expect((await elsewhere.call({ name: 'send' })).status).toBe('BLOCKED');
});

test.each([
  ['denied by the operator', 'deny', /not permitted/],
  ['not asked about any more', 'never', /^sent$/],
] as const)('6.8 resuming goes by the decisions of today: %s', async (_, mode, text) => {
  const opened = await openLater();
  const step = await ask(opened, [{ id: 'c1', name: 'send' }]);
  await approve(opened.host, { decision: 'allow', scope: 'once' });
  await opened.host.decisions.set('approval', 'send', mode);
  const { loop } = await opened.host.resumeTurn(step.suspension ?? '');
  const { outcomes } = await loop.resume();
  expect(outcomes.map(readText)).toEqual([expect.stringMatching(text)]);
});

test('6.8 a tool that the bot does not have any more is not run, whatever was allowed', async () => {
  const opened = await openLater();
  const step = await ask(opened, [{ id: 'c1', name: 'send' }]);
  await approve(opened.host, { decision: 'allow', scope: 'once' });
  await opened.host.unassign('bot-a', ['send']);
  const { loop } = await opened.host.resumeTurn(step.suspension ?? '');
  expect((await loop.resume()).outcomes).toMatchObject([{ status: 'BLOCKED', executed: 'no' }]);
  expect(opened.ran).toEqual([]);
});

test('6.8 what was allowed under another definition is asked for anew, and may wait again', async () => {
  const store = createMemoryStore();
  const first = await openLater({ store });
  const step = await ask(first, [
    { id: 'c1', name: 'send' },
    { id: 'c2', name: 'look' },
  ]);
  await approve(first.host, { decision: 'allow', scope: 'once' });
  await first.host.close();
  const { tools, ran } = createTools();
  const send = tools.send as Exclude<TestTools[string], (...given: never) => unknown>;
  const changed = { ...tools, send: { ...send, description: 'Sends, and deletes all.' } };
  const second = await openHost({ tools: changed, store, assign: null, approver: later });
  const { turn, loop } = await second.host.resumeTurn(step.suspension ?? '');
  const again = await loop.resume();
  expect(again).toMatchObject({ stop: 'awaiting-approval', messages: [], suspension: turn.id });
  expect(ran).toEqual([]);
  expect((await second.host.approvals.list()).map(({ callId, state }) => [callId, state])).toEqual([['c1', 'waiting']]);
  await turn.end();
  await approve(second.host, { decision: 'allow', scope: 'once' });
  const last = await second.host.resumeTurn(turn.id);
  expect(toolTexts((await last.loop.resume()).messages)).toEqual([
    ['c1', 'sent'],
    ['c2', 'seen'],
  ]);
  expect(ran).toHaveLength(1);
});

test('6.8 after seven days nobody can allow or resume', async () => {
  const clock = createManualClock();
  const opened = await openLater({ clock });
  const step = await ask(opened, [{ id: 'c1', name: 'send' }]);
  const [approval] = await opened.host.approvals.list();
  expect(Date.parse(approval?.expiresAt ?? '') - clock.now()).toBe(7 * dayMs);
  await opened.host.approvals.allow(approval?.id ?? '');
  await clock.advance(7 * dayMs);
  expect(await codeOf(opened.host.resumeTurn(step.suspension ?? ''))).toBe('TURN_UNKNOWN');
  expect(await opened.host.approvals.list()).toEqual([]);
});

test('6.8 the time that a person takes is not the turn’s', async () => {
  const clock = createManualClock();
  const opened = await openLater({
    clock,
    approver: async () => {
      await clock.advance(10 * 60_000);
      return { decision: 'allow', scope: 'once' };
    },
  });
  const turn = await opened.startTurn();
  expect((await turn.call({ name: 'send' })).status).toBe('SUCCESS');
  expect(turn.usage).toMatchObject({ spent: null, elapsedMs: 0 });
});

test('6.8 a new message answers what waits as superseded, and it is never run', async () => {
  const opened = await openLater();
  const step = await ask(opened, [
    { id: 'c1', name: 'look' },
    { id: 'c2', name: 'send' },
  ]);
  const turn = await opened.startTurn();
  // A call without a loop is no message.
  await turn.call({ name: 'look' });
  expect(await opened.host.approvals.list()).toHaveLength(1);
  const loop: TurnLoop = turn.createLoop();
  const closed = await loop.closeOpenCalls(step.messages);
  expect(toolTexts(closed)).toEqual([
    ['c1', 'seen'],
    ['c2', expect.stringContaining('went on with another message')],
  ]);
  expect(await opened.host.approvals.list()).toEqual([]);
  expect(await codeOf(opened.host.resumeTurn(step.suspension ?? ''))).toBe('TURN_UNKNOWN');
  expect(opened.ran).toEqual([]);
});

test('6.8 a new turn in the conversation supersedes what waits once its model has answered', async () => {
  const opened = await openLater();
  await ask(opened, [{ id: 'c1', name: 'send' }]);
  await ask(opened, [{ id: 'c2', name: 'look' }]);
  expect(await opened.host.approvals.list()).toEqual([]);
});

test('6.8 who decided is in the log of changes', async () => {
  const opened = await openLater();
  await ask(opened, [{ id: 'c1', name: 'send' }]);
  const [approval] = await opened.host.approvals.list();
  await opened.host.as({ name: 'anna', via: 'http' }).approvals.deny(approval?.id ?? '', { reason: 'No.' });
  const [entry] = await opened.host.audit();
  expect(entry).toMatchObject({
    action: 'approval-denied',
    actor: { name: 'anna' },
    bot: 'bot-a',
    tool: 'send',
    subject: approval?.id,
    after: { decision: 'deny', reason: 'No.' },
  });
});
