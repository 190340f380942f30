import { type CompanionEntry, createHost, type Host } from '@loadout/core';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteStore } from '../../src/index.js';
import { makeDatabasePath } from '../temporary-folder.js';

/** Its tool `read` requires the level that its argument says. */
const reading: CompanionEntry = {
  id: '@acme/reading',
  load: () => ({
    register(host: {
      on(name: string, listener: (event: { registerProvider(provider: unknown): void }) => void): void;
    }) {
      host.on('CollectToolProviders', (event) =>
        event.registerProvider({
          getTools: () => [{ name: 'read', description: 'Reads.', schema: { type: 'object' } }],
          executeTool: (_name: string, { level }: { readonly level: string }) => ({
            content: [{ type: 'text', text: 'read' }],
            _meta: { 'loadout/requiredConfidence': level },
          }),
        }),
      );
    },
  }),
};

async function openHost(file: string): Promise<Host> {
  const store = await openSqliteStore({ file });
  const host = await createHost({ store, companions: [reading], logger: () => undefined });
  onTestFinished(async () => {
    await host.close();
    await store.close();
  });
  return host;
}

const conversation = { id: 'room' };
const from = { bot: 'guide', conversation, modelProvider: { id: 'acme', confidence: 'HIGH' } } as const;

test('5.6 what a conversation requires outlives the host, and another host on the file knows it at once', async () => {
  const file = makeDatabasePath();
  const [one, two] = [await openHost(file), await openHost(file)];
  await one.bots.add({ id: 'guide' });
  await one.assign('guide', ['read']);
  const low = { ...from, modelProvider: { id: 'acme', confidence: 'LOW' } } as const;
  expect((await two.startTurn(low)).offered).toHaveLength(1);
  const turn = await one.startTurn(from);
  expect((await turn.call({ name: 'read', arguments: { level: 'MEDIUM' } })).status).toBe('SUCCESS');
  for (const host of [one, two, await openHost(file)]) {
    const later = await host.startTurn(low);
    expect(later.requiredConfidence).toBe('MEDIUM');
    expect(later.withheld).toMatchObject([{ name: 'read', code: 'below-required-confidence' }]);
  }
});

test('5.6 of two hosts that raise what a conversation requires at once the higher level stays', async () => {
  const file = makeDatabasePath();
  const [one, two] = [await openHost(file), await openHost(file)];
  await one.bots.add({ id: 'guide' });
  await one.assign('guide', ['read']);
  for (let round = 0; round < 5; round += 1) {
    const here = { ...from, conversation: { id: `room-${round}` } };
    const turns = await Promise.all([one.startTurn(here), two.startTurn(here), one.startTurn(here)]);
    const levels = ['LOW', 'HIGH', 'MODERATE'];
    const outcomes = await Promise.all(
      turns.map((turn, index) => turn.call({ name: 'read', arguments: { level: levels[(index + round) % 3] } })),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
    for (const host of [one, two]) expect((await host.startTurn(here)).requiredConfidence).toBe('HIGH');
  }
});
