import {
  type ApprovalRequest,
  createMemoryStore,
  type HostOptions,
  type JsonSchema,
  type LoopCallEvent,
  type ToolConfig,
  type ToolDefinition,
} from '@loadout/core';
import { expect, test } from 'vitest';
import { createCompanion } from '../builders/companion.js';
import { drive } from '../builders/driven-loop.js';
import { createKeptStore } from '../builders/kept-store.js';
import { createProvider, tool } from '../builders/provider.js';
import { storeBot } from '../builders/stored-bot.js';
import { openHost, readText } from '../builders/turn-builders.js';

/*
 * A name that a bot has and nobody lists is run by the provider that recognises it (contract 1.8). What was decided and
 * stated of the tool counts there as well: a provider that leaves it out of its list frees it of nothing.
 */

const schema: JsonSchema = { type: 'object', properties: { amount: { type: 'number' } } };

const at = '2026-01-01T00:00:00.000Z';

interface Pay extends HostOptions {
  readonly definition?: Partial<ToolDefinition>;
  readonly assign?: readonly string[] | null;
  readonly listed?: ToolDefinition[];
}

/** A host with a tool `pay` that its provider stops to list, and runs all the same. */
async function openPay({ definition = {}, assign = ['pay'], ...rest }: Pay = {}) {
  let { listed = [tool('pay', { schema, ...definition })], ...options } = rest;
  const ran: unknown[] = [];
  const configs: ToolConfig[] = [];
  const provider = createProvider(() => listed, {
    providesTool: () => true,
    executeTool: (name, args, config) => {
      ran.push([name, args]);
      configs.push(config);
      return 'paid';
    },
  });
  const opened = await openHost({ companions: [createCompanion('@acme/pay', provider)], assign, ...options });
  const unlist = async (): Promise<void> => {
    listed = [];
    await opened.host.refresh();
  };
  return { ...opened, ran, configs, unlist };
}

test('6.8 a tool that the operator denies stays denied while its provider runs it unlisted', async () => {
  const { host, startTurn, ran, unlist } = await openPay();
  await host.decisions.set('approval', 'pay', 'deny');
  await unlist();
  const turn = await startTurn();
  expect(turn.withheld).toMatchObject([{ name: 'pay', code: 'absent' }]);
  expect(await turn.call({ name: 'pay' })).toMatchObject({ status: 'BLOCKED', executed: 'no' });
  expect(ran).toEqual([]);
});

test('6.8 a decision counts for an unlisted tool that was assigned under an alias', async () => {
  const store = createMemoryStore();
  const { host, startTurn, ran, unlist } = await openPay({ store, definition: { aliases: ['old_pay'] } });
  const [{ definitionHash = null } = {}] = await store.listAssignments('bot-a');
  await host.unassign('bot-a', ['pay']);
  await storeBot(store, { id: 'bot-a' }, [{ toolName: 'old_pay', owner: '@acme/pay', definitionHash }]);
  await host.decisions.set('approval', 'pay', 'deny');
  await unlist();
  const turn = await startTurn();
  expect(turn.withheld).toMatchObject([{ name: 'old_pay', code: 'absent' }]);
  expect(await turn.call({ name: 'old_pay' })).toMatchObject({ status: 'BLOCKED' });
  expect(ran).toEqual([]);
});

test('6.8 so it does where the assignment remembers no definition', async () => {
  const store = createMemoryStore();
  const { host, startTurn, ran, unlist } = await openPay({ store, definition: { aliases: ['old_pay'] } });
  await host.decisions.set('approval', 'pay', 'deny');
  await startTurn();
  await unlist();
  await host.unassign('bot-a', ['pay']);
  expect(await host.assign('bot-a', ['old_pay'])).toEqual(['old_pay']);
  expect(await (await startTurn()).call({ name: 'old_pay' })).toMatchObject({ status: 'BLOCKED' });
  expect(ran).toEqual([]);
});

test('6.8 an unlisted tool that needs approval is asked for, with what is known of it', async () => {
  const requests: ApprovalRequest[] = [];
  const { startTurn, ran, unlist } = await openPay({
    definition: { policy: { approval: 'ask' }, label: 'Payments' },
    approver: (request) => {
      requests.push(request);
      return requests.length === 1 ? { decision: 'deny', reason: 'Too much.' } : { decision: 'allow', scope: 'turn' };
    },
  });
  const { offered } = await startTurn();
  await unlist();
  const turn = await startTurn();
  const refused = await turn.call({ name: 'pay', arguments: { amount: 1 } });
  expect(refused.status).toBe('BLOCKED');
  expect(readText(refused)).toContain('Too much.');
  expect(requests).toMatchObject([{ tool: 'pay', owner: '@acme/pay', label: 'Payments', arguments: { amount: 1 } }]);
  expect(requests[0]?.definitionHash).toBe(offered[0]?.definitionHash);
  expect(readText(await turn.call({ name: 'pay', arguments: { amount: 2 } }))).toBe('paid');
  expect(readText(await turn.call({ name: 'pay', arguments: { amount: 3 } }))).toBe('paid');
  expect(requests).toHaveLength(2);
  expect(ran).toHaveLength(2);
});

test('6.8 without a definition that is known, the operator’s decision is asked for all the same', async () => {
  const store = createMemoryStore();
  const requests: ApprovalRequest[] = [];
  const provider = createProvider([], { providesTool: () => true });
  const { host, startTurn } = await openHost({
    store,
    companions: [createCompanion('@acme/pay', provider)],
    assign: ['pay'],
    approver: (request) => {
      requests.push(request);
      return { decision: 'deny' };
    },
  });
  await store.change((writer) =>
    writer.putDecision({ kind: 'approval', subject: '@acme/pay#pay', value: 'ask', updatedAt: at }),
  );
  expect(await (await startTurn()).call({ name: 'pay' })).toMatchObject({ status: 'BLOCKED' });
  expect(requests).toMatchObject([{ tool: 'pay', owner: '@acme/pay' }]);
  await host.decisions.unset('approval', '@acme/pay#pay');
  expect(await (await startTurn()).call({ name: 'pay' })).toMatchObject({ status: 'SUCCESS' });
});

test('6.7 the policy of an unlisted tool is the last that is known', async () => {
  const { startTurn, ran, unlist } = await openPay({ definition: { policy: { maxCallsPerTurn: 1 } } });
  await unlist();
  const turn = await startTurn();
  expect((await turn.call({ name: 'pay', arguments: { amount: 1 } })).status).toBe('SUCCESS');
  expect((await turn.call({ name: 'pay', arguments: { amount: 2 } })).status).toBe('BLOCKED');
  expect(ran).toHaveLength(1);
});

test('6.7 the definition that was accepted at assignment is known after a restart', async () => {
  const store = createMemoryStore();
  const first = await openPay({ store, definition: { policy: { approval: 'deny' } } });
  await first.host.close();
  const again = await openPay({ store, assign: null });
  await again.unlist();
  expect(await (await again.startTurn()).call({ name: 'pay' })).toMatchObject({ status: 'BLOCKED' });
  expect(again.ran).toEqual([]);
});

test('6.7 after a restart the definition counts that was listed last, also where another one was accepted', async () => {
  const store = createKeptStore();
  const first = await openPay({ store });
  await first.host.close();
  const second = await openPay({ store, assign: null, definition: { policy: { approval: 'deny' } } });
  await second.startTurn();
  await second.host.close();
  // It never lists the tool.
  const third = await openPay({ store, assign: null, listed: [] });
  await third.host.refresh();
  expect(await (await third.startTurn()).call({ name: 'pay' })).toMatchObject({ status: 'BLOCKED' });
  expect(third.ran).toEqual([]);
});

test('6.9 the trace of an unlisted tool says its owner, and masks what was sensitive', async () => {
  const { host, startTurn, unlist } = await openPay({ definition: { sensitiveArguments: ['amount'] } });
  await unlist();
  await (await startTurn()).call({ name: 'pay', arguments: { amount: 7, note: 'x' } });
  expect(await host.traces.list()).toMatchObject([
    { tool: 'pay', owner: '@acme/pay', arguments: { amount: '[masked]', note: 'x' } },
  ]);
});

test('6.9 whoever follows a turn sees nothing of an unlisted tool that was sensitive', async () => {
  const { startTurn, unlist } = await openPay({ definition: { sensitiveArguments: ['amount'], label: 'Payments' } });
  await unlist();
  const events: LoopCallEvent[] = [];
  const turn = await startTurn({ model: { api: 'chat' } });
  const calls = [{ id: '1', name: 'pay', args: { amount: 7 } }];
  await drive(turn, [{ calls }, { text: 'Done.' }], { loop: { onCall: (event) => void events.push(event) } });
  expect(events[0]).toMatchObject({ tool: 'pay', label: 'Payments', arguments: { amount: '[masked]' } });
  expect(events[1]).toMatchObject({ outcome: { status: 'SUCCESS' } });
});

test('6.8 an unlisted tool waits for a person as any other, and runs when it was allowed', async () => {
  const { host, startTurn, ran, unlist } = await openPay({
    definition: { policy: { approval: 'ask' } },
    approver: () => ({ decision: 'later' }),
  });
  await unlist();
  const calls = [{ id: '1', name: 'pay', args: { amount: 7 } }];
  const { stop } = await drive(await startTurn({ model: { api: 'chat' } }), [{ calls }]);
  expect([stop, ran]).toEqual(['awaiting-approval', []]);
  const [{ id = '', turnId = '' } = {}] = await host.approvals.list();
  await host.approvals.allow(id);
  const { loop } = await host.resumeTurn(turnId, { model: { api: 'chat' } });
  await loop.resume();
  expect(ran).toEqual([['pay', { amount: 7 }]]);
});

test('5.5 an unlisted tool keeps its minimum, the definition’s and the operator’s', async () => {
  const store = createMemoryStore();
  const { startTurn, ran, unlist } = await openPay({ store, definition: { minimumConfidence: 'HIGH' } });
  await unlist();
  const low = { id: 'model', confidence: 'UNTRUSTED' } as const;
  const turn = await startTurn({ modelProvider: low });
  expect(turn.withheld[0]?.reasons.map(({ code }) => code)).toEqual(['absent', 'below-minimum-confidence']);
  expect(await turn.call({ name: 'pay' })).toMatchObject({ status: 'BLOCKED' });
  expect(ran).toEqual([]);
  await store.change((writer) =>
    writer.putDecision({ kind: 'minimum-confidence', subject: '@acme/pay#pay', value: 'NONE', updatedAt: at }),
  );
  expect(await (await startTurn({ modelProvider: low })).call({ name: 'pay' })).toMatchObject({ status: 'SUCCESS' });
});

const settingsSchema: JsonSchema = {
  type: 'object',
  properties: { account: { type: 'string' }, limit: { type: 'integer', default: 5 } },
};

test('9.1 an unlisted tool is given the settings that it had, and what the organisation has locked', async () => {
  const organisation = { settings: [{ tool: 'pay', field: 'account', value: 'safe' }] };
  const { host, startTurn, configs, unlist } = await openPay({ definition: { settingsSchema }, organisation });
  await host.settings.set('pay', 'limit', 7);
  await unlist();
  expect(await (await startTurn()).call({ name: 'pay' })).toMatchObject({ status: 'SUCCESS' });
  expect(configs).toEqual([{ account: 'safe', limit: 7 }]);
});

test('9.1 so it is where the bot has it under an alias', async () => {
  const store = createMemoryStore();
  const { host, startTurn, configs, unlist } = await openPay({
    store,
    definition: { aliases: ['old_pay'], settingsSchema },
    toolSettings: { pay: { account: 'ours' } },
  });
  const [{ definitionHash = null } = {}] = await store.listAssignments('bot-a');
  await host.unassign('bot-a', ['pay']);
  await storeBot(store, { id: 'bot-a' }, [{ toolName: 'old_pay', owner: '@acme/pay', definitionHash }]);
  await unlist();
  expect(await (await startTurn()).call({ name: 'old_pay' })).toMatchObject({ status: 'SUCCESS' });
  expect(configs).toEqual([{ account: 'ours', limit: 5 }]);
});

test('5.4 an unlisted tool that lacks a required setting is not called', async () => {
  const { startTurn, ran, unlist } = await openPay({
    definition: { settingsSchema: { ...settingsSchema, required: ['account'] } },
  });
  await unlist();
  const turn = await startTurn();
  expect(turn.withheld[0]?.reasons.map(({ code }) => code)).toEqual(['absent', 'not-configured']);
  expect(await turn.call({ name: 'pay' })).toMatchObject({ status: 'BLOCKED' });
  expect(ran).toEqual([]);
});

test('5.2 an unlisted tool is called in no component that it is not visible in', async () => {
  const { startTurn, ran, unlist } = await openPay({ definition: { visibleIn: { chat: false } } });
  await unlist();
  const turn = await startTurn();
  expect(turn.withheld[0]?.reasons.map(({ code }) => code)).toEqual(['absent', 'not-visible']);
  expect(await turn.call({ name: 'pay' })).toMatchObject({ status: 'BLOCKED' });
  expect(ran).toEqual([]);
});

test('4.4 an unlisted tool whose definition was not accepted stays withheld for that', async () => {
  const store = createMemoryStore();
  const first = await openPay({ store });
  await first.host.close();
  const { host, startTurn, ran, unlist } = await openPay({
    store,
    assign: null,
    definition: { description: 'Other.' },
  });
  await host.decisions.set('withhold-changed-definitions', '', true);
  expect((await startTurn()).withheld[0]?.code).toBe('definition-changed');
  await unlist();
  const turn = await startTurn();
  expect(turn.withheld[0]?.reasons.map(({ code }) => code)).toEqual(['absent', 'definition-changed']);
  expect(await turn.call({ name: 'pay' })).toMatchObject({ status: 'BLOCKED' });
  expect(ran).toEqual([]);
});

test('6.8 a tool that a bot has and nobody lists is decided about by owner and name', async () => {
  const { host, startTurn, ran, unlist } = await openPay();
  await unlist();
  await expect(host.decisions.set('approval', '@acme/pay#pai', 'deny')).rejects.toMatchObject({ code: 'TOOL_UNKNOWN' });
  await host.decisions.set('approval', '@acme/pay#pay', 'deny');
  expect(await (await startTurn()).call({ name: 'pay' })).toMatchObject({ status: 'BLOCKED' });
  expect(ran).toEqual([]);
  const { remarks } = await host.import(await host.export());
  expect(remarks.filter((remark) => remark.includes('counts for nothing'))).toEqual([]);
});

test('6.8 so it is where the operator exposes it under another name', async () => {
  const { host, startTurn, ran, unlist } = await openPay({
    assign: ['send_money'],
    exposeAs: [{ owner: '@acme/pay', tool: 'pay', as: 'send_money' }],
  });
  await unlist();
  for (const subject of ['@acme/pay#pay', '@acme/pay#send_money'])
    expect(await host.decisions.set('approval', subject, 'deny')).toMatchObject({ subject: '@acme/pay#pay' });
  expect(await (await startTurn()).call({ name: 'send_money' })).toMatchObject({ status: 'BLOCKED' });
  expect(ran).toEqual([]);
});
