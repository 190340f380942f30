import { lazyPart } from '../../parts/lazy-part.js';
import type { ToolRow } from '../bot/changes/loadout-types.js';

// On most visits there is none.
const HostBanners = lazyPart(() => import('./host-banners.js'), 'HostBanners', { rows: 1, height: 60 });

/** What holds for many rows, said once. */
export function Banners({
  rows,
  canWrite,
}: {
  readonly rows: readonly ToolRow[];
  readonly canWrite: boolean;
}): React.ReactElement | null {
  const isOff = rows.some(({ isAssigned, reasons }) => isAssigned && reasons.some(({ code }) => code === 'tools-off'));
  const stale = new Map(rows.flatMap(({ isStale, owner, listedAt }) => (isStale ? [[owner, listedAt] as const] : [])));
  return isOff || stale.size > 0 ? <HostBanners isOff={isOff} stale={stale} canWrite={canWrite} /> : null;
}
