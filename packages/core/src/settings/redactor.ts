import { listWrittenCredentials } from '../contract/header-credentials.js';
import type { JsonValue } from '../contract/json.js';
import { decodeText, decodeWholly } from './decoded-text.js';
import { NeedleSearch, type TextSpan } from './needle-search.js';
import { LEAST_REDACTED_CHARACTERS, listNeedles } from './secret-needles.js';

/** What stands where a secret stood. */
export const REDACTED = '[secret]';

/** Encodings of encodings are undone as often as this: a JSON text in a query string, and one level more. */
const MAX_DEPTH = 3;

/** Of an encoded character at most as many stand for one: `%25`, `\u0041`, `&#x41;`, and those encoded again. */
const MAX_EXPANSION = 16;

/** Of secrets that calls were given which have ended, and which may be new ones every minute, the newest are known. */
const MOST_OF_CALLS = 1_000;

const noSpans: readonly TextSpan[] = Object.freeze([]);

/**
 * Takes the values of secrets out of all that leaves the host (contract 9.5). It knows every secret that any tool of
 * this host was given since it began, also one that was replaced: a turn that still runs may have it. Of what tools use
 * beside their settings, such as a token for one person, it knows what running calls use, and the newest of others. Where it
 * knows none, it costs nothing.
 */
export class Redactor {
  readonly #secrets = new Set<string>();
  /** Of calls that run. */
  readonly #held = new Map<object, Set<string>>();
  /** Of others, in the order of their last use. */
  readonly #ofCalls = new Set<string>();
  #search: NeedleSearch | undefined;

  /**
   * From now on these are secrets. Those that are too short are not redacted. Where one is a text of headers, each
   * credential in it is one by itself.
   */
  remember(secrets: Iterable<string>): void {
    for (const secret of secrets) {
      if (secret.length < LEAST_REDACTED_CHARACTERS || this.#secrets.has(secret)) continue;
      for (const part of [secret, ...listWrittenCredentials(secret)]) {
        if (part.length < LEAST_REDACTED_CHARACTERS) continue;
        for (const spelling of withNumber(part)) this.#secrets.add(spelling);
      }
      this.#search = undefined;
    }
  }

  /** The same for what a call uses beside its settings: as long as it runs, and until so many others came after it. */
  rememberOfCall(call: object, secrets: Iterable<string>): void {
    const known = new Set(this.#all());
    const held = this.#held.get(call) ?? new Set();
    for (const secret of secrets) {
      if (secret.length < LEAST_REDACTED_CHARACTERS || this.#secrets.has(secret)) continue;
      if (!known.has(secret)) this.#search = undefined;
      held.add(secret);
    }
    if (held.size > 0) this.#held.set(call, held);
  }

  /** The call has ended. */
  release(call: object): void {
    const held = this.#held.get(call);
    if (held === undefined) return;
    this.#held.delete(call);
    for (const secret of held) {
      this.#ofCalls.delete(secret);
      this.#ofCalls.add(secret);
    }
    for (const oldest of this.#ofCalls) {
      if (this.#ofCalls.size <= MOST_OF_CALLS) return;
      this.#ofCalls.delete(oldest);
    }
  }

  get isIdle(): boolean {
    return this.#secrets.size === 0 && this.#held.size === 0 && this.#ofCalls.size === 0;
  }

  /** No secret takes more characters than this in any of the encodings. */
  get margin(): number {
    return this.isIdle ? 0 : this.#needles.longest * MAX_EXPANSION;
  }

  /** The text without secrets; the same text where it has none. */
  text(text: string): string {
    const spans = this.spans(text);
    return spans.length === 0 ? text : replaceSpans(text, spans);
  }

  /** The beginning of a text, without secrets and without the half of one at its end. What is behind it is not looked at. */
  head(text: string, most: number): string {
    if (text.length <= most) return this.text(text);
    const seen = text.slice(0, most + this.margin);
    const cut = this.spans(seen).find(({ start, end }) => start < most && most < end);
    return this.text(seen.slice(0, cut?.start ?? most));
  }

  /** Where at the end of a text a secret begins that may go on behind it; the length of the text where none does. */
  findBeginning(text: string): number {
    if (this.isIdle) return text.length;
    for (let start = Math.max(0, text.length - this.#needles.longest); start < text.length; start += 1) {
      for (const secret of this.#all()) {
        const length = text.length - start;
        if (length < secret.length && text.endsWith(secret.slice(0, length))) return this.#beforeSecretAt(text, start);
      }
    }
    return text.length;
  }

  /** A place that no whole secret reaches over. */
  #beforeSecretAt(text: string, at: number): number {
    return this.spans(text).find(({ start, end }) => start < at && at < end)?.start ?? at;
  }

  /** Whether a text in base64 has one. No encoding of single characters is undone, since there is none. */
  isInData(data: string): boolean {
    let isFound = false;
    if (!this.isIdle) {
      this.#needles.find(data, () => {
        isFound = true;
      });
    }
    return isFound;
  }

  /** Where secrets stand: in order, and apart from each other. */
  spans(text: string): readonly TextSpan[] {
    if (this.isIdle || text.length < LEAST_REDACTED_CHARACTERS) return noSpans;
    const found: TextSpan[] = [];
    this.#collect(text, found);
    return found.length === 0 ? noSpans : mergeSpans(found);
  }

  /** The same of a value, in its texts and the names of its fields but for what is left out; the same value where it has none. */
  json<Value extends JsonValue>(value: Value, leaveOut?: (value: JsonValue) => boolean): Value {
    // What is answered has the type of what was given: only texts are others.
    return this.isIdle ? value : (this.#walk(value, leaveOut) as Value);
  }

  *#all(): Generator<string> {
    yield* this.#secrets;
    yield* this.#ofCalls;
    for (const held of this.#held.values()) yield* held;
  }

  get #needles(): NeedleSearch {
    this.#search ??= new NeedleSearch(new Set([...this.#all()].flatMap(listNeedles).flatMap(withDecoded)));
    return this.#search;
  }

  /**
   * In the text as it is, and with its encodings undone again and again, all at once each time. A secret may itself look
   * encoded: so what is searched for is decoded as well.
   */
  #collect(text: string, found: TextSpan[]): void {
    let toOriginal = (at: number): number => at;
    let current = text;
    for (let depth = 0; ; depth += 1) {
      const place = toOriginal;
      this.#needles.find(current, (start, end) => found.push({ start: place(start), end: place(end) }));
      const decoded = depth < MAX_DEPTH ? decodeText(current) : undefined;
      if (decoded === undefined) return;
      toOriginal = (at) => place(decoded.toOriginal(at));
      current = decoded.text;
    }
  }

  #walk(value: JsonValue, leaveOut: ((value: JsonValue) => boolean) | undefined): JsonValue {
    if (typeof value === 'string') return this.text(value);
    if (typeof value !== 'object' || value === null) return typeof value === 'number' ? this.#number(value) : value;
    if (Array.isArray(value)) {
      const list: readonly JsonValue[] = value;
      const copy = list.map((entry) => this.#walk(entry, leaveOut));
      return copy.some((entry, index) => entry !== list[index]) ? Object.freeze(copy) : value;
    }
    let isSame = true;
    let isRenamed = false;
    const entries = Object.entries(value).map(([field, stated]): [string, JsonValue] => {
      const name = this.text(field);
      const kept = leaveOut?.(stated) === true ? stated : this.#walk(stated, leaveOut);
      if (name !== field) isRenamed = true;
      if (kept !== stated) isSame = false;
      return [name, kept];
    });
    if (isRenamed) return Object.freeze(Object.fromEntries(numberNames(entries, Object.keys(value))));
    return isSame ? value : Object.freeze(Object.fromEntries(entries));
  }

  /** A secret of digits may have become a number, or a part of one. */
  #number(value: number): JsonValue {
    return this.spans(String(value)).length > 0 ? REDACTED : value;
  }
}

/**
 * A secret that reads as a number is known as one too: without sign and leading zeros, and as JSON prints it, which holds no
 * more than 16 digits. That is another number than a longer one, and still tells most of it.
 */
function withNumber(secret: string): readonly string[] {
  const read = Number(secret);
  if (!Number.isFinite(read)) return [secret];
  const spellings = [secret.trim().replace(/^[+-]?0*(?=\d)/, ''), String(Math.abs(read))];
  return [secret, ...spellings.filter((spelling) => spelling.length >= LEAST_REDACTED_CHARACTERS)];
}

function withDecoded(needle: string): readonly string[] {
  const decoded = decodeWholly(needle);
  return decoded.length < LEAST_REDACTED_CHARACTERS || decoded === needle ? [needle] : [needle, decoded];
}

/** Names that are the same without their secrets get a number, so that no field is lost. */
function numberNames(
  entries: readonly (readonly [string, JsonValue])[],
  fields: readonly string[],
): readonly (readonly [string, JsonValue])[] {
  const taken = new Set(fields.filter((field, place) => entries[place]?.[0] === field));
  const numbers = new Map<string, number>();
  return entries.map(([name, stated], place) => {
    if (name === fields[place]) return [name, stated];
    let number = numbers.get(name) ?? 1;
    let free = name;
    while (taken.has(free)) {
      number += 1;
      free = `${name} ${number}`;
    }
    numbers.set(name, number);
    taken.add(free);
    return [free, stated];
  });
}

/** The text with {@link REDACTED} in place of each span. */
function replaceSpans(text: string, spans: readonly TextSpan[]): string {
  const pieces: string[] = [];
  let end = 0;
  for (const span of spans) {
    pieces.push(text.slice(end, span.start), REDACTED);
    end = span.end;
  }
  pieces.push(text.slice(end));
  return pieces.join('');
}

/** Spans that touch stay apart: each is a secret of its own. */
function mergeSpans(spans: TextSpan[]): readonly TextSpan[] {
  spans.sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: TextSpan[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) merged.push(span);
    else if (span.end > last.end) merged[merged.length - 1] = { start: last.start, end: span.end };
  }
  return merged;
}
