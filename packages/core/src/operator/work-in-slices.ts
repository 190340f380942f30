import { setImmediate } from 'node:timers/promises';

/** So long it works before others get their turn. */
const SLICE_MS = 8;

/** Keeps long work from holding up everybody else. Answers a promise where it is time to let others in. */
export type TakeTurns = () => Promise<void> | undefined;

/** Begins a piece of work; what is answered is called between its steps. */
export function workInSlices(): TakeTurns {
  let startedAt = performance.now();
  return () => {
    if (performance.now() - startedAt < SLICE_MS) return undefined;
    return setImmediate().then(() => {
      startedAt = performance.now();
    });
  };
}
