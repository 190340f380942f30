import { toLatinLetter } from './decode-hidden.js';

const angles =
  /[<\u00ab\u02c2\u2039\u16b2\u226a\u227a\u22d8\u2329\u2768\u276c\u276e\u2770\u27e8\u27ea\u2991\u29fc\u2aa1\u2abb\u2af7\u3008\u300a\ufe64\uff1c\u1438]/;

const word = 'untrusted';

/** What a mark may say in front of that word; the longer of two with one end comes first. */
const openings =
  'beginning begins begin starts start finishes finish closing closes close stops stop ending ends end this here that the is are an of very'.split(
    ' ',
  );

/**
 * Breaks what looks like one of our marks: its opening brackets become round ones, as many. What stands between its letters
 * counts as little as how they are written: accents, styles, and the look-alikes that are known here. The length of the text
 * stays; broken once, it is whole. One pass, however the text is made: it runs in the host's thread.
 *
 * This is for readers who go by looks, and no proof: the code is that. Not broken are marks in other words, in letters that
 * nobody listed, or spelled as escapes (`&lt;`, `\u003c`), which are text about a bracket and none.
 */
export function breakMarks(text: string): string {
  const first = text.search(angles);
  if (first === -1) return text;
  // All letters from the first bracket on; where brackets are, and how many letters stand in front of each.
  let letters = '';
  const places: number[] = [];
  const ahead: number[] = [];
  for (let at = first; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0;
    const kind = kindOf(code);
    if (kind === bracket) {
      places.push(at);
      ahead.push(letters.length);
    } else if (kind !== nothing) letters += String.fromCharCode(kind);
    if (code > 0xffff) at += 1;
  }
  const starts = findStarts(letters);
  return starts.size === 0
    ? text
    : replaceAt(
        text,
        places.filter((_place, index) => starts.has(ahead[index] ?? -1)),
      );
}

/** Where among the letters something begins that a mark says. */
function findStarts(letters: string): ReadonlySet<number> {
  const starts = new Set<number>();
  for (let at = letters.indexOf(word); at !== -1; at = letters.indexOf(word, at + word.length)) {
    for (let start: number | undefined = at; start !== undefined; start = openingBefore(letters, start))
      starts.add(start);
  }
  return starts;
}

/** Where the word begins that ends at `end`, if it is one of a mark. */
function openingBefore(letters: string, end: number): number | undefined {
  const opening = openings.find((one) => letters.endsWith(one, end));
  return opening === undefined ? undefined : end - opening.length;
}

function replaceAt(text: string, places: readonly number[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const at of places) {
    parts.push(text.slice(end, at), '(');
    end = at + 1;
  }
  parts.push(text.slice(end));
  return parts.join('');
}

// What a character is for a mark: a Latin letter by its code, or one of these.
const unknown = 0;
const nothing = 1;
const bracket = 2;
const otherLetter = 3;

// By code point, filled as they are met: asking Unicode takes a hundred times as long.
const kinds = new Uint8Array(0x20000);

function kindOf(code: number): number {
  if (code >= kinds.length) return nothing;
  const known = kinds[code] ?? unknown;
  if (known !== unknown) return known;
  const kind = findKind(String.fromCodePoint(code));
  kinds[code] = kind;
  return kind;
}

function findKind(character: string): number {
  if (angles.test(character)) return bracket;
  if (/\p{Default_Ignorable_Code_Point}/u.test(character)) return nothing;
  const drawn = letterInRow(character.codePointAt(0) ?? 0);
  if (drawn !== undefined) return drawn;
  // Without what is written above or below it. A few are several letters, as no mark is written.
  const plain = toLatinLetter(character.normalize('NFKD').replace(/\p{M}/gu, '')).toLowerCase();
  const letter = toLatinLetter(plain);
  if (/^[a-z]$/.test(letter)) return letter.charCodeAt(0);
  return /\p{L}/u.test(plain) ? otherLetter : nothing;
}

// Rows of letters A to Z that Unicode takes for pictures: circled and squared ones on black, and those of flags.
const rows = [0x1f150, 0x1f170, 0x1f1e6];

function letterInRow(code: number): number | undefined {
  const row = rows.find((first) => code >= first && code < first + 26);
  return row === undefined ? undefined : code - row + 'a'.charCodeAt(0);
}
