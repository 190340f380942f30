/// <reference path="./html-encoding-sniffer.d.ts" />
/**
 * The text of a body. The order is that of the WHATWG: a byte order mark, the header, what the page declares, then
 * detection. Where a browser would show what the bytes plainly contradict, the bytes win: UTF-8 that is none is
 * detected, and so is what gives broken characters; what is UTF-8 all the same is read so.
 */
import sniffHtmlEncoding from 'html-encoding-sniffer';
import { decode, detectEncoding, isSameFamily, mostForeign, rateForeign, rateOddity } from './detect-encoding.js';
import { countUtf8, findByteOrderMark, findUtf16, sampleBytes } from './encoding-evidence.js';
import type { ReadableKind } from './media-type.js';

/** A decoded body. */
export interface DecodedPage {
  readonly text: string;
  readonly warnings: readonly string[];
}

const unreadable = 'Parts of the page are not in the encoding that it declares, and could not be decoded.';

/** See the head of this file. */
export function decodePage(bytes: Uint8Array, contentType: string | undefined, kind: ReadableKind): DecodedPage {
  const { encoding, doubt } = chooseEncoding(bytes, contentType, kind);
  const text = decode(bytes, encoding);
  // A page may be about the replacement character itself.
  const isBroken = countBroken(text) > Math.max(text.length / 200, 3);
  if (isBroken) return { text, warnings: [unreadable] };
  return { text, warnings: doubt === undefined ? [] : [doubt] };
}

/** What a body is decoded with, and what speaks against it. */
interface Choice {
  readonly encoding: string;
  readonly doubt?: string;
}

function chooseEncoding(bytes: Uint8Array, contentType: string | undefined, kind: ReadableKind): Choice {
  const marked = findByteOrderMark(bytes);
  if (marked !== undefined) return { encoding: marked };
  const wide = findUtf16(bytes);
  const header = toEncoding(/;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType ?? '')?.[1]);
  const inside = readDeclaration(bytes, kind);
  const declared = [header, inside].filter((encoding) => encoding !== undefined);
  if (wide !== undefined) return { encoding: declared.find((encoding) => encoding === wide) ?? wide };
  // What is not wide is not UTF-16, whatever it says.
  return judgeDeclared(
    bytes,
    declared.map((encoding) => (/^utf-16/.test(encoding) ? 'utf-8' : encoding)),
  );
}

function judgeDeclared(bytes: Uint8Array, declared: readonly string[]): Choice {
  const [first, second] = declared;
  if (first === 'iso-2022-jp' || second === 'iso-2022-jp' || hasJapaneseEscape(bytes)) {
    return { encoding: 'iso-2022-jp' };
  }
  const sample = sampleBytes(bytes);
  const { valid, invalid } = countUtf8(sample);
  // All of it is ASCII, or UTF-8; two characters are no accident. Two-byte encodings have more of them.
  if (invalid === 0 && (valid === 0 || first === undefined || declared.includes('utf-8'))) return { encoding: 'utf-8' };
  if (invalid === 0 && valid >= 2 && !isTwoByte(first)) return { encoding: 'utf-8' };
  if (first === 'utf-8' || (first === undefined && valid > invalid)) {
    if (valid >= invalid) return { encoding: 'utf-8' };
    const isMeant = second !== undefined && second !== 'utf-8' && isFree(sample, second);
    return isMeant ? judgeLatin(sample, second) : { encoding: detectEncoding(sample) };
  }
  if (first === undefined) return { encoding: detectEncoding(sample) };
  if (second === undefined || second === first || second === 'utf-8') {
    return isFree(sample, first) ? judgeLatin(sample, first) : { encoding: detectEncoding(sample) };
  }
  return judgeConflict(sample, first, second);
}

/** Two that contradict each other: the header has the first word, unless the bytes speak for the other. */
function judgeConflict(sample: Uint8Array, header: string, inside: string): Choice {
  if (isSameFamily(detectEncoding(sample), inside) || !isFree(sample, header)) return { encoding: inside };
  // Servers say windows-1252 of whatever they have; a page says so of itself.
  if (header !== 'windows-1252' || !isFree(sample, inside)) return { encoding: header };
  const oddities = { header: rateOddity(decode(sample, header)), inside: rateOddity(decode(sample, inside)) };
  if (oddities.inside <= oddities.header || isForeign(sample)) return { encoding: inside };
  return {
    encoding: header,
    doubt: `The server says that the page is written in ${header}, and the page that it is in ${inside}: it was read as the first.`,
  };
}

/** Of windows-1252, which tools declare unasked: whether the letters are those of its languages. */
function judgeLatin(sample: Uint8Array, declared: string): Choice {
  if (declared !== 'windows-1252' || !isForeign(sample)) return { encoding: declared };
  const detected = detectEncoding(sample);
  if (detected === declared || !isFree(sample, detected)) {
    return { encoding: declared, doubt: `The page says that it is written in ${declared}, which is probably wrong.` };
  }
  return {
    encoding: detected,
    doubt: `The page says that it is written in ${declared}; it was read as ${detected}, which fits its letters.`,
  };
}

/** Whether so many letters are beyond ASCII that the text is in none of the languages of windows-1252. */
function isForeign(sample: Uint8Array): boolean {
  return rateForeign(decode(sample, 'windows-1252')) > mostForeign;
}

/** Whether the sample gives hardly any broken character. */
function isFree(sample: Uint8Array, encoding: string): boolean {
  const text = decode(sample, encoding);
  return rateOddity(text) < 0.25 && countBroken(text) * 50 <= text.length;
}

function countBroken(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\ufffd'); at !== -1; at = text.indexOf('\ufffd', at + 1)) count += 1;
  return count;
}

function isTwoByte(encoding: string | undefined): boolean {
  return encoding !== undefined && /^(?:shift_jis|euc-|big5|gb)/.test(encoding);
}

function hasJapaneseEscape(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 65_536));
  const isSevenBit = !head.some((byte) => byte > 0x7f);
  return isSevenBit && (head.includes('\x1b$B') || head.includes('\x1b$@'));
}

/** What `<meta>` or an XML declaration says. */
function readDeclaration(bytes: Uint8Array, kind: ReadableKind): string | undefined {
  const isMarkup = kind === 'html' || kind === 'xml';
  if (!isMarkup) return undefined;
  const head = Buffer.from(bytes.subarray(0, 1_024)).toString('latin1');
  const declared = toEncoding(/^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"'\s]+)/i.exec(head)?.[1]);
  if (declared !== undefined || kind === 'xml') return declared;
  // The default is a name that no page can declare.
  const sniffed = sniffHtmlEncoding(bytes, { defaultEncoding: 'none' });
  return toEncoding(sniffed === 'none' ? readLateMeta(bytes) : sniffed);
}

/** Browsers look at 1,024 bytes, and then again while they parse: scripts of any length may stand before it. */
function readLateMeta(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 262_144)).toString('latin1');
  return /<meta\s[^>]{0,200}?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(head)?.[1];
}

/** The encoding of a label by the WHATWG's list; a label that nobody knows counts as none. */
function toEncoding(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
