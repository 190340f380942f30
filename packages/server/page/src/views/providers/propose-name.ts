/** The longest name of a tool. */
const longest = 64;

/** A free name for a tool whose own is taken: with its owner before it, `acme_web_search`, and a number where that is taken too. */
export function proposeName(tool: string, owner: string, taken: readonly string[]): string {
  const prefix = owner
    .replace(/^@/, '')
    .split('/')[0]
    ?.toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_$/g, '');
  const names = new Set(taken);
  const base = prefix ? `${prefix}_${tool}` : `other_${tool}`;
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `_${number}`;
    const name = base.slice(0, longest - suffix.length) + suffix;
    if (!names.has(name)) return name;
  }
}
