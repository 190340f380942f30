import type { HostOptions, JsonSchema, ToolConfig, ToolDefinition } from '@loadout/core';
import { expect, test } from 'vitest';
import { createCompanion } from '../builders/companion.js';
import { createProvider, tool } from '../builders/provider.js';
import { openHost } from '../builders/turn-builders.js';

/*
 * What was decided of a tool holds under any name that its provider ever stated for it, also under one that it states no
 * more, or has given to another tool (contract 1.8).
 */

const settingsSchema: JsonSchema = { type: 'object', properties: { account: { type: 'string' } } };
const low = { id: 'model', confidence: 'LOW' } as const;
const owner = '@acme/pay';
const named = (name: string, ...aliases: readonly string[]): ToolDefinition =>
  tool(name, { settingsSchema, ...(aliases.length === 0 ? {} : { aliases }) });
const broken = (definition: ToolDefinition): ToolDefinition => ({ ...definition, description: '' });

const a = named('a');
const b = named('b');
const bFromA = named('b', 'a');
const aFromB = named('a', 'b');
const cFromA = named('c', 'a');

/** A host whose provider lists what the test says, and runs whatever it is asked for. */
async function openNames(first: readonly ToolDefinition[], options: HostOptions = {}) {
  let listed = first;
  const configs: ToolConfig[] = [];
  const provider = createProvider(() => [...listed], {
    providesTool: () => true,
    executeTool: (_name, _args, config) => {
      configs.push(config);
      return 'ran';
    },
  });
  const companions = [createCompanion(owner, provider)];
  const opened = await openHost({ companions, assign: first.map(({ name }) => name), ...options });
  const relist = async (...tools: readonly ToolDefinition[]): Promise<void> => {
    listed = tools;
    await opened.host.refresh();
    await opened.startTurn({ modelProvider: low });
  };
  const call = async (name: string): Promise<unknown> => {
    const turn = await opened.startTurn({ modelProvider: low });
    const { status } = await turn.call({ name });
    await turn.end();
    return status;
  };
  return { ...opened, configs, relist, call };
}

type Opened = Awaited<ReturnType<typeof openNames>>;

const restrictions: readonly (readonly [string, (opened: Opened, name: string) => Promise<unknown>])[] = [
  ['a denial', ({ host }, name) => host.decisions.set('approval', name, 'deny')],
  ['a minimum', ({ host }, name) => host.decisions.set('minimum-confidence', name, 'HIGH')],
];

for (const [what, decide] of restrictions) {
  test(`6.8 ${what} under a name in between holds when the tool is called back, and then anew`, async () => {
    const opened = await openNames([a]);
    await opened.relist(bFromA);
    await decide(opened, 'b');
    for (const now of [[bFromA], [aFromB], [cFromA], [], [cFromA]]) {
      await opened.relist(...now);
      expect([now, await opened.call('a')]).toEqual([now, 'BLOCKED']);
    }
    await opened.addBot('bot-b', ['c']);
    const fresh = await opened.host.startTurn({ bot: 'bot-b', modelProvider: low });
    expect(await fresh.call({ name: 'c' })).toMatchObject({ status: 'BLOCKED' });
  });

  test(`6.8 ${what} under a name that no bot ever had holds for what the provider says is that tool`, async () => {
    const opened = await openNames([a]);
    await opened.relist(bFromA);
    await decide(opened, 'b');
    await opened.relist(cFromA);
    expect(await opened.call('a')).toBe('BLOCKED');
  });

  test(`6.8 ${what} under an alias holds when the alias is stated no more`, async () => {
    const opened = await openNames([a]);
    await decide(opened, 'a');
    await opened.relist(bFromA);
    await opened.addBot('bot-b', ['b']);
    const callFresh = async (): Promise<unknown> =>
      (await (await opened.host.startTurn({ bot: 'bot-b', modelProvider: low })).call({ name: 'b' })).status;
    expect(await callFresh()).toBe('BLOCKED');
    await opened.relist(b);
    expect(await callFresh()).toBe('BLOCKED');
  });

  test(`6.8 ${what} holds for both when another tool takes the old name`, async () => {
    const opened = await openNames([a]);
    await decide(opened, 'a');
    await opened.relist(bFromA);
    await opened.host.assign('bot-a', ['b']);
    for (const now of [[bFromA], [bFromA, a], [b, a], [b], [bFromA], [b, a]]) {
      await opened.relist(...now);
      expect([now, await opened.call('b')]).toEqual([now, 'BLOCKED']);
    }
    // The doctor says so, until something is decided of the tool itself.
    const about = async () => (await opened.host.examine()).filter(({ area }) => area === 'decisions');
    expect(await about()).toMatchObject([{ level: 'note', message: expect.stringContaining('holds for "b" as well') }]);
  });
}

test('6.8 what is decided of a tool itself counts above what another tool with its old name is denied', async () => {
  const { host, relist, call, addBot } = await openNames([a]);
  await host.decisions.set('approval', 'a', 'deny');
  await relist(bFromA);
  await relist(b, a);
  await addBot('bot-b', ['b']);
  const callNew = async (): Promise<unknown> =>
    (await (await host.startTurn({ bot: 'bot-b' })).call({ name: 'b' })).status;
  expect(await callNew()).toBe('BLOCKED');
  await host.decisions.set('approval', 'b', 'never');
  expect(await callNew()).toBe('SUCCESS');
  expect(await call('a')).toBe('BLOCKED');
  expect((await host.examine()).filter(({ area }) => area === 'decisions')).toEqual([]);
});

test('6.8 what is decided anew replaces what was decided under a former name, and that can be taken back', async () => {
  for (const lift of [
    ({ host }: Opened) => host.decisions.set('approval', 'c', 'never'),
    ({ host }: Opened) => host.decisions.unset('approval', 'c'),
    ({ host }: Opened) => host.decisions.unset('approval', `${owner}#b`),
  ]) {
    const opened = await openNames([a]);
    await opened.relist(bFromA);
    await opened.host.decisions.set('approval', 'b', 'deny');
    await opened.relist(cFromA);
    expect(await opened.call('a')).toBe('BLOCKED');
    await lift(opened);
    expect(await opened.call('a')).toBe('SUCCESS');
  }
});

test('6.8 that nobody need be asked counts under the names alone that a tool has', async () => {
  const careful = (definition: ToolDefinition): ToolDefinition => ({ ...definition, policy: { approval: 'deny' } });
  const { host, relist, call } = await openNames([careful(a)]);
  await relist(careful(bFromA));
  await host.decisions.set('approval', 'b', 'never');
  expect(await call('a')).toBe('SUCCESS');
  await relist(careful(cFromA));
  expect(await call('a')).toBe('BLOCKED');
});

test('6.8 a tool that was called differently while it was quarantined keeps what was decided', async () => {
  const { host, relist, call } = await openNames([a]);
  await relist(bFromA);
  await host.decisions.set('approval', 'b', 'deny');
  for (const now of [bFromA, named('c', 'a', 'b'), named('d', 'a', 'b', 'c')]) {
    await relist(broken(now));
    expect([now.name, await call('a')]).toEqual([now.name, 'BLOCKED']);
  }
});

test('6.8 two tools that were always two are decided about one by one', async () => {
  for (const steps of [[[a, bFromA]], [[a, b], [a, bFromA], []], [[b, a], [b]]]) {
    const [first = [], ...rest] = steps;
    const { host, relist, call } = await openNames(first);
    await host.decisions.set('approval', 'a', 'deny');
    expect(await call('b')).toBe('SUCCESS');
    for (const now of rest) {
      await relist(...now);
      expect(await call('b')).toBe('SUCCESS');
    }
    expect(await call('a')).toBe('BLOCKED');
  }
});

test('6.8 an operator’s settings and secrets stay with a tool under a name that nobody has any more', async () => {
  const { host, relist, call, configs } = await openNames([a]);
  await relist(bFromA);
  await host.settings.set('b', 'account', 'ours');
  await relist(cFromA);
  await call('a');
  expect((await host.examine()).filter(({ area }) => area === 'settings')).toEqual([]);
  // Another tool by that name has them.
  await relist(cFromA, b);
  await call('a');
  expect(configs).toEqual([{ account: 'ours' }, {}]);
  await relist(cFromA);
  expect(await host.settings.unset('c', 'account')).toBe(true);
  await call('a');
  expect(configs.at(-1)).toEqual({});
});

test('9.2 what the organisation says of a name holds for what had it', async () => {
  const entry = { tool: 'b', owner, contact: 'it@example.org' };
  const off: HostOptions = { organisation: { disabledTools: [entry] } };
  const minimum: HostOptions = { organisation: { minimumConfidence: [{ ...entry, level: 'HIGH' }] } };
  for (const options of [off, minimum]) {
    const { relist, call } = await openNames([a], options);
    for (const now of [[bFromA], [aFromB], [cFromA], []]) {
      await relist(...now);
      expect([now, await call('a')]).toEqual([now, 'BLOCKED']);
    }
  }
  const lock: HostOptions = { organisation: { settings: [{ ...entry, field: 'account', value: 'locked' }] } };
  const { relist, call, configs, host } = await openNames([a], lock);
  for (const now of [bFromA, cFromA]) {
    await relist(now);
    await call('a');
  }
  expect(configs).toEqual([{ account: 'locked' }, { account: 'locked' }]);
  expect((await host.examine()).filter(({ area }) => area === 'organisation')).toEqual([]);
});
