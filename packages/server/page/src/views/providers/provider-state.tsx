import type { ApiSchemas } from '@loadout/server/client';
import { Status, type Tone } from '../../parts/status.js';
import { useTexts } from '../../texts/define-texts.js';
import { providerTexts } from './texts.js';

export type Companion = ApiSchemas['Companion'];
export type CompanionState = ApiSchemas['CompanionState'];

const tones: Readonly<Record<CompanionState, Tone>> = {
  ready: 'good',
  stale: 'warning',
  failed: 'bad',
  loading: 'quiet',
  off: 'quiet',
};

/** How a provider is. */
export function ProviderState({ state }: { readonly state: CompanionState }): React.ReactElement {
  const texts = useTexts(providerTexts);
  return <Status tone={tones[state]}>{texts[state]}</Status>;
}

/** The companion that an owner belongs to: itself, or one of its providers. */
export function findCompanion(companions: readonly Companion[], owner: string): Companion | undefined {
  return companions.find(({ id, providers }) => id === owner || providers.some((provider) => provider.owner === owner));
}

/** How many tools a companion lists, over all its providers. */
export function countTools({ providers }: Companion): number {
  return providers.reduce((sum, { toolCount }) => sum + toolCount, 0);
}
