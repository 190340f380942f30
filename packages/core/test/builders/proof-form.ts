/**
 * Proofs over many schemas have a short form that runs in every test run, and the full one, which `LOADOUT_PROOFS=full`
 * asks for: more schemas, and more values for each.
 */
export const isFull = process.env.LOADOUT_PROOFS === 'full';
