/** The candidate that `word` is most likely a slip of, or undefined when none is close. */
export function findNearest(word: string, candidates: Iterable<string>): string | undefined {
  const limit = Math.max(1, Math.floor(word.length / 3));
  let nearest: string | undefined;
  let nearestDistance = limit + 1;
  for (const candidate of candidates) {
    const distance = countEdits(word.toLowerCase(), candidate.toLowerCase());
    if (distance < nearestDistance) {
      nearest = candidate;
      nearestDistance = distance;
    }
  }
  return nearest;
}

/** `Did you mean "x"?` with a space before it, or nothing. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const nearest = findNearest(word, candidates);
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
}

/** Insertions, deletions, replacements and swaps of neighbours that turn one word into the other. */
function countEdits(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      let edits = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        edits = Math.min(edits, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(edits);
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}
