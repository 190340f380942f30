import type { IToolProvider, ToolDefinition } from '@loadout/core';
import { expect, test } from 'vitest';
import { createCompanion } from '../builders/companion.js';
import { createAnswers } from '../builders/deferred.js';
import { settle } from '../builders/manual-clock.js';
import { createProvider, tool } from '../builders/provider.js';
import { createTestHost, type TestHost, textOf } from '../builders/test-host.js';

test('1.2 lists are asked once for many turns and other uses', async () => {
  const provider = createProvider(['alpha'], { getToolMetadata: () => ({ alpha: { label: 'Alpha' } }) });
  const host = await createTestHost({ companions: [createCompanion('@acme/alpha', provider)] });
  await host.turnWith(['alpha']);
  await host.startTurn({ bot: 'bot-1' });
  await host.show('bot-1');
  await host.catalogue();
  expect(provider.asked).toMatchObject({ getTools: 1, getToolMetadata: 1 });
});

test('1.2 lists are asked once per id, also where each turn gets another instance', async () => {
  const asked: string[] = [];
  const make = (name: string): IToolProvider =>
    createProvider(() => {
      asked.push(name);
      return [name];
    });
  const alpha = createCompanion('@acme/alpha', {
    listener: (event) => {
      event.registerProvider(make('one'));
      event.registerProvider(() => make('two'), { id: 'two' });
    },
  });
  const beta = createCompanion('@acme/beta', { listener: (event) => event.registerProvider(make('beta')) });
  const host = await createTestHost({ companions: [alpha, beta] });
  await host.catalogue();
  await host.catalogue();
  await host.catalogue();
  expect(asked.sort()).toEqual(['beta', 'one', 'two']);
});

test('1.2 after toolsChanged lists are asked again in the background, and the next turn after the answer uses them', async () => {
  const answers = createAnswers<readonly ToolDefinition[]>();
  const provider = createProvider([], { getTools: answers.next });
  const alpha = createCompanion('@acme/alpha', provider);
  const host = await createTestHost({ companions: [alpha] });
  const first = host.catalogue();
  await settle();
  answers.asked[0]?.resolve([tool('old')]);
  expect((await first).tools).toMatchObject([{ name: 'old' }]);

  await host.clock.advance(1_000);
  alpha.event.toolsChanged();
  expect(await toolNames(host)).toEqual(['old']);
  expect(answers.asked).toHaveLength(2);
  answers.asked[1]?.resolve([tool('new')]);
  await settle();
  expect(await toolNames(host)).toEqual(['new']);
});

test('1.2 toolsChanged with an id asks that provider alone, without one all of the companion', async () => {
  const one = createProvider(['one']);
  const two = createProvider(['two']);
  const other = createProvider(['other']);
  const alpha = createCompanion('@acme/alpha', {
    listener: (event) => {
      event.registerProvider(one, { id: 'one' });
      event.registerProvider(two, { id: 'two' });
    },
  });
  const host = await createTestHost({ companions: [alpha, createCompanion('@acme/beta', other)] });
  await host.catalogue();
  await host.clock.advance(1_000);
  alpha.event.toolsChanged('two');
  await settle();
  expect([one, two, other].map(({ asked }) => asked.getTools)).toEqual([1, 2, 1]);
  await host.clock.advance(1_000);
  alpha.event.toolsChanged();
  await settle();
  expect([one, two, other].map(({ asked }) => asked.getTools)).toEqual([2, 3, 1]);
});

test('1.2 a change while lists are being asked is asked for after them', async () => {
  const answers = createAnswers<readonly ToolDefinition[]>();
  const provider = createProvider([], { getTools: answers.next });
  const alpha = createCompanion('@acme/alpha', provider);
  const host = await createTestHost({ companions: [alpha] });
  const first = host.catalogue();
  await settle();
  alpha.event.toolsChanged();
  answers.asked[0]?.resolve([tool('old')]);
  await first;
  await host.clock.advance(1_000);
  expect(answers.asked).toHaveLength(2);
  answers.asked[1]?.resolve([tool('new')]);
  await settle();
  expect(await toolNames(host)).toEqual(['new']);
});

test('1.2 settings of the companion change: lists are asked again and see the new ones', async () => {
  const provider = createProvider(() => [tool(`tool_${String(alpha.host.settings.suffix)}`)]);
  const alpha = createCompanion('@acme/alpha', provider, { settings: { suffix: 'a' } });
  const beta = createProvider(['beta']);
  const host = await createTestHost({ companions: [alpha, createCompanion('@acme/beta', beta)] });
  expect(await toolNames(host)).toEqual(['tool_a', 'beta']);
  await host.clock.advance(1_000);
  await host.setCompanionSettings('@acme/alpha', { suffix: 'b' });
  await settle();
  expect(await toolNames(host)).toEqual(['tool_b', 'beta']);
  expect(provider.asked.getTools).toBe(2);
  expect(beta.asked.getTools).toBe(1);
});

test('1.2 settings that do not fit change nothing', async () => {
  const provider = createProvider(['alpha']);
  const settingsSchema = { type: 'object', properties: { limit: { type: 'integer', title: 'Limit', default: 5 } } };
  const alpha = createCompanion('@acme/alpha', provider, { settingsSchema });
  const host = await createTestHost({ companions: [alpha] });
  await host.catalogue();
  await host.clock.advance(1_000);
  await expect(host.setCompanionSettings('@acme/alpha', { limit: 'many' })).rejects.toMatchObject({
    code: 'COMPANION_SETTINGS_INVALID',
  });
  await settle();
  expect(alpha.host.settings).toEqual({ limit: 5 });
  expect(provider.asked.getTools).toBe(1);
});

test('1.2 settings that a companion sees are frozen to the ground, and not the operator’s own objects', async () => {
  const settings = { list: ['a'], nested: { key: 'value' } };
  const alpha = createCompanion('@acme/alpha', createProvider(['alpha']), { settings });
  const host = await createTestHost({ companions: [alpha] });
  await host.catalogue();
  const check = (): void => {
    const seen = alpha.host.settings as typeof settings;
    expect(seen).toEqual({ list: ['a'], nested: { key: 'value' } });
    expect(() => seen.list.push('b')).toThrow(TypeError);
    expect(() => Object.assign(seen.nested, { key: 'other' })).toThrow(TypeError);
    expect(() => Object.assign(seen, { more: true })).toThrow(TypeError);
  };
  check();
  settings.list.push('changed later');
  check();
  await host.setCompanionSettings('@acme/alpha', { list: ['a'], nested: { key: 'value' } });
  check();
});

test('1.2 the operator refreshes all companions, or one', async () => {
  const alpha = createProvider(['alpha']);
  const beta = createProvider(['beta']);
  const host = await createTestHost({
    companions: [createCompanion('@acme/alpha', alpha), createCompanion('@acme/beta', beta)],
  });
  await host.catalogue();
  await host.refresh();
  expect([alpha.asked.getTools, beta.asked.getTools]).toEqual([2, 2]);
  await host.refresh('@acme/beta');
  expect([alpha.asked.getTools, beta.asked.getTools]).toEqual([2, 3]);
  await expect(host.refresh('@acme/other')).rejects.toMatchObject({ code: 'COMPANION_UNKNOWN' });
});

test('1.2 a companion that loads only by a refresh is asked within it', async () => {
  let isBroken = true;
  const late = createCompanion('@acme/late', createProvider(['late']));
  const load = async (): Promise<unknown> => {
    if (isBroken) throw new Error('not yet');
    return late.load?.();
  };
  const host = await createTestHost({ companions: [{ id: late.id, load }] });
  expect(await toolNames(host)).toEqual([]);
  isBroken = false;
  await host.refresh();
  expect((await host.catalogue()).companions).toMatchObject([{ state: 'ready', providers: [{ toolCount: 1 }] }]);
  expect(await toolNames(host)).toEqual(['late']);
});

test('1.2 a refresh answers with lists that were asked after it', async () => {
  const answers = createAnswers<readonly ToolDefinition[]>();
  const provider = createProvider([], { getTools: answers.next });
  const alpha = createCompanion('@acme/alpha', provider);
  const host = await createTestHost({ companions: [alpha] });
  const first = host.catalogue();
  await settle();
  answers.asked[0]?.resolve([tool('first')]);
  await first;

  await host.clock.advance(1_000);
  alpha.event.toolsChanged();
  await settle();
  const refreshing = host.refresh();
  await settle();
  answers.asked[1]?.resolve([tool('asked_before_the_refresh')]);
  await settle();
  answers.asked[2]?.resolve([tool('asked_after_the_refresh')]);
  await refreshing;
  expect(await toolNames(host)).toEqual(['asked_after_the_refresh']);
});

test('1.2 a refresh loads a companion again that failed to load', async () => {
  let works = false;
  const module = { register: (host: { on: CallableFunction }) => void host.on('CollectToolProviders', register) };
  const register = (event: { registerProvider: CallableFunction }): void =>
    event.registerProvider(createProvider(['alpha']));
  const load = (): unknown => {
    if (!works) throw new Error('not yet');
    return module;
  };
  const host = await createTestHost({ companions: [{ id: '@acme/alpha', load }] });
  expect(await host.catalogue()).toMatchObject({ tools: [], companions: [{ state: 'failed' }] });
  works = true;
  await host.refresh('@acme/alpha');
  expect(await host.catalogue()).toMatchObject({ tools: [{ name: 'alpha' }], companions: [{ state: 'ready' }] });
});

test('1.2 a turn keeps the catalogue that it started with', async () => {
  let tools = ['old', 'stays'];
  const alpha = createCompanion(
    '@acme/alpha',
    createProvider(() => tools, { mark: 'alpha' }),
  );
  const host = await createTestHost({ companions: [alpha] });
  const turn = await host.turnWith(['old', 'stays']);
  tools = ['stays', 'new'];
  await host.refresh();
  await host.assign('bot-1', ['new']);
  expect(turn.offered.map(({ name }) => name)).toEqual(['old', 'stays']);
  expect(JSON.parse(turn.toolsJson)).toMatchObject([{ name: 'old' }, { name: 'stays' }]);
  expect(await textOf(turn, 'old')).toBe('alpha ran old');
  expect(await textOf(turn, 'new')).toContain('There is no tool "new"');

  const next = await host.startTurn({ bot: 'bot-1' });
  expect(next.offered.map(({ name }) => name)).toEqual(['stays', 'new']);
  expect(next.withheld).toMatchObject([{ name: 'old', code: 'absent' }]);
});

test('1.2 toolsChanged inside getTools does no harm', async () => {
  const provider = createProvider(() => {
    alpha.event.toolsChanged();
    return ['alpha'];
  });
  const alpha = createCompanion('@acme/alpha', provider);
  const host = await createTestHost({ companions: [alpha] });
  expect(await toolNames(host)).toEqual(['alpha']);
  await host.clock.advance(600_000);
  expect(provider.asked.getTools).toBeLessThan(30);
  expect(await host.catalogue()).toMatchObject({
    tools: [{ name: 'alpha' }],
    companions: [{ state: 'ready', problems: [] }],
  });
});

test('1.2 after a storm of toolsChanged a single change is seen at once again', async () => {
  let isRestless = true;
  let name = 'first';
  const provider = createProvider(() => {
    if (isRestless) alpha.event.toolsChanged();
    return [name];
  });
  const alpha = createCompanion('@acme/alpha', provider);
  const host = await createTestHost({ companions: [alpha] });
  await host.catalogue();
  await host.clock.advance(600_000);
  isRestless = false;
  await host.clock.advance(600_000);
  const asked = provider.asked.getTools;
  await host.clock.advance(600_000);
  expect(provider.asked.getTools).toBe(asked);
  name = 'second';
  alpha.event.toolsChanged();
  await host.clock.advance(200);
  expect(await toolNames(host)).toEqual(['second']);
});

test('1.2 toolsChanged in the listener does no harm', async () => {
  const provider = createProvider(['alpha']);
  const alpha = createCompanion('@acme/alpha', {
    listener: (event) => {
      event.toolsChanged();
      event.registerProvider(provider);
      event.toolsChanged();
    },
  });
  const host = await createTestHost({ companions: [alpha] });
  for (let turn = 0; turn < 50; turn += 1) expect(await toolNames(host)).toEqual(['alpha']);
  expect(provider.asked.getTools).toBeLessThan(5);
});

test('1.2 many calls of toolsChanged are one change', async () => {
  const provider = createProvider(['alpha']);
  const alpha = createCompanion('@acme/alpha', provider);
  const host = await createTestHost({ companions: [alpha] });
  await host.catalogue();
  await host.clock.advance(1_000);
  for (let call = 0; call < 10_000; call += 1) alpha.event.toolsChanged();
  await host.clock.advance(10_000);
  expect(provider.asked.getTools).toBeLessThanOrEqual(3);
});

test('1.2 after the host is closed toolsChanged asks nobody', async () => {
  const provider = createProvider(['alpha']);
  const alpha = createCompanion('@acme/alpha', provider);
  const host = await createTestHost({ companions: [alpha] });
  await host.catalogue();
  await host.clock.advance(1_000);
  await host.close();
  alpha.event.toolsChanged();
  await host.clock.advance(10_000);
  expect(provider.asked.getTools).toBe(1);
  expect(host.clock.pending).toBe(0);
});

async function toolNames(host: TestHost): Promise<string[]> {
  return (await host.catalogue()).tools.map(({ name }) => name);
}
