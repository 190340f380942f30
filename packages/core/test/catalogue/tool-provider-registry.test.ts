import { expect, test } from 'vitest';
import { createBuiltIns } from '../builders/built-ins.js';
import { createCompanion } from '../builders/companion.js';
import { createProvider } from '../builders/provider.js';
import { createTestRegistry } from '../builders/registry.js';
import { createTestHost } from '../builders/test-host.js';

// What the registry does not do again: through the host, by what companions and the log notice.

test('a catalogue is merged again only when something changed', async () => {
  let reads = 0;
  const definition = {
    description: 'Answers.',
    schema: { type: 'object' },
    get name() {
      reads += 1;
      return 'alpha';
    },
  };
  const alpha = createCompanion('@acme/alpha', createProvider([definition]));
  const host = await createTestHost({ companions: [alpha, createCompanion('@acme/beta', createProvider(['beta']))] });
  for (let turn = 0; turn < 10; turn += 1) await host.catalogue();
  // At the merge, and for the copy.
  expect(reads).toBe(2);
  await host.refresh('@acme/beta');
  await host.catalogue();
  expect(reads).toBe(2);
  await host.refresh('@acme/alpha');
  await host.catalogue();
  expect(reads).toBe(4);
});

test('what is left out is warned of once per reason, and one owner’s flood silences no other', async () => {
  const names = Array.from({ length: 3_000 }, (_, number) => `tool_${number}`);
  let round = 0;
  const companions = [
    createCompanion('@acme/alpha', createProvider(names)),
    createCompanion(
      '@acme/flood',
      createProvider(() => names.slice(400 * round, 400 * (round + 1))),
    ),
    createCompanion('@acme/last', createProvider(['tool_7'])),
  ];
  const host = await createTestHost({ companions });
  for (; round < 3; round += 1) {
    await host.refresh();
    expect((await host.catalogue()).leftOut).toHaveLength(401);
  }
  expect(host.log.warnings('@acme/flood')).toHaveLength(1_000);
  expect(host.log.warnings('@acme/last')).toEqual([expect.stringContaining('"tool_7" of @acme/last is skipped')]);
});

test('owners of several providers lead to their companion', async () => {
  let fails = false;
  const alpha = createCompanion('@acme/alpha', {
    listener: (event) => {
      if (fails) throw new Error('away');
      event.registerProvider(createProvider(['one']), { id: 'one' });
    },
  });
  const host = await createTestHost({ companions: [createCompanion('@acme/alph', createProvider([])), alpha] });
  await host.turnWith(['one']);
  fails = true;
  const turn = await host.startTurn({ bot: 'bot-1' });
  expect(turn.withheld).toMatchObject([{ name: 'one', owner: '@acme/alpha/one', code: 'companion-failed' }]);
});

test('each problem of definition files is said once, and under no mark of a companion', async () => {
  const builtIns = createBuiltIns(
    { name: 'no_json', file: '{' },
    { name: 'without_code', implementation: null },
    { name: 'hidden', implementation: { description: () => 'What it\u200bis for.' } },
  );
  const host = await createTestHost(builtIns);
  await host.turnWith(['hidden']);
  await host.catalogue();
  await host.refresh();
  const { leftOut } = await host.catalogue();
  const files = leftOut.map(({ reason }) => reason);
  expect(files.length).toBeGreaterThanOrEqual(2);
  const messages = host.log.entries.map(({ message }) => message);
  for (const reason of files) expect(messages.filter((message) => message === reason)).toHaveLength(1);
  expect(messages).toHaveLength(new Set(messages).size);
  expect(host.log.entries.map(({ companion }) => companion).filter((mark) => mark !== undefined)).toEqual([]);
});

test('the operator’s names can be changed at run time; equal ones change nothing', async () => {
  const { registry } = await createTestRegistry({
    companions: [createCompanion('@acme/alpha', createProvider(['one', 'two']))],
  });
  const names = async () => [...(await registry.collect()).catalogue.tools.keys()];
  const rule = (as: string) => [{ owner: '@acme/alpha', tool: 'one', as }];
  const { catalogue: before } = await registry.collect();
  registry.setExposeAs(rule('first'));
  expect(await names()).toEqual(['first', 'two']);
  expect([...before.tools.keys()]).toEqual(['one', 'two']);

  const { catalogue } = await registry.collect();
  registry.setExposeAs(rule('first'));
  expect((await registry.collect()).catalogue).toBe(catalogue);
  registry.setExposeAs(rule('second'));
  expect(await names()).toEqual(['second', 'two']);
  registry.setExposeAs([]);
  expect(await names()).toEqual(['one', 'two']);
});

test('the former owners of a provider have its id, and are told of loaded companions alone', async () => {
  const formerly = ['@acme/old', 'older'];
  const { registry } = await createTestRegistry({
    companions: [
      createCompanion('@acme/new', createProvider([]), { formerly }),
      createCompanion('@acme/newer', createProvider([])),
      createCompanion('@acme/off', createProvider([]), { formerly, enabled: false }),
    ],
  });
  expect(registry.formerOwners('@acme/new')).toEqual(['@acme/old', 'older']);
  expect(registry.formerOwners('@acme/new/books')).toEqual(['@acme/old/books', 'older/books']);
  for (const owner of ['@acme/newer', '@acme/off', '@acme/unknown', 'builtin', '']) {
    expect(registry.formerOwners(owner), owner).toEqual([]);
  }
});

test('what is left out of one provider of several is marked with its companion', async () => {
  const alpha = createCompanion('@acme/alpha', {
    listener: (event) => {
      event.registerProvider(createProvider(['one']));
      event.registerProvider(createProvider(['one']), { id: 'second' });
    },
  });
  const host = await createTestHost({ companions: [alpha] });
  await host.catalogue();
  expect(host.log.entries).toMatchObject([
    { companion: '@acme/alpha', message: expect.stringContaining('"one" of @acme/alpha/second is skipped') },
  ]);
});
