/** A way in which a file may be compressed. */
export type ContentCoding = 'br' | 'gzip';

/** The better one first, with the end of its files' names. */
export const contentCodings: ReadonlyMap<ContentCoding, string> = new Map([
  ['br', '.br'],
  ['gzip', '.gz'],
]);

/**
 * The coding that a client wants most of those that a file is there in; undefined: the file as it is. Of several that it
 * wants as much the better one. The file as it is comes after them unless the client says how much it wants it.
 */
export function chooseCoding(header: string, codings: ReadonlySet<ContentCoding>): ContentCoding | undefined {
  const weights = readWeights(header);
  const other = weights.get('*') ?? 0;
  let best: ContentCoding | undefined;
  let most = weights.get('identity') ?? 0;
  for (const coding of contentCodings.keys()) {
    // `x-gzip` is an old name for the same.
    const weight = weights.get(coding) ?? (coding === 'gzip' ? weights.get('x-gzip') : undefined) ?? other;
    if (!codings.has(coding) || weight === 0 || weight < most || (weight === most && best !== undefined)) continue;
    best = coding;
    most = weight;
  }
  return best;
}

/** How much each coding is wanted, from 0, not at all, to 1. What cannot be read is left out. */
function readWeights(header: string): ReadonlyMap<string, number> {
  return new Map(
    header.split(',').flatMap((part) => {
      const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const given = parameters.find((parameter) => /^q\s*=/.test(parameter));
      const weight = given === undefined ? 1 : Number(given.replace(/^q\s*=\s*/, ''));
      return name === '' || !(weight >= 0 && weight <= 1) ? [] : [[name, weight] as const];
    }),
  );
}
