import type { JsonObject, JsonValue } from '../contract/json.js';

/** Whether `value` is an object of JSON, and no list. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
