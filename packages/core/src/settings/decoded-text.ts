/** A text with what encodings made of single characters undone, and the way back to where each stood. */
export interface DecodedText {
  readonly text: string;
  /** The place in the original of a place in `text`. */
  toOriginal(at: number): number;
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  excl: '!',
  num: '#',
  dollar: '$',
  percnt: '%',
  lpar: '(',
  rpar: ')',
  ast: '*',
  plus: '+',
  comma: ',',
  period: '.',
  sol: '/',
  colon: ':',
  semi: ';',
  equals: '=',
  quest: '?',
  commat: '@',
  lsqb: '[',
  lbrack: '[',
  bsol: '\\',
  rsqb: ']',
  rbrack: ']',
  Hat: '^',
  lowbar: '_',
  grave: '`',
  lcub: '{',
  lbrace: '{',
  verbar: '|',
  vert: '|',
  rcub: '}',
  rbrace: '}',
  Tab: '\t',
  NewLine: '\n',
  AMP: '&',
  LT: '<',
  GT: '>',
  QUOT: '"',
};

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

const PERCENT = 0x25;
const AMPERSAND = 0x26;
const PLUS = 0x2b;
const BACKSLASH = 0x5c;
const SPACE = 0x20;

/** What a text has that something can be undone in. */
const marks = /[%+\\&]/;

/** A character as HTML spells it. */
const entity = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,7});?/iy;

/** What a backslash may stand before: in JSON and in scripts, and in Markdown, which knows all punctuation so. */
const escapable = /[!-/:-@[-`{-~bfnrt]/i;

/** What stands for a token of the text at a place: as many code units as `decoded` has, for `length` characters. */
interface Token {
  readonly decoded: string;
  readonly length: number;
}

/**
 * The text with all of these undone once, all at the same time; undefined where there is nothing to undo. Whoever made the
 * text may have filled it with escapes, so that it is read character by character, without a search for each.
 */
export function decodeText(text: string): DecodedText | undefined {
  const first = text.search(marks);
  if (first === -1) return undefined;
  const { length } = text;
  const units = new Uint16Array(length - first);
  const origins = new Uint32Array(length - first + 1);
  let size = 0;
  let isSame = true;
  for (let at = first; at < length; ) {
    const code = text.charCodeAt(at);
    let decoded = code;
    let used = 1;
    if (code === PLUS) decoded = SPACE;
    else if (code === PERCENT) {
      // Bytes become characters of the same number: whoever searches knows secrets in that form too.
      const byte = readHex(text, at + 1, 2);
      if (byte !== -1) {
        decoded = byte;
        used = 3;
      }
    } else if (code === BACKSLASH || code === AMPERSAND) {
      const token = code === BACKSLASH ? readEscape(text, at) : readEntity(text, at);
      if (token !== undefined) {
        isSame = false;
        for (let index = 0; index < token.decoded.length; index += 1) {
          units[size] = token.decoded.charCodeAt(index);
          origins[size] = at;
          size += 1;
        }
        at += token.length;
        continue;
      }
    }
    if (decoded !== code || used !== 1) isSame = false;
    units[size] = decoded;
    origins[size] = at;
    size += 1;
    at += used;
  }
  if (isSame) return undefined;
  origins[size] = length;
  return {
    text: text.slice(0, first) + Buffer.from(units.buffer, 0, size * 2).toString('utf16le'),
    toOriginal: (at) => (at < first ? at : (origins[at - first] ?? length)),
  };
}

/** The number that so many hexadecimal digits spell; -1 where they are none. */
function readHex(text: string, from: number, digits: number): number {
  let value = 0;
  for (let at = from; at < from + digits; at += 1) {
    const digit = hexDigit(text.charCodeAt(at));
    if (digit === -1) return -1;
    value = value * 16 + digit;
  }
  return value;
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

function readEscape(text: string, at: number): Token | undefined {
  const next = text.charAt(at + 1);
  if (next === '\\') {
    const after = text.charAt(at + 2);
    return /[+%&]/.test(after) ? keepNext(after) : backslash;
  }
  if (next === 'u' || next === 'U') {
    const code = readHex(text, at + 2, 4);
    return code === -1 ? undefined : { decoded: String.fromCharCode(code), length: 6 };
  }
  return escapable.test(next) ? { decoded: escapes[next] ?? next, length: 2 } : undefined;
}

const backslash: Token = Object.freeze({ decoded: '\\', length: 2 });

/** What JSON makes of an escape of Markdown: what is escaped is undone when that is. */
function keepNext(next: string): Token {
  return { decoded: `\\${next}`, length: 3 };
}

function readEntity(text: string, at: number): Token | undefined {
  entity.lastIndex = at;
  const token = entity.exec(text)?.[0];
  if (token === undefined) return undefined;
  const body = token.endsWith(';') ? token.slice(1, -1) : token.slice(1);
  const decoded = body.startsWith('#') ? fromNumber(body) : Object.hasOwn(named, body) ? named[body] : undefined;
  return decoded === undefined ? undefined : { decoded, length: token.length };
}

function fromNumber(body: string): string | undefined {
  const isHex = body.charAt(1) === 'x' || body.charAt(1) === 'X';
  const code = isHex ? Number.parseInt(body.slice(2), 16) : Number(body.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** What is left of a text when nothing can be undone any more. */
export function decodeWholly(text: string): string {
  let rest = text;
  for (let decoded = decodeText(rest); decoded !== undefined; decoded = decodeText(rest)) rest = decoded.text;
  return rest;
}
