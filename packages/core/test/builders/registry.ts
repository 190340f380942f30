import type { CompanionEntry, ExposeAs, HostLimits, Store } from '@loadout/core';
import mittModule from 'mitt';
import { onTestFinished } from 'vitest';
import { ToolProviderRegistry } from '../../src/catalogue/tool-provider-registry.js';
import { ProviderCollector } from '../../src/companions/collect-providers.js';
import { Companion } from '../../src/companions/companion.js';
import type { HostEvents } from '../../src/companions/host-events.js';
import { ListSnapshots } from '../../src/companions/list-snapshots.js';
import { ProviderSlot } from '../../src/companions/provider-slot.js';
import { type CollectedLog, collectLog } from './collected-log.js';
import { createKeptStore } from './kept-store.js';
import { createManualClock, type ManualClock } from './manual-clock.js';
import { createProvider } from './provider.js';

// mitt's types describe its CommonJS build, where the function is a member; at run time it is the default itself.
const mitt = mittModule as unknown as typeof mittModule.default;

/** A registry with its companions and their snapshots, without the rest of a host. */
export interface TestRegistry {
  readonly registry: ToolProviderRegistry;
  readonly companions: readonly Companion[];
  readonly snapshots: ListSnapshots;
  readonly store: Store;
  readonly clock: ManualClock;
  readonly log: CollectedLog;
  /** As a host is closed. */
  close(): Promise<void>;
}

export interface RegistryOptions {
  readonly companions: readonly CompanionEntry[];
  readonly store?: Store;
  readonly exposeAs?: readonly ExposeAs[];
  readonly limits?: HostLimits;
}

/** Makes it as a host does: lists of the last run first, then companions. */
export async function createTestRegistry(options: RegistryOptions): Promise<TestRegistry> {
  const { store = createKeptStore(), exposeAs = [] } = options;
  const limits = { loadMs: 5_000, listMs: 5_000, firstListWaitMs: 1_000, restoredListWaitMs: 0, ...options.limits };
  const bus = mitt<HostEvents>();
  const clock = createManualClock();
  const log = collectLog();
  const { logger } = log;
  const snapshots = new ListSnapshots({ store, clock, logger });
  const changed = (): void => registry.invalidate();
  const listed = (slot: ProviderSlot): void => snapshots.listed(slot);
  const companions = options.companions.map(
    (entry) => new Companion(entry, { bus, clock, logger, limits, changed, listed }),
  );
  const builtIn = new ProviderSlot('builtin', undefined, createProvider([]), {
    clock,
    listTimeoutMs: limits.listMs,
    settings: () => ({}),
    secrets: () => [],
    changed,
    report: () => undefined,
    note: () => undefined,
  });
  const registry: ToolProviderRegistry = new ToolProviderRegistry({
    collector: new ProviderCollector(bus, companions, builtIn),
    companions,
    builtIn,
    builtInNames: new Set(),
    builtInsLeftOut: [],
    exposeAs,
    clock,
    logger,
    firstListWaitMs: limits.firstListWaitMs,
    restoredListWaitMs: limits.restoredListWaitMs,
  });
  const close = async (): Promise<void> => {
    for (const companion of companions) companion.close();
    await snapshots.close();
  };
  onTestFinished(close);
  await snapshots.restore(companions);
  await Promise.all(companions.map((companion) => companion.load()));
  return { registry, companions, snapshots, store, clock, log, close };
}
