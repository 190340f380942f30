/** Shorter secrets stand in too many texts by chance: they are not redacted (contract 9.5). */
export const LEAST_REDACTED_CHARACTERS = 8;

/** Longer ones are no secrets but documents, and would make every search long. */
const MOST_CHARACTERS = 20_000;

/**
 * The texts by which a secret is known wherever it stands: itself, and what encodings make of its bytes that
 * no decoding of single characters undoes. Of base64 there are three, because the result depends on where among three bytes
 * the secret begins; of each only the characters that no neighbour has a part in. Percent, JSON and HTML are not here:
 * texts are searched decoded as well, so that every spelling of those is found.
 */
export function listNeedles(secret: string): readonly string[] {
  if (secret.length < LEAST_REDACTED_CHARACTERS || secret.length > MOST_CHARACTERS) return [];
  const needles = new Set([secret]);
  const bytes = Buffer.from(secret, 'utf8');
  const hex = bytes.toString('hex');
  needles.add(hex).add(hex.toUpperCase());
  // As those read it who take the bytes of a text for characters.
  if (bytes.length !== secret.length) needles.add(bytes.toString('latin1'));
  for (const offset of [0, 1, 2]) {
    const base64 = encodeInner(bytes, offset);
    needles.add(base64).add(base64.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return [...needles];
}

/** What base64 makes of the bytes behind `offset` others, without the characters that neighbours have a part in. */
function encodeInner(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  const first = Math.ceil((offset * 8) / 6);
  const end = Math.floor(((offset + bytes.length) * 8) / 6);
  return text.slice(first, end);
}
