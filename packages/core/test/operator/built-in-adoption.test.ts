import { createMemoryStore, type Store } from '@loadout/core';
import { expect, test } from 'vitest';
import { createBuiltIns } from '../builders/built-ins.js';
import { createManualClock } from '../builders/manual-clock.js';
import { storeBot } from '../builders/stored-bot.js';
import { openHost } from '../builders/turn-builders.js';

test('a store that never answers does not keep a host from closing', async () => {
  const inner = createMemoryStore();
  await storeBot(inner, { id: 'bot-a' }, [{ toolName: 'word_count', owner: '@acme/old' }]);
  const clock = createManualClock();
  const store: Store = { ...inner, change: () => new Promise(() => undefined) };
  const { host, startTurn, log } = await openHost({
    store,
    clock,
    assign: null,
    ...createBuiltIns({ name: 'word_count' }),
  });
  await startTurn();
  const closing = host.close();
  await clock.advance(5_000);
  await closing;
  expect(log.map(({ event }) => event)).toEqual(['adoption-failed']);
});
