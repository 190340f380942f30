import { DEFAULT_POLICY, type InvocationContext, type IToolProvider } from '@loadout/core';
import { expect, test } from 'vitest';
import { createCompanion } from '../builders/companion.js';
import { createProvider, tool } from '../builders/provider.js';
import { createTestHost, textOf } from '../builders/test-host.js';

test.each([
  ['values', <T>(value: T): T | Promise<T> => value],
  ['promises', <T>(value: T): T | Promise<T> => Promise.resolve(value)],
  [
    'thenables',
    <T>(value: T): T | Promise<T> => ({ then: (done: (value: T) => void) => done(value) }) as unknown as Promise<T>,
  ],
])('1.3 every method may return %s', async (_what, answer) => {
  const contexts: (string | null)[] = [];
  const provider: IToolProvider = {
    getTools: () => answer([tool('listed')]),
    getToolMetadata: () => answer({ listed: { label: 'Listed' }, unlisted: { label: 'Unlisted' } }),
    providesTool: (name) => answer(name === 'unlisted'),
    executeTool: (name) => answer(`ran ${name}`),
    setInvocationContext: (context) => answer(void contexts.push(context?.turnId ?? null)),
  };
  const host = await createTestHost({ companions: [createCompanion('@acme/alpha', provider)] });
  const turn = await host.turnWith(['listed', 'unlisted']);
  expect(turn.offered).toMatchObject([{ name: 'listed', label: 'Listed' }]);
  expect(turn.withheld).toMatchObject([{ name: 'unlisted', label: 'Unlisted' }]);
  expect(await textOf(turn, 'listed')).toBe('ran listed');
  expect(await textOf(turn, 'unlisted')).toBe('ran unlisted');
  expect(contexts).toEqual([turn.id, null, turn.id, null]);
});

test('1.3 a factory makes an instance per turn, at its first call in it', async () => {
  const { instances, companion } = countInstances();
  const host = await createTestHost({ companions: [companion] });
  const turn = await host.turnWith(['which', 'which_too']);
  const another = await host.startTurn({ bot: 'bot-1' });
  // One instance was asked for lists; no turn has called yet.
  expect(instances).toHaveLength(1);
  expect(await textOf(turn, 'which')).toBe('instance 1');
  expect(await textOf(turn, 'which_too')).toBe('instance 1');
  expect(await textOf(another, 'which')).toBe('instance 2');
  expect(await textOf(turn, 'which')).toBe('instance 1');
  expect(instances).toHaveLength(3);
});

test('1.3 calls at the same time of one turn share its instance', async () => {
  const { instances, companion } = countInstances();
  const host = await createTestHost({ companions: [companion] });
  const turn = await host.turnWith(['which', 'which_too']);
  const answers = await Promise.all([textOf(turn, 'which'), textOf(turn, 'which_too'), textOf(turn, 'which')]);
  expect(new Set(answers).size).toBe(1);
  expect(instances).toHaveLength(2);
});

test('1.3 lists are asked of an instance of their own, that runs no call', async () => {
  const { instances, companion } = countInstances();
  const host = await createTestHost({ companions: [companion] });
  const turn = await host.turnWith(['which']);
  await turn.call({ name: 'which' });
  await host.refresh();
  await host.refresh();
  const lister = instances.filter(({ asked }) => asked.getTools > 0);
  expect(lister).toHaveLength(1);
  expect(lister[0]?.asked).toMatchObject({ getTools: 3, executeTool: 0 });
});

test('1.3 a registered instance serves all turns', async () => {
  const provider = createProvider(['which']);
  const host = await createTestHost({ companions: [createCompanion('@acme/alpha', provider)] });
  const turn = await host.turnWith(['which']);
  await turn.call({ name: 'which' });
  await (await host.startTurn({ bot: 'bot-1' })).call({ name: 'which' });
  expect(provider.asked.executeTool).toBe(2);
});

test('1.3 a turn uses the factory that answered its own dispatch', async () => {
  let generation = 0;
  const alpha = createCompanion('@acme/alpha', {
    listener: (event) => {
      generation += 1;
      const mark = `generation ${generation}`;
      event.registerProvider(() => createProvider(['which'], { mark }));
    },
  });
  const host = await createTestHost({ companions: [alpha] });
  const turn = await host.turnWith(['which']);
  const started = generation;
  await host.catalogue();
  expect(await textOf(turn, 'which')).toBe(`generation ${started} ran which`);
});

test('1.3 a factory that fails for a turn fails its calls, and no other turn', async () => {
  let fails = false;
  const alpha = createCompanion('@acme/alpha', async () => {
    if (fails) throw new Error('no connection');
    return createProvider(['which'], { mark: 'alpha' });
  });
  const beta = createCompanion('@acme/beta', createProvider(['beta'], { mark: 'beta' }));
  const host = await createTestHost({ companions: [alpha, beta] });
  const turn = await host.turnWith(['which', 'beta']);
  fails = true;
  expect(await turn.call({ name: 'which' })).toMatchObject({ isError: true, status: 'ERROR', executed: 'no' });
  expect(await textOf(turn, 'which')).toMatch(/Tool execution failed: .*no connection/);
  expect(await textOf(turn, 'beta')).toBe('beta ran beta');
  fails = false;
  expect(await textOf(await host.startTurn({ bot: 'bot-1' }), 'which')).toBe('alpha ran which');
});

test('1.3 methods are called on their provider, with what the contract says', async () => {
  class Provider implements IToolProvider {
    readonly #secret: string = 'kept';
    readonly seen: unknown[] = [];
    getTools() {
      return [tool('which')];
    }
    getToolMetadata() {
      return { which: { label: this.#secret } };
    }
    providesTool(name: string) {
      this.seen.push(['providesTool', name]);
      return this.#secret === 'never';
    }
    setInvocationContext(context: InvocationContext | null) {
      this.seen.push(['setInvocationContext', context?.bot.id ?? null, this.#secret]);
    }
    executeTool(...given: Parameters<IToolProvider['executeTool']>) {
      const [name, args, config, call] = given;
      this.seen.push(['executeTool', given.length, name, args, config, call.context.bot.id]);
      return this.#secret;
    }
  }
  const provider = new Provider();
  const host = await createTestHost({
    companions: [createCompanion('@acme/alpha', provider, { settings: { key: 'value' } })],
  });
  const turn = await host.turnWith(['which']);
  expect(turn.offered).toMatchObject([{ label: 'kept', policy: DEFAULT_POLICY }]);
  expect(await textOf(turn, 'which', { text: 'hello' })).toBe('kept');
  expect(provider.seen).toEqual([
    ['setInvocationContext', 'bot-1', 'kept'],
    ['executeTool', 4, 'which', { text: 'hello' }, { key: 'value' }, 'bot-1'],
    ['setInvocationContext', null, 'kept'],
  ]);
});

function countInstances() {
  const instances: ReturnType<typeof createProvider>[] = [];
  const companion = createCompanion('@acme/alpha', () => {
    const mark = `instance ${instances.length}`;
    const instance = createProvider(['which', 'which_too'], { executeTool: () => mark });
    instances.push(instance);
    return instance;
  });
  return { instances, companion };
}
