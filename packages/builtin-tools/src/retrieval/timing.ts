/** Time as retrieval needs it. A test brings its own. */
export interface Timing {
  /** Milliseconds that only ever grow. */
  now(): number;
  /** Runs once, later. What it answers calls that off. */
  schedule(run: () => void, delayMs: number): () => void;
  /** The same for what nobody waits for: it keeps no process alive. */
  scheduleInBackground(run: () => void, delayMs: number): () => void;
}

/** The time of the process. */
export const processTiming: Timing = {
  now: () => performance.now(),
  schedule(run, delayMs) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  scheduleInBackground(run, delayMs) {
    const timer = setTimeout(run, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

/** Waits, and rejects with the signal's reason at once where it aborts. */
export function wait(delayMs: number, signal: AbortSignal, timing: Timing): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const onAbort = (): void => {
      callOff();
      reject(signal.reason);
    };
    const callOff = timing.schedule(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, delayMs);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
