/** A text with what an encoding made of characters undone, and the way back to where each stood. */
export interface DecodedText {
  readonly text: string;
  /** The place in the original of a place in `text`. */
  toOriginal(at: number): number;
}

/** An encoding that spells single characters. */
interface Encoding {
  /** No text without it has anything to decode. */
  readonly sign: string;
  readonly pattern: RegExp;
  decode(token: string): string;
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

/** Bytes become characters of the same number: whoever searches knows secrets in that form too. */
const percent: Encoding = {
  sign: '%',
  pattern: /%[0-9a-f]{2}/gi,
  decode: (token) => String.fromCharCode(Number.parseInt(token.slice(1), 16)),
};
/** Forms and query strings: the same, and a plus for a space. */
const form: Encoding = {
  sign: '+',
  pattern: /%[0-9a-f]{2}|\+/gi,
  decode: (token) => (token === '+' ? ' ' : percent.decode(token)),
};
const json: Encoding = {
  sign: '\\',
  pattern: /\\(?:u[0-9a-f]{4}|["'\\/bfnrt])/gi,
  decode: (token) => {
    const letter = token.charAt(1);
    if (token.length > 2) return String.fromCharCode(Number.parseInt(token.slice(2), 16));
    return escapes[letter] ?? letter;
  },
};
const html: Encoding = {
  sign: '&',
  pattern: /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,7});?/gi,
  decode: (token) => {
    const body = token.slice(1).replace(/;$/, '');
    if (!body.startsWith('#')) return Object.hasOwn(named, body) ? (named[body] ?? token) : token;
    const code = /^#x/i.test(body) ? Number.parseInt(body.slice(2), 16) : Number(body.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : token;
  },
};

const encodings: readonly Encoding[] = [percent, form, json, html];

/** The text in each decoding in which it reads differently. */
export function listDecodings(text: string): readonly DecodedText[] {
  return encodings.flatMap((encoding) => {
    const decoded = text.includes(encoding.sign) ? decode(text, encoding) : undefined;
    return decoded === undefined ? [] : [decoded];
  });
}

function decode(text: string, { pattern, decode: decodeToken }: Encoding): DecodedText | undefined {
  const decodedAt: number[] = [0];
  const originalAt: number[] = [0];
  const pieces: string[] = [];
  let length = 0;
  let end = 0;
  for (const { 0: token, index } of text.matchAll(pattern)) {
    const plain = decodeToken(token);
    pieces.push(text.slice(end, index), plain);
    length += index - end;
    decodedAt.push(length);
    originalAt.push(index);
    length += plain.length;
    end = index + token.length;
    decodedAt.push(length);
    originalAt.push(end);
  }
  if (pieces.length === 0) return undefined;
  pieces.push(text.slice(end));
  return {
    text: pieces.join(''),
    toOriginal(at) {
      let low = 0;
      let high = decodedAt.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((decodedAt[middle] ?? 0) <= at) low = middle;
        else high = middle - 1;
      }
      return (originalAt[low] ?? 0) + at - (decodedAt[low] ?? 0);
    },
  };
}
