import type { Store } from '../roles.js';

/** One promise of a store. `run` rejects with an `AssertionError` when the store breaks it. */
export interface StoreCheck {
  readonly title: string;
  /** `makeStore` gives an empty store each time; the check closes it. */
  run(makeStore: () => Promise<Store>): Promise<void>;
}

/** A check of one store. */
export function check(title: string, body: (store: Store) => Promise<void>): StoreCheck {
  return {
    title,
    async run(makeStore) {
      const store = await makeStore();
      try {
        await body(store);
      } finally {
        await store.close();
      }
    },
  };
}
