/** What bytes say of their encoding by themselves. All of it takes linear time, on a bounded sample. */

/** The encoding that a byte order mark names. */
export function findByteOrderMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return undefined;
}

/** How bytes read as UTF-8. */
export interface Utf8Count {
  /** Characters of more than one byte. */
  readonly valid: number;
  /** Bytes that belong to no character. */
  readonly invalid: number;
}

/** Counts the characters of UTF-8; a character that the end cuts off counts as nothing. */
export function countUtf8(bytes: Uint8Array): Utf8Count {
  let valid = 0;
  let invalid = 0;
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) {
      at += 1;
      continue;
    }
    const length = utf8Length(lead);
    let end = at + 1;
    while (end < at + length && isContinuation(bytes[end], end === at + 1 ? lead : 0)) end += 1;
    if (length === 0) invalid += 1;
    else if (end === at + length) valid += 1;
    else if (end < bytes.length) invalid += 1;
    at = length === 0 ? at + 1 : end;
  }
  return { valid, invalid };
}

function utf8Length(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
}

/** `lead` is that of the character where its second byte is asked about: some leads take fewer. */
function isContinuation(byte: number | undefined, lead: number): boolean {
  if (byte === undefined || (byte & 0xc0) !== 0x80) return false;
  if (lead === 0xe0) return byte >= 0xa0;
  if (lead === 0xed) return byte <= 0x9f;
  if (lead === 0xf0) return byte >= 0x90;
  return lead === 0xf4 ? byte <= 0x8f : true;
}

/** UTF-16 by the zero bytes of Latin letters and markup, which all stand at one side. */
export function findUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  let even = 0;
  let odd = 0;
  const length = Math.min(bytes.length, 4_096);
  for (let at = 0; at + 1 < length; at += 2) {
    if (bytes[at] === 0) even += 1;
    if (bytes[at + 1] === 0) odd += 1;
  }
  // A few zeros come with other scripts' letters; a page of any script has enough Latin ones.
  const enough = Math.max(length / 20, 2);
  if (odd >= enough && even * 10 < odd) return 'utf-16le';
  return even >= enough && odd * 10 < even ? 'utf-16be' : undefined;
}

const windowBytes = 16_384;
const maxWindows = 4;
const boundaryBytes = 1_024;

/**
 * The parts of a body that are worth looking at: around bytes beyond ASCII, wherever they begin, without tags. Where
 * there is white space or a mark near, a part begins and ends there, so that no character is cut.
 */
export function sampleBytes(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = 0;
  while (parts.length < maxWindows) {
    const found = findAbove(bytes, at);
    if (found === -1) break;
    const start = findBoundary(bytes, Math.max(found - 256, at), 1);
    const end = findBoundary(bytes, Math.min(start + windowBytes, bytes.length), -1);
    parts.push(withoutTags(bytes.subarray(start, end)));
    // The next part is looked for further on each time, so that also the end of a long body has a say.
    at = end + (parts.length > 1 ? Math.floor((bytes.length - end) / 2) : 0);
  }
  return Buffer.concat(parts);
}

/** The nearest place before a byte that is part of no longer character in any encoding; the place itself if none is. */
function findBoundary(bytes: Uint8Array, from: number, step: 1 | -1): number {
  if (from === 0 || from >= bytes.length) return from;
  for (let at = from; Math.abs(at - from) < boundaryBytes && at < bytes.length; at += step) {
    if ((bytes[at] ?? 0) <= 0x2f) return at;
  }
  return from;
}

function findAbove(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at += 1) if ((bytes[at] ?? 0) > 0x7f) return at;
  return -1;
}

const rawStart = /^<(?:script|style)/i;
const rawEnd = /^<\/(?:script|style)/i;

/**
 * Tags, scripts and styles are ASCII and say nothing of the language. In two-byte encodings no second byte is `<`.
 */
function withoutTags(bytes: Uint8Array): Uint8Array {
  const kept = new Uint8Array(bytes.length);
  let length = 0;
  let isTag = false;
  let isRaw = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    const next = bytes[at + 1] ?? 0;
    if (byte === 0x3c && (next === 0x2f || next === 0x21 || ((next | 0x20) >= 0x61 && (next | 0x20) <= 0x7a))) {
      // Words at both sides are two.
      if (!isTag && !isRaw) kept[length++] = 0x20;
      isTag = true;
      const name = Buffer.from(bytes.subarray(at, at + 8)).toString('latin1');
      if (rawStart.test(name)) isRaw = true;
      else if (rawEnd.test(name)) {
        // The part began inside of it.
        if (!isRaw) length = 0;
        isRaw = false;
      }
    }
    if (!isTag && !isRaw) kept[length++] = byte;
    if (byte === 0x3e) isTag = false;
  }
  return kept.subarray(0, length);
}
