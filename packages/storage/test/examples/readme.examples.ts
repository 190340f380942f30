import type { Store } from '@loadout/core';
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

/** What the README shows of changes. */
export async function unassignAll(store: Store): Promise<void> {
  // #region change
  await store.change(async (writer) => {
    const assignments = await writer.listAssignments('demo');
    await writer.deleteAssignments(
      'demo',
      assignments.map(({ toolName }) => toolName),
    );
  });
  // #endregion
}
