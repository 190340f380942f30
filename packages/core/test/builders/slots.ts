import type { IToolProvider, ToolDefinition } from '@loadout/core';
import { ProviderSlot } from '../../src/companions/provider-slot.js';
import { createManualClock } from './manual-clock.js';
import { createProvider } from './provider.js';

/** A slot with a list, as a merge finds it; `report` gets what is reported of it. */
export async function createSlot(
  owner: string,
  tools: readonly unknown[],
  { report = () => undefined, changed = () => undefined, metadata = {} }: SlotOptions = {},
): Promise<ProviderSlot> {
  const provider = createProvider([], {
    getTools: () => tools as readonly ToolDefinition[],
    getToolMetadata: () => metadata,
  });
  const [, companionId = owner, id] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.+))?$/.exec(owner) ?? [];
  const slot = new ProviderSlot(companionId, id, provider, {
    clock: createManualClock(),
    listTimeoutMs: 5_000,
    settings: () => ({}),
    secrets: () => [],
    changed,
    report,
    note: () => undefined,
  });
  await slot.refresh();
  return slot;
}

export interface SlotOptions {
  readonly report?: (error: unknown) => void;
  readonly changed?: () => void;
  readonly metadata?: Awaited<ReturnType<NonNullable<IToolProvider['getToolMetadata']>>>;
}
