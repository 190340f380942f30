import { TextDecoder } from 'node:util';
import chardet from 'chardet';

/**
 * The WHATWG's names, or labels, of what the detector finds; what it finds beside these, no browser reads. The
 * windows variants hold all letters of the ISO ones, and more.
 */
const names: Readonly<Record<string, string>> = {
  'UTF-8': 'utf-8',
  Shift_JIS: 'shift_jis',
  'EUC-JP': 'euc-jp',
  'EUC-KR': 'euc-kr',
  Big5: 'big5',
  GB18030: 'gb18030',
  'KOI8-R': 'koi8-r',
  'ISO-8859-1': 'windows-1252',
  'ISO-8859-2': 'iso-8859-2',
  'ISO-8859-5': 'iso-8859-5',
  'ISO-8859-6': 'iso-8859-6',
  'ISO-8859-7': 'windows-1253',
  'ISO-8859-8': 'windows-1255',
  'ISO-8859-9': 'windows-1254',
  'windows-1250': 'windows-1250',
  'windows-1251': 'windows-1251',
  'windows-1252': 'windows-1252',
  'windows-1253': 'windows-1253',
  'windows-1254': 'windows-1254',
  'windows-1255': 'windows-1255',
  'windows-1256': 'windows-1256',
};

// Judged even where the detector has no word for them: it needs longer texts for these.
const alwaysJudged: ReadonlyMap<string, number> = new Map([
  ['windows-1252', 2],
  ['windows-1251', 1],
  ['koi8-r', 0],
  ['ibm866', 0],
  ['windows-874', 0],
]);

const latin = /^(?:windows-125[0247]|iso-8859-2)$/;

/** Languages of Latin letters have a few beyond ASCII in their words, not so many. */
export const mostForeign = 0.5;

// Which encodings write a language with the same bytes, but for a few signs.
const families = [
  ['gb18030', 'gbk'],
  ['windows-1252', 'iso-8859-15'],
  ['windows-1253', 'iso-8859-7'],
  ['windows-1255', 'iso-8859-8', 'iso-8859-8-i'],
  ['windows-1257', 'iso-8859-13'],
  ['koi8-r', 'koi8-u'],
];

/** Whether one of two encodings may be meant where the other is found. */
export function isSameFamily(one: string, other: string): boolean {
  return one === other || families.some((family) => family.includes(one) && family.includes(other));
}

/**
 * The encoding of bytes that do not say, by how often sequences of bytes occur in languages, and by whether what they
 * decode to looks like words.
 */
export function detectEncoding(sample: Uint8Array): string {
  const confidences = new Map(alwaysJudged);
  for (const { name, confidence } of chardet.analyse(sample)) {
    const encoding = names[name];
    if (encoding !== undefined) confidences.set(encoding, Math.max(confidences.get(encoding) ?? 0, confidence));
  }
  let best = 'windows-1252';
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const [encoding, confidence] of confidences) {
    const text = decode(sample, encoding);
    const isForeign = latin.test(encoding) && rateForeign(text) > mostForeign;
    const score = confidence - 200 * (rateOddity(text) + (isForeign ? 1 : 0));
    if (score <= bestScore) continue;
    best = encoding;
    bestScore = score;
  }
  // Frames stand between no letters; where they do, they are letters of Ukrainian.
  const isUkrainian = best === 'koi8-r' && rateOddity(decode(sample, 'koi8-u')) < rateOddity(decode(sample, best));
  return isUkrainian ? 'koi8-u' : best;
}

/** Decodes with the encoding of a label that is known. */
export function decode(bytes: Uint8Array, encoding: string): string {
  const decoder = new TextDecoder(encoding);
  // Whole decoding takes a short cut on Node 20.20 that reads windows-1252 as latin1; streaming does not.
  return decoder.decode(bytes, { stream: true }) + decoder.decode();
}

/**
 * The share of characters beyond ASCII that no text has where they stand: broken ones, controls, a capital after a
 * small letter, a symbol or another script between letters.
 */
export function rateOddity(text: string): number {
  const beyond = countMatches(text, /[^\0-\x7f]/g);
  if (beyond === 0) return 0;
  const broken = countMatches(text, /[\ufffd\x80-\x9f\ue000-\uf8ff]/g);
  const misplaced = countMatches(
    text,
    /(?<=\p{Ll})\p{Lu}|(?<=\p{L})[^\p{L}\p{M}\p{N}\p{P}\p{Z}\0-\x7f](?=\p{L})|(?<=\p{L})[\u2500-\u259f]|[\u2500-\u259f](?=\p{L})/gu,
  );
  const mixed = countMatches(
    text,
    /(?<=\p{sc=Latin})[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Thai}]|(?<=\p{Ll})[\p{sc=Han}\p{sc=Hangul}]/gu,
  );
  const halfWidth = countMatches(text, /[\uff61-\uff9f]/g) / 2;
  return (broken * 2 + misplaced + mixed + halfWidth) / beyond;
}

/** The share of letters that are beyond ASCII. Signs that stand among them where a text is misread count as letters. */
export function rateForeign(text: string): number {
  const beyond = countMatches(text, /(?=[^\0-\x7f])[\p{L}\p{S}]/gu);
  return beyond === 0 ? 0 : beyond / (beyond + countMatches(text, /[a-z]/gi));
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
