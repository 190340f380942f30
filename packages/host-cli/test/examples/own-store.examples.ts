import type { Store } from '@loadout/core';
// #region own-store
import { storeConformance } from '@loadout/core/store-conformance';
import { test } from 'vitest';
// #endregion

/** Holds a store to what every store has to do. */
export function testStore(createMyStore: () => Promise<Store>): void {
  // #region own-store
  for (const { title, run } of storeConformance) {
    test(title, () => run(async () => createMyStore())); // an empty one each time
  }
  // #endregion
}
