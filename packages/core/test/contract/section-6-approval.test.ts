import type { ApprovalDecision, ApprovalRequest, Approver, ToolDefinition } from '@loadout/core';
import { expect, test } from 'vitest';
import { createCompanion } from '../builders/companion.js';
import { createDeferred } from '../builders/deferred.js';
import { settle } from '../builders/manual-clock.js';
import { createProvider, tool } from '../builders/provider.js';
import { openHost, openTurn, readText, type TestTools } from '../builders/turn-builders.js';

const careful: TestTools = {
  careful: { policy: { approval: 'ask' }, run: () => 'ran' },
  other: { policy: { approval: 'ask' }, run: () => 'ran' },
};

/** An approver that gives one answer and keeps what it was asked. */
function createApprover(answer: ApprovalDecision | ((request: ApprovalRequest) => ApprovalDecision)) {
  const requests: ApprovalRequest[] = [];
  const approver: Approver = (request) => {
    requests.push(request);
    return typeof answer === 'function' ? answer(request) : answer;
  };
  return { requests, approver };
}

const allow = (scope: 'once' | 'turn' | 'conversation'): ApprovalDecision => ({ decision: 'allow', scope });

test('6.8 a tool that asks for no approval is run without anybody being asked', async () => {
  const { approver, requests } = createApprover({ decision: 'deny' });
  const { turn } = await openTurn(
    { plain: () => 'ran', never: { policy: { approval: 'never' }, run: () => 'ran' } },
    { approver },
  );
  expect(readText(await turn.call({ name: 'plain' }))).toBe('ran');
  expect(readText(await turn.call({ name: 'never' }))).toBe('ran');
  expect(requests).toEqual([]);
});

test('6.8 the approver is told who wants what, and who is asked', async () => {
  const { approver, requests } = createApprover(allow('once'));
  const tools: TestTools = {
    careful: {
      label: { en: 'Careful tool', de: 'Vorsichtiges Werkzeug' },
      policy: { approval: 'ask' },
      run: () => 'ran',
    },
  };
  const { startTurn } = await openHost({ tools, approver });
  const turn = await startTurn({ user: { id: 'u-1' }, conversation: { id: 'room-1' }, locale: 'de' });
  await turn.call({ id: 'c-1', name: 'careful', arguments: { course: 5 } });
  expect(requests).toEqual([
    {
      callId: 'c-1',
      turnId: turn.id,
      botId: 'bot-a',
      userId: 'u-1',
      conversationId: 'room-1',
      tool: 'careful',
      owner: '@acme/tools',
      label: 'Vorsichtiges Werkzeug',
      definitionHash: turn.offered[0]?.definitionHash,
      arguments: { course: 5 },
      signal: expect.any(AbortSignal),
    },
  ]);
  expect(Object.isFrozen(requests[0])).toBe(true);
  const plain = await startTurn();
  await plain.call({ name: 'careful' });
  expect(requests[1]).toMatchObject({ userId: undefined, conversationId: undefined });
});

test('6.8 "once" is asked for each call', async () => {
  const { approver, requests } = createApprover(allow('once'));
  const { turn } = await openTurn(careful, { approver });
  for (const course of [1, 1, 2])
    expect(readText(await turn.call({ name: 'careful', arguments: { course } }))).toBe('ran');
  expect(requests.map(({ arguments: args }) => args.course)).toEqual([1, 1, 2]);
});

test('6.8 "once" given to one of two calls at the same time does not let the other run', async () => {
  let asked = 0;
  const first = createDeferred<ApprovalDecision>();
  const second = createDeferred<ApprovalDecision>();
  const { turn } = await openTurn(careful, { approver: () => (asked++ === 0 ? first.promise : second.promise) });
  const calls = [turn.call({ name: 'careful' }), turn.call({ name: 'careful' })];
  while (asked < 2) await settle();
  first.resolve(allow('once'));
  expect(readText((await calls[0]) ?? { content: [] })).toBe('ran');
  second.resolve({ decision: 'deny' });
  expect(await calls[1]).toMatchObject({ status: 'BLOCKED', executed: 'no' });
});

test('6.8 "turn" holds for that tool in that turn, whatever the arguments', async () => {
  const { approver, requests } = createApprover(allow('turn'));
  const { turn, startTurn } = await openTurn(careful, { approver });
  await turn.call({ name: 'careful', arguments: { course: 1 } });
  expect(readText(await turn.call({ name: 'careful', arguments: { course: 2 } }))).toBe('ran');
  expect(requests).toHaveLength(1);
  await turn.call({ name: 'other' });
  expect(requests.map((request) => request.tool)).toEqual(['careful', 'other']);
  await (await startTurn()).call({ name: 'careful' });
  expect(requests.map((request) => request.tool)).toEqual(['careful', 'other', 'careful']);
});

test('6.8 "conversation" holds for that tool and that bot in that conversation', async () => {
  const { approver, requests } = createApprover(allow('conversation'));
  const { startTurn, addBot } = await openHost({ tools: careful, approver });
  await addBot('bot-b', ['careful']);
  const call = async (bot: string, conversation: string, name = 'careful'): Promise<number> => {
    const turn = await startTurn({ bot, conversation: { id: conversation } });
    expect(readText(await turn.call({ name }))).toBe('ran');
    return requests.length;
  };
  expect(await call('bot-a', 'room-1')).toBe(1);
  expect(await call('bot-a', 'room-1')).toBe(1);
  expect(await call('bot-a', 'room-2')).toBe(2);
  expect(await call('bot-b', 'room-1')).toBe(3);
  expect(await call('bot-a', 'room-1', 'other')).toBe(4);
  expect(await call('bot-a', 'room-1')).toBe(4);
});

test('6.8 "conversation" without a conversation holds for the turn', async () => {
  const { approver, requests } = createApprover(allow('conversation'));
  const { turn, startTurn } = await openTurn(careful, { approver });
  await turn.call({ name: 'careful' });
  await turn.call({ name: 'careful' });
  expect(requests).toHaveLength(1);
  await (await startTurn()).call({ name: 'careful' });
  expect(requests).toHaveLength(2);
});

test('6.8 names that look alike do not share an approval', async () => {
  const { approver, requests } = createApprover(allow('conversation'));
  const { startTurn } = await openHost({ tools: careful, approver });
  for (const id of ['room', 'room\n', '"room"', '']) {
    await (await startTurn({ conversation: { id } })).call({ name: 'careful' });
  }
  expect(requests).toHaveLength(4);
});

test('6.8 an approval ends with the definition that it was given for', async () => {
  const { approver, requests } = createApprover(allow('conversation'));
  let definition: ToolDefinition = tool('careful', { policy: { approval: 'ask' } });
  const provider = createProvider(() => [definition]);
  const { host, startTurn } = await openHost({ approver, companions: [createCompanion('@acme/changing', provider)] });
  const call = async (): Promise<number> => {
    const turn = await startTurn({ conversation: { id: 'room-1' } });
    expect((await turn.call({ name: 'careful' })).status).toBe('SUCCESS');
    return requests.length;
  };
  expect(await call()).toBe(1);
  expect(await call()).toBe(1);
  definition = tool('careful', { policy: { approval: 'ask' }, description: 'Does careful, and deletes everything.' });
  await host.refresh();
  expect(await call()).toBe(2);
  expect(requests[0]?.definitionHash).not.toBe(requests[1]?.definitionHash);
  definition = tool('careful', { policy: { approval: 'ask' } });
  await host.refresh();
  // The last approval of a tool counts: what went back to where it was is asked for anew.
  expect(await call()).toBe(3);
});

test('6.8 an approval ends with the owner that it was given for', async () => {
  const { approver, requests } = createApprover(allow('conversation'));
  const definition = tool('careful', { policy: { approval: 'ask' } });
  let listed = [definition];
  const companions = [
    createCompanion(
      '@acme/one',
      createProvider(() => listed, { mark: 'one' }),
    ),
    createCompanion('@acme/two', createProvider([definition], { mark: 'two' })),
  ];
  const { host, startTurn } = await openHost({ approver, companions });
  const call = async () =>
    readText(await (await startTurn({ conversation: { id: 'room-1' } })).call({ name: 'careful' }));
  expect(await call()).toBe('one ran careful');
  expect(await call()).toBe('one ran careful');
  listed = [];
  await host.refresh();
  await host.changeLoadout('bot-a', [{ action: 'accept', tool: 'careful' }]);
  // The same name, and word for word the same definition.
  expect(await call()).toBe('two ran careful');
  expect(requests.map(({ owner }) => owner)).toEqual(['@acme/one', '@acme/two']);
  expect(new Set(requests.map(({ definitionHash }) => definitionHash)).size).toBe(1);
});

test('6.8 a denial is BLOCKED with its reason, and is not remembered', async () => {
  const answers: ApprovalDecision[] = [
    { decision: 'deny', reason: 'Not on Sundays.' },
    { decision: 'deny' },
    allow('once'),
  ];
  const { approver, requests } = createApprover(() => answers[requests.length - 1] ?? { decision: 'deny' });
  let ran = 0;
  const { turn, log } = await openTurn(
    { careful: { policy: { approval: 'ask' }, run: () => `run ${++ran}` } },
    { approver },
  );
  const denied = await turn.call({ name: 'careful' });
  expect(denied).toMatchObject({ status: 'BLOCKED', executed: 'no', isError: true });
  expect(readText(denied)).toContain('Not on Sundays.');
  expect(await turn.call({ name: 'careful' })).toMatchObject({ status: 'BLOCKED', executed: 'no' });
  expect(readText(await turn.call({ name: 'careful', arguments: { course: 1 } }))).toBe('run 1');
  expect(log.filter(({ event }) => event === 'approver-failed')).toEqual([]);
});

test('6.8 a tool whose policy denies calls is never run, and nobody is asked', async () => {
  const { approver, requests } = createApprover(allow('conversation'));
  const { turn } = await openTurn({ forbidden: { policy: { approval: 'deny' }, run: () => 'ran' } }, { approver });
  expect(await turn.call({ name: 'forbidden' })).toMatchObject({ status: 'BLOCKED', executed: 'no', isError: true });
  expect(requests).toEqual([]);
});

test('6.8 without an approver a call that needs approval is BLOCKED', async () => {
  const { turn } = await openTurn(careful);
  expect(await turn.call({ name: 'careful' })).toMatchObject({ status: 'BLOCKED', executed: 'no', isError: true });
});

const broken: readonly (readonly [what: string, approver: Approver])[] = [
  [
    'throws',
    () => {
      throw new Error('nobody at /home/ada/desk');
    },
  ],
  ['rejects', () => Promise.reject(new Error('nobody there'))],
  ...(
    [
      ['nothing', undefined],
      ['null', null],
      ['a text', 'allow'],
      ['a truth value', true],
      ['an empty object', {}],
      ['an approval without a scope', { decision: 'allow' }],
      ['an approval with an unknown scope', { decision: 'allow', scope: 'forever' }],
      ['an unknown decision', { decision: 'perhaps', scope: 'once' }],
      ['a decision in other letters', { decision: 'ALLOW', scope: 'once' }],
      ['a list', ['allow']],
      ['a proxy that throws', new Proxy({}, { get: () => raise() })],
    ] as const
  ).map(([what, answer]): [string, Approver] => [`answers ${what}`, () => answer as unknown as ApprovalDecision]),
];

function raise(): never {
  throw new Error('do not read');
}

test.each(broken)('6.8 an approver that %s blocks the call, and that is logged', async (_what, approver) => {
  const { turn, log } = await openTurn({ ...careful, plain: () => 'plain ran' }, { approver });
  const outcome = await turn.call({ id: 'c-1', name: 'careful' });
  expect(outcome).toMatchObject({ status: 'BLOCKED', executed: 'no', isError: true });
  expect(readText(outcome)).not.toMatch(/ada|nobody/);
  expect(log.filter(({ event }) => event === 'approver-failed')).toMatchObject([
    { level: 'error', call: 'c-1', bot: 'bot-a', turn: turn.id },
  ]);
  expect(readText(await turn.call({ name: 'plain' }))).toBe('plain ran');
});

test('6.8 an approver that fails leaves no approval behind', async () => {
  let asked = 0;
  const { turn } = await openTurn(careful, {
    approver: () => {
      asked += 1;
      throw new Error('not now');
    },
  });
  await turn.call({ name: 'careful' });
  await turn.call({ name: 'careful' });
  expect(asked).toBe(2);
});

test('6.8 an approver may answer at once or later', async () => {
  const later: Approver = async () => {
    await settle();
    return allow('once');
  };
  const thenable = (() => ({
    then: (resolve: (decision: ApprovalDecision) => void) => resolve(allow('once')),
  })) as unknown as Approver;
  for (const approver of [() => allow('once'), later, thenable]) {
    const { turn } = await openTurn(careful, { approver });
    expect(readText(await turn.call({ name: 'careful' }))).toBe('ran');
  }
});
