import type { JsonObject, JsonValue } from '../contract/json.js';
import type { ContentPart } from '../contract/result.js';
import { countBinary } from './measure-content.js';

/** Most characters of base64 in one result; a larger image or sound is left out. */
const MAX_BINARY_CHARACTERS = 20_000_000;

/** What a host reads of `_meta`, as the confidence that a result needs: it goes before what others keep there. */
const OWN_PREFIX = 'loadout/';

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

/** `_meta` within the limit of the result: fields that do not fit are left out. */
export function boundMeta(meta: JsonObject, limit: number): JsonObject | undefined {
  const counter = new Counter(limit);
  if (counter.takes(meta)) return meta;
  const fields = Object.entries(meta);
  const own = fields.filter(([field]) => field.startsWith(OWN_PREFIX));
  const others = fields.filter(([field]) => !field.startsWith(OWN_PREFIX));
  const rest = new Counter(limit);
  const kept = [...own, ...others].filter(([field, value]) => rest.takes(field) && rest.takes(value));
  return kept.length === 0 ? undefined : Object.freeze(Object.fromEntries(kept));
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

  /** Whether it fits beside what was taken before. What does not fit takes nothing. */
  takes(value: JsonValue): boolean {
    const before = this.#left;
    this.#count(value);
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
