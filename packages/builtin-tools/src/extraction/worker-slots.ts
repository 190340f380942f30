import { createFairQueue } from '../fair-queue.js';

/** Lets at most so many run at once, in the order of a fair queue. */
export interface WorkerSlots {
  /** Resolves to the function that gives the slot back. Rejects with the signal's reason. */
  take(asker: string, signal: AbortSignal): Promise<() => void>;
  /** The same at once, for nobody; undefined where all are taken. */
  takeFree(): (() => void) | undefined;
}

/** Makes {@link WorkerSlots}. */
export function createWorkerSlots(count: number): WorkerSlots {
  let free = count;
  const waiting = createFairQueue<() => void>();

  const advance = (): void => {
    while (free > 0) {
      const begin = waiting.take();
      if (begin === undefined) return;
      free -= 1;
      begin();
    }
  };
  const giveBack = (asker: string): void => {
    waiting.release(asker);
    free += 1;
    advance();
  };

  const waitForTurn = (asker: string, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const begin = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        waiting.remove(asker, begin);
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      waiting.add(asker, begin);
      advance();
    });

  return {
    async take(asker, signal) {
      signal.throwIfAborted();
      await waitForTurn(asker, signal);
      return () => giveBack(asker);
    },
    takeFree() {
      if (free <= 0) return undefined;
      free -= 1;
      return () => {
        free += 1;
        advance();
      };
    },
  };
}
