/**
 * Lets at most so many run at once. Those who ask get places in turn, and first who has the fewest, so that nobody's many
 * jobs keep out the few of the others.
 */
export interface WorkerSlots {
  /** Resolves to the function that gives the slot back. Rejects with the signal's reason. */
  take(asker: string, signal: AbortSignal): Promise<() => void>;
  /** The same at once, for nobody; undefined where all are taken. */
  takeFree(): (() => void) | undefined;
}

/** Makes {@link WorkerSlots}. */
export function createWorkerSlots(count: number): WorkerSlots {
  let free = count;
  const held = new Map<string, number>();
  // Those who were served last stand last.
  const waiting = new Map<string, Set<() => void>>();

  const hold = (asker: string, change: number): void => {
    free -= change;
    const now = (held.get(asker) ?? 0) + change;
    if (now === 0) held.delete(asker);
    else held.set(asker, now);
  };
  const leave = (asker: string, begin: () => void): void => {
    const queue = waiting.get(asker);
    queue?.delete(begin);
    if (queue?.size === 0) waiting.delete(asker);
  };
  /** Who has the fewest. */
  const next = (): string => {
    const heldBy = (asker: string): number => held.get(asker) ?? 0;
    const [first, ...others] = waiting.keys();
    return others.reduce((one, other) => (heldBy(other) < heldBy(one) ? other : one), first ?? '');
  };
  const advance = (): void => {
    while (free > 0) {
      const asker = next();
      const queue = waiting.get(asker);
      const [begin] = queue ?? [];
      if (queue === undefined || begin === undefined) return;
      hold(asker, 1);
      begin();
      // Behind the others, also where it has more.
      if (queue.size > 0) {
        waiting.delete(asker);
        waiting.set(asker, queue);
      }
    }
  };
  const giveBack = (asker: string): void => {
    hold(asker, -1);
    advance();
  };

  const waitForTurn = (asker: string, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const begin = (): void => {
        leave(asker, begin);
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        leave(asker, begin);
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      waiting.set(asker, (waiting.get(asker) ?? new Set()).add(begin));
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
