/**
 * Who waits for a place, in a fair order: first who holds the fewest, and of equals who was served longest ago. So nobody's
 * many jobs keep out the few of the others.
 */
export interface FairQueue<Item> extends Iterable<Item> {
  readonly size: number;
  /** How many wait of one asker. */
  sizeOf(asker: string): number;
  add(asker: string, item: Item): void;
  /** Nothing where it waits no more. */
  remove(asker: string, item: Item): void;
  /** Whose turn it is; its asker holds one place more from now on. */
  take(): Item | undefined;
  /** Gives a place back. */
  release(asker: string): void;
}

/** Makes an empty {@link FairQueue}. */
export function createFairQueue<Item>(): FairQueue<Item> {
  const held = new Map<string, number>();
  // Those who were served last stand last.
  const waiting = new Map<string, Set<Item>>();
  let size = 0;

  const heldBy = (asker: string): number => held.get(asker) ?? 0;
  const remove = (asker: string, item: Item): void => {
    const items = waiting.get(asker);
    if (items?.delete(item) !== true) return;
    size -= 1;
    if (items.size === 0) waiting.delete(asker);
  };
  return {
    get size() {
      return size;
    },
    sizeOf: (asker) => waiting.get(asker)?.size ?? 0,
    add(asker, item) {
      const items = waiting.get(asker) ?? new Set();
      waiting.set(asker, items.add(item));
      size += 1;
    },
    remove,
    take() {
      const [first, ...others] = waiting.keys();
      const asker = others.reduce((one, other) => (heldBy(other) < heldBy(one) ? other : one), first ?? '');
      const items = waiting.get(asker);
      if (items === undefined) return undefined;
      const [item] = items;
      remove(asker, item as Item); // An asker without items is not in the map.
      held.set(asker, heldBy(asker) + 1);
      // Behind the others, also where it has more.
      if (items.size > 0) {
        waiting.delete(asker);
        waiting.set(asker, items);
      }
      return item;
    },
    release(asker) {
      const left = heldBy(asker) - 1;
      if (left > 0) held.set(asker, left);
      else held.delete(asker);
    },
    *[Symbol.iterator]() {
      for (const items of waiting.values()) yield* items;
    },
  };
}
