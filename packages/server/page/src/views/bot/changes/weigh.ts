import type { Conflict } from './conflicts.js';
import type { RowFacts } from './find-touched.js';
import type { LoadoutChange } from './loadout-types.js';
import { applyMine, findMine, type Standing } from './mine.js';

/** A change of a tool that somebody else has changed meanwhile. */
export interface Touched {
  readonly change: LoadoutChange;
  readonly base: RowFacts | undefined;
  /** What it takes back; undefined: nothing. */
  readonly origin: LoadoutChange | undefined;
  /** Undefined: the log does not say who. */
  readonly who: string | undefined;
}

/** Of what others have touched, that about which a person decides: where all that was wanted is so already, there is nothing to decide. */
export function weigh(
  touched: readonly Touched[],
  now: ReadonlyMap<string, Standing>,
): { readonly conflicts: readonly Conflict[]; readonly already: readonly string[] } {
  const weighed = touched.map(({ change, base, origin, who }) => {
    const mine = findMine(change, base, origin);
    return { mine, who, isOpen: applyMine(mine, now.get(change.tool)).changes.length > 0 };
  });
  return {
    conflicts: weighed.flatMap(({ isOpen, mine, who }) => (isOpen ? [{ mine, who }] : [])),
    already: weighed.flatMap(({ isOpen, mine }) => (isOpen ? [] : [mine.tool])),
  };
}
