/**
 * The proof that nothing is left of many reads has a short form that runs in every test run, and the full one, which
 * `LOADOUT_PROOFS=full` asks for.
 */
export const isFull = process.env.LOADOUT_PROOFS === 'full';
