import type { CollectToolProvidersEvent, IToolProvider } from '@loadout/core';
import { expect, test } from 'vitest';
import { createCompanion, type TestCompanion } from '../builders/companion.js';
import { createProvider } from '../builders/provider.js';
import { createTestHost, type TestHost, textOf } from '../builders/test-host.js';

test('1.1 a turn asks once who provides tools, however many calls it makes', async () => {
  const alpha = createCompanion('@acme/alpha', createProvider(['alpha_one', 'alpha_two'], { mark: 'alpha' }));
  const host = await createTestHost({ companions: [alpha] });
  await host.bots.add({ id: 'bot' });
  await host.assign('bot', ['alpha_one', 'alpha_two']);
  const before = alpha.dispatches;
  const turn = await host.startTurn({ bot: 'bot' });
  expect(await textOf(turn, 'alpha_one')).toBe('alpha ran alpha_one');
  expect(await textOf(turn, 'alpha_two')).toBe('alpha ran alpha_two');
  expect(await textOf(turn, 'alpha_one')).toBe('alpha ran alpha_one');
  expect(alpha.dispatches).toBe(before + 1);
});

test('1.1 each turn asks anew', async () => {
  const alpha = createCompanion('@acme/alpha', createProvider(['alpha']));
  const host = await createTestHost({ companions: [alpha] });
  await host.turnWith(['alpha']);
  const before = alpha.dispatches;
  await host.startTurn({ bot: 'bot-1' });
  await host.startTurn({ bot: 'bot-1' });
  expect(alpha.dispatches).toBe(before + 2);
});

test('1.1 who provides tools is asked synchronously, the first time and later', async () => {
  const alpha = createCompanion('@acme/alpha', createProvider(['alpha']));
  const host = await createTestHost({ companions: [alpha] });
  await host.bots.add({ id: 'bot' });
  for (const dispatches of [1, 2]) {
    const starting = host.startTurn({ bot: 'bot' });
    expect(alpha.dispatches).toBe(dispatches);
    await starting;
  }
});

test('1.1 all listeners of all companions are asked, those that were removed are not', async () => {
  const listeners = (event: CollectToolProvidersEvent): void =>
    event.registerProvider(createProvider(['first']), { id: 'first' });
  const alpha = createCompanion('@acme/alpha', { listener: listeners });
  const beta = createCompanion('@acme/beta', createProvider(['beta']));
  const host = await createTestHost({ companions: [alpha, beta] });
  const second = (event: CollectToolProvidersEvent): void =>
    event.registerProvider(createProvider(['second']), { id: 'second' });
  const third = (event: CollectToolProvidersEvent): void =>
    event.registerProvider(createProvider(['third']), { id: 'third' });
  const removeSecond = alpha.host.on('CollectToolProviders', second);
  alpha.host.on('CollectToolProviders', third);
  expect(await toolNames(host)).toEqual(['first', 'second', 'third', 'beta']);
  removeSecond();
  alpha.host.off('CollectToolProviders', third);
  expect(await toolNames(host)).toEqual(['first', 'beta']);
});

test('1.1 a listener that is added twice is asked once', async () => {
  const alpha = createCompanion('@acme/alpha', { listener: () => undefined });
  const host = await createTestHost({ companions: [alpha] });
  let asked = 0;
  const listener = (): void => {
    asked += 1;
  };
  alpha.host.on('CollectToolProviders', listener);
  alpha.host.on('CollectToolProviders', listener);
  await host.catalogue();
  expect(asked).toBe(1);
});

test('1.1 a provider can be given as an instance or as a factory', async () => {
  const alpha = createCompanion('@acme/alpha', createProvider(['instance']));
  const beta = createCompanion('@acme/beta', () => createProvider(['factory'], { mark: 'beta' }));
  const host = await createTestHost({ companions: [alpha, beta] });
  const turn = await host.turnWith(['instance', 'factory']);
  expect(await textOf(turn, 'instance')).toBe('provider ran instance');
  expect(await textOf(turn, 'factory')).toBe('beta ran factory');
});

test('1.1 the first provider needs no id, and owners are told apart by ids', async () => {
  const { host } = await registering((event) => {
    event.registerProvider(createProvider(['one']));
    event.registerProvider(createProvider(['two']), { id: 'two' });
    event.registerProvider(() => createProvider(['three']), { id: 'three-3' });
  });
  const { tools } = await host.catalogue();
  expect(tools.map(({ name, owner }) => [name, owner])).toEqual([
    ['one', '@acme/alpha'],
    ['two', '@acme/alpha/two'],
    ['three', '@acme/alpha/three-3'],
  ]);
  expect(host.log.warnings()).toEqual([]);
});

test('1.1 from the second provider on the id is needed', async () => {
  const { host } = await registering((event) => {
    event.registerProvider(createProvider(['one']), { id: 'one' });
    event.registerProvider(createProvider(['two']));
    event.registerProvider(createProvider(['three']), {});
    event.registerProvider(createProvider(['four']), { id: 'four' });
  });
  expect(await toolNames(host)).toEqual(['one', 'four']);
  expect(await refusals(host)).toEqual([expect.stringMatching(/without an id.*\{ id: "…" \}/)]);
  expect(host.log.warnings('@acme/alpha')).toEqual(await refusals(host));
});

test('1.1 an id belongs to one provider', async () => {
  const { host } = await registering((event) => {
    event.registerProvider(createProvider(['one']), { id: 'same' });
    event.registerProvider(createProvider(['two']), { id: 'same' });
  });
  expect(await toolNames(host)).toEqual(['one']);
  expect(await refusals(host)).toEqual([expect.stringContaining('the id "same" twice')]);
});

test.each([
  ['with capitals', 'Two'],
  ['empty', ''],
  ['with a space', 'a b'],
  ['with a slash', 'a/b'],
  ['too long', 'x'.repeat(65)],
  ['a number', 2],
  ['an object', {}],
  ['null', null],
])('1.1 an id that is %s is refused', async (_what, id) => {
  const { host } = await registering((event) => {
    event.registerProvider(createProvider(['one']));
    event.registerProvider(createProvider(['two']), { id: id as string });
  });
  expect(await toolNames(host)).toEqual(['one']);
  expect(await refusals(host)).toEqual([expect.stringContaining('lower-case letters, digits and "-"')]);
});

test.each<[string, unknown]>([
  ['a promise', Promise.resolve(createProvider(['two']))],
  ['null', null],
  ['nothing', undefined],
  ['a text', 'provider'],
  ['a number', 5],
])('1.1 %s is no provider', async (_what, provider) => {
  const { host } = await registering((event) => {
    event.registerProvider(createProvider(['one']));
    event.registerProvider(provider as IToolProvider, { id: 'two' });
  });
  expect(await toolNames(host)).toEqual(['one']);
  expect(await refusals(host)).toEqual([expect.stringContaining('neither a provider nor a factory')]);
});

test('1.1 what is registered after the dispatch is refused with a warning that says how to do it', async () => {
  const { host, companion } = await registering((event) => event.registerProvider(createProvider(['one'])));
  await host.catalogue();
  companion.event.registerProvider(createProvider(['late']), { id: 'late' });
  expect(await toolNames(host)).toEqual(['one']);
  const [warning, ...others] = host.log.warnings('@acme/alpha');
  expect(others).toEqual([]);
  expect(warning).toMatch(/@acme\/alpha .*after the dispatch had returned/);
  expect(warning).toMatch(/synchronously in the listener/);
  expect(warning).toMatch(/getTools/);
  expect(warning).toMatch(/event\.toolsChanged\(\)/);
  expect(await refusals(host)).toEqual([warning]);
});

test('1.1 an async listener registers what it does before it first waits', async () => {
  const { host } = await registering(async (event) => {
    event.registerProvider(createProvider(['early']));
    await Promise.resolve();
    event.registerProvider(createProvider(['late']), { id: 'late' });
  });
  expect(await toolNames(host)).toEqual(['early']);
  expect(await toolNames(host)).toEqual(['early']);
  expect(await refusals(host)).toEqual([expect.stringContaining('after the dispatch had returned')]);
});

test('1.1 what was refused as late does not slip into the next dispatch', async () => {
  const { host, companion } = await registering(() => undefined);
  await host.catalogue();
  companion.event.registerProvider(createProvider(['late']));
  expect(await toolNames(host)).toEqual([]);
});

test('1.1 a companion sees a frozen facade, and never the bus', async () => {
  const { host, companion } = await registering((event) => {
    expect(Object.isFrozen(event)).toBe(true);
    event.registerProvider(createProvider(['one']));
  });
  await host.catalogue();
  expect(Object.isFrozen(companion.host)).toBe(true);
  expect(Object.keys(companion.host).sort()).toEqual([
    'companionId',
    'contractVersion',
    'log',
    'off',
    'on',
    'settings',
  ]);
  expect(companion.host).toMatchObject({ companionId: '@acme/alpha', contractVersion: 1 });
  expect(() => companion.host.on('Other' as never, () => undefined)).toThrow(/There is no event "Other"/);
  expect(() => companion.host.on('CollectToolProviders', 'no function' as never)).toThrow(/has to be a function/);
});

test('1.1 a turn that is started while companions are asked is refused, and disturbs nobody', async () => {
  let host: TestHost | undefined;
  const nested: unknown[] = [];
  const alpha = createCompanion('@acme/alpha', {
    listener: (event) => {
      event.registerProvider(createProvider(['alpha']));
      void host?.catalogue().catch((error: unknown) => void nested.push(error));
    },
  });
  const beta = createCompanion('@acme/beta', createProvider(['beta']));
  host = await createTestHost({ companions: [alpha, beta] });
  expect(await toolNames(host)).toEqual(['alpha', 'beta']);
  expect(nested).toEqual([expect.objectContaining({ message: expect.stringContaining('CollectToolProviders') })]);
});

async function registering(
  listener: (event: CollectToolProvidersEvent) => void,
): Promise<{ host: TestHost; companion: TestCompanion }> {
  const companion = createCompanion('@acme/alpha', { listener });
  return { host: await createTestHost({ companions: [companion] }), companion };
}

async function toolNames(host: TestHost): Promise<string[]> {
  return (await host.catalogue()).tools.map(({ name }) => name);
}

/** Messages of `PROVIDER_REFUSED`, as the operator sees them. */
async function refusals(host: TestHost): Promise<string[]> {
  const { companions } = await host.catalogue();
  return companions.flatMap(({ problems }) =>
    problems.filter(({ code }) => code === 'PROVIDER_REFUSED').map(({ message }) => message),
  );
}
