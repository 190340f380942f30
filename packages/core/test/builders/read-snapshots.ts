import type { CompanionSnapshot, Store } from '@loadout/core';

/** All that is kept of lists, whole, in order of owners. Throws for a broken one. */
export async function readSnapshots(store: Store): Promise<readonly CompanionSnapshot[]> {
  const summaries = await store.listSnapshots();
  return Promise.all(
    summaries.map(async ({ owner }) => {
      const snapshot = await store.getSnapshot(owner);
      if (snapshot === undefined) throw new Error(`${owner} is listed, and cannot be read.`);
      const { tools, metadata, droppedTools, ...rest } = snapshot;
      if (tools === null || metadata === null || droppedTools === null)
        throw new Error(`What is kept of ${owner} is broken.`);
      return { ...rest, tools, metadata, droppedTools };
    }),
  );
}
