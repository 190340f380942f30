import { createMemoryStore } from '@loadout/core';
import { expect, test } from 'vitest';
import { openOperatorHost } from '../builders/operator-host.js';
import { storeBot } from '../builders/stored-bot.js';

test('an export or an examination that nobody waits for any more ends at the next bot', async () => {
  const store = createMemoryStore();
  for (const id of ['one', 'two', 'three']) await storeBot(store, { id }, [{ toolName: 'a', owner: '@acme/tools' }]);
  const controller = new AbortController();
  let count = 0;
  const leaving: typeof store = {
    ...store,
    listAssignments: (botId) => {
      count += 1;
      controller.abort(new Error('gone'));
      return store.listAssignments(botId);
    },
    read: (work) => work(leaving),
  };
  const { host } = await openOperatorHost({ '@acme/tools': ['a'] }, { store: leaving });
  const { signal } = controller;
  await expect(host.examine({ signal })).rejects.toThrow('gone');
  expect(count).toBe(1);
  await expect(host.export({ signal })).rejects.toThrow('gone');
  expect(count).toBe(1);
});
