import type { JsonObject, JsonValue } from '../contract/json.js';
import type { ContentPart } from '../contract/result.js';
import { isList } from '../schema/walk-schema.js';
import { countBinary } from './measure-content.js';
import { CONFIDENCE_FIELD, SOURCES_FIELD } from './meta-fields.js';
import { readSource } from './read-source.js';

/** Most characters of base64 in one result; a larger image or sound is left out. */
const MAX_BINARY_CHARACTERS = 20_000_000;

/** Sources are for people: they have a bound of their own, and addresses and titles, which are bounded, have room beside it. */
const MAX_SOURCES = 100;
const MAX_SOURCES_CHARACTERS = 250_000;

/** Tools that search give one entry for each part of a page. So many are looked at. */
const MAX_LOOKED_AT = 10_000;

/** A level is a word; more than this is none. */
const MAX_LEVEL_CHARACTERS = 100;

/** Images and sounds share one limit; those that are over it are left out, which is said. */
export function boundBinary(content: readonly ContentPart[]): readonly ContentPart[] {
  let left = MAX_BINARY_CHARACTERS;
  return content.map((part) => {
    const binary = countBinary(part);
    if (binary > left) {
      return { type: 'text', text: `[${part.type} of ${binary} base64 characters left out: too large]` };
    }
    left -= binary;
    return part;
  });
}

/**
 * `_meta` within the limit of the result: fields that do not fit are left out. What the host itself reads there does not
 * share the limit: a confidence that is lost would let the result go to anybody (contract 5.6).
 */
export function boundMeta(meta: JsonObject, limit: number): JsonObject | undefined {
  const counter = new Counter(limit);
  const kept = Object.entries(meta).flatMap(([field, value]): [string, JsonValue][] => {
    if (field === CONFIDENCE_FIELD) return [[field, boundLevel(value)]];
    if (field === SOURCES_FIELD && isList(value)) return [[field, boundSources(value)]];
    return counter.takes(field, value) ? [[field, value]] : [];
  });
  return kept.length === 0 ? undefined : Object.freeze(Object.fromEntries(kept));
}

/** What is no level stays something that is none: it counts as HIGH. */
function boundLevel(value: JsonValue): JsonValue {
  return new Counter(MAX_LEVEL_CHARACTERS).takes(value) ? value : null;
}

/**
 * Where they are too many or too large, of each address the first; where there is no room for all that a tool says of one, its
 * address and its title.
 */
function boundSources(sources: readonly JsonValue[]): JsonValue {
  const counter = new Counter(MAX_SOURCES_CHARACTERS);
  if (sources.length <= MAX_SOURCES && counter.takes(sources)) return sources;
  const kept = new Map<string, JsonValue>();
  const room = new Counter(MAX_SOURCES_CHARACTERS);
  for (const source of sources.slice(0, MAX_LOOKED_AT)) {
    if (kept.size === MAX_SOURCES) break;
    const read = readSource(source);
    if (read === undefined || kept.has(read.url)) continue;
    kept.set(read.url, room.takes(source) ? source : { ...read });
  }
  return Object.freeze([...kept.values()]);
}

/** What parts carry beside what models read, `annotations` and `_meta`, shares the limit of the result as well. */
export function boundExtras(content: readonly ContentPart[], limit: number): readonly ContentPart[] {
  const counter = new Counter(limit);
  return content.map((part) => {
    const { annotations, _meta, ...rest } = part;
    const inner = part.type === 'resource' ? part.resource._meta : undefined;
    if (annotations === undefined && _meta === undefined && inner === undefined) return part;
    // Plain JSON, as it was copied.
    if ([annotations, _meta, inner].every((extra) => extra === undefined || counter.takes(extra as JsonValue)))
      return part;
    if (rest.type !== 'resource') return rest;
    const { _meta: _left, ...resource } = rest.resource;
    return { ...rest, resource };
  });
}

/** Counts JSON roughly, and only as far as the limit reaches. */
class Counter {
  #left: number;

  constructor(limit: number) {
    this.#left = limit;
  }

  /** Whether all of it fits beside what was taken before. What does not fit takes nothing. */
  takes(...values: readonly JsonValue[]): boolean {
    const before = this.#left;
    for (const value of values) this.#count(value);
    if (this.#left >= 0) return true;
    this.#left = before;
    return false;
  }

  #count(value: JsonValue): void {
    this.#left -= typeof value === 'string' ? value.length + 2 : 8;
    if (typeof value !== 'object' || value === null) return;
    for (const [field, inner] of Object.entries(value)) {
      if (this.#left < 0) return;
      if (!Array.isArray(value)) this.#left -= field.length + 2;
      this.#count(inner);
    }
  }
}
