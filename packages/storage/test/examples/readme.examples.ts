import type { Assignment, Store } from '@loadout/core';
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

/** What the README shows of reading. */
export async function readBotsWithTools(store: Store): Promise<ReadonlyMap<string, readonly Assignment[]>> {
  // #region read
  const loadouts = await store.read(async (reader) => {
    const found = new Map<string, readonly Assignment[]>();
    for (const { id } of await reader.listBots()) found.set(id, await reader.listAssignments(id));
    return found;
  });
  // #endregion
  return loadouts;
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
