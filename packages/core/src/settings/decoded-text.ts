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

/** Characters as percent, forms, JSON and HTML spell them. */
const tokens = /%[0-9a-f]{2}|\+|\\(?:u[0-9a-f]{4}|["'\\/bfnrt])|&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,7});?/gi;

function decodeToken(token: string): string {
  switch (token.charAt(0)) {
    case '%':
      // Bytes become characters of the same number: whoever searches knows secrets in that form too.
      return String.fromCharCode(Number.parseInt(token.slice(1), 16));
    case '\\':
      if (token.length > 2) return String.fromCharCode(Number.parseInt(token.slice(2), 16));
      return escapes[token.charAt(1)] ?? token.charAt(1);
    case '&':
      return decodeEntity(token);
    default:
      return ' ';
  }
}

function decodeEntity(token: string): string {
  const body = token.endsWith(';') ? token.slice(1, -1) : token.slice(1);
  if (!body.startsWith('#')) return Object.hasOwn(named, body) ? (named[body] ?? token) : token;
  const isHex = body.charAt(1) === 'x' || body.charAt(1) === 'X';
  const code = isHex ? Number.parseInt(body.slice(2), 16) : Number(body.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : token;
}

/** The text with all of these undone once, all at the same time; undefined where there is nothing to undo. */
export function decodeText(text: string): DecodedText | undefined {
  const decodedAt: number[] = [0];
  const originalAt: number[] = [0];
  const pieces: string[] = [];
  let length = 0;
  let end = 0;
  tokens.lastIndex = 0;
  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    const { 0: token, index } = match;
    const plain = decodeToken(token);
    if (plain === token) continue;
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

/** What is left of a text when nothing can be undone any more. */
export function decodeWholly(text: string): string {
  let rest = text;
  for (let decoded = decodeText(rest); decoded !== undefined; decoded = decodeText(rest)) rest = decoded.text;
  return rest;
}
