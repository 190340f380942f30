/**
 * better-sqlite3 answers at once and Kysely continues in microtasks, so a change of a thousand statements would be one
 * task of the event loop. All connections of the process share its time: when what they did since the loop last turned
 * adds up to a slice, the next one waits for its turn.
 */
const SLICE_MS = 5;

let sliceStartedAt: number | undefined;

/** Call before work that holds the loop. */
export function beginSlice(): void {
  if (sliceStartedAt !== undefined) return;
  sliceStartedAt = performance.now();
  setImmediate(endSlice);
}

/** Call after it: whether the loop needs a turn before anything else, see {@link nextTurn}. */
export function isSliceUsedUp(): boolean {
  return sliceStartedAt !== undefined && performance.now() - sliceStartedAt >= SLICE_MS;
}

/** Resolves after the event loop has turned. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function endSlice(): void {
  sliceStartedAt = undefined;
}
