import type { Host } from '@loadout/core';
import { isLoadoutError } from '@loadout/core';

export async function addOnce(host: Host): Promise<void> {
  // #region branch-on-code
  try {
    await host.bots.add({ id: 'guide' });
  } catch (error) {
    if (!isLoadoutError(error, 'BOT_EXISTS')) throw error;
  }
  // #endregion
}
