/** The one of `names` that `name` is most likely a misspelling of, if any is close. */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  const wanted = simplify(name);
  let nearest: string | undefined;
  let least = Math.max(1, Math.floor(Math.min(wanted.length, 60) / 3)) + 1;
  for (const candidate of names) {
    const simple = simplify(candidate);
    if (Math.abs(simple.length - wanted.length) >= least) continue;
    const distance = editDistance(wanted, simple);
    if (distance < least) {
      nearest = candidate;
      least = distance;
    }
  }
  return nearest;
}

/** `maxResults`, `max_results` and `Max-Results` are the same to people. */
function simplify(name: string): string {
  return name
    .slice(0, 64)
    .replaceAll(/[\s_-]/g, '')
    .toLowerCase();
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
