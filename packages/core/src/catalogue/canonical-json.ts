import { isJsonObject, type JsonValue } from '../contract/json.js';
import { isList } from '../schema/walk-schema.js';

/** The JSON text of a value with all keys in one order: equal values have equal texts. No key may be `__proto__`. */
export function canonicalJson(value: JsonValue): string {
  return JSON.stringify(sortKeys(value));
}

/** A copy that the native `JSON.stringify` then writes in half the time of doing it by hand. */
function sortKeys(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(sortKeys);
  if (!isJsonObject(value)) return value;
  const sorted: Record<string, JsonValue> = {};
  for (const key of Object.keys(value).sort()) sorted[key] = sortKeys(value[key] ?? null);
  return sorted;
}
