/**
 * How many characters each text gets of `total`: first each its minimum, then, in the order of rank, what it has beyond
 * that, as far as the total goes. What one does not need flows on to the next. Where the total has no room for all
 * minimums, the first ones get theirs.
 */
export function shareBudget(lengths: readonly number[], total: number, minimum: number): readonly number[] {
  let left = total;
  const take = (wanted: number): number => {
    const taken = Math.min(wanted, left);
    left -= taken;
    return taken;
  };
  const least = lengths.map((length) => take(Math.min(length, minimum)));
  return lengths.map((length, index) => {
    const own = least[index] ?? 0;
    return own + take(length - own);
  });
}
