import type { ApprovalRequest, JsonObject, LoopCallEvent, ModelApi } from '@loadout/core';
import { expect, test, vi } from 'vitest';
import { answerAs, type Said } from '../builders/model-responses.js';
import { openHost, type TestTools } from '../builders/turn-builders.js';

const canary = 'CANARY-secret-99';
const settingsSchema = { type: 'object', properties: { apiKey: { type: 'string', secret: true } } } as const;

/** One response with calls, and what a listener heard of them. */
async function listen(
  tools: TestTools,
  said: Said,
  {
    api = 'chat',
    onCall,
    approver,
    toolSettings,
  }: {
    readonly api?: ModelApi;
    readonly onCall?: (event: LoopCallEvent) => void;
    readonly approver?: (request: ApprovalRequest) => { decision: 'allow'; scope: 'once' };
    readonly toolSettings?: Readonly<Record<string, JsonObject>>;
  } = {},
) {
  const events: LoopCallEvent[] = [];
  const { host, startTurn } = await openHost({
    tools,
    ...(approver === undefined ? {} : { approver }),
    ...(toolSettings === undefined ? {} : { toolSettings }),
  });
  const turn = await startTurn({ model: { api } });
  const loop = turn.createLoop({ onCall: onCall ?? ((event) => events.push(event)) });
  loop.request();
  const step = await loop.accept(answerAs(api, said).response);
  await turn.end();
  return { events, host, step };
}

test('6.9 sensitive arguments are masked for listeners and approvers, as they are in traces; the tool gets them', async () => {
  const asked: JsonObject[] = [];
  const got: unknown[] = [];
  const tools: TestTools = {
    login: {
      policy: { approval: 'ask' },
      sensitiveArguments: ['password'],
      run: (args) => {
        got.push(args);
        return 'in';
      },
    },
  };
  const args = { user: 'ada', password: 'hunter2hunter2' };
  const { events, host } = await listen(
    tools,
    { calls: [{ name: 'login', id: '1', args }] },
    {
      approver: (request) => {
        asked.push(request.arguments);
        return { decision: 'allow', scope: 'once' };
      },
    },
  );
  const masked = { user: 'ada', password: '[masked]' };
  expect(events[0]).toMatchObject({ type: 'started', arguments: masked });
  expect(asked).toEqual([masked]);
  expect((await host.traces.list({})).map((trace) => trace.arguments)).toEqual([masked]);
  expect(got).toEqual([args]);
});

test('6.9 of a tool with sensitive arguments no text is shown in which nobody can say where they stand', async () => {
  const tools: TestTools = {
    login: { sensitiveArguments: ['password'], run: () => 'in' },
    open: () => 'open',
  };
  const calls = ['login', 'open'].map((name) => ({ name, id: name, text: '{"password":"hunter2hunter2"' }));
  const { events } = await listen(tools, { calls });
  expect(JSON.stringify(events.filter(({ tool }) => tool === 'login'))).not.toContain('hunter2');
  expect(events.find(({ tool }) => tool === 'open')).toMatchObject({ arguments: '{"password":"hunter2hunter2"' });
});

test('6.9 of a name that nobody has no arguments are shown, as in traces', async () => {
  const tools: TestTools = { login: { sensitiveArguments: ['password'], run: () => 'in' } };
  const calls = [
    { name: 'log-in', id: '1', args: { password: 'hunter2hunter2' } },
    { name: 'logon', id: '2', text: '{"password":"hunter2hunter2"' },
  ];
  const { events } = await listen(tools, { calls });
  expect(events.filter(({ type }) => type === 'started')).toMatchObject([
    { callId: '1', arguments: null },
    { callId: '2', arguments: null },
  ]);
  expect(JSON.stringify(events)).not.toContain('hunter2');
});

test('9.5 secrets are redacted in what listeners and approvers get, also where the model calls a tool by one', async () => {
  const asked: ApprovalRequest[] = [];
  const tools: TestTools = { send: { settingsSchema, policy: { approval: 'ask' }, run: () => 'sent' } };
  const { events } = await listen(
    tools,
    {
      calls: [
        { name: 'send', id: '1', args: { text: `my ${canary}`, [canary]: 1 } },
        { name: canary, id: '2' },
        { name: 'send', id: '3', text: `no json ${canary}` },
      ],
    },
    {
      toolSettings: { send: { apiKey: canary } },
      approver: (request) => {
        asked.push(request);
        return { decision: 'allow', scope: 'once' };
      },
    },
  );
  expect(events).toHaveLength(6);
  expect(asked[0]?.arguments).toEqual({ text: 'my [secret]', '[secret]': 1 });
  expect(JSON.stringify([events, asked.map((request) => request.arguments)])).not.toContain(canary);
});

test.each(['chat', 'responses', 'anthropic', 'gemini'] as const)(
  '%s: what a listener does with an event changes neither what runs nor what goes back',
  async (api) => {
    const got: unknown[] = [];
    const said: Said = { calls: [{ name: 'pay', id: 'call_1', args: { to: { name: 'alice' } } }] };
    const tools: TestTools = {
      pay: (args) => {
        got.push(args);
        return { paid: true };
      },
    };
    const quiet = await listen(tools, said, { api });
    const onCall = (event: LoopCallEvent): void => {
      expect(() => Object.assign(event, { callId: 'x' })).toThrow(TypeError);
      if (event.type === 'started') (event.arguments as { to: { name: string } }).to.name = 'mallory';
      else (event.outcome.content as unknown[]).length = 0;
    };
    const meddled = await listen(tools, said, { api, onCall });
    expect(got).toEqual([{ to: { name: 'alice' } }, { to: { name: 'alice' } }]);
    expect(meddled.step.messages).toEqual(quiet.step.messages);
  },
);

test('6.3 arguments beyond 1 MB are not parsed, whoever listens; where nobody does, none is parsed twice', async () => {
  const { startTurn } = await openHost({ tools: { look: () => 'seen' } });
  const text = `{"list":[${'{"a":1},'.repeat(200_000)}1]}`;
  const parse = vi.spyOn(JSON, 'parse');
  const countParsed = async (options: object, given: string): Promise<number> => {
    const loop = (await startTurn({ model: { api: 'chat' } })).createLoop(options);
    loop.request();
    const { response } = answerAs('chat', { calls: [{ name: 'look', id: '1', text: given }] });
    parse.mockClear();
    await loop.accept(response);
    return parse.mock.calls.filter(([parsed]) => parsed === given).length;
  };
  try {
    expect(await countParsed({}, text)).toBe(0);
    expect(await countParsed({ onCall: () => undefined }, text)).toBe(0);
    expect(await countParsed({}, '{"a":[1,2]}')).toBe(1);
  } finally {
    parse.mockRestore();
  }
});
