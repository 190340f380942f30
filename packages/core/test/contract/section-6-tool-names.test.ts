import type { ExportDocument, HostOptions, JsonSchema, ToolConfig, ToolDefinition } from '@loadout/core';
import { expect, test } from 'vitest';
import { createCompanion } from '../builders/companion.js';
import { createProvider, tool } from '../builders/provider.js';
import { openHost } from '../builders/turn-builders.js';

/*
 * A tool has older names, and the operator's for it. What was decided and set under any of them is about the tool, while its
 * provider lists it and while it does not (contract 1.8).
 */

const settingsSchema: JsonSchema = {
  type: 'object',
  properties: { account: { type: 'string' }, limit: { type: 'integer' } },
};
const oldPay = tool('old_pay', { settingsSchema });
const pay = tool('pay', { settingsSchema, aliases: ['old_pay'] });
const low = { id: 'model', confidence: 'LOW' } as const;
const owner = '@acme/pay';

/** A host whose provider renames a tool, and runs all that bots have. */
async function openPay(first: ToolDefinition[], options: HostOptions & { readonly assign?: readonly string[] } = {}) {
  let listed = first;
  const configs: ToolConfig[] = [];
  const provider = createProvider(() => listed, {
    providesTool: () => true,
    executeTool: (_name, _args, config) => {
      configs.push(config);
      return 'paid';
    },
  });
  const assign = first.map(({ name }) => name);
  const opened = await openHost({ companions: [createCompanion(owner, provider)], assign, ...options });
  const relist = async (...tools: ToolDefinition[]): Promise<void> => {
    listed = tools;
    await opened.host.refresh();
    await opened.startTurn();
  };
  const call = async (name: string) => (await opened.startTurn({ modelProvider: low })).call({ name });
  return { ...opened, configs, relist, call };
}

test('6.8 what was denied stays denied when the tool gets another name, listed and unlisted', async () => {
  const { host, call, relist } = await openPay([oldPay]);
  await host.decisions.set('approval', 'old_pay', 'deny');
  expect(await call('old_pay')).toMatchObject({ status: 'BLOCKED' });
  await relist(pay);
  expect(await call('old_pay')).toMatchObject({ status: 'BLOCKED' });
  await relist();
  expect(await call('old_pay')).toMatchObject({ status: 'BLOCKED' });
  await relist(pay);
  // The next decision is about the same tool, and replaces it.
  await host.decisions.set('approval', 'pay', 'never');
  expect(await host.decisions.list()).toMatchObject([{ subject: '@acme/pay#pay', value: 'never' }]);
  expect(await call('old_pay')).toMatchObject({ status: 'SUCCESS' });
});

test('6.8 an older name that is another tool of its owner’s is about that one', async () => {
  const { host, call } = await openPay([oldPay, pay]);
  await host.decisions.set('approval', 'old_pay', 'deny');
  expect(await call('old_pay')).toMatchObject({ status: 'BLOCKED' });
  expect(await call('pay')).toMatchObject({ status: 'SUCCESS' });
});

test('6.8 so it is when both are listed no more', async () => {
  const { host, call, relist } = await openPay([oldPay, pay]);
  await host.decisions.set('approval', 'pay', 'deny');
  await relist();
  expect(await call('pay')).toMatchObject({ status: 'BLOCKED' });
  expect(await call('old_pay')).toMatchObject({ status: 'SUCCESS' });
});

test('6.8 a tool that was renamed twice is that tool under its first name, listed and unlisted', async () => {
  const { host, call, relist } = await openPay([oldPay]);
  await relist(pay);
  await host.decisions.set('approval', 'pay', 'deny');
  const payment = tool('payment', { settingsSchema, aliases: ['pay'] });
  await relist(payment);
  expect(await call('old_pay')).toMatchObject({ status: 'BLOCKED' });
  expect(await host.decisions.unset('approval', `${owner}#old_pay`)).toBe(true);
  expect(await call('old_pay')).toMatchObject({ status: 'SUCCESS' });
  await host.decisions.set('approval', 'payment', 'deny');
  expect(await call('old_pay')).toMatchObject({ status: 'BLOCKED' });
  await relist();
  expect(await call('old_pay')).toMatchObject({ status: 'BLOCKED' });
  expect(await host.decisions.set('approval', `${owner}#old_pay`, 'never')).toMatchObject({
    subject: '@acme/pay#payment',
  });
  expect(await call('old_pay')).toMatchObject({ status: 'SUCCESS' });
});

test('6.8 what is listed under a name that came of an older one counts for that', async () => {
  const strict: readonly Partial<ToolDefinition>[] = [{ policy: { approval: 'deny' } }, { minimumConfidence: 'HIGH' }];
  for (const rest of strict) {
    const { call, relist } = await openPay([oldPay]);
    await relist(pay);
    await relist(tool('payment', { aliases: ['pay'], ...rest }));
    expect(await call('old_pay')).toMatchObject({ status: 'BLOCKED' });
    await relist(tool('payments', { aliases: ['payment'] }));
    expect(await call('old_pay')).toMatchObject({ status: 'SUCCESS' });
  }
});

test('6.8 an older name stays one when it is stated no more', async () => {
  const { host, call, relist } = await openPay([oldPay]);
  await relist(pay);
  await host.decisions.set('approval', 'pay', 'deny');
  await relist(tool('pay'));
  expect(await call('old_pay')).toMatchObject({ status: 'BLOCKED' });
  await relist();
  expect(await call('old_pay')).toMatchObject({ status: 'BLOCKED' });
  await relist(tool('payment', { aliases: ['pay'] }));
  expect(await call('old_pay')).toMatchObject({ status: 'BLOCKED' });
  // Who is listed by that name is another tool, and the denial holds for both until something is decided of it.
  await relist(tool('payment', { aliases: ['pay'] }), oldPay);
  expect(await call('old_pay')).toMatchObject({ status: 'BLOCKED' });
  await host.decisions.set('approval', 'old_pay', 'never');
  expect(await call('old_pay')).toMatchObject({ status: 'SUCCESS' });
  expect(await host.decisions.list()).toHaveLength(2);
});

test('9.1 a name that another unlisted tool has is no name of this one, as while they are listed', async () => {
  const { host, configs, call, relist } = await openPay([oldPay, pay]);
  await host.settings.set('old_pay', 'account', 'old');
  await host.decisions.set('approval', 'old_pay', 'ask');
  for (const listed of [[oldPay, pay], [oldPay], []]) {
    await relist(...listed);
    expect(await call('pay')).toMatchObject({ status: 'SUCCESS' });
  }
  expect(configs).toEqual([{}, {}, {}]);
});

test('5.1 what is listed is not read again for each tool that is not', async () => {
  let reads = 0;
  const counted = (definition: ToolDefinition): ToolDefinition =>
    new Proxy(definition, {
      get: (target, field) => {
        reads += 1;
        return Reflect.get(target, field);
      },
    });
  const gone = Array.from({ length: 20 }, (_, index) => tool(`gone_${index}`, { aliases: [`former_${index}`] }));
  const there = Array.from({ length: 50 }, (_, index) =>
    counted(tool(`there_${index}`, { aliases: [`was_${index}`] })),
  );
  const { host, relist, startTurn } = await openPay([...gone, ...there], { assign: gone.map(({ name }) => name) });
  await relist(...there);
  reads = 0;
  await host.decisions.set('approval', 'there_7', 'deny');
  expect((await startTurn()).withheld).toHaveLength(gone.length);
  expect(reads).toBeLessThan(50);
});

test('5.5 a minimum under an older name counts, the highest of several', async () => {
  const { host, startTurn, relist } = await openPay([oldPay]);
  await host.decisions.set('minimum-confidence', 'old_pay', 'HIGH');
  const reasons = async (): Promise<unknown> => (await startTurn({ modelProvider: low })).withheld[0]?.code;
  await relist(pay);
  expect(await reasons()).toBe('below-minimum-confidence');
  expect(await host.decisions.unset('minimum-confidence', 'pay')).toBe(true);
  expect(await host.decisions.list()).toEqual([]);
  expect(await reasons()).toBeUndefined();
});

test('9.1 settings under an older name reach the tool, below those of its present one', async () => {
  const { host, configs, call, relist } = await openPay([oldPay]);
  await host.settings.set('old_pay', 'account', 'old');
  await host.settings.set('old_pay', 'limit', 1);
  await relist(pay);
  await host.settings.set('pay', 'limit', 2);
  await call('old_pay');
  await relist();
  await call('old_pay');
  expect(configs).toEqual([
    { account: 'old', limit: 2 },
    { account: 'old', limit: 2 },
  ]);
  await relist(pay);
  expect(await host.settings.unset('pay', 'account')).toBe(true);
  expect(await host.settings.unset('pay', 'limit')).toBe(true);
  await call('old_pay');
  expect(configs.at(-1)).toEqual({});
});

test('9.4 so do secrets, and a blank one takes them all back', async () => {
  const secret: Partial<ToolDefinition> = {
    settingsSchema: { type: 'object', properties: { key: { type: 'string', secret: true } } },
  };
  const { host, configs, call, relist } = await openPay([tool('old_pay', secret)]);
  await host.settings.set('old_pay', 'key', 'a-long-secret');
  await relist(tool('pay', { ...secret, aliases: ['old_pay'] }));
  await call('old_pay');
  await host.settings.set('pay', 'key', '');
  await call('old_pay');
  expect(configs).toEqual([{ key: 'a-long-secret' }, {}]);
});

test('6.8 an unlisted tool is decided about by each of its names, and that is kept for its own', async () => {
  for (const name of ['pay', 'old_pay']) {
    const { host, call, relist } = await openPay([oldPay]);
    await relist(pay);
    await relist();
    expect(await host.decisions.set('approval', `${owner}#${name}`, 'deny')).toMatchObject({
      subject: '@acme/pay#pay',
    });
    expect(await call('old_pay')).toMatchObject({ status: 'BLOCKED' });
    await relist(pay);
    expect(await call('old_pay')).toMatchObject({ status: 'BLOCKED' });
    expect((await host.examine()).filter(({ area }) => area === 'decisions')).toEqual([]);
  }
});

test('9.2 what is locked under an older name stays locked while nobody lists the tool', async () => {
  const organisation = {
    settings: [{ tool: 'old_pay', owner, field: 'account', value: 'safe' }],
    minimumConfidence: [{ tool: 'old_pay', level: 'HIGH' }],
  } as const;
  const { host, relist } = await openPay([pay], { organisation });
  const document = (await host.export()) as ExportDocument;
  const locked = { owner, tool: 'pay', field: 'account', value: 'mine' };
  const override = document.bots.map((bot) => ({
    ...bot,
    tools: bot.tools.map((one) => ({ ...one, settingsOverride: { account: 'mine' } })),
  }));
  const lowered = { kind: 'minimum-confidence', subject: `${owner}#pay`, value: 'NONE' } as const;
  for (const now of [[pay], []]) {
    await relist(...now);
    for (const change of [{ settings: [locked] }, { bots: override }, { decisions: [lowered] }])
      await expect(host.import({ ...document, ...change })).rejects.toMatchObject({ code: 'IMPORT_INVALID' });
    await expect(host.decisions.set('minimum-confidence', lowered.subject, 'NONE')).rejects.toMatchObject({
      code: 'SETTING_LOCKED',
    });
    await expect(host.settings.set(`${owner}#pay`, 'account', 'mine')).rejects.toMatchObject({
      code: 'SETTING_LOCKED',
    });
  }
});

test('9.2 so it is under the operator’s name for it', async () => {
  const { host, relist } = await openPay([pay], {
    assign: ['pay_out'],
    exposeAs: [{ owner, tool: 'pay', as: 'pay_out' }],
    organisation: { minimumConfidence: [{ tool: 'pay_out', level: 'HIGH' }] },
  });
  for (const now of [[pay], []]) {
    await relist(...now);
    for (const name of ['pay', 'pay_out', 'old_pay'])
      await expect(host.decisions.set('minimum-confidence', `${owner}#${name}`, 'NONE')).rejects.toMatchObject({
        code: 'SETTING_LOCKED',
      });
  }
});

test('9.1 the settings of an unlisted tool that a bot has are explained and set as owner#name', async () => {
  const { host, configs, call, relist } = await openPay([pay]);
  await relist();
  await expect(host.settings.set('pay', 'account', 'ours')).rejects.toThrow('owner#name');
  await expect(host.settings.set(`${owner}#pai`, 'account', 'ours')).rejects.toMatchObject({ code: 'TOOL_UNKNOWN' });
  await host.settings.set(`${owner}#old_pay`, 'account', 'ours');
  await host.settings.set(`${owner}#pay`, 'limit', 3, { bot: 'bot-a' });
  await expect(host.settings.set(`${owner}#pay`, 'limit', 'many')).rejects.toMatchObject({
    code: 'TOOL_SETTINGS_INVALID',
  });
  const { fields, tool: name } = await host.settings.explain(`${owner}#pay`, { bot: 'bot-a' });
  expect(name).toBe('pay');
  expect(fields).toMatchObject([
    { field: 'account', value: 'ours', layer: 'operator' },
    { field: 'limit', value: 3, layer: 'bot-override' },
  ]);
  await call('pay');
  expect(configs).toEqual([{ account: 'ours', limit: 3 }]);
  expect(await host.settings.unset(`${owner}#pay`, 'account')).toBe(true);
  expect(await host.settings.unset(`${owner}#pay`, 'limit', { bot: 'bot-a' })).toBe(true);
  await call('pay');
  expect(configs.at(-1)).toEqual({});
});

test('9.4 and its secrets are set in the same way', async () => {
  const secret = tool('pay', {
    settingsSchema: { type: 'object', properties: { key: { type: 'string', secret: true } } },
  });
  const { host, configs, call, relist } = await openPay([secret]);
  await relist();
  await host.settings.set(`${owner}#pay`, 'key', 'a-long-secret');
  expect((await host.secrets.list()).map(({ name }) => name)).toEqual(['tool:@acme/pay#pay.key']);
  await call('pay');
  expect(configs).toEqual([{ key: 'a-long-secret' }]);
});

test('6.8 the doctor says nothing against what counts for an unlisted tool that a bot has', async () => {
  const { host, relist } = await openPay([oldPay], {
    organisation: { minimumConfidence: [{ tool: 'old_pay', owner, level: 'LOW' }] },
  });
  await host.settings.set('old_pay', 'account', 'ours');
  await relist(pay);
  await relist();
  await host.decisions.set('approval', `${owner}#pay`, 'deny');
  const examine = async () => {
    const areas = ['decisions', 'organisation', 'settings', 'secrets'];
    return (await host.examine()).filter(({ area, level }) => areas.includes(area) && level !== 'error');
  };
  expect((await examine()).filter(({ message }) => /nobody lists|lists no|No tool is called/.test(message))).toEqual(
    [],
  );
  await host.unassign('bot-a', ['old_pay']);
  const areas = (await examine()).map(({ area }) => area);
  expect(areas).toEqual(expect.arrayContaining(['decisions', 'organisation', 'settings']));
});

test('6.8 an import keeps what is decided under an older name for the present one, and says so', async () => {
  const source = await openPay([oldPay]);
  await source.host.decisions.set('approval', 'old_pay', 'deny');
  await source.host.decisions.set('minimum-confidence', 'old_pay', 'LOW');
  await source.host.settings.set('old_pay', 'account', 'ours');
  const document = (await source.host.export()) as ExportDocument;
  const target = await openPay([pay]);
  const { remarks } = await target.host.import(document);
  expect(remarks).toEqual([expect.stringContaining('"old_pay" of @acme/pay is called "pay"')]);
  expect(await target.host.decisions.list()).toMatchObject([
    { kind: 'approval', subject: '@acme/pay#pay', value: 'deny' },
    { kind: 'minimum-confidence', subject: '@acme/pay#pay', value: 'LOW' },
  ]);
  expect((await target.host.export()).settings).toMatchObject([{ tool: 'pay', value: 'ours' }]);
  expect(await target.call('pay')).toMatchObject({ status: 'BLOCKED' });
  expect((await target.host.import(document)).changes).toEqual([]);
  // Both names, and the laxer decision under the present one.
  const decisions = [...document.decisions, { kind: 'approval', subject: `${owner}#pay`, value: 'never' } as const];
  expect((await target.host.import({ ...document, decisions })).changes).toEqual([]);
});

test('6.8 an import says nothing against a decision on an unlisted tool that a bot here has', async () => {
  const { host, call, relist } = await openPay([pay]);
  await relist();
  const document = (await host.export()) as ExportDocument;
  const decisions = [{ kind: 'approval', subject: `${owner}#pay`, value: 'deny' } as const];
  expect((await host.import({ ...document, bots: [], decisions })).remarks).toEqual([]);
  expect(await call('pay')).toMatchObject({ status: 'BLOCKED' });
});
