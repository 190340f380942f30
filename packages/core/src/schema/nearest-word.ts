/**
 * The candidate that somebody who wrote `word` most likely meant, or nothing when none is near: at most one
 * slip in three characters, where a slip is a letter too many, missing, wrong, or swapped with its neighbour;
 * or a candidate that begins as the word does.
 */
export function nearestWord(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > 64) return undefined;
  const wanted = plain(word);
  let nearest: string | undefined;
  let fewest = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    const slips = countSlips(wanted, plain(candidate), fewest);
    if (slips < fewest) {
      nearest = candidate;
      fewest = slips;
    }
  }
  if (nearest !== undefined || wanted.length < 3) return nearest;
  for (const candidate of candidates) if (plain(candidate).startsWith(wanted)) return candidate;
  return undefined;
}

/** A sentence that names the candidate meant, or those that there are. */
export function suggestWord(word: string, candidates: readonly string[]): string {
  const nearest = nearestWord(word, candidates);
  if (nearest !== undefined) return `Did you mean "${nearest}"?`;
  return candidates.length === 0 ? 'There are none.' : `Known: ${candidates.join(', ')}.`;
}

function plain(word: string): string {
  return word.toLowerCase().replace(/[-_. ]/g, '');
}

/** The number of slips between two words, or `limit` when there are at least as many. */
function countSlips(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) >= limit) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      let slips = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (isSame ? 0 : 1));
      if (row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        slips = Math.min(slips, at(beforeLast, column - 2) + 1);
      }
      current.push(slips);
    }
    beforeLast = last;
    last = current;
  }
  return Math.min(limit, at(last, to.length));
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
