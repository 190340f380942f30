import { AssertionError } from 'node:assert/strict';
import { expect, test } from 'vitest';
import { createMemoryStore } from '../../src/store/memory-store.js';
import type { Assignment, Store } from '../../src/store/roles.js';
import { storeConformance } from '../../src/store/store-conformance.js';

/** Stores with one fault each. A suite that finds no fault in one of them proves nothing. */
const faults: readonly (readonly [fault: string, breakStore: (store: Store) => Partial<Store>])[] = [
  ['takes any id', (store) => ({ addBot: (bot) => store.addBot({ ...bot, id: String(bot.id).toLowerCase() }) })],
  ['lists bots backwards', (store) => ({ listBots: async () => [...(await store.listBots())].reverse() })],
  ['forgets display names', (store) => ({ addBot: ({ id }) => store.addBot({ id }) })],
  [
    'uses ids again',
    (store) => {
      const hidden = new Set<string>();
      return {
        removeBot: async (id) => void hidden.add(id),
        getBot: async (id) => (hidden.has(id) ? undefined : store.getBot(id)),
        listBots: async () => (await store.listBots()).filter(({ id }) => !hidden.has(id)),
        addBot: async (bot) => {
          if (!hidden.delete(bot.id)) return store.addBot(bot);
          return { id: bot.id, displayName: bot.id, createdAt: new Date().toISOString() };
        },
      };
    },
  ],
  ['drops assignments to unknown bots', (store) => ({ assign: (id, list) => store.assign(id, list).catch(() => {}) })],
  ['keeps loadouts of removed bots', (store) => keepLoadouts(store)],
  ['sorts by name', (store) => listWith(store, (list) => list.sort((a, b) => (a.toolName < b.toolName ? -1 : 1)))],
  ['moves what is renewed to the end', (store) => reassign(store)],
  ['says that nothing is built in', (store) => mapAssignments(store, (one) => ({ ...one, isBuiltIn: false }))],
  ['ignores overrides', (store) => mapAssignments(store, (one) => ({ ...one, settingsOverride: null }))],
  ['has one position', (store) => mapAssignments(store, (one) => ({ ...one, position: 1 }))],
  [
    'folds case',
    (store) => ({
      unassign: (id, names) =>
        store.unassign(
          id,
          names.map((name) => name.toLowerCase()),
        ),
    }),
  ],
  ['echoes what was to be unassigned', (store) => echoUnassign(store)],
  ['writes as far as it gets', (store) => assignOneByOne(store)],
  ['has a revision that stands still', () => ({ revision: () => 1 })],
  ['has a revision that always moves', () => ({ revision: () => Math.random() })],
  ['loses concurrent changes', (store) => loseConcurrent(store)],
  ['hands out live settings', (store) => handOutLive(store)],
  ['cannot close twice', (store) => closeOnce(store)],
  ['cuts at 100', (store) => listWith(store, (list) => list.slice(0, 100))],
];

for (const [fault, breakStore] of faults) {
  test(`the suite finds a store that ${fault}`, async () => {
    const makeBroken = async (): Promise<Store> => {
      const store = createMemoryStore();
      return { ...store, ...breakStore(store) };
    };
    const errors = await Promise.all(
      storeConformance.map(({ run }) =>
        run(makeBroken).then(
          () => undefined,
          (error) => error,
        ),
      ),
    );
    expect(errors.filter((error) => error instanceof Error)).not.toEqual([]);
  });
}

test('titles differ, and a broken promise is an AssertionError', async () => {
  expect(new Set(storeConformance.map(({ title }) => title)).size).toBe(storeConformance.length);
  const makeBroken = async (): Promise<Store> => ({ ...createMemoryStore(), revision: () => 1 });
  const check = storeConformance.find(({ title }) => title.startsWith('revision is another one'));
  await expect(check?.run(makeBroken)).rejects.toThrow(AssertionError);
});

function listWith(store: Store, change: (list: Assignment[]) => Assignment[]): Partial<Store> {
  return { listAssignments: async (id) => change([...(await store.listAssignments(id))]) };
}

function mapAssignments(store: Store, change: (one: Assignment) => Assignment): Partial<Store> {
  return listWith(store, (list) => list.map(change));
}

function keepLoadouts(store: Store): Partial<Store> {
  const last = new Map<string, readonly Assignment[]>();
  return {
    removeBot: async (id) => {
      last.set(id, await store.listAssignments(id));
      await store.removeBot(id);
    },
    listAssignments: async (id) => last.get(id) ?? store.listAssignments(id),
  };
}

function reassign(store: Store): Partial<Store> {
  return {
    assign: async (id, list) => {
      await store.unassign(
        id,
        list.map(({ toolName }) => toolName),
      );
      await store.assign(id, list);
    },
  };
}

function echoUnassign(store: Store): Partial<Store> {
  return {
    unassign: async (id, names) => {
      await store.unassign(id, names);
      return names;
    },
  };
}

function assignOneByOne(store: Store): Partial<Store> {
  return {
    assign: async (id, list) => {
      await store.assign(id, []);
      for (const one of list) await store.assign(id, [one]);
    },
  };
}

function loseConcurrent(store: Store): Partial<Store> {
  let busy = false;
  return {
    assign: async (id, list) => {
      if (busy) return;
      busy = true;
      await store.assign(id, list);
      busy = false;
    },
  };
}

function handOutLive(store: Store): Partial<Store> {
  const live = new Map<string, readonly Assignment[]>();
  return {
    listAssignments: async (id) => {
      const kept = live.get(id) ?? structuredClone(await store.listAssignments(id));
      live.set(id, kept);
      return kept;
    },
  };
}

function closeOnce(store: Store): Partial<Store> {
  let closed = false;
  return {
    close: async () => {
      if (closed) throw new Error('closed already');
      closed = true;
      await store.close();
    },
  };
}
