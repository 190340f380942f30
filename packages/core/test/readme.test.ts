import { createHost } from '@loadout/core';
import { expect, test } from 'vitest';

test('the companion of the README counts words', async () => {
  const host = await createHost({
    companions: [{ id: 'word-counter', load: () => import('./examples/readme.examples.js') }],
  });
  await host.bots.add({ id: 'guide' });
  await host.assign('guide', ['count_words']);
  const turn = await host.startTurn({ bot: 'guide' });
  const outcome = await turn.call({ name: 'count_words', arguments: { text: ' Es war  einmal\n' } });
  await host.close();
  expect(outcome).toMatchObject({ status: 'SUCCESS', structuredContent: { words: 3 } });
});
