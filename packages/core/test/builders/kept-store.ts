import { createMemoryStore, type Store } from '@loadout/core';

/** A store that outlives its hosts, for as long as the test has it; with what the test wants otherwise. */
export function createKeptStore(methods: Partial<Store> = {}): Store {
  return { ...createMemoryStore(), isDurable: true, close: async () => undefined, ...methods };
}
