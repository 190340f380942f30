import { expect, test } from 'vitest';
import { createMemoryStore } from '../../src/store/memory-store.js';
import { storeConformance } from '../../src/store/store-conformance.js';

test('what it hands out is frozen, settings to their leaves', async () => {
  const store = createMemoryStore();
  const at = '2024-02-29T00:00:00.000Z';
  await store.change(async (writer) => {
    await writer.addBot({ id: 'demo', displayName: 'Demo', createdAt: at });
    await writer.putAssignments('demo', [
      {
        toolName: 'a',
        owner: 'x',
        label: 'A',
        definitionHash: null,
        settingsOverride: { tags: [{ name: 'x' }] },
        isBuiltIn: false,
        position: 1,
        assignedAt: at,
        updatedAt: at,
      },
    ]);
  });
  const list = await store.listAssignments('demo');
  const [assignment] = list;
  const tags = assignment?.settingsOverride?.tags as readonly unknown[];
  for (const value of [await store.getBot('demo'), list, assignment, assignment?.settingsOverride, tags, tags[0]]) {
    expect(Object.isFrozen(value)).toBe(true);
  }
  expect(await store.getBot('demo')).toEqual({ id: 'demo', displayName: 'Demo', createdAt: at, loadoutRevision: 1 });
  expect(store.revision()).toBe(1);
});

for (const { title, run } of storeConformance) {
  test(title, () => run(async () => createMemoryStore()));
}
