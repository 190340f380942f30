/**
 * Each proof has a short form that runs in every test run, and the full one, which `LOADOUT_PROOFS=full` asks for:
 * as long, and as often, as the proof says.
 */
export const isFull = process.env.LOADOUT_PROOFS === 'full';

/** One number or the other, by the form. */
export function inForm<T>(form: { readonly short: T; readonly full: T }): T {
  return isFull ? form.full : form.short;
}

/** Where chance begins; a failure tells it, and `LOADOUT_PROOFS_SEED` repeats it. */
export const proofSeed = Number(process.env.LOADOUT_PROOFS_SEED ?? 1);

/** Numbers from 0 up to 1 that are the same for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
