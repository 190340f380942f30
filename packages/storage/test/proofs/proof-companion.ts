import type { CompanionEntry } from '@loadout/core';

interface ProofCompanions {
  readonly COMPANION_ID: string;
  createProofCompanion(): CompanionEntry;
}

// The one that the other processes have, which run without any compiler; by a name that TypeScript does not follow.
const place = new URL('./fixtures/proof-companion.mjs', import.meta.url).href;

/** The companion of the proofs: a thousand tools that look something up, one that changes something, one that never ends. */
export const { COMPANION_ID, createProofCompanion } = (await import(place)) as ProofCompanions;
