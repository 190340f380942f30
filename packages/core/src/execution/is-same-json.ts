import type { JsonObject, JsonValue } from '../contract/json.js';

/** Whether two values say the same; the order of keys does not matter. */
export function isSameJson(one: JsonValue, other: JsonValue): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((value: JsonValue, index) => isSameJson(value, other[index]))
    );
  }
  return isSameObject(one as JsonObject, other as JsonObject);
}

function isSameObject(one: JsonObject, other: JsonObject): boolean {
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => {
    const value = one[key];
    const against = other[key];
    return value !== undefined && against !== undefined && Object.hasOwn(other, key) && isSameJson(value, against);
  });
}
