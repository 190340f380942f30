import { expect, test } from 'vitest';
import { createMemoryStore } from '../../src/store/memory-store.js';
import { storeConformance } from '../../src/store/store-conformance.js';

for (const { title, run } of storeConformance) {
  test(title, () => run(async () => createMemoryStore()));
}

test('times come from the clock that was given', async () => {
  let time = Date.UTC(2024, 1, 29);
  const store = createMemoryStore({ now: () => time });
  const assignment = { toolName: 'search', owner: 'builtin', label: 'Search', definitionHash: null };
  expect(await store.addBot({ id: 'demo' })).toMatchObject({ createdAt: '2024-02-29T00:00:00.000Z' });
  await store.assign('demo', [assignment]);
  time += 1;
  await store.assign('demo', [assignment]);
  expect(await store.listAssignments('demo')).toMatchObject([
    { assignedAt: '2024-02-29T00:00:00.000Z', updatedAt: '2024-02-29T00:00:00.001Z' },
  ]);
});

test('what it hands out is frozen, settings to their leaves', async () => {
  const store = createMemoryStore();
  const bot = await store.addBot({ id: 'demo' });
  await store.assign('demo', [
    { toolName: 'a', owner: 'x', label: 'A', definitionHash: null, settingsOverride: { tags: [{ name: 'x' }] } },
  ]);
  const [assignment] = await store.listAssignments('demo');
  const tags = assignment?.settingsOverride?.tags as readonly unknown[];
  for (const value of [bot, assignment, assignment?.settingsOverride, tags, tags[0]]) {
    expect(Object.isFrozen(value)).toBe(true);
  }
});
