import type { JsonObject, JsonValue } from '@loadout/core';

/** How a transcript is told without secrets. */
export interface TranscriptRedaction {
  /** Messages that go as they are. */
  readonly own: ReadonlySet<JsonObject>;
  redact(message: JsonObject): JsonObject;
}

/** What stands where a secret stood, and what the APIs take in its place as the id or the name of a call. */
const REDACTED = '[secret]';
const LEGAL = '_secret_';

/** No API takes a longer id. */
const MAX_ID_CHARACTERS = 64;

const idFields: ReadonlySet<string> = new Set(['id', 'call_id', 'tool_call_id', 'tool_use_id']);

/**
 * The messages without secrets. A secret in an id or a name becomes what every API takes, and ids that are the same
 * without their secrets get a number: a call and its result go on having one of their own.
 */
export function redactTranscript(
  transcript: readonly JsonObject[],
  { own, redact }: TranscriptRedaction,
): readonly JsonObject[] {
  const pairs = transcript.map((was) => ({ was, now: own.has(was) ? was : redact(was) }));
  const ids = new LegalIds();
  for (const { was, now } of pairs) {
    mapTexts(was, now, (field, before, text) => {
      if (idFields.has(field) && before === text && (own.has(was) || !text.includes(REDACTED))) ids.keep(text);
      return text;
    });
  }
  return pairs.map(({ was, now }) => {
    if (own.has(was)) return now;
    const message = mapTexts(was, now, (field, before, text) => {
      if (idFields.has(field)) return ids.take(before, text);
      return field === 'name' ? text.replaceAll(REDACTED, LEGAL) : text;
    });
    return message as JsonObject;
  });
}

class LegalIds {
  /** By what they were. */
  readonly #known = new Map<string, string>();
  readonly #taken = new Set<string>();

  keep(id: string): void {
    this.#known.set(id, id);
    this.#taken.add(id);
  }

  take(before: string, redacted: string): string {
    const known = this.#known.get(before);
    if (known !== undefined) return known;
    const plain = redacted.replaceAll(REDACTED, LEGAL);
    let id = plain;
    for (let number = 2; this.#taken.has(id); number += 1) {
      const end = `_${number}`;
      id = plain.slice(0, MAX_ID_CHARACTERS - end.length) + end;
    }
    this.#known.set(before, id);
    this.#taken.add(id);
    return id;
  }
}

type Change = (field: string, before: string, text: string) => string;

/** The texts of a message, and of its parts and calls, by the members that the APIs have for them. */
function mapTexts(was: JsonValue | undefined, now: JsonValue, change: Change): JsonValue {
  if (!isJsonObject(was) || !isJsonObject(now)) return now;
  const entries = Object.entries(now).map(([field, value]): [string, JsonValue] => {
    const before = was[field];
    if (typeof value === 'string') return [field, typeof before === 'string' ? change(field, before, value) : value];
    if (field === 'function') return [field, mapTexts(before, value, change)];
    if ((field !== 'tool_calls' && field !== 'content') || !isList(value) || !isList(before)) return [field, value];
    return [field, value.map((part, place) => mapTexts(before[place], part, change))];
  });
  return Object.fromEntries(entries);
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
