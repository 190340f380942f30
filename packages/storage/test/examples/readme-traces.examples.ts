import type { Logger } from '@loadout/core';
import { createHost } from '@loadout/core';
// #region traces
import { openSqliteStore, openSqliteTraces, tracesFileOf } from '@loadout/storage';
// #endregion

/** What the README shows of traces. */
export async function openTracedHost(file: string, report: Logger): Promise<{ close(): Promise<void> }> {
  // #region traces
  const store = await openSqliteStore({ file });
  const traces = await openSqliteTraces({ file: tracesFileOf(file), report, retention: { maxAgeDays: 90 } });
  const host = await createHost({ store, traces, tokenUses: traces.tokenUses });
  // #endregion
  return {
    close: async () => {
      await host.close();
      await traces.close();
      await store.close();
    },
  };
}
