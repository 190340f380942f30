/** Lets at most so many run at once, the others in the order in which they came. */
export interface WorkerSlots {
  /** Resolves to the function that gives the slot back. Rejects with the signal's reason. */
  take(signal: AbortSignal): Promise<() => void>;
}

/** Makes {@link WorkerSlots}. */
export function createWorkerSlots(count: number): WorkerSlots {
  let free = count;
  const waiting = new Set<() => void>();
  const giveBack = (): void => {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next();
  };
  return {
    async take(signal) {
      signal.throwIfAborted();
      if (free > 0) free -= 1;
      else await waitForTurn(waiting, signal);
      return giveBack;
    },
  };
}

function waitForTurn(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const start = (): void => {
      waiting.delete(start);
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = (): void => {
      waiting.delete(start);
      reject(signal.reason);
    };
    waiting.add(start);
    signal.addEventListener('abort', leave, { once: true });
  });
}
