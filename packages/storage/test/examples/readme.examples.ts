// #region open
import { createHost } from '@loadout/core';
import { openSqliteStore } from '@loadout/storage';
// #endregion

/** What the README shows. */
export async function openHost(file: string): Promise<{ close(): Promise<void> }> {
  // #region open
  const store = await openSqliteStore({ file });
  const host = await createHost({ store });
  // #endregion
  return {
    close: async () => {
      await host.close();
      await store.close();
    },
  };
}
